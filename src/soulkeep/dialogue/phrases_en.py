"""The English wordings of the offline voice."""

from __future__ import annotations

from soulkeep.dialogue.phrases import Phrases

PLAIN = Phrases(
    told=(
        "You told me{when}: {quote}",
        "I remember you saying{when}: {quote}",
        "This is what you told me{when}: {quote}",
        "These were your words{when}: {quote}",
    ),
    said=(
        "I said{when}: {quote}",
        "I remember saying{when}: {quote}",
        "This is what I said{when}: {quote}",
        "These were my words{when}: {quote}",
    ),
    heard=(
        "{who} said{when}: {quote}",
        "I remember {who} saying{when}: {quote}",
        "This is what {who} said{when}: {quote}",
    ),
    read=(
        "I remember this from {where}: {quote}",
        "It is in {where}: {quote}",
        "I read this in {where}: {quote}",
    ),
    dated=" on {date}, {ago}",
    today=" today",
    also=(
        "And there is this. ",
        "Something else comes back to me. ",
        "I remember this as well. ",
        "There is more. ",
    ),
    nothing=(
        "I don't remember anything about that.",
        "Nothing of the kind comes back to me.",
        "I have no memory of that.",
        "I can't recall anything like it.",
    ),
    noted=(
        "I'll remember that.",
        "I'll keep that in mind.",
        "I won't forget it.",
        "That stays with me.",
    ),
    reminded=(
        "That brings something back. ",
        "That reminds me. ",
        "Now something comes to mind. ",
        "That makes me think of something. ",
    ),
    again=(
        "It is as I said. ",
        "I have said it before. ",
        "I can only say it again. ",
        "As I said before. ",
    ),
    of_me=(
        "They say of me: {quote}",
        "It is said of me: {quote}",
        "This is how I am described: {quote}",
    ),
    i_am=("I am {name}.", "My name is {name}.", "I'm called {name}."),
)

REGISTERS = {
    "warm": {
        "told": (
            "I remember it well, you told me{when}: {quote}",
            "You shared this with me{when}: {quote}",
            "I kept your words{when}: {quote}",
            "I remember gladly what you told me{when}: {quote}",
        ),
        "said": (
            "I still remember saying{when}: {quote}",
            "I remember it well, I said{when}: {quote}",
        ),
        "also": (
            "And I've kept this, too. ",
            "There is something else I like to remember. ",
            "And this has stayed with me as well. ",
            "Let me add one more thing. ",
        ),
        "nothing": (
            "I'm so sorry, I don't remember anything about that.",
            "I wish I could tell you, but nothing comes back to me.",
            "Forgive me, I have no memory of that.",
            "I'm sorry, that isn't among what I remember.",
        ),
        "noted": (
            "Thank you for telling me. I'll remember that.",
            "I'll keep that close.",
            "I'll hold on to that.",
            "That's safe with me.",
        ),
        "reminded": (
            "Oh, that brings something back. ",
            "I'm reminded of something. ",
            "That stirs an old memory. ",
            "Oh, now I'm thinking of something. ",
        ),
        "again": (
            "I'm happy to say it again. ",
            "I told you before, and I gladly tell you again. ",
            "Of course, here it is once more. ",
            "As I told you before. ",
        ),
    },
    "terse": {
        "told": (
            "You said{when}: {quote}",
            "Your words{when}: {quote}",
            "You told me{when}: {quote}",
            "From you{when}: {quote}",
        ),
        "said": (
            "I said{when}: {quote}",
            "My words{when}: {quote}",
            "From me{when}: {quote}",
            "I did say{when}: {quote}",
        ),
        "heard": ("{who} said{when}: {quote}", "{who}'s words{when}: {quote}", "From {who}{when}: {quote}"),
        "read": ("In {where}: {quote}", "{where} says: {quote}", "From {where}: {quote}"),
        "also": ("And: ", "Also this. ", "More. ", "One more thing. "),
        "nothing": ("No idea.", "Don't recall.", "Nothing comes back.", "No memory of it."),
        "noted": ("Noted.", "I'll keep that.", "I'll remember.", "Understood."),
        "reminded": ("Reminds me. ", "That rings a bell. ", "Brings something back. ", "Hm. I recall this. "),
        "again": ("Again: ", "As before. ", "Said so already. ", "As I said. "),
    },
    "formal": {
        "told": (
            "You were good enough to tell me{when}: {quote}",
            "I recollect that you told me{when}: {quote}",
            "If my memory serves me, you said{when}: {quote}",
            "You informed me{when} as follows: {quote}",
        ),
        "said": (
            "I recollect having said{when}: {quote}",
            "I had occasion to remark{when}: {quote}",
            "My own words were these{when}: {quote}",
            "I stated{when} as follows: {quote}",
        ),
        "heard": (
            "I recollect that {who} said{when}: {quote}",
            "{who} had occasion to remark{when}: {quote}",
            "The words of {who}{when} were these: {quote}",
        ),
        "read": (
            "I recollect this passage from {where}: {quote}",
            "It is written in {where}: {quote}",
            "{where} has it thus: {quote}",
        ),
        "also": (
            "Furthermore, there is this. ",
            "I recollect something besides. ",
            "Permit me to add the following. ",
            "Nor is that all. ",
        ),
        "nothing": (
            "I regret to say that I have no recollection of it.",
            "I am afraid that nothing of the kind comes to mind.",
            "I must confess that I recall nothing of the matter.",
            "That, I fear, is not within my memory.",
        ),
        "noted": (
            "I shall remember that.",
            "I shall bear it in mind.",
            "It shall not be forgotten.",
            "I have taken note of it.",
        ),
        "reminded": (
            "That calls something to mind. ",
            "I am reminded of something. ",
            "This recalls a matter to me. ",
            "Indeed, I recollect something. ",
        ),
        "again": (
            "It is as I have had occasion to say. ",
            "I can but repeat myself. ",
            "Permit me to say it once more. ",
            "As I have said. ",
        ),
        "of_me": (
            "It is said of me: {quote}",
            "I have been described in these words: {quote}",
            "They say of me: {quote}",
        ),
        "i_am": ("My name is {name}.", "I am {name}.", "I am known as {name}."),
    },
    "casual": {
        "told": (
            "You told me{when}: {quote}",
            "Yeah, you said{when}: {quote}",
            "Oh, I've got that one, you said{when}: {quote}",
            "That was you{when}: {quote}",
        ),
        "said": (
            "I said{when}: {quote}",
            "Yeah, that was me{when}: {quote}",
            "My words{when}: {quote}",
            "I remember saying{when}: {quote}",
        ),
        "also": ("Oh, and this. ", "Wait, there's more. ", "And I've got this one, too. ", "Plus this. "),
        "nothing": (
            "Nope, nothing comes to mind.",
            "No clue, sorry.",
            "Hm, I've got nothing on that.",
            "Beats me, I don't remember that.",
        ),
        "noted": ("Got it.", "Okay, I'll remember that.", "I'll keep that in my head.", "Alright, won't forget it."),
        "reminded": (
            "Oh, that reminds me. ",
            "Hey, that rings a bell. ",
            "Oh, I remember something. ",
            "Wait, that brings something back. ",
        ),
        "again": ("Like I said. ", "As I said. ", "Okay, one more time. ", "I said it before. "),
    },
}
