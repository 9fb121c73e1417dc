"""Words that say the same, the opposite, or exclude one another, by language: the tables that claims are compared by.

A line of a table is a group. `SAME`: words that mean the same in everyday talk. `OPPOSITES`: two groups, parted by `|`,
of which one denies what the other says. `KINDS`: things of a kind of which a place takes one at a time. `PHRASES`: wordings
of several words, and the one that stands for them.
"""

from __future__ import annotations

SAME = {
    "en": """
        adopt rescue
        attend go went gone
        live reside dwell lodge inhabit residing
        move relocate
        job work profession occupation employment employ
        shop store business
        house home
        flat apartment
        kid child children
        bike bicycle cycle
        motorbike motorcycle
        car automobile
        big large huge enormous
        small little tiny
        begin start
        end finish complete
        stop quit
        teach teacher taught
        pupil student
        maths math mathematics
        doctor physician
        vet veterinarian
        lawyer attorney
        nurse nursing
        almost nearly
        mostly mainly usually
        movie film
        gem jewel
        thunderstorm storm thunder
        afraid scared fear frightened terrified
        sick ill
        buy bought purchase
        sell sold
        cost price
        own belong
        give gave given
        get got
        seek search seeking
        vanish disappear missing
        meet met
        marry married wedding
        husband spouse wife
        mother mum mom
        father dad
        grandmother grandma
        grandfather grandpa
        phone telephone
        photo photograph picture
        sofa couch
        night nighttime
        friend companion pal
        inn tavern
        keep run manage
        travel journey trip
        fly flew flown
        drive drove driven
        ride rode
        write wrote written
        speak spoke talk
        think thought
        grow grew
        bring brought
        raise raised
        lose lost
        find found
        break broke broken
        fall fell
        rise rose
        eat ate eaten
        drink drank
        sleep slept
        sing sang
        swim swam
        steal stole stolen
        take took taken
        tell told
        send sent
        spend spent stay
        wake woke
        wear wore
        see saw seen
        win won
        lead led
        build built
        become became
        come came
        know knew known
        forge forged
        forget forgot
        choose chose
        leave depart
        lend lent borrow borrowed loan
        pay paid
        say said
        show shown
        draw drew
        shoot shot
        fight fought
        hide hid
        promise swear swore
        keep kept
        hold held
        feel felt
        hear heard
        lie lay lain
        sit sat
        stand stood
        sew sewn
        blow blew blown
        throw threw thrown
        dig dug
        bite bit bitten
        burn burnt
        learn learnt
        catch caught
        shake shook shaken
        hang hung
        feed fed
        freeze froze frozen
        dream dreamt
        begin began begun
        understand understood
        mean meant
        bend bent
        tear tore torn
        stick stuck
        shine shone
        bind bound
        deal dealt
        sink sank sunk
        ring rang rung
        speak spoke spoken
        dislike hate detest loathe despise
        like love enjoy adore fond passion
        happy glad
        nice pleasant
        woman lady
        man gentleman
        allergic allergy
        army military
        town city
        charge accuse
        cook cooking
        holiday vacation
        accident crash
        kill murder
        jail prison
        poor penniless
        rich wealthy
        once formerly
        kilo kilogram kg
        mile miles
        work worked
        receive get
        study studied
        serve served
        call called visit
        exam test
        baby newborn
        dog puppy
        cat kitten
        boss supervisor
        coworker colleague
    """,
    "ko": """
        살 거주
        오 올라오 내려오 찾아오
        일 일하 근무
        입학 들어가 들어간
        같이 함께
        데려오 입양
        엄마 어머니
        아빠 아버지
        강아지 개
        자동차 차
        키우 기르 길르
        배우 익히
        그만두 끊
        무서워하 무섭 무서워 겁내
        좋아하 사랑하 즐기
        싫어하 싫 미워하
        사라지 실종되 없어지
        시작하 시작되
        먹 드
        주인 사장
        언니 누나
        오빠 형
        구입하 사들이
        사촌동생 사촌
        춥 추워
        덥 더워
    """,
    "de": """
        wohnen leben wohne wohnst wohnt lebe lebst lebt
        arbeiten arbeite arbeitest arbeitet arbeit beruf
        meistens meist
        nacht nachts
        mögen mag magst lieben liebe liebst liebt gern gerne
        hassen hasse hasst
        angst fürchten fürchtet fürchte
        essen isst esse frisst
        trinken trinke trinkst trinkt
        kind kinder
        auto wagen
        kaufen gekauft kaufte
        verkaufen verkauft verkaufte
        gehen ging gegangen gehe gehst geht
        kommen kam gekommen
        fahren fuhr gefahren
        lesen las gelesen
        treffen traf getroffen
        verlieren verlor verloren
        aufwachsen aufgewachsen
        heiraten verheiratet
        mutter mama
        vater papa
    """,
    "fr": """
        habiter vivre vis vit habite habites
        travailler travaille travailles travail métier
        aimer aime aimes adorer adore adores
        détester déteste détestes haïr
        peur craindre craint crains
        enfant enfants gosse
        boire bois boit
        manger mange manges
        voiture auto
        nuit nocturne
        acheter acheté
        vendre vendu
        grandir grandi
        chat chaton
        chien chiot
    """,
    "es": """
        vivir vivo vives vive habitar habito
        trabajar trabajo trabajas trabaja empleo
        gustar gusta gustan encantar encanta encantan amar
        odiar odio odia odias detestar
        miedo temer teme
        niño hijo niños hijos
        comer como comes come
        beber bebo bebes bebe
        coche carro auto
        noche nocturno
        comprar compré compraste
        vender vendí vendiste
        crecer crecí creciste
        adoptar adopté adoptaste
        gata gato
        perra perro
        dormir duermo duermes duerme
    """,
}

