"""Words of feeling, by language: our own lists, read by `text/affect.py`.

A feeling has up to three rows, from the strongest words to the weakest. In languages that write blanks an entry stands for
its inflections (one Snowball stem), for all words beginning with it if it ends in `*`, and for itself alone if it ends in
`=`, as English adjectives do that would else stand for a verb (playful, mastered); entries of several words are found as
they stand. In Korean, Japanese and Chinese an entry is found wherever it stands, the longest first.
"""

from __future__ import annotations

NOTHING = "nothing"
"""Entries that look like a feeling and are none: "Miss Smith", "no doubt"."""

WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "joy": (
            "ecstatic, overjoyed=, thrilled=, elated=, euphoric, over the moon, blissful=, on cloud nine, best day ever, couldn't be happier, jubilant, dream come true",
            "happy*, happi*, joy*, delight*, glad, gladly, cheerful=, excite*, exciting=, wonderful=, fantastic, amazing=, awesome, celebrat*, laugh*, grin, grinning=, smil*, yay*, woohoo, hooray, hurray, can't wait, looking forward, fun, enjoy*, thank goodness, giddy, merry, marvelous, marvellous, magical, bliss, psyched=, stoked=, pumped=",
            "great, pleased=, nice, lovely, good mood, haha*, hehe*, lol, lmao, pleasant, cool=, optimistic, hopeful=, eager, hilarious, funny, amus*, brilliant, superb, splendid, beautiful*, lucky, festive, cheers, playful=, satisf*",
        ),
        "calm": ("", "calm*, peaceful, relaxed, relaxing, serene, at ease, content=, cozy, cosy, tranquil, soothing", "comfortable, relieved, relief, phew, safe=, rested"),
        "affection": (
            "adore*, madly in love, love you, i love, beloved=, love of my life, cherish*, mean the world, in love",
            "love, loving, darling=, sweetheart, dear=, dearest, hug, kiss*, cuddl*, fond=, fondly, affection*, tender*, crush on, best friend, soulmate, honey, care about, my heart, adorable",
            "i like, i really like, sweet, cute, friend, friendly, warm=, kind=, caring, close to, favorite, favourite, charming=, admire*, trust, support*, comforting=",
        ),
        "pride": (
            "proudest, triumph*",
            "proud*, pride, accomplish*, achiev*, victory, we won, i won, i did it, we did it, nailed it, aced",
            "succe*, confident, confidence, mastered=, passed my, got the job, impress*, promoted=, honored=, honoured=",
        ),
        "gratitude": (
            "eternally grateful, can't thank you enough, thank you so much, thanks so much, thanks a million",
            "thank*, grateful*, gratitude, thankful=, appreciat*, indebted=, owe you one",
            "bless*, thx=, fortunate*",
        ),
        "sadness": (
            "heartbroken, devastat*, grief, griev*, mourn*, despair*, sobb*, broken heart, broke my heart, inconsolabl*, suicidal, hopeless*, passed away, miserable, misery, anguish, in tears, want to die, cried my eyes out",
            "sad, sadd*, sadly, sadness, unhapp*, cry=, cries=, cried=, crying=, tears=, weep*, wept, sorrow*, depress*, gloomy, heartache, miss you, miss him, miss her, miss them, miss my, missing you, i miss, upset*, lost my, died, hurt, hurts, hurting=, painful=, tragic, tragedy, broke up, dumped me, let down, loss=, funeral",
            "disappoint*, blue mood, feeling down, feel down, feeling low, feel low, regret*, homesick, unfortunate*, melanchol*, glum, sigh, bummed=, bummer, down in the dumps, gave up, wistful=, failed=, failure, broken, nostalgic, too bad",
        ),
        "loneliness": (
            "desperately lonely, all alone, completely alone, no one cares, nobody cares, utterly alone",
            "lonel*, lonesome, feel alone, feeling alone, felt alone, isolated=, abandoned=, nobody to talk to, no one to talk to, no friends, left out, forgotten by, feel invisible, miss you, on my own again",
            "alone, homesick, excluded=, ignored=, nobody called, no one called, unwanted=, by myself, on my own",
        ),
        "anger": (
            "furious*, enrag*, livid, rage=, raging, outrag*, seething=, i hate, hate, hatred=, pissed off, fuming, infuriat*, fuck you, despise, loathe",
            "angry, angri*, anger, mad=, pissed=, annoy*, irritat*, frustrat*, resent*, fed up, how dare, sick of, bastard, asshole, jerk, damn you, piss*, fuck*, screw you, hostile, unfair, betray*, lied to me, jealous*, yelled at, argued=",
            "damn, grr*, argh*, ugh, bother*, offend*, impatient, grumpy, cranky, moody, complain*, tired of, rude, unacceptable, ridiculous, fight=, shut up, stupid, idiot*",
        ),
        "fear": (
            "terrif*, petrified=, horrified=, panic*, scared to death, nightmare*, dread*, terror, paranoid",
            "scare*, scary, afraid, fear*, fright*, anxious*, anxiety, worr*, nervous*, phobia, creepy, spooky, threat*, horror, shaking=, trembl*, jitters, on edge, freaking out, freaked out",
            "uneas*, tense=, stress*, concerned=, insecure, timid, hesitant, overwhelm*, doubtful=, danger*, unsafe, butterflies in my stomach, pressure",
        ),
        "shame": (
            "humiliat*, mortif*, hate myself, disgrace*, die of embarrassment",
            "asham*, embarrass*, guilt*, shame*, remorse, my fault, cringe*, blush*, blame myself, regret what, feel like a failure",
            "awkward, sorry, apolog*, self-conscious, shy, sheepish, clumsy me, stupid of me, forgive me, worthless",
        ),
        "disgust": (
            "revolt*, repuls*, disgust*, vomit*, sickening=, nauseat*, abhor*, vile",
            "gross=, grossed=, nasty, yuck*, eww*, ew=, yucky, foul, makes me sick, repugnant, filthy, stinks, stinky, stench, rancid, rotten, puke*, creeps me out",
            "icky, distaste*, moldy, mouldy, slimy, distasteful=, unsavory, appalling=, dirty, smelly",
        ),
        "surprise": (
            "astonish*, astound*, flabbergasted=, stunned=, mind-blowing=, jaw dropped, shock*, speechless, can't believe, couldn't believe, blown away",
            "surpris*, amaz*, wow*, whoa*, omg*, oh my god, no way, unbelievable, never expected, didn't expect, out of nowhere, unexpected*, startl*, incredible, really?!",
            "sudden*, curious*, wonder=, strange*, what?!, huh, gosh, baffl*, puzzl*",
        ),
        "good": ("perfect, excellent, terrific", "better=, best=, beautiful=, lucky, comfort*, win=, won=, pretty sure i'm fine, recover*, improv*, gorgeous, delicious", "good, fine=, okay=, helpful=, interesting=, well done, promising=, welcome, easy, useful, congrat*, encourag*, gift"),
        "bad": ("horrible, awful*, terrible, terribl*, dreadful=, worst, hell=, disaster*, catastroph*, traumatic, shock*, excruciating=", "bad=, badly, worse=, suffer*, sick=, ill=, pain=, trouble*, problem, struggl*, suck, sucks, ruin*, crisis, accident, injur*, difficult, lost=, hard on me, broken, cruel, unfortunate, hospital, fell ill, bull*, lousy, poor=, poorly, left me, leaving me, got fired, been fired, was fired, fired me, getting fired, got sacked, been sacked, was sacked, got the sack, laid off, made redundant, lose my job, losing my job, unemployed=, jobless=, divorce*, cancer=, tumor, tumour, chemo*, miscarr*, stillborn=, burned down, burnt down, terminally ill, dementia, alzheimer*, got dumped, cheated on me, evicted=, homeless=, bankrupt*, stroke=, heart attack, robbed=, mugged=, flunked=, is dying, dying of, is dead", "hard=, wrong=, mistake, unable, unpleasant, boring=, bored, annoying=, messed up, fell=, missed=, late="),
        "tired": ("exhaust*, burned out, burnt out, drained=, worn out", "tired, weary, fatigue*, sleepless, can't sleep, couldn't sleep, no energy, numb, listless", "sleepy, bored, boring, boredom, dull, meh, lethargic"),
        NOTHING: ("miss the bus, no doubt, no problem, no worries, no wonder, not bad, not only, not just, not to mention, don't worry, no need, you're welcome, oh dear, dear sir, kind of, sort of, kinds of, what kind, fine print, as well, good morning, good evening, good afternoon, good night, goodnight, how about, hard drive, hard work, great britain, great-grandmother, would love to, i'd love to, i would like, i'd like, pretty much, well known, best regards, by accident, nice to meet you, it's fine, that's fine, tell your friend, for good, afraid not, i'm afraid i can't, at best, at worst, cry baby, mad scientist, cool down, warm up, fun fact, love letter, love story, in fear that, sorry to hear, sorry to bother, won't hurt, hard-boiled, dirty laundry, poor man's, a friend of mine, left me a, left me an, left me the, left me some, left me this, left me in charge, leaving me a, fired up, cancer free, cancer-free, cancer research, beat cancer, stroke of luck, got fired up, was fired up, work in a hospital, work at a hospital, works in a hospital, works at a hospital",),
    },
    "de": {
        "joy": (
            "überglücklich*, begeister*, ekstatisch, im siebten himmel, außer mir vor freude, wahnsinnig glücklich, juhu*, jubel*",
            "glücklich*, freu*, fröhlich*, happy, lach*, lächel*, spaß, spass, wunderbar*, wundervoll*, fantastisch*, toll*, großartig*, heiter*, feier*, genieß*, genoss*, herrlich*, hurra, super*, kann es kaum erwarten, gespannt, vergnüg*, selig*, klasse, traumhaft*, erfreut*, jipp*",
            "schön*, froh*, nett, gut gelaunt, lustig*, haha*, hihi*, angenehm*, cool, witzig*, hoffnungsvoll, hoffnung, prima, amüs*, zufrieden*, gefällt*, gefallen=, geil",
        ),
        "calm": ("", "ruhig=, entspannt*, gelassen*, friedlich*, gemütlich*, ausgeglichen*", "erleichter*, geborgen*, wohl fühle, fühle mich wohl, ausgeruht"),
        "affection": (
            "liebe dich, über alles, verliebt*, vergötter*, vermisse dich, ich liebe, liebe meines lebens",
            "lieb=, liebe=, liebst=, liebt=, lieben=, liebevoll*, geliebt*, schatz, schätzchen, liebling=, umarm*, küss*, kuss, kuschel*, zärtlich*, hab dich lieb, hab dich gern, beste freundin, bester freund, herzlich*, drück dich, süße=, süßer=, ans herz gewachsen, herzen",
            "mag=, gernhab*, freund=, freundin=, freunde=, süß=, niedlich*, am herzen, sympathisch*, vertrau*, lieblings*, fürsorg*, bewunder*, charmant*",
        ),
        "pride": ("unglaublich stolz, triumph*", "stolz*, geschafft=, gewonnen, sieg=, gesiegt, erfolg*, gemeistert, bestanden", "selbstbewusst*, zuversicht*, befördert, gelungen, geglückt, beeindruck*, bravo"),
        "gratitude": ("tausend dank, unendlich dankbar, von herzen dank", "dank=, danke*, dankbar*, dankeschön, bedank*, vielen dank, weiß das zu schätzen", "verdanke, wertschätz*, zum glück"),
        "sadness": (
            "untröstlich*, am boden zerstört, verzweif*, trauer=, trauern*, herz gebrochen, hoffnungslos*, gebrochenes herz, elend*, schluchz*, sterben will, todtraurig*, gestorben",
            "traurig*, unglücklich*, wein=, weine=, weinen=, weint=, weinte*, geweint, tränen*, heul*, geheult, kummer, deprimier*, depressiv*, niedergeschlagen*, vermiss*, fehlst mir, fehlt mir, verletzt*, schmerz*, bedrück*, getrennt, verloren=, leide*, schlecht drauf, beerdigung",
            "enttäusch*, schade, leider, wehmüt*, heimweh, seufz*, betrübt*, bedauer*, melanchol*, trostlos*, tut weh, weh getan, aufgegeben, gescheitert, trüb*",
        ),
        "loneliness": ("mutterseelenallein, völlig allein, ganz allein", "einsam*, verlassen=, allein gelassen, isoliert*, keine freunde, niemanden zum reden, ausgeschlossen, vermisse dich, fehlst mir, alleingelassen", "allein=, alleine=, heimweh, ignoriert, niemand ruft"),
        "anger": (
            "stinksauer, wütend*, wut=, rasend=, hass=, hasse*, hasst*, gehasst, zornig*, zorn, kotzt mich an, empör*, auf hundertachtzig, verfluch*",
            "sauer=, ärger*, verärger*, genervt*, nervt*, nerven=, aufgeregt über, unverschämt*, frech*, arschloch, mistkerl, verdammt*, frust*, eifersüchtig*, eifersucht, reg mich auf, regt mich auf, regst mich auf, satt habe, zum kotzen, wahnsinnig macht, blöd*, ungerecht*, verraten=, betrogen, belogen, gestritten, scheiß*",
            "mist=, gereizt*, ungeduldig*, grr*, doof*, unfair, unmöglich von, idiot*, dumm=, streit=, beleidigt*, beschwer*",
        ),
        "fear": (
            "panik*, panisch*, todesangst, entsetz*, schreckliche angst, horror*, alptraum, albtraum, grauen=",
            "angst*, ängst*, fürcht=, fürchte=, fürchten=, befürcht*, erschreck*, erschrocken*, sorge=, sorgen=, besorgt*, nervös*, gruselig*, unheimlich=, bedroh*, bang=, zitter*, mulmig*",
            "unruhig*, unsicher*, angespannt*, stress*, gestresst, lampenfieber, überforder*, gefährlich*, schüchtern*, bammel",
        ),
        "shame": ("gedemütigt*, zutiefst beschämt, schäme mich so", "schäm*, scham=, beschäm*, peinlich*, blamier*, blamage, schuldgefühl*, schlechtes gewissen, meine schuld, schuldig*, bereue*", "verlegen=, unangenehm*, tut mir leid, entschuldig*, rot geworden, sorry, verzeih*, wertlos"),
        "disgust": ("widerlich*, abscheulich*, ekelerreg*, angewidert*", "ekel*, eklig*, geekelt, igitt*, pfui, verschimmelt*, kotz*, übergeben=, stinkt*, stank, widerwärtig*, scheußlich*", "schimmel*, unappetitlich*, bäh, iih*, verfault*, schmutzig*, dreckig*, übel="),
        "surprise": ("fassungslos*, sprachlos*, verblüfft*, schockier*, unfassbar*, nicht zu fassen", "überrasch*, erstaun*, staun*, wow*, wahnsinn=, unglaublich=, unerwartet*, nicht erwartet, nie gerechnet, krass*, ach du, hammer=, echt jetzt", "plötzlich*, auf einmal, merkwürdig*, seltsam*, neugierig*, hä=, oha"),
        "good": ("perfekt*, ausgezeichnet*, hervorragend*", "besser*, beste=, bestens, erhol*, glück=, lecker*, wunderschön*, glückwunsch", "gut=, gute=, guter=, gutes=, guten=, interessant*, hilfreich*, okay, leicht="),
        "bad": ("schrecklich*, furchtbar*, grauenhaft*, entsetzlich*, katastroph*, schlimmste*, hölle, fürchterlich*", "schlecht*, schlimm*, krank=, leid=, problem*, schwierig*, mies*, kaputt, unfall, verletzung, übel=, geht es schlecht, geht's schlecht, gehts schlecht, geht es mir schlecht, geht es nicht gut, geht's nicht gut, gehts nicht gut, geht es mir nicht gut, gefeuert=, entlassen=, rausgeworfen=, rausgeschmissen=, wurde gekündigt, mir gekündigt, wurde mir gekündigt, gekündigt worden, arbeitslos*, krebs=, brustkrebs, lungenkrebs, tumor, chemo*, scheidung*, geschieden=, scheiden lassen, tot=, fehlgeburt, abgebrannt=, durchgefallen=, nicht bestanden, liege im krankenhaus, liegt im krankenhaus, bin im krankenhaus, ist im krankenhaus, muss ins krankenhaus, herzinfarkt, schlaganfall, demenz, im sterben, betrogen=, obdachlos*, pleite=, schluss gemacht, sitzengelassen, sitzen gelassen", "schwer=, falsch=, langweilig*, unzufrieden*, fehler="),
        "tired": ("erschöpf*, ausgebrannt, am ende meiner kräfte, fix und fertig", "müde*, kraftlos*, ausgelaugt, antriebslos, schlaflos*, kann nicht schlafen", "schläfrig*, langweil*, lustlos*, gelangweilt"),
        NOTHING: ("guten morgen, guten tag, guten abend, gute nacht, kein problem, keine sorge, keine angst, nicht schlecht, nicht nur, liebe grüße, gut und gerne, gut zwei, schön warm, leid tun, freu ma, ohne zweifel, froher hoffnung, im allgemeinen, danke der nachfrage, gedanke*, gesorg*, na gut, ist gut, bin krebs, sternzeichen krebs, aus dem krankenhaus entlassen, krankenhaus entlassen",),
    },
    "fr": {
        "joy": (
            "fou de joie, folle de joie, aux anges, extatique*, euphori*, ravi*, au septième ciel, enchanté*, plus beau jour",
            "heureu*, bonheur, content*, joie*, joyeu*, sourire*, souri*, rire=, rires=, rit=, ris=, rigol*, génial*, formidable*, merveilleu*, fantastique*, super=, excité*, hâte de, youpi*, hourra, chouette*, s'amuser, amuse*, amusant*, fête*, réjoui*, plaisir*, magnifique*, adorable*, trop bien, vivement",
            "sympa*, drôle*, haha*, hihi, mdr, ptdr, lol, agréable*, gai*, espoir*, cool, bonne humeur, satisfait*, plaît*, me plait, chance=, plu=",
        ),
        "calm": ("", "calme*, serein*, paisible*, détendu*, apaisé*, tranquille*, zen", "soulag*, à l'aise, reposé*, confortable*"),
        "affection": (
            "je t'aime, t'aime, t'adore, amoureu*, mon amour, ma vie, je vous aime, de tout mon cœur, aime à la folie",
            "amour*, aime=, aimes=, aimé*, aimer=, adore*, chéri*, câlin*, bisou*, embrass*, tendre*, tendresse, affection*, mon cœur, meilleur ami, meilleure amie, tiens à toi, manques, mon ange, ma belle",
            "ami=, amie=, amis=, amies=, doux=, douce=, mignon*, gentil*, attach*, cher=, chère=, préféré*, confiance, admir*, charmant*",
        ),
        "pride": ("tellement fier, tellement fière, triomph*", "fier=, fière=, fiers=, fières=, fierté, gagné*, réussi*, victoire*, exploit*, accompli*, j'ai réussi", "confiant*, promu*, succès, bravo, impressionn*, honoré*"),
        "gratitude": ("merci infiniment, mille mercis, merci du fond du cœur, infiniment reconnaissant*", "merci*, reconnaissan*, gratitude, remerci*", "redevable*, grâce à toi, grâce à vous, apprécie*"),
        "sadness": (
            "désespér*, dévasté*, cœur brisé, le cœur brisé, anéanti*, inconsolable*, deuil, chagrin, effondré*, sanglot*, envie de mourir, désespoir",
            "triste*, tristesse, malheureu*, pleur*, larme*, déprim*, peine=, peiné*, douleur*, souffr*, manque=, manques=, me manquent, blessé*, mort=, morte=, décédé*, perdu=, abattu*, mélancol*, rupture, enterrement",
            "déçu*, déception*, hélas, regrett*, dommage, nostalg*, cafard, soupir*, mal au cœur, malheureusement, découragé*, échou*, échec",
        ),
        "loneliness": ("complètement seul*, toute seule, tout seul, absolument seul*", "solitude, solitaire*, seul=, seule=, isolé*, abandonné*, délaissé*, esseulé*, personne à qui parler, pas d'amis", "mis à l'écart, ignoré*"),
        "anger": (
            "furieu*, rage=, haine*, enragé*, déteste*, hors de moi, je hais, hais=, fou de rage, folle de rage, révolté*",
            "colère*, fâch*, énerv*, agac*, irrit*, exaspér*, marre=, ras-le-bol, ras le bol, salaud*, connard*, putain, merde*, jalou*, insupportable*, frustr*, en veux, ça me saoule, menti=, trahi*, injust*, disput*, indign*",
            "grr*, impatient*, zut, vexé*, bouder, con=, idiot*, stupide*, imbécile*, gonfl*, contrarié*, pénible*, râl*, plain*",
        ),
        "fear": (
            "terrifi*, paniqu*, épouvant*, terreur, horrifi*, cauchemar*, effroi",
            "peur*, effray*, angoiss*, crain*, anxi*, inquiet=, inquiète*, inquiét*, nerveu*, trac=, flipp*, trembl*, menac*, redout*, trouille, effrayant*",
            "stress*, tendu*, hésit*, timide*, mal à l'aise, danger*, souci*, appréhend*, débordé*, préoccup*",
        ),
        "shame": ("humili*, mort de honte, morte de honte, déshonor*", "honte*, honteu*, gêné=, gênée=, gênant*, embarrass*, coupable*, culpabil*, ridicule*, ma faute, remords, m'en veux, rougi*", "désolé*, pardon*, excuse=, excuses=, excusez=, m'excuse, maladroit*"),
        "disgust": ("dégoût*, répugn*, vomi*, immonde*, écœur*", "dégueu*, beurk*, infect*, nausé*, pourri*, puant*, pue=, répuls*, ignoble*", "berk, moisi*, sale=, sales=, crade*"),
        "surprise": ("stupéf*, abasourdi*, sidér*, époustoufl*, choqué*, bouche bée, sous le choc", "surpri*, étonn*, ça alors, incroyable*, waouh*, wow*, inattendu*, je n'en reviens pas, j'y crois pas, pas possible, oh là là, m'attendais pas", "soudain*, tout à coup, curieu*, bizarre*, étrange*, tiens donc"),
        "good": ("parfait*, excellent*", "mieux=, meilleur*, beau=, belle=, délicieu*, félicit*, guéri*", "bon=, bonne=, bons=, bonnes=, bien=, intéressant*, utile*, facile*"),
        "bad": ("horrible*, affreu*, terrible*, atroce*, catastroph*, pire=, enfer", "mal=, mauvais*, malade*, grave=, problème*, difficile*, nul=, nulle=, accident*, dur=, dure=, viré=, virée=, licenci*, m'a quitté, m'a quittée, m'ont quitté, m'a plaqué, m'a larguée, m'a largué, cancer=, tumeur, chimio*, au chômage, divorc*, raté mon, raté mes, vais mal, va mal, va pas bien, vais pas bien, ne va pas bien, ça ne va pas, ça va pas, fausse couche, hospitalis*, suis à l'hôpital, est à l'hôpital, infarctus, avc=, m'a trompé, m'a trompée, en faillite, sans abri, perdu mon emploi, perdu mon travail, est mort=, est morte=, en train de mourir", "faux=, fausse=, ennuyeu*, erreur*, mécontent*"),
        "tired": ("épuis*, à bout de forces, crevé*, vidé=, vidée=", "fatigu*, insomnie*, plus d'énergie, las=, lasse=", "ennui*, m'ennuie, sommeil"),
        NOTHING: ("bien sûr, bon marché, bonjour, pas mal, de rien, pas de problème, pas de souci, t'inquiète pas, ne t'inquiète pas, bonne nuit, bonne soirée, bonne journée, eh bien, ou bien, bien que, avoir du mal, grand-mère, petit ami, petite amie, chère madame, cher monsieur, s'il te plaît, s'il vous plaît, s'il te plait, belle-mère, belle-sœur, beau-père, beau-frère, bonne chance, il fait beau, non seulement, j'aimerais, sans doute, pas la peine, à peine, un bon moment, ça ne va pas tarder, signe du cancer",),
    },
    "es": {
        "joy": (
            "eufóric*, extasiad*, encantadísim*, loco de alegría, loca de alegría, contentísim*, felicísim*, en las nubes, mejor día de mi vida, dichos*",
            "feliz=, felices=, felicidad, alegr*, content*, encantad*, encanta=, emocionad*, ilusion*, sonr*, risa*, reír*, reí=, ríe*, divert*, genial*, maravillos*, fantástic*, estupend*, celebr*, fiesta=, yupi, hurra, disfrut*, increíblemente bien, ganas de verte, qué bien, qué alegría, por fin, gozo",
            "graci=, gracios*, jaja*, jeje*, jiji*, agradable*, bonit*, optimist*, esperanz*, buen humor, satisfech*, me gusta, gusta=, gustó=, chul*, guay, suerte",
        ),
        "calm": ("", "tranquil*, calmad*, seren*, relajad*, relajante*, en paz, paz=", "alivi*, a gusto, cómod*, descansad*"),
        "affection": (
            "te quiero, te amo, enamorad*, te adoro, mi amor, mi vida, amor de mi vida, con todo mi corazón, os quiero",
            "amor*, amo=, amar=, adoro=, cariño*, quiero mucho, querid*, abraz*, beso*, besar, ternura, tiern*, mi cielo, corazón, mejor amig*, te extraño, te echo de menos, mimos",
            "amig*, dulce*, lind*, simpátic*, amable*, aprecio=, confianza, favorit*, admir*, encantador*",
        ),
        "pride": ("orgullosísim*, triunf*", "orgull*, gané=, ganamos, ganó=, logr*, victoria*, lo conseguí, conseguim*, hazaña*, aprobé=", "segur* de mí, éxito*, ascendier*, bravo, impresion*, honrad*"),
        "gratitude": ("mil gracias, infinitas gracias, eternamente agradecid*, muchísimas gracias", "gracias=, agradec*, agradezco, gratitud", "te debo una, aprecio que, valoro mucho"),
        "sadness": (
            "desconsolad*, destrozad*, desesperad*, desolad*, corazón roto, duelo, desesperaci*, sollo*, ganas de morir, hundid*, rompió el corazón",
            "triste*, tristeza, infeliz, llor*, lágrima*, deprimid*, depresi*, pena=, dolor*, duele*, sufr*, echo de menos, extraño a, extraño mucho, te extraño, herid*, murió, falleci*, perdí a, melancol*, funeral, rompimos, desdichad*",
            "decepci*, desilusi*, lástima, nostalg*, lament*, desanimad*, suspir*, por desgracia, desgraciad*, desafortunad*, bajón, fracas*",
        ),
        "loneliness": ("completamente sol*, totalmente sol*", "soledad, solitari*, me siento solo, me siento sola, abandonad*, aislad*, sin amigos, nadie con quien hablar, tan sol*, muy solo, muy sola", "sola=, a solas, ignorad*, nadie me llama, excluid*"),
        "anger": (
            "furios*, rabia*, ira=, odio=, odia*, odié, colérico*, hart*, indignad*, cabread*, iracund*",
            "enfad*, enoj*, molest*, irrit*, fastidi*, cabr*, bronca, mierda*, joder, idiota de, estúpid*, celos*, frustr*, coraje, furia, rencor*, no soporto, mentiros*, mintió, traicion*, injust*, discut*, pele*, imbécil*",
            "grr*, maldit*, impaciente*, harta de, uf=, pesad*, idiota*, tont*, quej*, gruñ*, insoportabl*, ofend*",
        ),
        "fear": (
            "aterr*, pánico*, terror*, horroriz*, espant*, pesadilla*, pavor",
            "miedo*, asust*, temor*, tem=, temo=, ansied*, ansios*, preocup*, nervios*, angusti*, inquiet*, amenaz*, temblar*, temblando, susto",
            "estrés, estresad*, insegur*, tenso=, tensa=, agobi*, peligr*, tímid*",
        ),
        "shame": ("humill*, muerto de vergüenza, muerta de vergüenza, deshonr*", "vergüenza*, vergonz*, avergon*, avergüen*, culpable*, culpa=, remordimient*, ridículo, bochorn*, sonroj*, me arrepiento", "lo siento, perdón*, disculp*, incómod*, torpe*, perdona="),
        "disgust": ("repugn*, asqueros*, vomit*, nauseabund*, aborre*", "asco*, asquea*, náusea*, podrid*, apest*, guácala, puaj*, repuls*, inmund*", "sucio=, sucia=, mohos*, desagrad*, cochin*"),
        "surprise": ("atónit*, estupefact*, pasmad*, alucin*, boquiabiert*, conmocionad*, sin palabras", "sorpres*, sorprend*, asombr*, increíble*, guau, wow*, no me lo puedo creer, no lo puedo creer, no puedo creer, inesperad*, no me lo esperaba, madre mía, vaya=, dios mío", "de repente, de pronto, curios*, extrañ=, raro=, rara="),
        "good": ("perfect*, excelente*", "mejor*, hermos*, precios*, delicios*, felicitac*, felicidades=, enhorabuena, recuper*", "buen=, bueno=, buena=, buenos=, buenas=, bien=, interesante*, útil*, fácil*"),
        "bad": ("horrible*, terrible*, horroros*, fatal*, peor=, catástrof*, desastr*, infierno", "mal=, malo=, mala=, malos=, enferm*, problema*, difícil*, grave=, accidente*, duro=, dura=, me despidieron, me han despedido, me echaron, me dejó=, me ha dejado, me han dejado, me abandonó, cáncer=, tumor, quimio*, divorci*, suspendí=, he suspendido, en paro, desemplead*, estoy mal, no estoy bien, me siento mal, aborto espontáneo, estoy en el hospital, está en el hospital, infarto, me engañó, bancarrota, perdí mi trabajo, perdí el trabajo, perdí mi empleo, perdido el trabajo, perdido mi trabajo, está muerto, está muerta, se está muriendo", "equivocad*, aburrid*, error*, descontent*"),
        "tired": ("agotad*, exhaust*, rendid*", "cansad*, cansanci*, insomnio, sin fuerzas, sin energía, fatig*", "sueño=, aburr*, desganad*"),
        NOTHING: ("buenos días, buenas tardes, buenas noches, de nada, no hay problema, no te preocupes, no pasa nada, está bien, más bien, bien o, muy señor, por favor, no solo, no sólo, sin duda, querido señor, vale la pena, merece la pena, hace buen tiempo, amor propio, me dejó un, me dejó una, me dejó el, me dejó la, me dejó los, me dejó las, me dejó entrar, me dejó pasar, signo cáncer",),
    },
    "ko": {
        "joy": (
            "너무 좋아, 날아갈 것 같, 황홀, 최고의 날, 꿈만 같, 감격, 벅차",
            "행복, 기쁘, 기뻐, 기쁜, 기쁨, 기뻤, 신나, 신났, 신난, 즐거, 즐겁, 즐긴, 즐길, 설레, 설렌, 설렜, 설렘, 재밌, 재미있, 웃음, 웃었, 웃겨, 웃기, 만세, 앗싸, 아싸, 야호, 기대돼, 기대된, 기대되, 환상적, 멋지, 멋져, 멋진, 대박, 신기하고 좋, 들떠, 들떴, 유쾌, 반가, 반갑",
            "기분 좋, 기분이 좋, 좋은 하루, 좋았, 좋아, 좋네, 좋다, 좋은, 좋겠, 만족, 다행, 희망, 축하, 흐뭇, 뿌듯하고, 상쾌, 재미, 괜찮아졌",
        ),
        "calm": ("", "편안, 평온, 평화로, 차분, 여유로", "안심, 홀가분, 후련, 느긋, 포근"),
        "affection": (
            "사랑해, 사랑한, 사랑하, 사랑했, 반했, 너무 좋아해",
            "사랑, 좋아해, 좋아한, 좋아하, 좋아했, 보고 싶, 보고싶, 그리워, 그립, 그리운, 안아 줘, 안아줘, 껴안, 뽀뽀, 키스, 소중, 자기야, 여보, 애정, 짝사랑, 썸, 내 사랑",
            "귀여, 귀엽, 다정, 친구가 되, 아끼, 따뜻, 예뻐, 예쁘, 친절, 믿음직, 관심 있",
        ),
        "pride": ("너무 자랑스, 정말 자랑스, 해냈", "자랑스, 자랑하, 뿌듯, 자부심, 성공했, 성공이, 이겼, 우승, 합격, 대견, 기특", "자신감, 자신 있, 보람, 승진, 성취, 칭찬받"),
        "gratitude": ("정말 고마, 너무 고마, 진심으로 감사", "고마, 고맙, 감사, 은혜", "덕분에, 덕분이, 다행히"),
        "sadness": (
            "절망, 비통, 가슴이 찢어, 억장이, 죽고 싶, 통곡, 오열, 비참, 눈물이 멈추지, 돌아가셨",
            "슬프, 슬퍼, 슬픈, 슬픔, 슬펐, 우울, 눈물, 울었, 울고, 울어, 울컥, 울면, 속상, 마음이 아프, 마음 아프, 마음이 아파, 마음 아파, 가슴이 아프, 가슴 아프, 가슴이 아파, 가슴 아파, 서러, 서럽, 상처, 이별, 헤어졌, 헤어진, 헤어지, 헤어져, 차였, 그리워, 그립, 보고 싶, 괴로, 괴롭, 불행, 허무, 슬럼프, 장례, 죽었",
            "실망, 아쉬, 아쉽, 후회, 씁쓸, 서운, 섭섭, 안타까, 안타깝, 허전, 울적, 쓸쓸, 막막, 한숨, 포기하고, 미련, 공허, 실패",
        ),
        "loneliness": ("나 혼자뿐, 아무도 없, 세상에 혼자", "외로, 외롭, 쓸쓸, 고독, 혼자라, 버림받, 버려진, 친구가 없, 소외, 왕따", "혼자 있, 혼자야, 허전, 적적, 홀로"),
        "anger": (
            "분노, 격분, 열받, 열 받, 빡쳐, 빡쳤, 빡치, 미워 죽, 증오, 죽여버, 치가 떨",
            "화나, 화났, 화가 나, 화가 났, 화난, 짜증, 미워, 밉, 성질나, 성질이 나, 싸웠, 싸우, 약올, 억울, 괘씸, 꺼져, 씨발, 시발, 개새끼, 새끼, 젠장, 질투, 배신, 어이없, 어이가 없, 지긋지긋, 혐오, 싫어 죽, 속터, 속 터, 바람피, 바람났",
            "싫어, 싫다, 싫은, 싫었, 답답, 불만, 귀찮, 삐졌, 못마땅, 불쾌, 시끄러, 에이씨, 너무해, 너무하",
        ),
        "fear": (
            "공포, 소름 끼, 기절할 것, 끔찍하게 무서, 악몽, 패닉",
            "무서, 무섭, 두려, 두렵, 겁나, 겁이, 겁났, 불안, 걱정, 떨려, 떨린, 떨리, 떨렸, 긴장, 섬뜩, 소름, 초조, 조마조마, 으스스, 겁먹",
            "스트레스, 부담, 망설, 위험, 고민, 안절부절, 조심스, 당황",
        ),
        "shame": ("수치, 굴욕, 모욕감, 쥐구멍", "부끄러, 부끄럽, 창피, 쪽팔, 민망, 죄책감, 죄스러, 자책, 내 잘못, 내 탓, 망신", "미안, 죄송, 쑥스, 무안, 머쓱, 면목, 사과할, 한심"),
        "disgust": ("역겨, 역겹, 혐오스, 구역질, 토할 것 같, 토 나와", "징그러, 징그럽, 메스꺼, 더러워, 더럽, 토했, 썩은, 썩었, 극혐, 구역, 우웩, 비위", "지저분, 냄새나, 곰팡이, 찝찝, 느끼"),
        "surprise": ("깜짝 놀, 충격, 경악, 말도 안 돼, 말도 안돼, 세상에나, 믿을 수가 없, 믿을 수 없", "놀랐, 놀라, 놀란, 깜짝, 헐, 대박, 의외, 예상 못, 뜻밖, 믿기지, 어머, 우와, 와우, 세상에", "갑자기, 신기, 이상하, 궁금, 어라, 엥"),
        "good": ("완벽, 최고", "훌륭, 맛있, 나아졌, 회복, 잘됐, 잘 됐, 아름다", "괜찮, 잘했, 편해, 쉬워, 유익, 도움이 됐, 도움 됐"),
        "bad": ("끔찍, 최악, 지옥, 재앙", "나빠, 나쁘, 나쁜, 나빴, 힘들, 힘든, 힘드, 아프, 아파, 아팠, 아픈, 고통, 망했, 망쳤, 문제, 어렵, 어려, 심각, 사고가, 큰일, 해고, 잘렸, 짤렸, 실직, 실업자, 백수가, 이혼, 암에 걸, 암 진단, 암이래, 암이라, 암 말기, 위암, 폐암, 유방암, 간암, 대장암, 췌장암, 백혈병, 시한부, 교통사고, 시험에 떨어, 시험 떨어, 시험에서 떨어, 면접에 떨어, 면접에서 떨어, 면접 떨어, 불합격, 유산했, 차였, 차여, 아내가 떠났, 남편이 떠났, 나를 떠났, 날 떠났, 바람을 피, 바람피, 입원, 파산, 부도가, 돌아가시, 장례, 치매, 잃었, 죽어 가, 사망", "별로, 불편, 실수, 틀렸, 안 좋, 안좋, 좋지 않, 아깝"),
        "tired": ("녹초, 탈진, 번아웃, 지쳐 쓰러", "지쳤, 지쳐, 지친, 피곤, 무기력, 잠이 안 와, 잠을 못, 기운이 없, 기운 없, 의욕이 없", "졸려, 졸리, 심심, 지루, 따분, 귀찮"),
        NOTHING: ("좋아요 눌러, 화나게 하지, 놀라운, 혼자 할 수, 안녕, 괜찮아요?, 걱정 마, 걱정마, 걱정하지 마, 자기소개, 자기계발, 사랑니, 아파트, 헐값, 신나라, 감사팀, 감사 보고, 상처럼, 문제집, 시험 문제, 사고방식, 사고 싶, 사고싶, 울산, 울릉, 어려서, 어린, 만족도, 성공 확률, 성질을, 최고기온, 최고령, 최고층, 미안해하지, 보고 싶은 영화, 보고 싶은 책, 슬퍼하지 마, 울지 마, 무서워하지 마, 놀라지 마, 화내지 마, 부담없, 머리를 잘렸, 머리 잘렸",),
    },
    "ja": {
        "joy": (
            "最高に幸せ, 有頂天, 夢みたい, 夢のよう, 感激, 天にも昇る, 大喜び, 歓喜",
            "嬉し, うれし, 楽し, たのし, 幸せ, しあわせ, 喜び, 喜ん, 喜ぶ, わくわく, ワクワク, ウキウキ, うきうき, やった！, やったー, やったあ, 最高, 笑顔, 笑っ, 笑い, 面白, おもしろ, 素晴らし, すばらし, 待ちきれ, 楽しみ, ハッピー, 愉快, ばんざい, 万歳, 盛り上が, 幸福, 感動, 興奮",
            "いい気分, 気持ちいい, 気持ちよ, 良かった, よかった, 満足, おめでとう, 素敵, すてき, 希望, ラッキー, 爽やか, ご機嫌",
        ),
        "calm": ("", "落ち着い, 落ち着く, 穏やか, 安らか, のんびり, リラックス, 癒さ, 癒し", "ほっとし, ホッとし, 安心, くつろ, 心地よ, 心地い"),
        "affection": (
            "愛して, 愛し, 大好き, 恋に落ち, だいすき",
            "好きです, 好きだ, 好きな人, 好きなの, が好き, 恋し, 愛, 抱きしめ, キス, 会いたい, 会いたく, ダーリン, いとおし, 愛おし, 大切な人, 仲良し, 親友, 片思い, 惚れ, ハグ",
            "可愛, かわい, 優し, 好き, 親し, 憧れ, 温か, あたたか, お気に入り, なつ, 懐か",
        ),
        "pride": ("とても誇ら, 快挙", "誇らし, 誇り, 自慢, 勝った, 優勝, 成功, 成し遂げ, やり遂げ, 達成, 合格", "自信, 昇進, 認められ, 褒められ, やりがい, 勝ち"),
        "gratitude": ("心から感謝, 本当にありがとう, 感謝してもしきれ", "ありがと, 有難, 有り難, 感謝, お礼, 恩", "おかげ, 助かった, 助かりま, 恵まれ"),
        "sadness": (
            "絶望, 号泣, 悲痛, 胸が張り裂け, 死にたい, 打ちひしが, 悲惨, 亡くな, 泣き崩れ",
            "悲し, かなし, 哀し, 泣い, 泣き, 泣く, 涙, 辛い, つらい, 辛く, つらく, 辛か, つらか, 辛そう, 落ち込, 憂鬱, 切な, 苦し, 失恋, 別れ, 傷つ, 傷付, 不幸, 胸が痛, 心が痛, 恋しく, みじめ, 惨め, 鬱, 葬式, 嘆",
            "がっかり, 残念, 失望, 後悔, 虚し, むなし, 凹, へこん, 未練, ため息, 懐かしく, しょんぼり, 失敗, 諦め, 名残惜し",
        ),
        "loneliness": ("一人ぼっち, ひとりぼっち, 独りぼっち", "寂し, さびし, 淋し, さみし, 孤独, 孤立, 仲間外れ, 見捨てられ, 友達がいな, 友達もいな", "一人きり, 独りで, 心細, 誰もいな, 取り残さ, 人恋し"),
        "anger": (
            "激怒, 憎い, 憎む, 憎ん, 許せな, 大嫌い, ぶち切れ, ブチ切れ, 殺してや, 頭にき, 頭に来, はらわた",
            "怒っ, 怒り, 怒る, 腹が立, 腹立, ムカつ, むかつ, ムカム, イライラ, いらいら, 苛立, 苛々, 嫌い, うざ, ウザ, 裏切, ふざけるな, ふざけん, くそ, クソ, 嫉妬, 不満, キレた, キレそう, ひどい, 酷い, うんざり, 喧嘩, けんか, ずるい, 悔し, 馬鹿野郎, 不公平",
            "嫌だ, いやだ, 嫌な, 面倒, うるさ, もどかし, 失礼, ばか, バカ, 馬鹿, 不機嫌, 文句, しつこ",
        ),
        "fear": (
            "恐怖, 恐ろし, ぞっと, ゾッと, パニック, 悪夢, 怯え",
            "怖, こわい, こわか, 恐い, 恐れ, 不安, 心配, 緊張, ドキドキ, 震え, 脅, ビクビク, びくびく, おびえ, 気が気で, 怖じ",
            "ストレス, 焦っ, 焦り, プレッシャー, 気がかり, 危な, 危険, ためら, 悩ん, 悩み, そわそわ, 戸惑",
        ),
        "shame": ("屈辱, 穴があったら, 恥をかい, 恥さら", "恥ずかし, はずかし, 恥, 情けな, 罪悪感, 面目な, 私のせい, 僕のせい, 俺のせい, 自分のせい, 赤面, みっともな", "ごめん, すみません, すまない, 申し訳, 照れ, 気まず, お詫び, 反省"),
        "disgust": ("吐き気, 反吐, 吐きそう, おぞまし", "気持ち悪, きもちわる, 気色悪, キモ, きもい, 汚らわし, 不潔, 腐っ, 腐った, 嫌悪, 生理的に無理, ゲロ, うげ, おえ", "汚い, きたな, 臭い, くさい, カビ, 不快, 気味が悪, 気味悪, まずい, ドン引き"),
        "surprise": ("衝撃, 仰天, 唖然, 呆然, 信じられな, 腰を抜か, ショック", "びっくり, ビックリ, 驚, おどろ, まさか, 意外, 予想外, 思いがけ, えっ！, うわあ, うわー, ええっ, 思わなかった", "突然, 急に, いきなり, 不思議, あれ？, へえ, なんと"),
        "good": ("完璧, 最高", "美味し, おいし, 綺麗, きれい, 元気, 素晴ら, 治った, 回復", "良い, いいね, 面白, 便利, うまくい, 大丈夫, 快適"),
        "bad": ("最悪, 地獄, 悲惨, ひどく, 災害", "悪い, 悪く, 悪か, 痛い, 痛く, 痛か, 病気, 大変, 問題, 困っ, 困り, 苦労, 難し, ショック, 事故, 駄目, だめだ, ダメだ, 死んだ, 死んじゃった, 死んでしま, 死にました, 死なれ, 亡くし, クビになった, クビに, 首になった, 首にな, 解雇, リストラさ, リストラに, 失業, 無職にな, 振られ, フラれ, ふられ, 癌, がんになった, がんと診断, がんだった, ガンになった, ガンと診断, 白血病, 余命, 離婚, 試験に落ち, 受験に落ち, 面接に落ち, 不合格, 落第, 入院, 流産, 浮気され, 倒産, 破産, 認知症, 葬式, 家が焼け, 火事で", "間違, 良くな, よくな, 微妙, ミス, 不便, つまらな"),
        "tired": ("疲れ果て, 燃え尽き, くたくた, へとへと, 疲労困憊", "疲れ, つかれ, だるい, だるく, 眠れな, やる気が出な, やる気がな, しんど, 無気力, 気力がな", "眠い, 退屈, つまらな, ひま, 暇"),
        NOTHING: ("愛知, 愛媛, 愛用, 愛称, 大変美味, 大変嬉し, 大変よ, 心配しないで, 心配いらな, 心配ない, 怖がらないで, 泣かないで, 問題ない, 問題ありません, 問題集, 悪いけど, 事故物件, 恥ずかしがらない, お笑い, 笑い話, 好き嫌い, 苦し紛れ, 恩師, 後ろ, 元気？, 元気ですか, お元気, なつやすみ, 必ずしも, 都合が悪, 難しい漢字, 落ち着いて, 死んだふり, 死んだよう, 落ちなかった",),
    },
    "zh": {
        "joy": (
            "狂喜, 欣喜若狂, 乐坏, 开心死, 高兴死, 喜极而泣, 心花怒放, 欢呼, 激动, 高兴极, 幸福极",
            "开心, 高兴, 快乐, 幸福, 喜悦, 愉快, 欢乐, 兴奋, 太好了, 太棒了, 好玩, 有趣, 期待, 等不及, 迫不及待, 笑, 哈哈, 嘻嘻, 嘿嘿, 欢喜, 精彩, 棒极, 真棒, 好棒, 惊喜, 乐趣, 甜蜜, 美好, 享受, 爽, 过瘾, 乐呵",
            "不错, 满意, 幸运, 希望你, 有希望, 舒服, 欣慰, 庆祝, 恭喜, 祝贺, 心情好, 心情很好, 心情不错, 挺好, 很好, 真好, 好看, 有意思",
        ),
        "calm": ("", "平静, 安宁, 放松, 宁静, 淡定, 心安, 悠闲, 惬意", "放心, 松了一口气, 松了口气, 安心, 踏实, 轻松"),
        "affection": (
            "我爱你, 爱死, 深爱, 最爱的人, 爱上, 热恋, 爱着",
            "爱你, 爱他, 爱她, 喜欢你, 喜欢他, 喜欢她, 想你, 想念, 思念, 亲爱的, 宝贝, 拥抱, 抱抱, 亲吻, 亲亲, 爱情, 恋爱, 心动, 暗恋, 疼爱, 心爱, 珍惜, 最好的朋友, 爱意, 老公我, 闺蜜",
            "喜欢, 喜爱, 可爱, 温柔, 温暖, 暖心, 好朋友, 亲切, 关心, 贴心, 热爱, 友好, 善良, 信任",
        ),
        "pride": ("无比自豪, 无比骄傲, 扬眉吐气", "骄傲, 自豪, 成就感, 赢了, 胜利, 成功, 做到了, 夺冠, 冠军, 考上, 光荣", "自信, 争气, 有出息, 得意, 升职, 表扬, 夸奖, 满分"),
        "gratitude": ("感激不尽, 太感谢, 非常感谢, 感恩", "谢谢, 感谢, 多谢, 感激, 谢了", "多亏, 幸亏, 托你的福, 辛苦了"),
        "sadness": (
            "绝望, 心碎, 悲痛, 痛不欲生, 崩溃, 撕心裂肺, 想死, 痛哭, 大哭, 生无可恋, 去世, 悲惨, 哀伤",
            "难过, 伤心, 悲伤, 悲哀, 难受, 哭, 眼泪, 流泪, 泪, 痛苦, 忧伤, 忧郁, 抑郁, 心痛, 心酸, 分手, 失恋, 委屈, 沮丧, 低落, 郁闷, 消沉, 不幸, 想念, 伤感, 离开了我, 受伤, 死了, 丧",
            "失望, 遗憾, 可惜, 后悔, 失落, 惆怅, 叹气, 唉, 想家, 无奈, 灰心, 舍不得, 失败, 悲观, 不开心, 不高兴, 不快乐, 心情不好, 扫兴",
        ),
        "loneliness": ("孤苦伶仃, 举目无亲", "孤独, 寂寞, 孤单, 没人理, 没有朋友, 没人陪, 没人关心, 被抛弃, 孤立, 没人说话", "一个人过, 一个人待, 冷清, 空虚, 独自, 想家, 落单"),
        "anger": (
            "愤怒, 气死, 暴怒, 恨死, 仇恨, 憎恨, 怒火, 火大, 气炸, 恨你, 恨他, 恨她, 忍无可忍, 气疯",
            "生气, 恼火, 讨厌, 烦死, 气人, 发火, 发脾气, 可恶, 混蛋, 王八蛋, 他妈的, 妈的, 滚, 烦躁, 恼怒, 气愤, 不公平, 嫉妒, 吃醋, 吵架, 骗我, 背叛, 过分, 受够了, 不满, 怨恨, 可恨, 恨, 岂有此理, 出轨, 争吵, 怒",
            "烦, 不爽, 不耐烦, 抱怨, 无语, 闹心, 没礼貌, 笨蛋, 傻逼, 蠢, 吵死",
        ),
        "fear": (
            "恐惧, 吓死, 惊恐, 恐怖, 惊慌, 噩梦, 毛骨悚然, 胆战心惊",
            "害怕, 怕, 担心, 担忧, 焦虑, 紧张, 不安, 吓人, 吓到, 吓了, 可怕, 发抖, 慌, 提心吊胆, 忐忑, 忧虑, 威胁, 吓坏, 发毛",
            "压力, 犹豫, 危险, 着急, 发愁, 顾虑, 胆小, 困扰, 迷茫",
        ),
        "shame": ("羞耻, 耻辱, 无地自容, 丢死人, 屈辱", "丢脸, 丢人, 羞愧, 惭愧, 尴尬, 内疚, 愧疚, 害羞, 自责, 都怪我, 是我的错, 脸红, 没脸见, 出丑, 难为情, 罪恶感", "不好意思, 对不起, 抱歉, 对不住, 羞涩, 自卑, 没用的我"),
        "disgust": ("作呕, 恶心死, 令人发指, 反胃", "恶心, 厌恶, 想吐, 呕吐, 呕, 嫌弃, 肮脏, 龌龊, 臭死, 膈应, 反感", "脏, 臭, 发霉, 腐烂, 难闻, 难吃"),
        "surprise": ("震惊, 惊呆, 目瞪口呆, 大吃一惊, 不敢相信, 难以置信, 吓一跳, 震撼", "惊讶, 吃惊, 惊喜, 没想到, 想不到, 意外, 竟然, 居然, 哇, 天哪, 天啊, 我的天, 不会吧, 真的假的, 惊人, 出乎意料", "突然, 奇怪, 好奇, 咦, 诧异, 忽然"),
        "good": ("完美, 最棒", "好吃, 美丽, 漂亮, 优秀, 好消息, 康复, 痊愈, 厉害", "还好, 还行, 方便, 有用, 好多了, 顺利, 值得"),
        "bad": ("糟糕, 太惨, 最差, 灾难, 地狱", "痛, 疼, 倒霉, 生病, 困难, 麻烦, 糟, 惨, 车祸, 问题严重, 完蛋, 坏消息, 事故, 难熬, 解雇, 开除, 炒鱿鱼, 被炒, 裁员, 被裁, 失业, 下岗, 癌, 白血病, 肿瘤, 离婚, 没及格, 不及格, 挂科, 没考上, 落榜, 被甩, 甩了我, 劈腿, 住院, 流产, 破产, 病危, 葬礼, 痴呆, 快死", "不好, 不行, 差劲, 错了, 不舒服, 不太好, 太难, 很难"),
        "tired": ("筋疲力尽, 精疲力竭, 累死, 累坏", "累, 疲惫, 疲倦, 失眠, 睡不着, 没力气, 没精神, 心累, 麻木", "无聊, 没劲, 困死, 乏味, 犯困"),
        NOTHING: ("没关系, 没问题, 不用担心, 别担心, 不客气, 恐怕, 哪怕, 只怕, 积累, 累计, 日积月累, 烦请, 麻烦你, 麻烦您, 笑话, 玩笑, 滚动, 滚烫, 滚筒, 豆豉, 臭豆腐, 痛快, 别怕, 不怕, 别哭, 心脏, 内脏, 肝脏, 肾脏, 脏器, 疼爱, 爽快, 爽约, 凉爽, 慌忙, 晚上好, 早上好, 下午好, 你好, 好不好, 意外险, 头疼药, 正好, 刚好, 好好, 不好意思打扰, 希望能, 眼泪滴, 丧失, 怒江, 悲剧片, 恨不得, 成功率, 惨淡经营, 成人, 你高兴就好, 耐烦, 死了心, 防癌",),
    },
}  # fmt: skip

