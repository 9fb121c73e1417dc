"""A museum guide made from a biography: it answers in the text's words, says where they stand, and knows its visitors.

    python examples/museum_guide.py                  # needs the core; reads merian.md
    python examples/museum_guide.py your_text.md     # a guide to anything that is written down

A text of any length will do: a wall label, a catalogue, a novel. Headings become the places that it points to.
"""

import sys
from pathlib import Path

import soulkeep

TEXT = Path(__file__).parent / "merian.md"
PERSONA = """The night guard of a small museum, who knows each room by heart. Polite, patient and glad of company."""


def welcome(guide: soulkeep.Character, visitor: str) -> None:
    """Greet a visitor; one who was here before is told what they asked for."""
    told = (turn.text for turn in guide.memories(person=visitor, kinds={"turn"}) if turn.speaker == visitor)
    before = [text for text in told if text.endswith("?")]
    if not before:
        print(f"Guard: Good evening, {visitor}. Ask me anything about the exhibition. (quit leaves)")
        return
    print(f"Guard: {visitor}! You were here before, and wanted to know: “{before[-1]}” What else may I tell you?")


def places(reply: soulkeep.Reply) -> str:
    """Return where what was said stands: the headings of its passages, or the visitor's own words."""
    found = {
        one.label: one.memory.heading
        or (f"what {one.memory.speaker} said" if one.memory.speaker else one.memory.source)
        for one in reply.references
    }
    return "   ".join(f"[{label}] {place}" for label, place in found.items())


def main() -> None:
    text = Path(sys.argv[1]) if len(sys.argv) > 1 else TEXT
    try:
        words = text.read_text(encoding="utf-8") if text.is_file() else ""
    except UnicodeDecodeError:
        raise SystemExit(f"{text} is no text in UTF-8: save it as such, please.") from None
    if not words.strip():
        raise SystemExit(f"There is no text in {text}.")
    # Passages of a paragraph each: a guide points to one thing at a time. Each text has a guide of its own.
    with soulkeep.open(f"museum-{text.stem}.db", settings=soulkeep.Settings(passage_words=40)) as keep:
        guide = keep.character("guard", name="The guard", description=PERSONA)
        learned = guide.learn(words, source=text.stem)
        print(f"({text.name}: passages learnt: {learned.passages}, known from before: {learned.known})")
        visitor = input("Your name, please? ").strip() or "visitor"
        welcome(guide, visitor)
        seen: set[str] = set()
        while (question := input(f"{visitor}: ").strip()) != "quit":
            if not question:
                continue
            reply = guide.reply(question, person=visitor)
            print(f"Guard: {reply.text}")
            if reply.references:
                print(f"       {places(reply)}")
            seen |= {one.memory.heading for one in reply.references if one.memory.heading}
        rooms = ", ".join(sorted(seen))
        print(f"Guard: Good night. You have been to: {rooms}" if seen else "Guard: Good night. Come again!")


if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        print()
