"""How people greet, ask, agree, refuse and judge, by language: the tables that `lang/utterances.py` reads.

English and Korean are here, the other languages in `utterance_words_more.py`. Entries are patterns over lower-case text with
straight apostrophes and single blanks; a later entry of a table counts only where no earlier one fits.
"""

from __future__ import annotations

from dataclasses import dataclass

NEVER = r"(?!)"
"""Fits nowhere."""


@dataclass(frozen=True, slots=True)
class Words:
    """The patterns of one language.

    Attributes:
        acts: what opens a sentence or is all of it, by what it does: "greeting", "farewell", "agreement", "rejection",
            "thanks", "praise", "mild" (praise), "confirm" ("exactly"), "blame", "tired" (mild blame), "and", "filler".
        stop: what must follow an act.
        starts: what may follow an act after a mere blank ("no one was there" is no refusal, "no I wasn't" may be).
        asked: question words, by what they ask for.
        indefinite: question words that ask nothing ("어디선가"); cut out before question words are looked for.
        plain: sentences that look like questions and are none ("what a day").
        requests: wordings that ask without a question's form, by what they ask for.
        inverted: a yes/no question without its mark, from its beginning, or by its end where `final`.
        final: whether question words keep their place in the sentence and its end shows that it asks.

        Where not `final`:
        before: prepositions that question words follow.
        opens: what follows a question word in a question without its mark.
        bare: which question words may be followed by anything but `subjects` in a question without its mark.
        subjects: see `bare`.
        embeds: what a question that asks may hang on: "do you know", "tell me".
        whether: the conjunctions of an embedded yes/no question; where `final`, its endings.
        subordinate: conjunctions that a question word may be, as in "when I was young".
        tags: "wasn't he", "right", after a comma; sure_tags: those that ask even without a mark.
        joins: conjunctions that a question may follow.
        between: what may stand between `embeds` and the question.
        memories: "do you remember when we …", which asks whether.
        attributes: what is asked by a noun and a mark: "His birthplace?"
        situ: what may follow a question word at the end of a question: "he did what exactly?"

        Where `final`:
        told: sentences that hold a question and tell it ("I know where he is"); they don't ask without a mark.
        closed: ends of sentences that don't ask without a mark, whatever question words are in them.
        requesting: ends of sentences that ask to be told something.
        lists: words of a request for several things.
        topic: what is asked by a name alone: "마일스 데이비스는?".
        names: what the character may be called after a greeting; None for nothing.
    """

    acts: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, str], ...]
    starts: str = ""
    stop: str = r"(?![\w'’-])"
    indefinite: str = NEVER
    plain: str = NEVER
    requests: tuple[tuple[str, str], ...] = ()
    inverted: str = NEVER
    final: bool = False
    before: str = ""
    opens: str = NEVER
    bare: tuple[str, ...] = ()
    subjects: str = NEVER
    embeds: str = NEVER
    whether: str = NEVER
    subordinate: str = NEVER
    tags: str = NEVER
    sure_tags: tuple[str, ...] = ()
    joins: tuple[str, ...] = ("and",)
    between: str = r" "
    memories: str = NEVER
    situ: str = "please"
    attributes: str = NEVER
    told: str = NEVER
    closed: str = NEVER
    requesting: str = NEVER
    lists: str = NEVER
    topic: str = NEVER
    names: str | None = None