SIGNS: dict[str, tuple[str, ...]] = {
    "joy": (
        "🤣 🥳 🎉 😆 🤩",
        "😀 😃 😄 😁 😂 😊 🙂 😎 😹 😺 😸 🎊 ☺ 🕺 💃 :) :-) :D :-D =) =D ^^ ^_^ ^-^ xD XD (: ;) ;-) \\o/ ㅋㅋ ㅎㅎ 😋 😜 😝 😉 (^o^) (^^) ☀",
        "😌 🙌 ✨ 🌟 :P :-P :p 👍 👏 🌈 👌",
    ),
    "affection": ("🥰 😍 😘 💕 💖 💗 💘 💞 💝 😻", "❤ ♥ <3 🧡 💛 💚 💙 💜 🤍 🖤 💓 😚 😙 🤗 💋 :* :-* 💑 💏 🫶 🫂", "🌹 💐 😇 🥹"),
    "pride": ("", "💪 🏆 🥇 😤😎", "🎖 🏅"),
    "gratitude": ("", "🙏", "🙇"),
    "sadness": ("😭 💔 T_T T.T ㅠㅠ ㅜㅜ TT_TT (T_T) 😿", "😢 😞 😔 😟 🙁 ☹ 😥 😿 🥺 :( :-( =( :'( ;_; ;( :'-( ㅠ ㅜ", "😕 😪 😓 :/ :-/ 🥀 😩 😫"),
    "anger": ("🤬 😡 👿", "😠 💢 😤 >:( >:-(", "🙄 😒 😑 👎"),
    "fear": ("😱", "😨 😰 😧 😖 😣", "😬 😦"),
    "shame": ("", "😳 🙈 🫣", "😅 🤦 🫠 ^^; ^^;;"),
    "disgust": ("🤮", "🤢 🤮", "💩"),
    "surprise": ("🤯", "😲 😮 😯 😵 :O :-O :o O_O o_O 🙀 ‼ ⁉", "🤔 👀"),
    "tired": ("", "🥱 😴", "😶"),
}  # fmt: skip
"""Emoji and emoticons, which every language writes."""