OPPOSITES = {
    "en": """
        like | dislike
        attend | miss
        open | close closed
        cheap inexpensive | expensive pricey
        buy | sell
        arrive | leave
        begin | stop end
        win | lose
        left | right
        tall | short
        big | small
        old | young new
        early | late
        hot warm | cold chilly
        happy | sad unhappy
        marry | single bachelor unmarried divorced
        alive | dead
        accept | refuse reject decline
        remember | forget
        allow permit let | forbid ban prohibit
        well good | badly bad poorly
        rich | poor
        strong | weak
        before | after
        east eastern | west western
        north northern | south southern
        first | last
        always | rarely seldom
        same | different
        full | empty
        day | night
        easy | difficult hard
        fast quick | slow
        loud noisy | quiet silent
        near | far
        many | few
        above | below
        succeed pass | fail
        true | false
        clean | dirty
        safe | dangerous
        healthy | sick
        awake | asleep
        indoors inside | outdoors outside
        heavy | light
        thick | thin
        brave | cowardly
        love | hate
        more | less fewer
        increase rise | decrease drop sink
    """,
    "ko": """
        좋아하 | 싫어하
        왼 왼쪽 | 오른 오른쪽
        사 사들이 | 팔
        열 | 닫
        비싸 | 싸 저렴하
        크 | 작
        많 | 적
        시작하 | 끝나 그만두
        살아있 | 죽
        이기 | 지
        미혼 | 기혼 결혼하
        동쪽 | 서쪽
        남쪽 | 북쪽
        빠르 | 느리
        덥 | 춥
        길 | 짧
        젊 | 늙
        낮 | 밤
        오전 | 오후
        아침 | 저녁
    """,
    "de": """
        mögen | hassen
        öffnen öffnet auf | schließen schließt zu
        kaufen | verkaufen
        links linke linken linkes | rechts rechte rechten rechtes
        groß große großer großes | klein kleine kleiner kleines
        teuer teure | billig günstig
        alt alte alter | jung junge junger neu neue
        früh | spät
        warm heiß | kalt
        tag tags tagsüber | nacht
        immer | selten
        ledig single | heiraten
        gut | schlecht
        leicht | schwer
    """,
    "fr": """
        aimer | détester
        ouvrir ouvre | fermer ferme
        acheter | vendre
        gauche | droite droit
        grand grande | petit petite
        cher chère | bon-marché
        vieux vieille | jeune
        tôt | tard
        chaud chaude | froid froide
        jour | nuit
        célibataire | marié mariée
        bien | mal
    """,
    "es": """
        gustar | odiar
        abrir abre abro | cerrar cierra cierro
        comprar | vender
        izquierda izquierdo | derecha derecho
        grande | pequeño pequeña
        caro cara | barato barata
        viejo vieja | joven
        temprano | tarde
        caliente | frío fría
        día | noche
        soltero soltera | casado casada
        bien | mal
    """,
}

