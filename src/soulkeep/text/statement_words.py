"""Words that English statements about oneself are told by: people, animals, occupations, what follows a value."""

from __future__ import annotations


def words(said: str) -> frozenset[str]:
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

OCCUPATIONS = words(
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

NOT_AT_WORK = words("shooting point fan lover learner person believer fool mess sucker kind bit lot type")

ORGANIZATIONS = words(
    "startup start-up company agency bank hospital school university college firm restaurant cafe café bakery "
    "clinic studio store shop lab laboratory museum library nonprofit non-profit ngo charity hotel factory "
    "consultancy corporation newspaper magazine station airline bookstore supermarket gym kindergarten institute "
    "daycare farm brewery salon pharmacy publisher office law-firm manufacturer zoo shelter theater theatre"
)

DEMONYMS = words(
    "american british english scottish welsh irish canadian australian german french spanish italian portuguese "
    "dutch belgian swiss austrian polish czech slovak hungarian romanian bulgarian greek turkish russian "
    "ukrainian swedish norwegian danish finnish icelandic korean japanese chinese taiwanese vietnamese thai "
    "indonesian malaysian filipino filipina indian pakistani bangladeshi iranian iraqi israeli egyptian moroccan "
    "algerian nigerian kenyan ethiopian ghanaian brazilian argentinian mexican colombian chilean peruvian cuban "
    "latino latina asian african european arab jewish muslim christian catholic protestant buddhist hindu mormon "
    "atheist aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius pisces infp infj "
    "intp intj enfp enfj entp entj isfp isfj istp istj esfp esfj estp estj"
)

PRODUCTS = words("python java php excel google facebook instagram twitter tiktok netflix")
"""Names, but not of people or places."""

NOT_NAMES = DEMONYMS | words(
    "sorry sure ok okay done fine good great glad happy sad not no yes so very really just still also a an the in "
    "on at here there back home from with excited tired ready afraid new old now i god monday tuesday wednesday "
    "thursday friday saturday sunday january february march april may june july august september october november "
    "december christmas trans lgbtq adhd going using working looking trying thinking getting having being doing "
    "feeling team dr mr mrs ms prof thanks thank hey hi hello wow oh yeah yep nope hopefully unfortunately "
    "luckily absolutely totally definitely always never both all one two three your you he she it they we my our "
    "their his her this that these those what who how why when where which if but and or mom dad mum"
)

LANGUAGES = (
    "english|german|french|spanish|italian|portuguese|dutch|polish|czech|russian|ukrainian|swedish|norwegian|danish|finnish|greek|"
    "turkish|arabic|hebrew|hindi|urdu|bengali|tamil|telugu|marathi|punjabi|farsi|persian|korean|japanese|chinese|mandarin|cantonese|"
    "vietnamese|thai|indonesian|malay|tagalog|swahili|yoruba|hausa|zulu|hungarian|romanian|bulgarian|serbian|croatian|catalan|basque|"
    "welsh|irish|gaelic|icelandic|latin|esperanto|sign language|asl"
)

CONDITIONS = (
    "asthma|diabetes|type [12] diabetes|adhd|add|autism|anxiety|social anxiety|depression|epilepsy|dyslexia|migraines?|chronic migraines?|"
    "arthritis|eczema|psoriasis|insomnia|high blood pressure|hypertension|cancer|breast cancer|celiac disease|coeliac disease|"
    "crohn['’]s(?: disease)?|ibs|ocd|ptsd|bipolar(?: disorder)?|tinnitus|scoliosis|sleep apnea|hay fever|"
    "parkinson['’]s(?: disease)?|alzheimer['’]s(?: disease)?|dementia|multiple sclerosis|lupus|fibromyalgia|endometriosis|pcos|"
    "anemia|anaemia|gout|glaucoma|chronic (?:back )?pain|(?:a )?bad (?:back|knee|heart)|(?:a )?heart (?:condition|disease)"
)

DIETS = (
    "vegan|vegetarian|pescatarian|lactose[- ]intolerant|gluten[- ]intolerant|gluten[- ]free|dairy[- ]free|celiac|coeliac|"
    "keto|paleo|kosher|halal|teetotal|teetotaler|flexitarian"
)

STOPS = (
    r"\s+(?:and|but|or|because|since|so|which|who|whom|that|where|when|whenever|while|whilst|as|if|though|although|after|before|until|"
    r"till|now|then|too|also|anymore|any\s?more|any longer|again|already|yet|today|tonight|tomorrow|yesterday|lately|recently|"
    r"nowadays|these days|right now|right|at the moment|at the minute|currently|instead|actually|honestly|tbh|lol|haha|btw|"
    r"for (?:now|a|an|about|around|over|almost|nearly|the|many|several|some|most|my|our|all|\d+|two|three|four|five|six|seven|"
    r"eight|nine|ten|years|work|everything|good|this|that|like|it|them|me|us)|"
    r"next|last|this (?:week|month|year|summer|winter|spring|fall|autumn|morning|evening|afternoon|weekend|time)|"
    r"every (?:day|week|month|year|night|morning|time|weekend|once|single)|ever|"
    r"(?:in|by|around|on) (?:(?:early|late|mid) )?(?:19|20)\d\d|"
    r"(?:in|by|on|around|until|from) (?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"with (?:my|him|her|them|you|your|it|our)|to be honest|you know|i (?:think|guess|mean)|even|especially|including|such as|like|than|"
    r"myself|together|a lot|so much|very much|the most|the best|more than|because|thanks|either|"
    r"is|are|was|were|has|have|had|will|would|can|could|should|does|do|did|am)(?![\w'’-])"
)
"""What ends a value: whatever opens another clause, tells a time, or belongs to the verb again."""