DENIALS = {
    "en": "not never no nobody nothing neither nor without hardly barely scarcely cannot cant dont doesnt didnt isnt wasnt arent werent wont wouldnt couldnt aint",
    "de": "nicht nie niemals niemand nichts ohne kein keine keinen keinem keiner keines kaum weder",
    "fr": "ne n pas jamais rien personne aucun aucune sans guère ni",
    "es": "no nunca jamás nadie nada ningún ninguna ninguno sin tampoco ni apenas",
}  # fmt: skip

AFTERWARDS = {"de": "nicht nie niemals nichts kaum", "fr": "pas jamais guère", "en": "", "es": ""}
"""What denies the word before it where none follows: ich freue mich nicht, j'aime pas."""

NEVER = {"en": "never", "de": "nie niemals", "fr": "jamais", "es": "nunca jamás"}
"""Denies nothing before "so": never been so happy."""

SO = {
    "en": "so such this that more as",
    "de": "so mehr derart",
    "fr": "aussi si autant plus tant",
    "es": "tan tanto más",
}

ON_AND_ON = {
    "en": "stop help stopped only just merely",
    "de": "nur bloß aufhören",
    "fr": "arrête arrêter arrêtais cesse seulement",
    "es": "paro parar dejo dejar solo sólo",
}
"""Takes the denial before it away: can't stop smiling, no paro de llorar, not only happy."""

