"""What the offline voice says where it has nothing to quote, by language and register: how it listens.

`sorry` answers bad news, `go_on` what tells nothing, `unable` what it is bidden to do, `you_are` and `of_you` what the
person asks of themselves. A register that has no words of
its own for one of them takes the plain ones.
"""

# ruff: noqa: E501 - tables of wordings; letters of some scripts count double

from __future__ import annotations

from collections.abc import Mapping

Slots = Mapping[str, tuple[str, ...]]

LISTENING: Mapping[str, Mapping[str, Slots]] = {
    "en": {
        "plain": {
            "glad": ("I'm glad to hear that.", "That's good news.", "How lovely. I'm happy for you.", "That makes me glad."),
            "amused": ("Ha!", "You made me laugh.", "Very funny.", "Ha, I see."),
            "unsure": ("I'm not sure, but perhaps this is it. ", "This may be what you mean. ", "I may be wrong, but this comes to mind. ", "Perhaps this. "),
            "you_are": ("Your name is {name}.", "You are {name}.", "You told me that you are called {name}."),
            "of_you": ("This is what I know about you. ", "Here is what I know of you. ", "I know this about you. ", "What I remember about you is this. "),
            "sorry": ("I'm sorry to hear that.", "That sounds hard.", "I'm sorry. That is a lot to bear.", "That must hurt. I'm sorry."),
            "go_on": ("Go on.", "I'm listening.", "Yes?", "Tell me more."),
            "unable": ("I'm afraid I can't do that.", "That isn't something I can do.", "I have nothing like that to offer.", "That is beyond me."),
        },
        "warm": {
            "sorry": ("Oh, I'm so sorry.", "I'm so sorry to hear that. I'm here.", "My heart goes out to you.", "That must be so hard. I'm with you."),
            "go_on": ("Go on, I'm listening.", "I'm here. Tell me.", "Take your time.", "I'm all ears."),
        },
        "terse": {
            "sorry": ("Sorry to hear it.", "That's rough.", "Sorry. That's hard.", "That's bad. Sorry."),
            "go_on": ("Hm?", "Well?", "And?", "Go on."),
            "unable": ("Can't.", "Not something I do.", "No can do.", "Beyond me."),
        },
        "formal": {
            "sorry": ("I am deeply sorry to hear it.", "You have my sincere sympathy.", "I regret to hear that.", "That is grievous news. I am sorry."),
            "go_on": ("Pray continue.", "I am at your disposal.", "Please go on.", "You have my attention."),
            "unable": ("I regret that I am unable to oblige.", "That, I fear, lies beyond my abilities.", "I must decline, as it is not in my power.", "I am afraid I cannot be of service there."),
        },
        "casual": {
            "sorry": ("Oh no, I'm sorry.", "Aw, that's awful. I'm sorry.", "Ugh, that really sucks. I'm sorry.", "Oh man. I'm so sorry."),
            "go_on": ("Yeah?", "Go on!", "Mhm, and?", "I'm listening."),
            "unable": ("Nah, I can't do that one.", "Sorry, I've got nothing like that.", "No idea how, sorry.", "Wish I could, but no."),
        },
    },
    "ko": {
        "plain": {
            "glad": ("[잘됐다|잘됐네요]!", "[정말 기쁘다|정말 기뻐요].", "[좋은 소식이네|좋은 소식이네요].", "[나도 기뻐|저도 기뻐요]."),
            "amused": ("하하!", "[재밌다|재밌네요].", "[웃겼어|웃겼어요].", "하하, [그렇구나|그렇군요]."),
            "unsure": ("[확실하진 않지만, 이건가 봐|확실하진 않지만, 이것 같아요]. ", "[혹시 이 얘기일까|혹시 이 얘기일까요]? ", "[잘 모르겠지만 이게 떠올라|잘 모르겠지만 이게 떠올라요]. ", "[아마 이거일 거야|아마 이걸 거예요]. "),
            "you_are": ("[네 이름은|성함은] {name}(이)[야|에요].", "{name}(이)[잖아|시잖아요].", "{name}(이)라고 [했어|하셨어요]."),
            "of_you": ("[내가 아는 건 이래|제가 아는 건 이래요]. ", "[이런 걸 알고 있어|이런 걸 알고 있어요]. ", "[기억하는 건 이런 거야|기억하는 건 이런 거예요]. ", "[이건 알고 있지|이건 알고 있지요]. "),
            "sorry": ("[정말 속상하겠다|정말 속상하시겠어요].", "[힘들겠구나|힘드시겠어요].", "[그런 일이 있었구나. 마음이 아프다|그런 일이 있으셨군요. 마음이 아파요].", "[안타까운 일이야|안타까운 일이에요]."),
            "go_on": ("[계속 말해 줘|계속 말씀해 주세요].", "[듣고 있어|듣고 있어요].", "[응, 그래서|네, 그래서요]?", "[더 들려줘|더 들려주세요]."),
            "unable": ("[그건 내가 할 수 없어|그건 제가 할 수 없어요].", "[그건 못 해|그건 못 해요].", "[미안하지만 그건 어려워|죄송하지만 그건 어려워요].", "[그런 건 가진 게 없어|그런 건 가진 게 없어요]."),
        },
        "warm": {
            "sorry": ("[많이 힘들었겠다. 내가 곁에 있을게|많이 힘드셨겠어요. 제가 곁에 있을게요].", "[얼마나 속상했을까|얼마나 속상하셨을까요].", "[마음이 너무 아프다|마음이 너무 아파요].", "[그런 일을 겪다니, 마음이 무거워|그런 일을 겪으시다니, 마음이 무거워요]."),
            "go_on": ("[천천히 말해 줘|천천히 말씀해 주세요].", "[잘 듣고 있어|잘 듣고 있어요].", "[여기 있을게. 말해 줘|여기 있을게요. 말씀해 주세요].", "[응, 더 얘기해 줘|네, 더 얘기해 주세요]."),
        },
        "terse": {
            "sorry": ("[안됐네|안됐네요].", "[힘들겠군|힘드시겠군요].", "[유감이야|유감이에요].", "[속상하겠어|속상하시겠어요]."),
            "go_on": ("[그래서|그래서요]?", "[계속해|계속하세요].", "[듣고 있어|듣고 있어요].", "[응|네]?"),
        },
        "formal": {
            "sorry": ("[참으로 안타깝네|참으로 안타깝습니다].", "[깊이 위로하네|깊은 위로를 드립니다].", "[마음이 무겁네|마음이 무겁습니다].", "[상심이 크겠네|상심이 크시겠습니다]."),
            "go_on": ("[계속하게|계속 말씀하십시오].", "[듣고 있네|듣고 있습니다].", "[이어서 말해 보게|이어서 말씀해 주십시오].", "[더 들려주게|더 들려주십시오]."),
            "unable": ("[그것은 할 수 없네|그것은 할 수 없습니다].", "[내 능력 밖이네|제 능력 밖입니다].", "[유감이나 그리할 수 없네|유감스럽지만 그리할 수 없습니다].", "[그것은 도울 수 없네|그것은 도와드릴 수 없습니다]."),
        },
        "casual": {
            "sorry": ("[아이고, 어떡해|아이고, 어떡해요].", "[헐, 너무 속상하겠다|어머, 너무 속상하시겠어요].", "[에고, 진짜 힘들겠다|에고, 진짜 힘드시겠어요].", "[아, 그건 너무하다|아, 그건 너무하네요]."),
            "go_on": ("[응응|네네]?", "[그래서 그래서|그래서요]?", "[듣고 있어|듣고 있어요]!", "[계속해 봐|계속해 보세요]."),
        },
    },
    "ja": {
        "plain": {
            "glad": ("[それはよかったね|それはよかったですね]。", "[うれしい知らせだ|うれしい知らせですね]。", "[よかった|よかったです]。", "[こっちまでうれしいよ|こちらまでうれしいです]。"),
            "amused": ("はは。", "[笑ったよ|笑いました]。", "[面白いね|面白いですね]。", "はは、[なるほど|なるほどです]。"),
            "unsure": ("[確かじゃないけど、これかな|確かではありませんが、これでしょうか]。", "[もしかしてこのことかも|もしかしてこのことかもしれません]。", "[たぶんこれだ|たぶんこれです]。", "[違うかもしれないけど|違うかもしれませんが]。"),
            "you_are": ("[君の名前は|お名前は]{name}[だ|です]。", "{name}[だよね|さんですね]。", "{name}[だと聞いたよ|さんと伺いました]。"),
            "of_you": ("[知っているのはこんなことだ|存じているのはこんなことです]。", "[こんなことを知ってるよ|こんなことを存じています]。", "[覚えているのはこれだ|覚えているのはこれです]。", "[君について知ってることだよ|あなたについて存じていることです]。"),
            "sorry": ("それは[つらいね|つらいですね]。", "[大変だったね|大変でしたね]。", "[胸が痛むよ|胸が痛みます]。", "[そうか、それは残念だ|そうですか、それは残念です]。"),
            "go_on": ("[続けて|続けてください]。", "[聞いてるよ|聞いています]。", "[それで|それで、どうしました]?", "もっと[聞かせて|聞かせてください]。"),
            "unable": ("それは[できないんだ|できません]。", "[ごめん、それは無理だ|すみません、それは無理です]。", "そういうものは[持っていない|持っていません]。", "私の手には[負えない|負えません]。"),
        },
        "warm": {
            "sorry": ("[つらかったね。そばにいるよ|おつらかったですね。そばにいます]。", "[どんなに苦しかったろう|どんなに苦しかったことでしょう]。", "[聞いていて胸が痛いよ|伺っていて胸が痛みます]。", "[無理しないでね|どうかご無理なさらないでくださいね]。"),
            "go_on": ("[ゆっくり話して|ゆっくり話してくださいね]。", "[ちゃんと聞いてるよ|ちゃんと聞いていますよ]。", "[うん、聞かせて|ええ、聞かせてください]。", "[ここにいるよ|ここにいますよ]。"),
        },
        "terse": {
            "sorry": ("[つらいな|つらいですね]。", "[残念だ|残念です]。", "[気の毒に|お気の毒に]。", "[それは大変だ|それは大変です]。"),
            "go_on": ("[それで|それで、どうしました]?", "[続けて|続けてください]。", "[聞いてる|聞いています]。", "[うん|はい]?"),
        },
        "formal": {
            "sorry": ("[まことに痛ましい|まことに痛ましいことでございます]。", "[心中を察する|ご心中お察しいたします]。", "[それは無念であろう|それはさぞご無念でございましょう]。", "[胸が痛む話だ|胸の痛むお話でございます]。"),
            "go_on": ("[続けよ|どうぞお続けください]。", "[聞いておる|伺っております]。", "[その先を聞こう|その先をお聞かせください]。", "[それから|それから、いかがなさいました]?"),
            "unable": ("それは[できぬ|いたしかねます]。", "[力が及ばぬ|力が及びません]。", "[すまぬが、応じられぬ|申し訳ございませんが、応じかねます]。", "[それは叶わぬ|それは叶いません]。"),
        },
        "casual": {
            "sorry": ("[えっ、それはつらいね|えっ、それはつらいですね]。", "[うわ、大変だったね|うわ、大変でしたね]。", "[そっか、しんどいね|そうですか、しんどいですね]。", "[そんな、ひどい話だね|そんな、ひどい話ですね]。"),
            "go_on": ("[うんうん|はいはい]?", "[それでそれで|それでそれで、どうなったんです]?", "[聞いてるよー|聞いてますよー]。", "[続けて続けて|続けてくださいよ]。"),
        },
    },
    "zh": {
        "plain": {
            "glad": ("真好！", "真为[你|您]高兴。", "这真是好消息。", "太好了。"),
            "amused": ("哈哈！", "[你|您]把我逗笑了。", "真有意思。", "哈，原来如此。"),
            "unsure": ("我不太确定，也许是这个。", "可能是这件事。", "说不准，不过我想起这个。", "也许是这句。"),
            "you_are": ("[你|您]叫{name}。", "[你|您]的名字是{name}。", "[你|您]是{name}。"),
            "of_you": ("关于[你|您]，我知道这些。", "我知道这些。", "我记得[你|您]的这些事。", "这些是我所知道的。"),
            "sorry": ("听到这个，我很难过。", "这一定很不容易。", "[你|您]一定很难受。", "真让人心疼。"),
            "go_on": ("接着说吧。", "我在听。", "然后呢？", "再多说一点吧。"),
            "unable": ("这个我做不到。", "恐怕我不会这个。", "这个我帮不上忙。", "这样的东西我没有。"),
        },
        "warm": {
            "sorry": ("我好心疼[你|您]。", "[你|您]受苦了，我在这里陪着[你|您]。", "听到这些，我心里也很难受。", "这段时间[你|您]一定很辛苦。"),
            "go_on": ("慢慢说，我在听。", "我在呢，说吧。", "我想听[你|您]多说一点。", "嗯，我一直在听。"),
        },
        "terse": {
            "sorry": ("真遗憾。", "不容易。", "难为[你|您]了。", "太难了。"),
            "go_on": ("嗯？", "接着说。", "然后呢？", "在听。"),
            "unable": ("不会。", "做不到。", "没有。", "帮不了。"),
        },
        "formal": {
            "sorry": ("闻此消息，深感痛惜。", "对此我深表同情。", "还请[你|您]多多保重。", "得知此事，心中甚为沉重。"),
            "go_on": ("请继续。", "愿闻其详。", "我洗耳恭听。", "请往下说。"),
            "unable": ("恕难从命。", "此事我力所不及。", "很遗憾，我无法做到。", "请见谅，此事我办不到。"),
        },
        "casual": {
            "sorry": ("唉，太难受了吧。", "天哪，这也太难受了。", "哎呀，真让人心疼。", "这也太惨了，唉。"),
            "go_on": ("嗯嗯，然后呢？", "说呀，我听着呢。", "接着说嘛。", "后来呢后来呢？"),
            "unable": ("这个我不会啦。", "唉，这个我搞不定。", "我可没这本事。", "这个嘛，真没有。"),
        },
    },
    "de": {
        "plain": {
            "glad": ("Das freut mich.", "Das ist eine gute Nachricht.", "Wie schön. Das freut mich für [dich|Sie].", "Das höre ich gern."),
            "amused": ("Ha!", "Da musste ich lachen.", "Sehr witzig.", "Ha, verstehe."),
            "unsure": ("Ich bin nicht sicher, aber vielleicht ist es das. ", "Vielleicht [meinst du|meinen Sie] das. ", "Ich kann mich irren, aber das fällt mir ein. ", "Vielleicht dies. "),
            "you_are": ("[Du heißt|Sie heißen] {name}.", "[Dein|Ihr] Name ist {name}.", "[Du bist|Sie sind] {name}."),
            "of_you": ("Das weiß ich über [dich|Sie]. ", "So viel weiß ich von [dir|Ihnen]. ", "An dies erinnere ich mich. ", "Dies ist mir über [dich|Sie] bekannt. "),
            "sorry": ("Das tut mir leid.", "Das klingt schwer.", "Das muss wehtun. Es tut mir leid.", "Es tut mir leid, das zu hören."),
            "go_on": ("[Erzähl|Erzählen Sie] weiter.", "Ich höre zu.", "Ja?", "[Sprich|Sprechen Sie] weiter."),
            "unable": ("Das kann ich leider nicht.", "So etwas habe ich nicht zu bieten.", "Das übersteigt, was ich kann.", "Damit kann ich nicht dienen."),
        },
        "warm": {
            "sorry": ("Ach, das tut mir so leid.", "Das tut mir von Herzen leid. Ich bin da.", "Das muss so schwer für [dich|Sie] sein.", "Ich fühle mit [dir|Ihnen]."),
            "go_on": ("[Erzähl|Erzählen Sie] nur, ich höre zu.", "Ich bin ganz Ohr.", "[Lass dir|Lassen Sie sich] Zeit.", "Ich bin da."),
        },
        "terse": {
            "sorry": ("Tut mir leid.", "Das ist hart.", "Schlimm. Tut mir leid.", "Bitter."),
            "go_on": ("Hm?", "Und?", "Weiter.", "Ja?"),
            "unable": ("Kann ich nicht.", "Geht nicht.", "Hab ich nicht.", "Nicht meins."),
        },
        "formal": {
            "sorry": ("Das bedaure ich zutiefst.", "[Dir|Ihnen] gilt mein aufrichtiges Mitgefühl.", "Das höre ich mit großem Bedauern.", "Das ist eine betrübliche Nachricht."),
            "go_on": ("[Fahre|Fahren Sie] bitte fort.", "Ich bin ganz Ohr.", "[Du hast|Sie haben] meine Aufmerksamkeit.", "Bitte, [sprich|sprechen Sie] weiter."),
            "unable": ("Bedauerlicherweise vermag ich das nicht.", "Damit kann ich leider nicht dienen.", "Das steht nicht in meiner Macht.", "Dazu bin ich leider nicht imstande."),
        },
        "casual": {
            "sorry": ("Oh nein, das tut mir leid.", "Ach Mensch, das ist echt mies.", "Puh, das ist heftig. Tut mir leid.", "Oje, das tut mir total leid."),
            "go_on": ("Ja, und?", "[Erzähl|Erzählen Sie] ruhig!", "Mhm?", "Bin ganz Ohr."),
            "unable": ("Nee, das kann ich nicht.", "Sorry, so was hab ich nicht.", "Da muss ich passen, das kann ich nicht.", "Würd ich gern, geht aber nicht."),
        },
    },
    "fr": {
        "plain": {
            "glad": ("Ça me fait plaisir.", "C'est une bonne nouvelle.", "Quelle joie. Je suis content pour [toi|vous].", "J'en suis ravi."),
            "amused": ("Ha !", "[Tu m'as|Vous m'avez] fait rire.", "Très drôle.", "Ha, je vois."),
            "unsure": ("Je n'en suis pas sûr, mais c'est peut-être ceci. ", "C'est peut-être ce que [tu veux|vous voulez] dire. ", "Je me trompe peut-être, mais ceci me revient. ", "Peut-être ceci. "),
            "you_are": ("[Tu t'appelles|Vous vous appelez] {name}.", "[Ton|Votre] nom est {name}.", "[Tu es|Vous êtes] {name}."),
            "of_you": ("Voici ce que je sais de [toi|vous]. ", "Je sais ceci de [toi|vous]. ", "Voici ce que j'ai retenu. ", "Voilà ce dont je me souviens. "),
            "sorry": ("Cela me fait de la peine.", "Cela doit être dur.", "Quelle triste nouvelle.", "C'est une épreuve."),
            "go_on": ("[Continue|Continuez].", "[Je t'écoute|Je vous écoute].", "Oui ?", "[Dis-m'en|Dites-m'en] plus."),
            "unable": ("Je ne peux pas faire cela.", "Je n'ai rien de tel à offrir.", "Cela me dépasse.", "Je ne sais pas faire cela."),
        },
        "warm": {
            "sorry": ("Oh, cela me fait tant de peine.", "Je suis de tout cœur avec [toi|vous].", "Comme cela doit [te|vous] peser.", "Je suis là pour [toi|vous]."),
            "go_on": ("[Raconte|Racontez], je suis là.", "Je [t'écoute|vous écoute] de tout cœur.", "[Prends ton|Prenez votre] temps.", "J'ai tout mon temps."),
        },
        "terse": {
            "sorry": ("Rude.", "C'est dur.", "Pas facile.", "Triste nouvelle."),
            "go_on": ("Hm ?", "Et ?", "[Continue|Continuez].", "Oui ?"),
            "unable": ("Impossible.", "Je ne peux pas.", "Pas mon domaine.", "Je n'ai pas ça."),
        },
        "formal": {
            "sorry": ("Je le regrette profondément.", "[Reçois|Recevez] toute ma sympathie.", "Voilà une bien triste nouvelle.", "Je compatis à [ta|votre] peine."),
            "go_on": ("[Poursuis|Poursuivez], je [te|vous] prie.", "[Tu as|Vous avez] toute mon attention.", "Je [t'écoute|vous écoute] volontiers.", "[Veuille|Veuillez] continuer."),
            "unable": ("Je regrette de ne pouvoir le faire.", "Cela excède mes moyens, je le crains.", "Je ne saurais [te|vous] satisfaire en cela.", "Cela n'est pas en mon pouvoir."),
        },
        "casual": {
            "sorry": ("Oh non.", "Oh là là, c'est vraiment dur.", "Mince, ça me fait de la peine.", "Aïe, c'est vraiment moche."),
            "go_on": ("Ouais, et ?", "[Vas-y, raconte|Allez-y, racontez] !", "Mhm ?", "[J'écoute|Je vous écoute]."),
            "unable": ("Ah non, ça, je sais pas faire.", "Non, j'ai rien de ce genre.", "J'aimerais bien, mais non.", "Là, je sèche."),
        },
    },
    "es": {
        "plain": {
            "glad": ("Me alegro.", "Es una buena noticia.", "Qué bien. Me alegro por [ti|usted].", "Cuánto me alegra."),
            "amused": ("¡Ja!", "Me [has|ha] hecho reír.", "Muy gracioso.", "Ja, ya veo."),
            "unsure": ("No estoy seguro, pero quizá sea esto. ", "Puede que [te refieras|se refiera] a esto. ", "Quizá me equivoque, pero me viene esto. ", "Quizá esto. "),
            "you_are": ("[Te llamas|Se llama usted] {name}.", "[Tu|Su] nombre es {name}.", "[Eres|Es usted] {name}."),
            "of_you": ("Esto es lo que sé de [ti|usted]. ", "Sé esto de [ti|usted]. ", "Esto es lo que recuerdo. ", "De [ti|usted] sé lo siguiente. "),
            "sorry": ("Lo siento mucho.", "Eso tiene que ser duro.", "Siento oír eso.", "Qué pena. Lo siento."),
            "go_on": ("[Sigue|Siga].", "[Te|Le] escucho.", "¿Sí?", "[Cuéntame|Cuénteme] más."),
            "unable": ("Eso no puedo hacerlo.", "No tengo nada así que ofrecer.", "Eso me supera.", "No sé hacer eso."),
        },
        "warm": {
            "sorry": ("Ay, cuánto lo siento.", "Lo siento de corazón. Aquí estoy.", "Qué duro tiene que ser para [ti|usted].", "Estoy [contigo|con usted]."),
            "go_on": ("[Cuéntame|Cuénteme], aquí estoy.", "[Te|Le] escucho con cariño.", "[Tómate tu|Tómese su] tiempo.", "Soy todo oídos."),
        },
        "terse": {
            "sorry": ("Lo siento.", "Qué duro.", "Mala noticia. Lo siento.", "Vaya. Lo siento."),
            "go_on": ("¿Y?", "¿Hm?", "[Sigue|Siga].", "¿Sí?"),
            "unable": ("No puedo.", "No sé.", "No tengo.", "Imposible."),
        },
        "formal": {
            "sorry": ("Lo lamento profundamente.", "[Recibe|Reciba] mi más sincero pesar.", "Es una noticia muy triste.", "Comparto [tu|su] pesar."),
            "go_on": ("[Prosigue|Prosiga], por favor.", "[Tienes|Tiene usted] toda mi atención.", "[Te|Le] escucho con gusto.", "[Continúa|Continúe]."),
            "unable": ("Lamento no poder hacerlo.", "Me temo que eso excede mis facultades.", "No está en mi mano.", "Siento no poder [complacerte|complacerle]."),
        },
        "casual": {
            "sorry": ("Ay, no, lo siento.", "Jo, qué mal. Lo siento.", "Uf, qué duro. Lo siento.", "Vaya, lo siento un montón."),
            "go_on": ("¿Sí? ¿Y?", "¡[Cuenta|Cuente]!", "Ajá.", "[Te|Le] escucho."),
            "unable": ("Qué va, eso no sé.", "Lo siento, no tengo nada de eso.", "Ojalá, pero no.", "Eso se me escapa."),
        },
    },
}  # fmt: skip
