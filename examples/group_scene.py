"""Three characters and two people in one café: who knows what? Needs the core.

    python examples/group_scene.py

Everybody who is there hears what is said; a whisper stays between two. What somebody hasn't heard, nobody's answer to
them rests on, however much the one who answers knows.
"""

import soulkeep

CAST = {
    "nell": ("Nell", "A cheeky pickpocket who talks casually."),
    "otto": ("Otto", "A shy baker, warm and formal."),
    "vera": ("Vera", "A retired inspector. She is dry and brief."),
}
PEOPLE = ("Anna", "Ben")


class Cafe:
    """A room: lines go to whoever hears them."""

    def __init__(self, keep: soulkeep.Keep) -> None:
        self.cast = {id: keep.character(id, name=name, description=about) for id, (name, about) in CAST.items()}

    def say(self, person: str, text: str, *, characters: tuple[str, ...], people: tuple[str, ...] = ()) -> None:
        """Let a person say something that these characters and people hear."""
        heard = ", ".join([*(CAST[id][0] for id in characters), *people])
        print(f"{person} (to {heard}): {text}")
        for id in characters:
            self.cast[id].observe(text, person=person, heard_by=people)

    def tell(self, id: str, to: str, text: str) -> None:
        """Let a character tell another one something, which both may repeat to anyone."""
        print(f"{CAST[id][0]} (to {CAST[to][0]}): {text}")
        for who in (id, to):
            self.cast[who].observe(text, speaker=CAST[id][0])

    def knows(self, id: str, person: str, question: str, thing: str) -> bool:
        """Return whether a character's answer to somebody would tell."""
        return thing in self.cast[id].reply(question, person=person, remember=False).text


QUESTIONS = {
    "Where is the wedding?": "Lisbon",
    "What is hidden in the piano?": "ring",
    "Who ate the last cinnamon roll?": "I ate",
}


def main() -> None:
    with soulkeep.open(":memory:") as keep:
        cafe = Cafe(keep)
        everyone = tuple(CAST)
        cafe.say("Anna", "Our wedding is in Lisbon, and you are all invited!", characters=everyone, people=("Ben",))
        cafe.say("Ben", "I hid the ring in the piano. Not a word to Anna!", characters=("vera",))
        cafe.tell("nell", "otto", "I ate the last cinnamon roll, and I regret nothing.")

        print(f"\n{'':32}" + "".join(f"{f'{name} → {person}':14}" for name, _ in CAST.values() for person in PEOPLE))
        for question, thing in QUESTIONS.items():
            marks = ("✓" if cafe.knows(id, person, question, thing) else "·" for id in CAST for person in PEOPLE)
            print(f"{question:32}" + "".join(f"{mark:14}" for mark in marks))

        print("\nAnna asks Vera, then Ben does:")
        for person in PEOPLE:
            reply = cafe.cast["vera"].reply("What is hidden in the piano?", person=person)
            print(f"  Vera → {person}: {reply.text}")
        print("And Ben asks while Anna listens:")
        reply = cafe.cast["vera"].reply("What is hidden in the piano?", person="Ben", heard_by=["Anna"])
        print(f"  Vera → Ben: {reply.text}")


if __name__ == "__main__":
    main()