STRONGER = {
    "en": "very really so too extremely incredibly absolutely totally completely utterly truly deeply such super insanely terribly awfully most quite-so damn fucking bloody especially particularly unbelievably exceptionally hugely overly madly much",
    "de": "sehr so zu extrem unglaublich total völlig absolut wirklich richtig echt wahnsinnig furchtbar tief zutiefst super riesig unheimlich überaus besonders ganz voll verdammt mega irre",
    "fr": "très trop si tellement vraiment extrêmement incroyablement absolument totalement complètement tout profondément super hyper tant terriblement beaucoup énormément infiniment",
    "es": "muy mucho mucha tan tanto demasiado realmente extremadamente increíblemente absolutamente totalmente completamente profundamente súper super qué muchísimo muchísima bastante verdaderamente tremendamente más",
}  # fmt: skip

WEAKER = {
    "en": "bit slightly somewhat little fairly mildly kinda sorta almost partly rather vaguely moderately",
    "de": "bisschen etwas wenig leicht ziemlich einigermaßen halbwegs irgendwie beinahe fast teils",
    "fr": "peu légèrement assez plutôt presque vaguement moyennement",
    "es": "poco poquito algo ligeramente casi medio relativamente levemente",
}  # fmt: skip

CONTRAST = {
    "en": "but however yet nevertheless nonetheless though",
    "de": "aber doch jedoch trotzdem dennoch sondern",
    "fr": "mais pourtant cependant toutefois néanmoins",
    "es": "pero sino embargo aunque",
    "ko": "지만|하지만|그렇지만|그래도|그런데|근데|는데도|더라도",
    "ja": "けれども|けれど|けど|しかし|だが|ですが|ますが|のに|でも、|それでも",
    "zh": "但是|但|可是|不过|然而|却",
}  # fmt: skip
"""What comes after counts more than what came before: words, or patterns where no blanks are written."""

