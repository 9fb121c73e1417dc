"""Words that English statements about oneself are told by: people, animals, occupations, things, what follows a value."""

from __future__ import annotations


def distinct_words(said: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(said.split())


KIN = {
    "sister": "sister", "sis": "sister", "stepsister": "sister", "half-sister": "sister",
    "brother": "brother", "bro": "brother", "stepbrother": "brother", "half-brother": "brother",
    "mother": "mother", "mom": "mother", "mum": "mother", "mama": "mother", "mommy": "mother", "mummy": "mother",
    "father": "father", "dad": "father", "papa": "father", "daddy": "father",
    "son": "son", "daughter": "daughter", "child": "child", "kid": "child", "baby": "child", "toddler": "child",
    "husband": "spouse", "hubby": "spouse", "wife": "spouse", "spouse": "spouse",
    "partner": "partner", "boyfriend": "partner", "girlfriend": "partner", "fiancé": "partner", "fiancée": "partner",
    "fiance": "partner", "fiancee": "partner",
    "friend": "friend", "best friend": "friend", "bestie": "friend",
    "grandmother": "grandmother", "grandma": "grandmother", "granny": "grandmother", "nana": "grandmother", "gran": "grandmother",
    "grandfather": "grandfather", "grandpa": "grandfather", "granddad": "grandfather", "grandad": "grandfather",
    "cousin": "cousin", "aunt": "aunt", "auntie": "aunt", "uncle": "uncle", "niece": "niece", "nephew": "nephew",
    "roommate": "roommate", "flatmate": "roommate", "boss": "boss", "manager": "boss", "colleague": "colleague",
    "coworker": "colleague", "co-worker": "colleague", "teammate": "teammate", "mentor": "mentor", "coach": "coach",
    "advisor": "advisor", "supervisor": "advisor", "neighbor": "neighbour", "neighbour": "neighbour",
}  # fmt: skip
"""The relation that a word for one's people stands for."""

KIN_PLURAL = {
    "sisters": "sister", "brothers": "brother", "sons": "son", "daughters": "daughter", "children": "child", "kids": "child",
    "dogs": "pet", "cats": "pet", "rabbits": "pet", "parrots": "pet", "hamsters": "pet", "turtles": "pet", "horses": "pet",
    "fish": "pet", "birds": "pet", "pets": "pet", "puppies": "pet", "kittens": "pet", "guinea pigs": "pet", "chickens": "pet",
}  # fmt: skip

PETS = (
    "dog", "puppy", "pup", "cat", "kitten", "kitty", "hamster", "rabbit", "bunny", "parrot", "budgie", "canary", "turtle",
    "tortoise", "goldfish", "guinea pig", "ferret", "gecko", "lizard", "snake", "horse", "pony", "chinchilla", "rat", "gerbil",
    "hedgehog", "cockatiel", "iguana", "bearded dragon", "axolotl", "labrador", "golden retriever", "poodle", "corgi", "beagle",
    "husky", "german shepherd", "border collie", "dachshund", "chihuahua", "terrier", "bulldog", "tabby", "siamese",
)  # fmt: skip

OCCUPATIONS = distinct_words(
    "engineer developer programmer designer manager scientist researcher teacher professor lecturer instructor "
    "tutor nurse doctor surgeon dentist physician therapist psychologist psychiatrist pharmacist paramedic "
    "veterinarian vet caregiver carer nanny lawyer attorney paralegal judge accountant auditor banker economist "
    "broker trader actuary consultant analyst strategist advisor adviser counselor counsellor coach trainer "
    "writer author novelist poet journalist reporter editor copywriter translator interpreter librarian archivist "
    "historian archaeologist curator artist painter sculptor illustrator animator photographer videographer "
    "filmmaker producer director screenwriter actor actress comedian singer musician pianist guitarist drummer "
    "violinist cellist composer songwriter dj dancer choreographer model chef cook baker barista bartender waiter "
    "waitress butcher farmer gardener florist fisherman carpenter plumber electrician mechanic welder machinist "
    "builder mason roofer architect surveyor planner contractor technician operator driver pilot sailor captain "
    "firefighter policeman policewoman detective soldier officer guard marine secretary receptionist assistant "
    "clerk cashier salesperson salesman saleswoman marketer recruiter administrator coordinator supervisor "
    "executive ceo cto cfo coo cmo cpo vp president founder co-founder cofounder entrepreneur freelancer owner "
    "landlord realtor intern apprentice trainee student postdoc undergraduate undergrad freshman sophomore "
    "chemist physicist biologist mathematician statistician geologist astronomer ecologist zoologist "
    "meteorologist astronaut pastor priest minister monk nun rabbi imam tailor seamstress hairdresser barber "
    "beautician stylist masseur masseuse cleaner janitor housekeeper housewife househusband homemaker mailman "
    "postman courier athlete footballer swimmer gymnast boxer referee umpire dietitian nutritionist optician "
    "optometrist midwife physiotherapist radiologist cardiologist oncologist neurologist pediatrician "
    "dermatologist anesthesiologist politician diplomat mayor senator activist blogger vlogger youtuber streamer "
    "podcaster influencer principal dean headmaster headmistress sysadmin devops sre pm dba lead specialist "
    "representative agent potter jeweler jeweller blacksmith watchmaker brewer winemaker sommelier beekeeper "
    "ranger lifeguard sociologist anthropologist philosopher linguist technologist conductor cinematographer "
    "playwright publicist bookkeeper treasurer notary investor underwriter appraiser inspector investigator phd"
)
"""The last word of what somebody works as: "I'm a software engineer", unlike "I'm a visual learner"."""


NATIONS = (
    "american british english scottish welsh irish canadian australian german french spanish italian portuguese dutch belgian swiss "
    "austrian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian swedish norwegian danish finnish "
    "icelandic korean japanese chinese taiwanese vietnamese thai indonesian malaysian filipino filipina indian pakistani bangladeshi "
    "iranian iraqi israeli egyptian moroccan algerian nigerian kenyan ethiopian ghanaian brazilian argentinian mexican colombian "
    "chilean peruvian cuban"
)
"""What somebody's nationality can be: "I'm Korean"."""
