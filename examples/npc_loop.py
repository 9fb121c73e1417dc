"""An innkeeper in a game loop: she sees what you do, hears what you say, and forgets by the game's clock.

    python examples/npc_loop.py     # needs the core; say something, or *steal a spoon*; wait 30 (days); quit
Each line is a tick of ten minutes. What the loop does, any engine can do: observe, reply, ask how she feels.
"""

from datetime import UTC, datetime, timedelta

import soulkeep

PLAYER = "Stranger"
DEEDS = {"steal": (9, -0.6), "draw": (8, -0.4), "pay": (4, 0.2), "give": (5, 0.3), "save": (10, 0.7)}
"""What deeds weigh, as the game has it: how important they are to her (1…10), and what they do to her trust (-1…1)."""

NEWS = {3: "Rain drums on the roof.", 5: "A rider shouts that the bridge at Dunmere has fallen."}
"""What happens at which tick, whoever plays."""


class GameClock(soulkeep.Clock):
    """Time passes when the game says so: a month in a blink, or not at all while it is paused."""

    moment = datetime(1386, 5, 1, 18, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


def price(trust: float) -> int:
    """Return what a bed costs, in coppers: friends pay half, thieves pay double."""
    return round(10 * 2**-trust)


def act(brida: soulkeep.Character, deed: str, here: soulkeep.Scene) -> None:
    """Let her see what the player does, and think of it what the game says."""
    weight, change = next((weighed for word, weighed in DEEDS.items() if word in deed), (3, 0.0))
    seen, by = (f"The stranger {deed}.", "the tavern") if deed.split()[0].endswith("s") else (f"I {deed}.", PLAYER)
    brida.observe(seen, person=PLAYER, speaker=by, importance=weight, scene=here)
    trust = max(-1.0, min(1.0, brida.bond(PLAYER).trust + change))
    brida.feel(person=PLAYER, trust=trust)
    print(f"  ~ Brida looks you over. A bed is {price(trust)} coppers, for you.")


def talk(brida: soulkeep.Character, said: str, here: soulkeep.Scene) -> None:
    """Let her answer, and show what she has forgotten."""
    reply = brida.reply(said, person=PLAYER, scene=here)
    print(f"Brida: {reply.text}")
    for held in reply.recall.held_back if reply.recall and reply.responder == "admission" else ():
        if held.reason == "faded" and held.memory.speaker == PLAYER and held.memory.text[-1] not in "?…":
            print(f"  ~ (Once, she knew: “{held.memory.text}”)")
            break


def main() -> None:
    clock = GameClock()
    # What nobody spoke of for weeks fades, unless it mattered. At the default it takes years.
    settings = soulkeep.Settings(forgetfulness=0.05, fade_below=0.3)
    with soulkeep.open(":memory:", clock=clock, settings=settings) as keep:
        about = "The innkeeper of the Lame Fox. She is blunt and talks casually. She says “By my kettle!”"
        brida = keep.character("brida", name="Brida", description=about)
        here = soulkeep.Scene(place="the Lame Fox", present=(PLAYER,))
        tick = 0
        while (line := input("> ").strip()) != "quit":
            tick, clock.moment = tick + 1, clock.moment + timedelta(minutes=10)
            if tick in NEWS:
                print(f"  ~ {NEWS[tick]}")
                brida.observe(NEWS[tick], speaker="the tavern", scene=here)  # of nobody in particular: all may hear it
            if line.startswith("wait ") and line[5:].isdigit():
                clock.moment += timedelta(days=min(int(line[5:]), 9999))
                print(f"  ~ It is {clock.moment:%d %B}.")
            elif line.startswith("*") and (deed := line.strip("*. ")):
                act(brida, deed, here)
            elif line.strip("*. "):
                talk(brida, line, here)
        keep.settle()
        mood, bond = brida.mood(person=PLAYER), brida.bond(PLAYER)
        print(f"  ~ She feels {mood.valence:+.2f}, and trusts you {bond.trust:+.2f}.")


if __name__ == "__main__":
    main()
