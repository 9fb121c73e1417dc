"""Words that English statements about oneself are told by: people, animals, occupations, things, what follows a value."""

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
    r"due to|myself|together|a lot|so much|very much|the most|the best|more than|because|thanks|either|"
    r"is|are|was|were|has|have|had|will|would|can|could|should|does|do|did|am)(?![\w'’-])"
)
"""What ends a value: whatever opens another clause, tells a time, or belongs to the verb again."""

TOOLS = words(
    "obsidian notion unity godot unreal figma penpot sketch framer neovim vim emacs slack discord teams zoom "
    "excel sheets jira trello asana linear docker kubernetes jenkins terraform ansible python rust golang java "
    "kotlin swift flutter react angular vue svelte django flask rails laravel postgres mysql mongodb redis "
    "bigquery snowflake redshift spark kafka pytorch tensorflow jax keras windows linux ubuntu mac macos android "
    "ios iphone chrome firefox safari spotify netflix evernote gitbook docusaurus wordpress shopify squarespace "
    "webflow azure aws gcp github gitlab bitbucket photoshop lightroom premiere davinci blender maya ableton "
    "logic chatgpt claude gemini copilot cursor alexa siri whatsapp telegram signal dropbox todoist airtable "
    "salesforce hubspot typescript javascript node.js next.js nodejs c# c++ .net gdscript fsdp deepspeed penpot "
    "gcp bigquery splunk crowdstrike datadog argocd datadog fastapi express hetzner heroku vercel netlify supabase "
    "firebase dynamodb elasticsearch rabbitmq gitlab bun deno pandas numpy matplotlib plotly seaborn unreal gamemaker "
    "rpgmaker ren'py xcode kotlin scala haskell elixir clojure perl fortran matlab sql graphql tailwind bootstrap jquery "
    "vite webpack markdown latex gke eks ecs lambda s3 openstack proxmox"
)
"""Products that are spoken of like places: "We moved from Jenkins to GitLab"."""

VAGUE = words(
    "how what when where who why which everything anything something nothing everyone all every each being one "
    "ones some any my our its so such more most both same seeing hearing having getting knowing way things thing "
    "stuff lots much many no not idea sound feeling to thinking making giving taking go going know think say see few couple bunch bit number "
    "plenty loads heaps handful variety several little enough rest"
)

VERBS = words(
    "i am is are was were be been have has had do does did can could will would should may might go goes went get "
    "gets got love loves hate hates like likes want wants need needs think thinks feel feels know knows try tries "
    "just always never often it they he she we you my our your his her their that this these those then there "
    "here who what when where how not don't also make makes made take takes work works live lives use uses "
    "started enjoy play plays spend thank thanks everything looking trying hoping planning going can't cannot i'm "
    "i've currently usually sometimes hope wish"
)

QUANTIFIERS = words(
    "few ton tons lot lots bunch couple number bit little several many much more most less least plenty loads heaps handful "
    "variety enough some any all both each every another other others certain different various own such same kind type sort"
)
"""What a thing's name cannot end in."""

HELPERS = words(
    "using staying having being getting making taking trying keeping putting giving bringing creating finding seeing helping "
    "improving wearing buying providing offering becoming feeling adding building setting achieving "
    "developing increasing reducing ensuring maintaining avoiding consuming attending"
)
"""Verbs that need a thing to go with them."""

ADJECTIVES = words(
    "simple solid clean clear quiet calm small big large huge tiny short long brief concise detailed complex easy hard soft "
    "smooth rough safe secure warm cool cold hot spicy sweet sour bitter salty fresh raw cheap expensive affordable pricey "
    "good great nice fine bad better best worse worst new old young modern traditional classic classical contemporary vintage "
    "retro rustic cozy cosy comfy elegant fancy plain subtle bold bright dark light neutral vibrant colorful colourful "
    "minimalist minimal natural organic synthetic artificial authentic genuine real fake unique special rare common ordinary "
    "normal regular standard typical local foreign international national global regional rural urban public private personal "
    "individual independent solo solitary social communal inclusive diverse open honest direct blunt gentle kind friendly "
    "caring loving supportive strong weak heavy lightweight slow fast quick rapid flexible strict rigid loose tight structured "
    "guided practical theoretical visual verbal auditory tactile interactive immersive engaging creative artistic thematic "
    "themed scented unscented fragrant seasonal annual casual formal professional technical "
    "scientific historical historic ancient medieval fictional realistic abstract romantic dramatic emotional funny humorous "
    "lighthearted light-hearted serious violent scary thrilling exciting relaxing soothing peaceful noisy loud crowded busy "
    "remote isolated secluded hidden healthy unhealthy nutritious balanced vegan vegetarian homemade handmade hand-crafted "
    "handcrafted premium luxury luxurious cheap inexpensive sustainable ethical eco green renewable recycled digital physical "
    "manual automated automatic electric electronic wireless portable compact spacious outdoor indoor underground aquatic "
    "tropical mild moderate extreme intense low high deep shallow wide narrow thick thin flat round sharp dull shiny matte "
    "dry wet humid sunny cloudy rainy snowy windy quieter simpler smaller bigger larger warmer cooler colder older younger "
    "cheaper easier faster slower shorter longer lighter darker healthier calmer safer softer harder newer deeper higher "
    "lower closer nicer gentler quirky cute adorable pretty handsome stylish trendy fashionable vivid rich poor free paid full "
    "empty whole partial complete thorough comprehensive specific general basic advanced intermediate essential important "
    "meaningful significant memorable inviting welcoming stable reliable robust efficient effective productive consistent "
    "self-directed self-help self-paced down-to-earth real-time full-time part-time long-term short-term high-level low-level "
    "step-by-step well-lit well-known home-cooked old-fashioned old-school flashy gamified pretentious upscale intimate "
    "family-run uncluttered hands-on high-tech low-tech low-key high-end fast-paced slow-paced animated live-action foreign "
    "independently legal financial medical mental cultural musical political educational environmental economic domestic"
)
"""What a thing is like: a value that ends so lacks its thing."""

EVENTS = words(
    "workshop webinar seminar conference lecture course class meetup concert festival wedding convention exhibition fair "
    "bootcamp training retreat talk meeting parade gala summit expo hackathon symposium funeral graduation recital"
)

POSSESSIONS = (
    r"car|truck|van|motorcycle|motorbike|bike|bicycle|e-bike|scooter|boat|sailboat|kayak|rv|camper(?: van)?|guitar|piano|violin|viola|cello|"
    r"drum kit|drum set|ukulele|saxophone|trumpet|flute|clarinet|banjo|harp|accordion|house|apartment|flat|condo|cabin|cottage|townhouse"
)

NATIONS = (
    "american british english scottish welsh irish canadian australian german french spanish italian portuguese dutch belgian swiss "
    "austrian polish czech slovak hungarian romanian bulgarian greek turkish russian ukrainian swedish norwegian danish finnish "
    "icelandic korean japanese chinese taiwanese vietnamese thai indonesian malaysian filipino filipina indian pakistani bangladeshi "
    "iranian iraqi israeli egyptian moroccan algerian nigerian kenyan ethiopian ghanaian brazilian argentinian mexican colombian "
    "chilean peruvian cuban"
)
"""What somebody's nationality can be: "I'm Korean"."""

STYLE = r"(?:details?|explanations?|instructions|examples|answers|responses|replies|summaries|steps|visuals|diagrams|bullet points|lists|breakdowns?|feedback)"
"""What somebody may want a talk to be like."""