_BE = r"(?:is|are|was|were|isn't|aren't|wasn't|weren't|isnt|wasnt)"
_AUXILIARY = (
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|(?:is|are|was|were|do|does|"
    r"did|has|have|had|ca|could|wo|would|should)n'?t)"
)
_PRONOUN = r"(?:i|you|u|he|she|it|we|they)"
_VERY = r"(?:(?:so|very|really|just|quite|totally|absolutely|completely|simply|pretty|all|still|also|exactly|actually|plain|such|a|an|too|that) ){0,3}"
_THATS = r"(?:(?:no |but |i think |i'm afraid |i believe |i'm sure |sorry |well )?(?:that|this|it|what you (?:said|say)|what you just said|your answer|the answer)(?:'s| is| was|s| sounds| seems)? )"
_YOURE = r"(?:(?:i think |i'm afraid |i believe |no |sorry |but )?(?:you(?:'re| are|r| were)|your) )"
_END_TOO = r"(?: (?:at all|again|indeed|too|then|though|actually|really|now|to know|here|there|about (?:that|this|it|him|her)|with (?:that|this)|on that|as always|anymore|any more))?"
_WISH = r"(?:i(?:'d| would|d) (?:really |just |also )?(?:like|love)|i(?: really| just| also)? (?:want|wanted|need)|i wanna(?: to)?)"

ENGLISH = Words(
    acts=(
        ("praise", rf"(?:great|good|nice|excellent|perfect|brilliant|wonderful|fantastic|amazing|awesome|lovely|fine|helpful|clever|cool) (?:answer|job|work|one|reply|response|stuff|explanation|point)|well (?:done|said|put)|(?:very )?impressive|bravo|{_THATS}{_VERY}(?:right|correct|true|helpful|useful|what i (?:wanted|meant|needed)(?: to know| to hear)?|it){_END_TOO}|{_YOURE}{_VERY}(?:right|correct|helpful|a genius|the best|brilliant|amazing|awesome|so smart|very clever){_END_TOO}|(?:that|this|it|you) (?:really |already )?help(?:s|ed)(?: me)?(?: a lot| so much)?|you (?:got|nailed) (?:it|that)(?: right)?|i (?:really )?(?:love|like|loved|liked) (?:that|your|the) (?:answer|reply|response|explanation)|exactly what i (?:wanted|meant|needed)(?: to know| to hear)?|spot on|perfect|excellent|brilliant|keep it up|(?:that was )?a great answer"),
        ("blame", rf"{_THATS}(?:(?:so|very|really|just|quite|totally|absolutely|completely|simply|all|still|also|actually|plain|complete|total|utter|a|an|again|pretty|obviously|clearly|definitely|probably|the) ){{0,3}}(?:wrong|incorrect|false|nonsense|rubbish|bullshit|untrue|a lie|mistaken|stupid|dumb|useless|unhelpful|ridiculous|terrible|bad|inaccurate|garbage|a mistake|an error)(?: answer| again| information)?{_END_TOO}|(?:no )?(?:that|this|it)(?:'s| is| was|s)? (?:(?:simply|just|still|really|definitely|clearly|absolutely|certainly|also|obviously|actually) )?not (?:(?:quite|really|even|at all|very|entirely) )?(?:true|right|correct|so|accurate|helpful|useful|good|funny|it|what i (?:asked|meant|said|wanted)(?: you)?(?: to know| for| about)?|my question|an answer|the answer|how it (?:is|was)){_END_TOO}|(?:that|this|it) (?:isn't|wasn't|isnt|wasnt) (?:(?:quite|really|even|very|entirely) )?(?:true|right|correct|so|accurate|helpful|useful|good|it|what i (?:asked|meant|said|wanted)(?: to know| for)?|my question|an answer|the answer){_END_TOO}|(?:that|this|it|you)(?: really)? (?:makes?|made) no sense{_END_TOO}|(?:that|this|it) (?:doesn't|does not|didn't) (?:make (?:any )?sense|help(?: me)?|answer my question){_END_TOO}|{_YOURE}(?:{_VERY})(?:wrong|mistaken|incorrect|lying|confused|useless|not (?:right|listening|helpful|making (?:any )?sense)|repeating yourself|annoying|talking nonsense|making (?:that|this|it|things) up){_END_TOO}|you (?:got|have|'ve got|had) (?:that|it|this|him|her|them|something) (?:all |totally |completely )?(?:wrong|backwards|mixed up)|you (?:misunderstood|misheard)(?: me)?|you (?:made|just made) (?:that|this|it) up|you (?:didn't|did not|never) (?:answer(?:ed)?(?: my question| me)?|listen(?:ed)?|understand|understood)(?: me)?|stop (?:asking|saying|telling|repeating|doing|it|that|this)(?: me)?(?: (?:that|this|it|me that|the same (?:thing|question)|such things|yourself|about (?:that|this|it)|so many questions|questions|all the time|again)){{0,3}}|don't (?:ask|tell) me (?:that|this)(?: again)?|(?:you've|you have|you) (?:already )?(?:told|asked|said) (?:me |that |this ){{1,2}}(?:already|before|again|twice|(?:three|four|five|a hundred|a thousand|so many|many|several) times)(?: (?:already|now|before))?|you(?:'ve| have)? already (?:told|asked|said) (?:me |that |this ){{1,2}}(?:(?:three|four|five|so many|many|several) times)?|i (?:already|just) (?:told|answered|said) (?:you )?(?:that|this)|i didn't (?:ask|mean|say) (?:that|this|you that)|wrong(?: again| answer)?|incorrect|false|nonsense|rubbish|bullshit|not true|not (?:quite )?right|not correct|untrue|liar|(?:very |really )?(?:bad|terrible|stupid|wrong|awful|useless|poor|dumb) (?:answer|job|reply|response|one)|not helpful|(?:that's |that is )?enough already|shut up|stop(?= ?(?:[,.!~]|$))|absolutely not true"),
        ("thanks", r"(?:many |a thousand )?thanks(?: (?:a lot|so much|a million|a bunch|very much|again|anyway|man|mate|buddy|dear|for (?:that|this|it|asking|telling me|letting me know|the (?:info|information|answer|help|tip|explanation|reminder|advice)|your (?:help|answer|advice|time)|everything|explaining(?: that| this| it)?|helping(?: me)?|listening|reminding me|the chat|talking)))*|(?:ok |okay )?thank (?:you|u|ya)(?: (?:so much|very much|again|kindly|anyway|dear|for (?:that|this|it|asking|telling me|letting me know|the (?:info|information|answer|help|tip|explanation|reminder|advice)|your (?:help|answer|advice|time)|everything|explaining(?: that| this| it)?|helping(?: me)?|listening|reminding me|the chat|talking)))*|thx|ty|thank you|tysm|cheers|much appreciated|i (?:really )?appreciate (?:it|that|your help)|that's (?:very |so |really )?(?:kind|nice|sweet) of you"),
        ("rejection", r"no,? (?:thanks|thank you|ty|thx|thank u)(?: very much| so much)?|thanks,? but no(?: thanks)?|no way|no need(?: to| for that)?|not (?:now|really|today|yet|right now|at the moment|interested|at all|tonight|for me|this time|anymore|in the mood)(?: thanks| please)?|i'm not (?:interested|in the mood)|(?:i )?(?:really )?(?:don't|do not|dont|didn't) (?:really )?(?:want|wanna|need|feel like|care)(?: to| it| that)*(?: (?:know|hear|talk|do|go|say|listen|play|discuss|bother))?(?: (?:about|to|that|it|this|now|anymore|any more|right now))*|i(?:'d| would) rather not(?: (?:say|know|talk about (?:it|that)|do (?:it|that)))?|(?:i )?(?:can't|cannot|won't)(?= ?(?:[,.!~]|$))|i refuse|i disagree|i don't (?:think so|agree|care)|never ?mind(?: then)?|nevermind|forget (?:it|about it|that)|(?:maybe |perhaps |some )?(?:another time|later|other time)(?: maybe| perhaps)?|maybe (?:not|later|another time|tomorrow)|perhaps not|rather not|(?:please )?(?:don't|do not)(?: (?:do (?:it|that)|bother|worry about it))?(?: please)?|please don't|absolutely not|certainly not|definitely not|of course not|under no circumstances|not a chance|leave it|skip (?:it|that)|let's not|hell no|oh no thanks|nope|nah|nay|no+|never|negative|not in the mood"),
        ("farewell", r"(?:good ?)?bye+(?:[- ]?bye)*(?: for now| now| then)?|good ?night|nighty? night|farewell|see (?:you|ya|u)(?: (?:again|soon|later|tomorrow|then|around|next (?:time|week)|tonight|on \w+|in the morning|there|all))*|c ?ya|cu|ttyl|(?:i'll |we'll |let's )?(?:talk|speak|chat|write)(?: to you| with you)? (?:later|soon|tomorrow|again (?:soon|tomorrow)|again)|until (?:tomorrow|next time|then|later|we meet again)|till (?:tomorrow|next time|then)|catch (?:you|ya) later|(?:you )?(?:have|enjoy) (?:a |an |your |the )(?:(?:very |really )?(?:good|great|nice|lovely|wonderful|safe|pleasant|beautiful|fantastic|fun) )?(?:rest of (?:your|the) )?(?:day|evening|night|weekend|one|time|week|morning|afternoon|trip)|take care(?: of yourself)?|sleep (?:well|tight)|sweet dreams|so long|cheerio|(?:sorry |well |ok |okay |anyway |and )?(?:i(?:'ve|'m| have| am)?(?: really)? )?(?:got ?ta|got to|have to|need to|must|should|going to|gonna|better)(?: really)? (?:go|run|leave|head (?:out|home|off)|get going|be (?:going|off)|log off|sign off|hit the (?:sack|road))(?: (?:now|soon|to (?:bed|sleep|work)|already|home))*|i(?:'m| am) (?:off|leaving|heading (?:out|off|home)|out)(?: (?:now|to (?:bed|sleep|work)))*|(?:i'm )?(?:going|heading) to bed(?: now)?|gtg|brb|that's all for (?:today|now)|until next time|later(?: gator)?|peace(?: out)?|ciao|adios|goodbye"),
        ("greeting", r"(?:hi+|hello+|hey+|hiya|heya|howdy|yo|hullo|greetings|welcome back|sup|hola|aloha|ahoy)(?: (?:there|again|you|everyone|everybody|all|hi|hello|friend|buddy|dear|my (?:dear|friend|dear friend)|old friend|sweetie))*|(?:a )?(?:very )?good (?:morning|evening|afternoon|day)(?: (?:to you(?: too)?|everyone|everybody|all|my (?:dear|friend)|dear|sunshine|again|there))*|(?:g'day|morning|evening|afternoon)(?= ?(?:[,.!~]|$))|(?:it's |it is )?(?:so |very |really )?(?:nice|good|great|lovely|glad|happy|pleased) to (?:meet|see|have|hear from|talk to) you(?: (?:too|again|back|here))*|long time no see|(?:i'm|i am) back(?: again)?|merry christmas|happy (?:new year|birthday|easter|holidays)|pleased to meet you|how do you do"),
        ("agreement", r"(?:yes|yeah|sure|ok|okay|yep),? (?:please )?tell me(?: more| about it| everything)?(?= ?(?:[.!~]|$))|(?:yes|yeah|yep|yup|ye+s|yea|ya|aye|yess+|sure|certainly|definitely|absolutely|naturally|of course|ok(?:ay)?|okey|okey dokey|kk?|alright|all right|right|fine|agreed|deal|indeed|very well|true|uh[- ]huh|mhm+|mm-?hm+|yes sir|by all means|totally|obviously|affirmative|gladly|with pleasure|my pleasure)(?: (?:then|thing|please|why not|with me|by me|let's|man|yes|indeed|sure|of course|ok|okay|definitely|gladly|go ahead))*(?! (?:\w+ ){0,4}(?:is|was|are|were)\b)|please(?: do)?(?= ?(?:[,.!~]|$))|please do|(?:please )?(?:go (?:ahead|on|for it)|do (?:it|that|so)|continue|carry on|proceed)(?: please)?(?= ?(?:[,.!~]|$))|(?:i(?:'d| would|d)|id) (?:really )?(?:love|like|be (?:happy|glad|delighted)) (?:to|that|it)(?: (?:hear (?:it|that|more)|know|do (?:it|that)|very much|a lot|too|know more))*(?= ?(?:[,.!~]|$))|i(?:'d| would) (?:love|like) nothing better|(?:that |it |this )?sounds (?:good|great|fun|nice|lovely|perfect|fine|like a plan|wonderful|interesting)(?: to me)?|(?:that's |what )?(?:a )?(?:good|great|nice|excellent|lovely|wonderful) (?:idea|plan)|(?:that(?:'s| is|s) |it's )?(?:fine|ok|okay|alright|good) (?:with|by|for) me|why not(?= ?(?:[?.!~]|$))|i (?:do|agree|think so(?: too)?|guess(?: so)?|suppose(?: so)?|believe so|am|have|will|would|did|can)(?: too)?|me too|same here|let's (?:do (?:it|that|this)|go|hear it)|i'm in|count me in|as you (?:wish|like)|if you (?:like|want|insist)|be my guest|you bet|you're welcome|no problem|no worries|works for me|fine with me|got it|understood|i see|makes sense"),
        ("confirm", r"exactly|precisely|correct|indeed|right you are|quite right|bingo"),
        ("mild", rf"(?:(?:oh |how |so |very |really |pretty |that's |that is |this is |that was |this was |that sounds |sounds )*)(?:great|perfect|brilliant|excellent|impressive|cool|nice|awesome|amazing|wonderful|fantastic|interesting|lovely|super|sweet|neat|fascinating|wow|not bad|good to know|love it|i (?:love|like) (?:it|that)|good)(?: to (?:hear|know)(?: that)?)?{_END_TOO}(?= ?(?:[,.!~]|$| thanks| thank you))|haha+h?|lol"),
        ("tired", r"(?:how |so |that's |this is |you're )*(?:boring|lame|annoying|tedious)(?= ?(?:[,.!~]|$))|i (?:already )?(?:know|knew) (?:that|this)(?: already)?(?= ?(?:[,.!~]|$))|not (?:very|so|that) (?:good|helpful|interesting)|i (?:don't|didn't) (?:like|believe) (?:that|it|this|you)(?= ?(?:[,.!~]|$))|really bad|too (?:long|much)(?= ?(?:[,.!~]|$))|that's not (?:very )?nice|meh|blah"),
        ("and", r"and"),
        ("filler", r"(?:but|so|well|oh+|ah+|um+|uh+|er+m*|hm+|wait|actually|anyways?|btw|by the way|please|then|also|now|look|listen|say|sorry|(?:i'm |i am )(?:so |very |really )?sorry(?: but)?|sorry but|excuse me|pardon me|pardon|another question|one more (?:thing|question)|next question|quick question|just|ok so|okay so|i mean|you know(?=,)|tell me(?=,)|my (?:dear(?: friend)?|friend|old friend|love|darling|sweet)(?= ?(?:[,.!?~]|$))|hang on|hold on|wow|gosh|out of curiosity|first|alright so|in that case|speaking of (?:which|that)|my question is|question|no problem but)"),
    ),
    starts=(
        rf"(?:{_PRONOUN}(?:'\w+)?|im|ive|id|my|your|his|her|their|our|that|that's|thats|this|there|these|those|the|but|and|so|then|because|please|let's|lets|what\w*|what's|who\w*|who's|whose|when|"
        rf"where\w*|where's|which|why|how\w*|how's|{_AUXILIARY}|tell|name|list|give|show|explain|if|in (?:what|which|that)|on (?:what|which)|at (?:what|which)|from (?:what|which|where)|for (?:what|how)|"
        r"any|can|some|not|just|also|now|well|oh|now|maybe|again|actually|today|yesterday|tomorrow|remind|describe|recommend|suggest|since when)(?![\w-])"
    ),
    asked=(
        ("what", r"(?:what|how) about|how 'bout|what(?:'s| is|s) (?:the )?(?:name|title|reason|difference|meaning)"),
        ("why", r"why(?:'s|'d|d)?|how come|what for|what (?:is|was) the reason|for what reason"),
        ("when", r"when(?:'s|s|'re|'d)?|(?:what|which) (?:exact )?(?:years?|day|days|date|dates|month|time|decade|century|season|weekday|hour|era)|how long ago|how soon|since when"),
        ("how old", r"how old|how young|what age"),
        ("how many", r"how (?:many|much)"),
        ("how long", r"how long"),
        ("where", r"where(?:'s|s|'re|'d|abouts)?|(?:what|which) (?:city|cities|town|country|countries|place|places|state|village|street|continent|part of the world)"),
        ("who", r"who(?:'s|s|'re|'d|'ve|'ll|se|m)?|which (?:person|one of you)|what person"),
        ("which", r"which(?:'s)?"),
        ("how", r"how(?:'s|s|'re|'d)?(?: (?:far|tall|big|high|fast|rich|famous|good|bad|often|well|deep|heavy|hot|cold|late|early|close|popular|successful|hard|difficult|large|small|loud|likely|sure|important|expensive)(?! (?:he|she|it|they|you|we|this|that) (?:is|was|are|were)$))?"),
        ("what", r"what(?:'s|s|'re|'d|'ll|'ve)?|wat|wut"),
    ),
    before=r"(?:in|on|at|to|from|with|by|for|of|about|since|until|till|during|under|near|after|before|around|through|exactly|roughly|approximately) ",
    opens=rf" (?:exactly |else |again |the hell |on earth |in the world |actually |really )?(?:{_AUXILIARY}(?![\w-])|to [a-z]|about )",
    bare=("who", "what", "which", "how many"),
    subjects=rf" (?:{_PRONOUN}(?:'\w+)?|my|your|his|her|its|our|their|everybody|everyone|people (?:say|think|want|do|like|call|need)|matters|counts)(?![\w-])",
    plain=(
        r"what an? (?!.{0,80}\?)|what (?:fun|luck|joy|nonsense|(?:lovely|great|beautiful|nice|terrible|awful|wonderful|horrible|gorgeous|amazing) (?!.{0,200}\?))|how (?!are|is|was|were|do|does|did|can|could|"
        r"to |many|much|old|long|often|far|come|about|tall|big|have|has|would|should|will|'s|high|fast|large|'bout)\w+(?: of (?:you|him|her|them)|(?: \w+){1,4} (?:is|was|are|were)| (?:he|she|it|you|they|that|this)(?:'s| \w+))?$|who (?:cares|knows|would have thought|needs)|"
        r"(?:in|at|by|during|after) which (?:case|point|time)|which (?:is|was) (?:an?|really|so|very|nice|great|good|why|fine|ok|okay|cool|funny|sad|too|just|not)\b|"
        r"guess (?:what|who|where|when)|you know what$|what(?:'s| is) done|whatever|what can i say|what the (?:hell|heck|fuck)$|so what$|what gives|don't you dare|would you believe it|"
        r"that's (?:what|how|why|where|when|who)|(?:is|was) what it|ask me (?:when|what|how|where|who|why)"
    ),
    inverted=(
        r".{5,200}? (?:is|was|has|do|does|did|are|were|wo|ca|have)n't (?:it|he|she|they|you|we|i|that)$|"
        rf"{_BE} (?!(?:so|very|really|super|extremely|already|a bit|just|not|been|to|going|too|great|good|nice|fun|ok|okay|fine|bad|cool|in|on|at|also|always|well|busy|tired|what|all|quite|pretty|never|only|out|sick|home|thinking|working|walking|talking|"
        r"listening|reading|waiting|watching|about|with|from|supposed|able|awesome|awful|amazing|terrible|lovely|wonderful|from|by)\b)(?!(?<=was )an? )(?!(?<=were )an? )\w|"
        r"(?:did|didn't|didnt) (?!(?:some|nothing|not|well|everything|lots|a|an|all|so|my \w+$|my homework|the (?:dishes|laundry|shopping|washing|ironing|same|job|work|cleaning)|it (?:again|all|today|myself|anyway))\b|it$)\w|"
        r"(?:does|doesn't|doesnt|hasn't) (?!not|so\b|it all\b|that$|it$)\w|has (?!been|a\b|an\b|to\b|not|got|always|never|already|had|made|become|done|gone)\w|"
        rf"(?:do|don't|dont|have|haven't) (?:i|you|u|we|they|people|any of)(?! (?:dare|worry))\b|do (?:the|these|those|his|her|their) (?:\w+ ){{1,4}}(?:still|ever|really|like|have|know|play|live|tour|need|want|get|mean)\b|am i\b|"
        rf"(?:can|can't|cant|could|couldn't|will|won't|would|wouldn't|shall|should|shouldn't|must) (?:{_PRONOUN}|there|this|that|these|those|people|your|his|her|their|our|my|the|any|anyone|anybody|someone|somebody|everyone)(?![\w-])|"
        r"(?:may|might) (?:i|we|you|he|she|they)\b(?! (?:as well|be))|(?:can|could|would|should) (?!(?:be|have|not|only|also|really|never|always|use|love|like|do|go|get|you|i|probably|definitely|easily|still|just|even)\b)(?:[\w.'-]+ ){1,3}(?:play|sing|speak|read|write|be|have|do|go|come|dance|drive|swim|compose|paint|win|live|see|hear|help|make|act|cook)\b|had (?:he|she|they|you|it) (?:ever|already|really|been)\b|ever (?:heard|been|seen|tried|listened)\b|(?:got )?any(?:thing)? (?:new|else|cool|fun|exciting|interesting|good|advice|tips|plans|ideas)\b|(?:would|could|should|can|will) (?!be|love|like|not|you)[\w'-]+ (?:still|ever|really|want|need|enjoy|know|like)\b|any (?:chance|news|idea)\b|wanna (?:hear|know|see|go|play|talk)\b"
    ),
    embeds=(
        r"(?:do|did|would|don't|dont|didn't) (?:you|u|ya) (?:even |happen to |perhaps |maybe |still |by any chance |also |really )?(?:know|remember|recall|have (?:any|an) (?:idea|clue)|have a clue|wonder|understand|see|mean)|"
        r"(?:can|could|would|will|can't|won't) you (?:please |maybe |perhaps |also |just |kindly |quickly )?(?:tell|remind|show|explain|say|find out|figure out|guess|remember|recall|look up|check|let)(?: to)?(?: me| us)?(?: know)?|"
        r"(?:please |just |now |go on )?(?:tell|remind|show|inform|explain to|enlighten)(?: me| us)|explain|"
        rf"{_WISH} (?:to )?(?:know|hear|learn|find out|understand|ask(?: you)?)|i(?:'m| am|m) (?:just |really |so |very |quite |always )?(?:curious|wondering|dying to know|interested to know|interested in)(?: to (?:know|hear|learn))?|"
        r"i was (?:just |always )?(?:wondering|curious)|i(?:'ve)? (?:always |often |just )?wonder(?:ed)?|(?:do you have |you have |got )?any (?:idea|clue)|(?P<weak>you know|know|you remember|remember|guess)|care to (?:tell|explain)(?: me)?|(?:can|could|may) i (?:ask(?: you)?|know)|"
        r"(?:is it known|does anyone know|does anybody know|can anyone tell me|have you any idea|have you (?:got )?any clue|are you sure)"
    ),
    whether=r"(?:if|whether)\b",
    sure_tags=("right", "huh", "innit"),
    joins=("and", "but", "so", "or", "then", "because"),
    between=r",? (?:again |exactly |please |more |also |me |something |about |just |you |us )*",
    memories=r".{0,30}\bremember when (?:i|we|you|he|she|they|my|our|your)\b",
    situ=r"(?:exactly|again|then|please|now|with|to|from|for)",
    attributes=r"(?:^| )(?:his|her|their|its|your|[\w.]+'s?) (?:\w+ )?(?:birth ?place|birth ?date|birthday|age|name|hometown|nationality|job|profession|genre|opinion|favou?rite(?: \w+)?|date of birth|place of birth|instrument)$",
    subordinate=r"(?:when|where|while|if|since|because|although|though|after|before|once|as|whenever|wherever|until|unless|in case)\b",
    tags=rf"(?:{_AUXILIARY}(?: not)? (?:{_PRONOUN}|there|that|this|those)|right|correct|yes|no|ok|okay|huh|eh|innit|don't you think|true|or not|or)",
    requests=(
        ("plain", r"(?:tell|give|show) (?:me|us) (?:a|an|another|your) (?:joke|story|secret|lie|hug|kiss|break|minute|second|moment|chance|hand|poem|fairy ?tale|bedtime story|smile)|let me know\b|(?:tell|show) me (?:when|if|once) (?:you're|you are|i'm|i am|it's|dinner)|explain yourself|name(?:'s| is| was)|guess (?:i|he|she|we|they|it|that)|remember (?:to|that|me)|know (?:that|your|yourself)|i (?:want|wanted|need)(?: to)? (?:hear|know) (?:some|you|him|her|them|music|nothing)|interested in"),
        ("which", r"(?:please |now |just )?(?:(?:can|could|would|will) you (?:please )?)?(?:name|list|enumerate|recommend|suggest)(?: me| us)? (?:at least |just )?(?:an?|some|all|any|every|one|two|three|four|five|six|seven|ten|\d+|more|other|another|a few|several|the|his|her|their|your|my|jazz|\w+s)\b|"
                  r"(?:please |now |just )?(?:(?:can|could|would|will) (?:you|i) (?:please )?)?(?:give|show|tell|find|get|have|send|write|make)(?: me| us)?(?: down)? (?:(?:an? |the |your )?(?:complete |full |short |long |little )?list\b|(?:the |some |all |a few |more |all the |a couple of )?names\b|(?:some |a few |more |all |three |an )?examples?\b|(?:some|all|a few|more|other|two|three|four|five|ten|\d+|all the|all of) (?:\w+ ){1,4}(?:by|from|of|born|who|that|which|in)\b|all (?:the |his |her |their )?\w+s\b)|i (?:need|want|would like|'d like) (?:an? |the )?list\b"),
        ("what", rf"(?:please |now |just )?(?:(?:(?:can|could|would|will|can't) you (?:please |maybe )?)?(?:tell|teach|remind|inform|give|enlighten|talk to|show) (?:me|us)|{_WISH} (?:to )?(?:know|hear|learn|find out|read|talk|ask(?: you)?)|i(?:'m| am|m) (?:just |really |so |very )?curious|(?:can|could) you (?:talk|say))(?: \w+){{0,3}}? (?:about|of what)\b|"
                 r"(?:please |now |just )?(?:(?:can|could|would|will) you (?:please )?)?(?:tell|remind|give|show) (?:me|us) (?:more|everything|something|anything|all|the|his|her|its|their|your|my|some (?:info|information|facts|details|background)|an overview|info|information|details|again|(?:\w+ ){1,3}(?:birthplace|birthday|birth place|birth date|age|name|address))\b|tell me$|tell me [\w .]{1,80}'s \w+|"
                 r"(?:please )?(?:describe|define|explain|summari[sz]e) (?:\w)|"
                 rf"{_WISH} (?:to )?(?:know|learn|find out) (?:more|everything|something|the|his|its|their|your|all)\b|more about \w|what do you know$"),
    ),
)  # fmt: skip


def _ending_in(final: int) -> str:
    """A class of the Hangul syllables with a final consonant, by its number in Unicode (4 ㄴ, 8 ㄹ, 17 ㅂ, 20 ㅆ)."""
    return "[" + "".join(chr(0xAC00 + start * 28 + final) for start in range(399)) + "]"


_N, _L, _B, _SS = (_ending_in(number) for number in (4, 8, 17, 20))
_GIVE_KO = r" ?(?:줘|줘요|줄래요?|주세요|주실래요|주라|줄 수 (?:있어|있니|있나요|있을까)|주시겠어요|달라고|다오|주면 (?:안 ?돼|좋겠어)|봐|봐요|보세요|볼래|줘 봐|줘봐|줄 ?거야|주겠니|주겠어)"
_EMPHASIS_KO = r"(?:정말|진짜|아주|너무|참|완전|역시|와|오|되게|꽤) ?"

KOREAN = Words(
    final=True,
    stop=r"(?![^\W_])",
    acts=(
        ("praise", rf"(?:와 |네 |오 )?(?:설명|대답|답변|답|추천)(?:이|은|도)? (?:{_EMPHASIS_KO}){{0,6}}(?:좋다|좋네|좋았어|좋아|훌륭해|훌륭하다|완벽해|완벽하다|고마워|최고야|최고다|멋지다|마음에 들어|친절하네)|(?:응 |그래 |와 |그건 |그게 )?네 ?(?:말|말이|말도|대답이|답이) (?:다 |정말 |진짜 )?(?:맞아|맞네|옳아|맞다|맞는 것 같아)요?|정답(?:이야|이에요|입니다|이네)?|(?:그게 |그거 |바로 )?정확(?:해|하네|합니다)요?|(?:{_EMPHASIS_KO}){{0,6}}(?:잘했어|잘 했어|잘했네|훌륭해|훌륭하네|대단해|대단하네|대단하다|최고야|최고네|최고다|완벽해|완벽하네|완벽하다|똑똑하네|똑똑하다|똑똑해)요?|(?:{_EMPHASIS_KO}){{0,6}}(?:좋은|훌륭한|멋진|완벽한) (?:대답|답|답변|설명)(?:이야|이네|이다|이에요|이었어)?|(?:{_EMPHASIS_KO}){{0,6}}(?:많이 |큰 )?(?:도움이?|도움) ?(?:많이 |정말 |진짜 )?(?:됐어|되었어|됐네|돼|되네|됐다|됐습니다|됐어요)|(?:바로 )?그거야|(?:내가 )?(?:듣고|알고) 싶(?:었던|던) 게? ?(?:바로 )?(?:그거야|그거였어)|(?:그|이|네) (?:대답|답|설명)(?:이)? (?:정말 |아주 |참 )?(?:마음에 들어|좋았어|좋네|좋다)"),
        ("blame", r"(?:(?:그건|그게|그거|이건|이거|네 말은?|네 말이|네가|너|너는|넌|아니|아니야|방금 건|방금 그거|대답이|그 대답은?|내 생각엔|다|또|완전|전부|정말) ){0,3}(?:틀렸어|틀렸네|틀렸는데|틀려|틀린 (?:말|답|대답|얘기|것 같아|거야)(?:이야|이네)?|틀렸잖아|틀렸다고|틀렸습니다|틀렸어요|잘못됐어|잘못 ?(?:알고 있어|알았어|알고 있네|말했어|들었어|이해했어|이해한 것 같아|짚었어)|사실이? ?아니(?:야|잖아|에요|라고|네|거든)|거짓말(?:이야|이잖아|하지 ?마|하네)?|말이? ?(?:도 )?안 ?(?:돼|되잖아|되네|되는데)|말도 안 ?(?:돼|되잖아|되네|되는 소리)(?:요|야)?|착각(?:이야|하고 있어|하는 거야|했어)|오해(?:야|했어|하고 있어)|이상한 (?:대답|소리|말)(?:이야|이네|하네)?|엉터리(?:야|네)?|아닌데|헛소리(?:야|하네|하지 ?마|하지 말고)?|헛소리 (?:하지 ?마|그만해|좀 그만해)|맞지 않아|안 ?맞아|쓸모없어)요?|(?:아니 |아니야 |아니,? )?(?:그게|그거|그건|그런 게|그런 건|그런 뜻이?|그 말이?) (?:그게 )?(?:아니(?:야|라고|라니까|잖아|었어|거든|고)|아닌데)|내가 (?:물어본|물은|묻는|말한|원한|궁금한|알고 싶은) (?:건|거는|것은|게|거) (?:그게|그거|이게|그런 게)? ?(?:아니(?:야|었어|라고|잖아|라니까)|아닌데)|(?:이제 )?(?:그만|고만) (?:좀 )?(?:물어봐|물어보라고|물어|해|하라고|하지|말해|얘기해|반복해)라?|그만해라?|그만(?= ?(?:[,.!~]|$))|그만하라고|(?:그 질문 |그거 |그런 거 |그런 질문 )?(?:좀 )?(?:그만|또) (?:물어봐|물어보지 ?마)|(?:그거 |그건 |그 얘기 |그 말 )?(?:아까|이미|벌써|방금|전에|어제|몇 번(?:이나|째|을)?)(?:도)? (?:다 |이미 |벌써 |네가 )?(?:말|얘기|이야기|대답|물어봤|물어보)(?:했|해 줬|해줬)?(?:잖아|다고|다니까)요?|왜 자꾸 (?:같은|똑같은) (?:말|질문|걸|거).{0,12}|같은 (?:말|질문) (?:좀 )?(?:그만|반복).{0,8}|(?:전혀 |별로 |하나도 )?도움이? ?(?:안 ?(?:돼|되네|됐어|되는데)|되지 않(?:아|았어))|(?:내 )?(?:말|질문)을? (?:제대로 )?(?:안 듣|이해 못|잘못 이해|못 알아들).{0,6}|실망이야|실망했어|대답이 (?:이상해|별로야|틀렸어)|말 같지도 않은 소리.{0,6}|뻥치지 ?마|웃기지 ?마"),
        ("thanks", r"(?:(?:정말|진짜|너무|아주|늘|항상|알려 ?줘서|말해 ?줘서|가르쳐 ?줘서|도와줘서|들어 ?줘서|대답해 ?줘서|설명해 ?줘서|물어봐 ?줘서|걱정해 ?줘서|얘기해 ?줘서|다|어쨌든|아무튼|오늘|그래도) )*(?:고마워|고마웠어|고맙다|고맙네|감사해|감사합니다|감사했습니다|고맙습니다|땡큐|땡스|ㄱㅅ|ㄳ|감사|캄사)요?"),
        ("rejection", r"(?:아니 |아니,? |아냐 |아니야 |음 )?(?:난 |나는 |나 )?(?:됐어|됐네|됐다|됐고|괜찮아|괜찮습니다|괜찮아요|사양할게|싫어|싫다|싫은데|싫거든|안 ?할래|안 ?할 ?거야|하기 싫어|별로|별로야|별로인데|관심 ?없어|필요 ?없어|안 ?해도 돼|안 ?알려 ?줘도 돼|말 안 ?해도 돼|알고 싶지 ?않아|듣고 싶지 ?않아|말하고 싶지 ?않아|얘기하고 싶지 ?않아|하고 싶지 ?않아|안 ?궁금해|안 ?들을래|안 ?듣고 싶어|못 ?하겠어|그럴 필요 없어|그럴 생각 없어|동의 ?못 ?해|반대야|거절할게|그러지 ?말자|하지 ?말자|하지 ?마|그러지 ?마|그건 좀|그건 싫어|신경 쓰지 ?마|신경 꺼|잊어버려|잊어 ?줘|그냥 넘어가자|그냥 넘어가|절대 안 ?돼|절대 싫어|안 ?돼)(?:요)?(?= ?(?:[,.!~]|$))|(?:지금|오늘|이번|아직|당장)(?:은|엔|에는)? ?(?:말고|안 ?돼|싫어|아니야|좀 그래|바빠서 안 돼|별로야|됐어)|(?:다음에|나중에)(?: (?:하자|할게|얘기하자|말해 ?줘|해|들을게|물어볼게))?(?= ?(?:[,.!~]|$))|아니(?:요|야|오|에요)?|아뇨|아냐|노노?|ㄴㄴ|절대로?(?= ?[,.!~]|$)|천만에"),
        ("farewell", r"안녕히 ?(?:계세요|가세요|주무세요|계십시오)|잘 ?(?:가|자|있어|지내|주무세요|들어가|쉬어)(?:요|라)?(?: 내 ?꿈 ?꿔)?|(?:그럼 |그러면 |우리 |다음에 |내일 |나중에 |이따가? |모레 |주말에 |월요일에 |또 |곧 |다시 |조만간 ){1,3}(?:봐|보자|봐요|만나|만나자|뵙겠습니다|뵐게요|봬요|봅시다|얘기하자|이야기하자)(?= ?(?:[,.!~]|$))|(?:(?:나|난|나는|저|전|이제|이만|먼저|그만|그럼|슬슬|지금|오늘은|오늘은 이만|피곤해서|졸려서|바빠서) )+(?:자러 |집에 |일하러 |씻으러 |나가 ?)?(?:가 ?볼게|갈게|가야겠다|가야 ?해|가야 ?돼|가야지|잘게|자야겠다|자러 갈게|자야지|나가야 ?해|나갈게|나가 볼게|들어갈게|간다|끊을게)요?|(?:자러|이만) (?:갈게|가야겠다|가 ?볼게|간다)요?|가 볼게요?|(?:좋은|즐거운|행복한|편안한|멋진|남은) ?(?:하루|저녁|밤|주말|오후|시간|꿈|꿈꾸고|오늘 하루|하루도)(?: ?잘)?(?: (?:되|보내|꿔|보내세요|되세요|보내요|보내라))?(?:세요|길|라|요)?(?= ?(?:[,.!~]|$))|굿나잇|굿 나잇|바이 ?바이|빠이 ?(?:빠이)?|바이|ㅂㅂ|ㅂㅇ|푹 쉬어|푹 자|수고해|수고하세요|들어가세요|오늘은 여기까지(?: 하자)?"),
        ("greeting", r"안녕(?:하세요|하십니까|하신가요|하셨어요|하시오)?(?: (?:다시|또) ?봐서 반가워)?|안뇽|하이(?:요|루)?|헬로우?|할로|(?:정말 |진짜 |너무 |다시 |또 )*(?:만나서|봐서|보니까?|만나니까?)? ?(?:정말 |너무 )?반가(?:워|웠어|워요|웠어요|워용)|반갑(?:습니다|네|다)|(?:좋은|굿) ?(?:아침|저녁|오후|점심|모닝)(?:이야|이에요|입니다|이네|이다)?(?= ?(?:[,.!~]|$))|굿모닝|(?:정말 |진짜 )?오랜만(?:이야|이에요|이네|입니다|이다|이네요)?|오래간만이야|(?:나 )?(?:왔어|돌아왔어|다녀왔어|다녀왔습니다|또 왔어|왔다)|처음 뵙겠습니다|잘 ?잤어(?= ?[.!]|$)|여보세요|새해 복 많이 받아|메리 크리스마스|생일 축하해|어서 와|환영해"),
        ("agreement", r"(?:응|그래|네|좋아|어)[, ]+(?:더 |계속 |어서 |빨리 )?(?:말해|얘기해|알려|이야기해|들려) ?(?:줘|주세요|봐|봐요)(?= ?(?:[.!~]|$))|(?:응+|어+|엉|웅|네+|넹|넵|예|그래+|그럼|물론|당연|오케이|오키|ㅇㅋ|ㅇㅇ|콜|좋아|좋지|좋아요|그러자|그러지 뭐|알겠어|알았어|알겠습니다|알았어요|동의해|찬성|찬성이야|그렇지|그럼요|당근|응응|네네|그래그래|오냐|그렇게 하자|그렇게 해|그렇게 할게|그래 좋아)(?:요|이지|이죠|하지|하죠|이야)?(?: 좋아요?)?|물론(?:이지|이죠|이야|이에요|입니다)|당연(?:하지|하죠|히|한 거 아냐)|부탁(?:해|해요|할게|드려요|합니다)|(?:계속|얼른|어서|빨리|그럼|좋아|한번|더) ?(?:말|얘기|이야기)?해 ?(?:봐|줘|주세요)|말해 ?(?:봐|봐요)(?= ?(?:[.!~]|$))|계속(?:해|해 ?줘)?(?= ?(?:[.!~]|$))|(?:나도 |정말 |더 |꼭 )*(?:듣고|알고|하고|보고|해 보고) 싶어(?:요)?(?= ?(?:[.!~]|$))|(?:그거 |그게 |그것도 )?(?:정말 |아주 )?(?:좋겠다|좋겠어|좋은 (?:생각|아이디어)(?:이야|이네|이다|인데)?|재밌겠다|재미있겠다)|(?:나도|저도) (?:그래|좋아|그렇게 생각해|동의해|찬성이야|그런 것 같아)요?|그렇게 생각해|기꺼이|얼마든지|안 될 (?:거|것) 없지|왜 안 되겠어|그런 것 같아|그랬어|해 ?줘(?= ?(?:[.!~]|$))|괜찮은 생각이야|할게(?= ?(?:[.!~]|$))|하자(?= ?(?:[.!~]|$))|해 보자|천천히 해|이해했어"),
        ("confirm", r"(?:응 |그래 |아 |어 )?(?:맞아|맞아요|맞습니다|맞네|맞다|맞지|맞음|그렇지|그러게|그러게 말이야|옳아|옳지|ㅁㅈ|내 말이|그니까)"),
        ("mild", rf"(?:{_EMPHASIS_KO}|그거 |그건 |그렇구나 |아 )*(?:멋지다|멋져|멋지네|멋있다|멋있네|재밌네|재밌다|재미있네|재미있다|재밌어|흥미롭네|흥미로운데|흥미롭다|신기하다|신기하네|좋네|좋다|좋군|좋은데|대박|대박이다|대박이야|짱이야|짱|굿|나이스|괜찮네|놀랍다|놀라워|다행이다|다행이네|유익하네|그렇구나|그랬구나|몰랐네|오호|처음 알았어|처음 알았네|예쁘다|감동이야|마음에 들어|마음에 든다)(?:요)?(?= ?(?:[,.!~]|$))"),
        ("tired", r"(?:너무 |정말 |진짜 |되게 )?(?:지루해|지루하네|지루하다|지겨워|지겹다|지겹네|재미없어|재미없다|재미없네|짜증 ?나|귀찮아|귀찮게 하지 ?마|시시해|노잼)(?= ?(?:[,.!~]|$))|(?:그건 |그거 |나도 |이미 |벌써 )+(?:다 )?(?:알아|알고 있어|아는데|알거든|알고 있었어)(?= ?(?:[,.!~]|$))|(?:조용히|입 ?다물)(?:해|어)"),
        ("and", r"그럼|그러면|그리고|그렇다면"),
        ("filler", r"음+|아+|오+|와+|근데|그런데|저기|있잖아|혹시|참|아 ?참|야|자|글쎄|그래서|그니까|그러니까|사실|잠깐|잠깐만|아무튼|어쨌든|미안한데|미안하지만|죄송하지만|죄송한데|유감이지만|미안|실례지만|하나 더|하나만 더|궁금한 게 있는데|궁금한데|물어볼 게 있어|질문|질문이 있어|질문 있어|좀|제발|아이고|어머|헐|우와|흠+|이봐|너 혹시|그건 그렇고|그나저나|\w{1,8}(?:야|아|님|씨)(?=[,!])"),
    ),
    starts=r".",
    asked=(
        ("when", r"언제|언젠|몇 ?년 ?(?:도|생)|몇 ?년(?:에|이|이야|이었|에서)|몇 ?월|몇 ?시(?! ?간)|며칠(?! ?(?:동안|이나|간))|몇 ?일(?! ?(?:동안|이나|간))|무슨 ?요일|(?:어느|어떤|무슨) ?(?:해|날|연도|년도|계절|시대)(?=[에이야인일\s]|$)|얼마나 ?(?:전|됐|되었)|몇 ?(?:년|달|주|시간|분) ?전"),
        ("how old", r"몇 ?살|나이가? ?(?:몇|어떻|얼마)|연세가? ?(?:몇|어떻|얼마)|몇 ?세"),
        ("how long", r"얼마나 ?(?:오래|길|긴|걸|더 걸)|얼마 ?동안|얼마 ?만에|몇 ?(?:시간|분|초)(?!에)|몇 ?(?:년|달|주|개월|일) ?(?:간|동안|이나|째)|며칠 ?(?:동안|이나|간)"),
        ("how many", r"몇(?=[\s가-힣])|얼마(?!나|만큼|든)|얼마나 (?:많|자주)"),
        ("where", r"어디|어딜|어딨|(?:어느|어떤|무슨) ?(?:도시|나라|곳|동네|지역|학교|마을|장소)(?!들)|몇 ?층"),
        ("who", r"누구|누가|누굴|누군|뉘"),
        ("why", r"왜|어째서|무슨 ?이유|어쩌다가?"),
        ("how", r"어떻게|어쩌면 (?:좋|돼|되)|어쩌지|어쩌죠|어때|어떠|어땠|어떻|어떡|어떨|얼마나|어찌"),
        ("which", r"어느|어떤"),
        ("what", r"뭐|뭘|뭔|무엇|무슨|무얼|뭣|(?<![가-힣])머(?=[해했야]|하)"),
    ),
    indefinite=(
        r"어디선가|어딘가|어디론가|누군가(?!요\??$)|언젠가|뭔가|무언가|무엇인가|누구인가|왠지|어쩐지|언제나|언제든지?|어디든지?|누구든지?|누구나|어디나|뭐든지?|무엇이든|무엇보다도?|무슨 소리야|무슨 말씀을|"
        r"왜냐하면|왜냐면|어떻게든|어떻게 보면|어떤 면에서는|어떤 의미에서|뭐라도|누구라도|어디라도|뭐랄까|뭐 ?(?:좀|하나)|(?<![가-힣])머니|어디까지나|언제까지나|얼마든지|얼마 ?(?:전|안|후|뒤|남)|얼마간|몇몇|몇 ?(?:년|달|주|일|시간|분|명|개|번) ?(?:전|후|뒤)에|누구보다|어느새|어느 ?정도|어느덧|"
        r"어떤 ?(?:사람|남자|여자|아이|애|아저씨|아줌마|할머니|할아버지|분)(?=[이가은는을를과와한들])|몇 ?(?:명|개|번|잔|곡|장|마리)(?:이랑|하고|과|와|만|정도)|며칠 ?(?:전|후|뒤|만)|어느 ?날(?= )|누구도|아무|"
        r"(?:무슨|어떤|뭘|뭐|뭐를|누가|누구|어디|어딜|어디를|언제|왜|어떻게)[^,]{0,12}?[아어해봐가와나라래도려]도(?=\s|$)|무슨 ?일이든|내가 왜|나 왜 이러|뭐 (?=어쨌든|그냥|괜찮|상관)|(?:한|두) ?몇"
    ),
    plain=r"(?:얼마나|어찌나).{0,40}(?:는지|은지|던지|[ㄱ-힣]지)(?: 몰라| 모르| 모릅|$)|뭐라고\?!?$|^어쩌라고|^무슨 상관|그거 알아$|^있잖아",
    told=(
        r"(?:지|지를|지는|지도|건지|까) (?:잘 |아직 |전혀 |하나도 |아무도 |정말 |이제 |난 |나는 |나도 )*(?:모르|몰라|몰랐|모른|알았|알겠|알게|잊|까먹|까먹었|말해 ?줬|말했|얘기했|알려줬|들었|상관)|"
        r"(?:^|\s)(?:나는|난|나|나도|내가|저는|전|저도|이제|우리는?|우린|동생은|엄마는|아빠는|친구는|걔는|그는|그녀는|다들) .{0,200}지(?:를|는|도)? (?:잘 |다 |이미 |벌써 |정확히 |아직 )*(?:알아|알지|압니다|알아요|알고 있|기억나|기억해|기억하|들었|말했|봤)|"
        r"(?:는지|은지|인지|던지|을지|할지|을까|[가-힣]지) (?:\S{1,40} ){0,2}(?:물어봐야|확인해야|확인하|봐야|알아야|정해|정하|고민|생각|결정|걱정|알아볼|물어볼|물어보려|찾아볼|찾아봐야|걱정돼)|(?:냐고|느냐고|는지|은지|인지|자고|라고|다고) (?:나한테 |내게 |계속 |또 |다시 )*(?:물었|물어봤|물어 ?봤|묻더|물어보더|궁금해했|소리쳤|외쳤)|(?:어디|누구|언제|왜|어떻게|무엇|뭐).{0,200}(?:냐고|는지|은지) (?:말했|했|하더|그랬|그러더)"
    ),
    closed=rf"(?:(?<!이)(?<!누구)(?<!인)다|네|군|구나|(?<!뭐)(?<!누구)게|(?<!하)자|거든|잖아|니까|(?<!냐)고|서|면|대요|데요|는데|[은ㄴ]데|지만|려고|같아|싶어|싶다|싶었어|몰라|모르겠어|때문이야|[가-힣]걸)(?:요)?$(?<!생각해)|뿐이야$|{_L} 거야$(?<!할 거야)(?<!갈 거야)(?<!먹을 거야)|{_L}게요?$",
    inverted=(
        rf"(?<![언머])(?<!아)(?<!보)(?<!하)(?<!러)(?<!키)(?<!주머)니$|(?:하|보|러)니$(?<!그러니)(?<!아니)|(?<!아)냐$|나요$|{_N}가요$|{_L}까요?$|{_B}니까$|[었았했갔왔봤{_SS[1:-1]}]나$|[있없않되]나$|(?:해야|하고|가야|봐야|써야|줘야|돼야|야) 하나$|려나$|{_N}가$(?<!누군가)(?<!인간가)|느냐$|던가$|던가요$|을까$|지 않아$(?<!싶지 않아)|"
        r"기억(?:하세요|해요|나요|하니|하나요|나세요)$|다면서요?$|(?:^|\s)(?:너|넌|너는|너도|네가|우리|같이|혹시).{0,200}(?:래|할래|갈래|알아|좋아해|있어 봤어|적 있어|아니야|지|했어\?)$|적 있(?:어|나|니|지|어요|나요)$|(?:해도|아도|어도|가도|봐도|와도|써도) (?:돼|되나|될까|괜찮아|되니)(?:요)?$|수 있(?:니|나|을까|나요|어요|지)$|그렇지$|맞지$|안 그래$"
    ),
    requesting=rf"(?:알려|말해|말씀해|가르쳐|얘기해|이야기해|설명해|읊어|나열해|소개해|추천해|골라|꼽아|대|들려|보여|찾아|적어|열거해|불러){_GIVE_KO}(?:요)?$(?<!틀어 줘)|(?:알려|말해|가르쳐|얘기해|이야기해|설명해|추천해|소개해|나열해|열거해)(?:라|봐라)?$|(?:궁금해|궁금하다|궁금하네|궁금해요|궁금합니다|궁금한데|알고 ?싶어|알고 ?싶다|알고 ?싶은데|알고 ?싶어요|알고 ?싶습니다|듣고 ?싶어)$|말해 ?보시오$|(?:추천|조언)(?:을|이)? ?(?:좀|부탁|부탁해|부탁해요|좀요|바람|바라)(?: 해 ?줘| 부탁해)?$|조언해 ?줘$",
    requests=(
        ("plain", r"(?:농담|옛날 ?얘기|옛날 ?이야기|동화|비밀|재밌는 얘기|재미있는 얘기|아무 ?(?:말|얘기|이야기)|노래|자장가)(?:이나|나|을|를)? ?(?:좀 |하나 |하나만 |한 곡 )*(?:말|얘기|이야기|해|들려|불러)"),
        ("what", r"(?:알려|말해|말씀해|가르쳐|얘기해|이야기해|설명해|소개해|들려|읊어|보여|찾아|궁금|알고 ?싶|조언)"),
    ),
    lists=r"(?:목록|리스트|명단)|(?:몇|\d{1,20}|한|두|세|네|다섯|열) ?(?:명|곡|개|장|가지|권|편)만?|추천|나열|열거|들(?:을|를|의 이름|도)? (?:좀 |다 |전부 |모두 )*(?:말|알려|대|나열|가르|얘기|꼽)|이름(?:을|만)? ?(?:좀 |다 )?(?:대|나열|열거)|(?:전부|모두|모든|하나만|꼽아|골라)|·(?= ?(?:말|알려|추천|대))",
    whether=r"(?:는지|은지|ㄴ지|인지|던지|을지|[가-힣]지)(?:도|를|는|가)? (?:좀 |나한테 |꼭 |정말 |참 |너무 |다시 )*(?:알려|말해|가르쳐|얘기해|설명해|궁금|알고|확인)|여부",
    names=r"\S{1,10}(?:야|아|님|씨)?(?<![어해지다요네])",
    topic=r"^[^?]{1,40}[가-힣A-Za-z0-9'](?:은|는|은요|는요)$",
)  # fmt: skip
