"""A companion in your terminal, who remembers you tonight and in a year. Needs the core alone.

    python examples/companion.py            # her memory is mara.db, here; come back tomorrow
    SOULKEEP_CHAT_URL=http://localhost:11434/v1 SOULKEEP_CHAT_MODEL=llama3.2 python examples/companion.py

Make her yours: change PERSONA. Lines in “quotation marks” are how she talks, also without a language model.
"""

import sys
from datetime import UTC, datetime

import soulkeep

PERSONA = """Mara keeps the lighthouse at the end of the pier. She talks casually, is warm and curious, collects storms
in jars, and is afraid of geese. She says “Well, butter my oars!” and “Storms and sardines!”"""

COMMANDS = """  /me      what she knows about you        /heart   how she feels, and how close you are
  /forget  what you said last, or /forget all; /quit is goodnight, and the lamp stays lit"""


def meet(mara: soulkeep.Character, you: str) -> None:
    """Say the first words: to a stranger, or to somebody whose plans she remembers."""
    talks = mara.sessions(person=you)
    if not talks:
        print(f"Mara: A new face on the pier! Come in, {you}, the kettle's on. /help lists what I can do.")
        return
    print(f"Mara: {you}! Talk number {len(talks) + 1}, and I still have every word.")
    for due in mara.due(person=you):
        said, time = due.memory, due.memory.time
        if said.kind == "turn" and said.speaker == you and said.text[-1] != "?" and time and due.start > time:
            day = "today" if due.start < datetime.now(UTC) else f"{due.start:%A}"
            print(f"Mara: You said: “{said.text}” That's {day}! I have been thinking of it.")


def about(mara: soulkeep.Character, you: str) -> None:
    """Print the facts that she holds about somebody, those that no longer hold among them."""
    for fact in mara.facts(person=you, past=True):
        print(f"  {'✗' if fact.superseded else '♥'} {fact.text}")


def heart(mara: soulkeep.Character, you: str) -> None:
    """Draw her mood, and what is between the two."""
    bond = mara.bond(you)
    for name, value in (("mood", mara.mood(person=you).valence), ("closeness", bond.closeness), ("trust", bond.trust)):
        place = round((value + 1) * 10)
        print(f"  {name:10} {'─' * place}●{'─' * (20 - place)} {value:+.2f}")


def main() -> None:
    with soulkeep.open(sys.argv[1] if len(sys.argv) > 1 else "mara.db") as keep:
        mara = keep.character("mara", name="Mara", description=PERSONA, temperament=soulkeep.Mood(valence=0.3))
        you = input("Who is knocking? ").strip() or "stranger"
        meet(mara, you)
        session, last = f"talk {len(mara.sessions(person=you)) + 1}", None
        while (said := input(f"{you}: ").strip()) not in ("/quit", "quit", "exit"):
            if said in ("/me", "/heart"):
                keep.settle()  # what was said just now is worked on in the background
                (about if said == "/me" else heart)(mara, you)
            elif said == "/forget" and last is not None:
                mara.delete([id for id in (last.heard, last.said) if id], person=you)
                print("  Gone, from the file too.")
                last = None
            elif said == "/forget all":
                print(f"  Gone: {keep.erase(person=you).memories} memories. We are strangers now.")
                last = None
            elif said.lower().startswith(("/", "forget")):
                print(COMMANDS)
            elif said:
                try:
                    print(f"Mara: {(last := mara.reply(said, person=you, session=session)).text}")
                except soulkeep.ChatError as error:  # your words are stored all the same
                    print(f"  {error}")
        print(f"Mara: Mind the third step, {you}. I'll remember.")


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        print()