KINDS = {
    "en": """
        monday tuesday wednesday thursday friday saturday sunday
        january february march april may june july august september october november december
        spring summer autumn winter
        morning afternoon evening noon midnight
        red blue green yellow purple black white brown grey gray orange pink golden silver
        mother father sister brother son daughter uncle aunt cousin grandmother grandfather nephew niece stepfather stepmother
        cat dog rabbit hamster parrot horse pony goldfish turtle snake
        breakfast lunch dinner supper
        piano violin cello guitar flute harp drums trumpet saxophone clarinet viola organ
        nurse doctor teacher lawyer vet dentist engineer plumber baker painter cook driver farmer actor writer pilot policeman
        physics chemistry biology medicine law history maths geography music philosophy literature
        coffee tea milk beer wine
        arm leg hand foot head wrist ankle knee shoulder nose finger
        sea mountain forest desert lake river marsh island
        england france germany spain italy america australia india japan china canada russia ireland scotland
    """,
    "ko": """
        월요일 화요일 수요일 목요일 금요일 토요일 일요일
        봄 여름 가을 겨울
        빨간 파란 초록 노란 보라 검은 하얀 갈색 회색 주황 분홍 빨간색 파란색 초록색 노란색 보라색 검은색 하얀색
        간호사 의사 교사 선생님 변호사 수의사 요리사 화가 기자 경찰 소방관 배우 작가 기술자
        고양이 개 강아지 토끼 햄스터 앵무새 금붕어 거북이
        피아노 바이올린 첼로 기타 플루트 드럼 비올라 하프
        커피 차 홍차 녹차 우유 맥주 와인 소주
        산 바다 숲 늪 호수 강 섬 사막
        서울 부산 대구 인천 광주 대전 울산 세종 제주 강릉 춘천 목포 여수 전주 수원
        엄마 아빠 언니 오빠 누나 형 남동생 여동생 할머니 할아버지 이모 고모 삼촌
        팔 다리 손 발 머리 눈 코 귀
    """,
    "de": """
        montag dienstag mittwoch donnerstag freitag samstag sonntag
        januar februar märz april mai juni juli august september oktober november dezember
        frühling sommer herbst winter
        rot blau grün gelb lila schwarz weiß braun grau orange rosa
        hund katze hase kaninchen pferd papagei
        krankenpfleger lehrer arzt anwalt zahnarzt ingenieur bäcker maler koch fahrer
        kaffee tee milch bier wein
        klavier geige cello gitarre flöte
        mutter vater schwester bruder sohn tochter onkel tante
    """,
    "fr": """
        lundi mardi mercredi jeudi vendredi samedi dimanche
        janvier février mars avril mai juin juillet août septembre octobre novembre décembre
        printemps été automne hiver
        rouge bleu vert jaune violet noir blanc marron gris orange rose
        chien chat lapin cheval perroquet
        infirmier professeur médecin avocat dentiste ingénieur boulanger peintre cuisinier
        café thé lait bière vin
        piano violon violoncelle guitare flûte
        mère père sœur frère fils fille oncle tante
    """,
    "es": """
        lunes martes miércoles jueves viernes sábado domingo
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
        primavera verano otoño invierno
        rojo azul verde amarillo morado negro blanco marrón gris naranja rosa
        perro gata gato conejo caballo loro
        enfermero profesor médico abogado dentista ingeniero panadero pintor cocinero
        café té leche cerveza vino
        piano violín violonchelo guitarra flauta
        madre padre hermana hermano hijo hija tío tía
    """,
}

PHRASES = {
    "en": {
        r"\b(?:can't|cannot|can not|couldn't|could not) (?:stand|bear)\b": "hate",
        r"\b(?:gave|give|given|giving) up\b": "quit",
        r"\b(?:brought|bring|bringing) up\b": "raise",
        r"\b(?:look(?:s|ed|ing)? for|in search of|to find)\b": "seek",
        r"\bgrow(?:n|ing)? up|grew up\b": "grewup",
        r"\bused to\b": "once",
        r"\bno longer\b": "not now",
        r"\bpossess(?:es|ed)?\b": "have",
        r"\ba year\b": "yearly",
        r"\b(?:in|into|at) business\b": "business",
        r"\ba couple of\b": "2",
        r"\bon (?:my|your|his|her|their|our) own\b": "alone",
        r"\bhalf a dozen\b": "6",
        r"\ba dozen\b": "12",
        r"\bgets? up late\b|\bget up late\b|\blate riser\b": "late riser",
    },
    "de": {r"\bpass(?:e|t) auf\b": "hüten"},
    "ko": {
        r"같이|함께": "더불어",
        r"눈이 (?:거의 )?안 보(?:여|이\S*)": "실명",
        r"(?:뛰는|달리는) (?:걸|것을|건|것은)": "뛰기",
    },
}

CHARACTERS = {
    "zh": "猫狗鸟马兔鱼牛羊 父母兄弟姐妹爷奶 春夏秋冬 东西南北 红蓝绿黄黑白紫灰 左右 茶酒水奶",
    "ja": "猫犬鳥馬兎魚牛羊 父母兄弟姉妹祖 春夏秋冬 東西南北 赤青緑黄黒白紫灰 左右 茶酒水 月火水木金土日",
}
"""Of unspaced scripts, single characters of a kind that exclude one another."""