BEFORE = {
    "ko": (r"(?:^|[\s,])(?:안|못|전혀|별로|하나도|그다지|결코|절대)\s?(?:\S{1,3}\s)?$", r"정말|너무|진짜|아주|매우|완전|엄청|무척|굉장히|몹시|되게|훨씬|제일|가장|무지|참|얼마나|너무나|대단히", r"조금|약간|살짝|다소|그럭저럭|왠지|좀"),
    "ja": (r"(?!)", r"とても|すごく|すっごく|本当に|ほんとうに|ほんとに|めっちゃ|めちゃくちゃ|超|かなり|非常に|大変|最高に|もっと|一番|あまりにも?|なんて|心から|ものすごく", r"少し|ちょっと|すこし|やや|若干|多少|まあまあ|ちょっぴり"),
    "zh": (r"(?:不|没有?|沒有?|(?<![特分告差个级性辨])别|未|毫无|并非)(?:是|会|再|太|很|那么|这么|怎么|感到|觉得|要|算|够|得|为|有|什么|一点|用|能|曾|多|我|该|敢|大|必)*$", r"非常|太|特别|十分|真|超|极其?|实在|格外|最|简直|无比|相当|多么|好(?!像)|尤其|彻底|万分", r"有点儿?|有一点儿?|有些|一点|稍微|略微?|些许|还算|比较"),
}  # fmt: skip
"""What denies, strengthens and weakens the word after it, where no blanks are written."""

AFTER = {
    "ko": (r"^[가-힣]{0,3}?(?:지|진|지는|지도|질|고 싶지|한 건|한 게|한 것은|은 건|은 게|은 것은)\s?(?:않|못|말|아니)|^(?:감|함)?(?:이|을|은|도)?\s?(?:없|아니)", r"^\S{0,3}\s?(?:죽겠|미치겠|미칠)", r"(?!)"),
    "ja": (r"^[ぁ-ん]{0,3}?(?:く|じゃ|では|でも|[わかがさたなばまらて]|とは(?:思わ|言え)|わけじゃ|わけでは)(?:は|も)?(?:な(?:い|か|く|さそう)|ありません|いません|いな)|^(?:さ|み|り|み)?(?:は|も|が|なんて)(?:全然|ちっとも|まったく)?(?:な(?:い|か|く)|ありません)|^[ぁ-ん]{0,2}?(?:ませ|ず)(?:ん|に)", r"^[ぁ-ん]{0,2}(?:てたまら|て仕方|てしょうが|て死にそう|すぎ|過ぎ)", r"(?!)"),
    "zh": (r"^(?:不起来|不了)", r"^(?:极了|死了|得要命|得不得了|坏了|透了|得很|死我|到爆|要死)", r"(?!)"),
}  # fmt: skip
"""The same after the word."""

TRADITIONAL = str.maketrans(
    "開興樂歡說愛戀寶貝親溫謝感傷難過淚淒憂鬱離後遺憾獨單沒關恨憤氣煩惱討厭嫉妒壞滾過恐懼驚嚇怕擔慮緊張壓愧尷尬內羞丟臉惡噁嘔臟髒腐爛震撼訝竟還順糟災難獄麻煩累無聊會對點時間個還極別為驕贏勝榮應幸實簡謊騙親頭誰麼聽話這樣從來給讓總過後見臺發現選擇歲爺奶媽爸",
    "开兴乐欢说爱恋宝贝亲温谢感伤难过泪凄忧郁离后遗憾独单没关恨愤气烦恼讨厌嫉妒坏滚过恐惧惊吓怕担虑紧张压愧尴尬内羞丢脸恶恶呕脏脏腐烂震撼讶竟还顺糟灾难狱麻烦累无聊会对点时间个还极别为骄赢胜荣应幸实简谎骗亲头谁么听话这样从来给让总过后见台发现选择岁爷奶妈爸",
)
"""Traditional characters, where the lists above have simplified ones."""
