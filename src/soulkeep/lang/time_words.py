"""The words and the grammar of time in each language: tables only.

How a table and a rule are written is told in `time_rules`.
"""

from __future__ import annotations

from soulkeep.lang.time_rules import HAN_DIGITS, D, Grammar, Y


def _row(words: str, first: int = 0) -> str:
    """A table of names in order, counted from `first`; spellings of one are parted by `|`."""
    return " ".join(f"{w}={i}" for i, names in enumerate(words.split(), first) for w in names.split("|"))


def _forms(table: str, endings: str) -> str:
    """A table of inflected or compound words: each word of a table with each of the endings, parted by commas."""
    pairs = (pair.split("=") for pair in table.split())
    return " ".join(f"{word}{ending}={value}" for word, value in pairs for ending in endings.split(","))


_EN = Grammar(
    spaced=True,
    tables={
        "day": "today=0 yesterday=-1 the_day_before_yesterday=-2 day_before_yesterday=-2 tomorrow=1 the_day_after_tomorrow=2 day_after_tomorrow=2",
        "part": "in_the_morning=morning morning=morning in_the_afternoon=afternoon afternoon=afternoon evening=evening "
        "in_the_evening=evening at_night=night night=night",
        "dp": "tonight=0:night last_night=-1:night last_evening=-1:evening this_morning=0:morning this_afternoon=0:afternoon this_evening=0:evening",
        "n": "one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 a=1 an=1 a_few=2-5 "
        "few=2-5 some=2-5 several=3-7 a_couple_of=2-3 a_couple=2-3 couple_of=2-3 couple=2-3",
        "nu": "half_a_year=6:month a_fortnight=2:week fortnight=2:week",
        "unit": "day=day days=day week=week weeks=week weekend=weekend weekends=weekend month=month months=month year=year years=year",
        "period": "week=week weekend=weekend month=month year=year season=season",
        "mod": "last=-1 this_past=-1 past=-1 previous=-1 this=0 this_coming=1 next=1 coming=1",
        "post": "before_last=-2 after_next=2",
        "yw": "last_year=-1:year this_year=0:year next_year=1:year",
        "ww": "last_week=-1:week this_week=0:week next_week=1:week",
        "wd": _row("monday tuesday wednesday thursday friday saturday sunday"),
        "wda": _row("mon tue|tues wed thu|thur|thurs fri sat sun"),
        "month": _row("january february march april may june july august september october november december", 1)
        + " "
        + _row("jan feb mar apr may jun jul aug sep|sept oct nov dec", 1),
        "season": _row("spring summer autumn|fall winter"),
        "side": "before=-1 prior_to=-1 preceding=-1 after=1 following=1 of=0",
    },
    classes={
        "d": D + r"(?:st|nd|rd|th)?(?:\s?[-–]\s?(?P<d2>3[01]|[12][0-9]|[1-9])(?:st|nd|rd|th)?)?",
        "y": r"(?:of\s)?" + Y,
    },
    rules="""
        day: {day} {part}?
        daypart: {dp}
        few: the other day
        period: {mod} {period}
        period: the? {period} {post}
        span: last|past|previous {n} {unit}
        ago: {n} {unit} ago|back
        ago: {nu} ago
        ahead: in {n} {unit}
        ahead: {n} {unit} from_now
        weekday: {mod}? {wd} {part}?
        weekday: on {wda}
        weekday: {mod} {wda}
        weekday_in_week: {wd} of? {ww}
        weekday_in_week: {ww} on? {wd}
        weekend: the|over|at|on weekend
        date: {wd}? the? {d} of? {month} {y}?
        date: {wd}? {month} the? {d} {y}?
        month: {mod}? {month} {y}?
        month: {month} of? {yw}
        season: {mod}? {season} {y}?
        season: {season} of? {yw}
        year: {y}
        decade: {dec}s
        anchor: the? {unit} {side}
        anchor: {n} {unit} {side}
        anchor: the? {wd} {side}
    """,
    near={
        "month": r"\b(?:in|since|until|till|during|around|throughout|early|mid|late|(?:end|start|beginning|middle) of)[\s-]$",
        "date": r"\b(?:in|on|since|until|till|by|of|from|before|after|to|the|early|mid|late)[\s-]$",
        "season": r"\b(?:in|since|until|during|over|throughout|early|mid|late|(?:end|start|beginning|middle) of)[\s-](?:the\s)?$",
        "year": r"\b(?:in|since|during|year|between|circa|early|late|mid)[\s-]$|\($",
        "year_weak": r"\b(?:of|by|from|to|before|after|around|until|till|and)\s$",
        "year_after": r"\s{1,9}(?:(?!(?:was|is|his|has|this|as|does|its|us)\b)[a-z]+s|people|percent|km|kg|m|feet|men|women|degrees)\b",
        "decade": r"\bthe\s'?$",
        "never_after": r"\s(?:of|in)\s(?:each|every|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)",
        "never": r"\b(?:every|each|most|any|black|good|ash|easter|all)\s(?:other\s|single\s)?$",
    },
)

_DE = Grammar(
    spaced=True,
    tables={
        "day": "heute=0 gestern=-1 vorgestern=-2 vorvorgestern=-3 morgen=1 übermorgen=2",
        "part": "früh=morning morgen=morning vormittag=morning mittag=noon nachmittag=afternoon abend=evening nacht=night",
        "dp": "heute_nacht=0:anynight letzte_nacht=-1:night vergangene_nacht=-1:night heute_morgen=0:morning "
        "diesen_morgen=0:morning heute_abend=0:evening",
        "n": "ein=1 eine=1 einem=1 einer=1 einen=1 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 "
        "zwölf=12 ein_paar=2-5 paar=2-5 einigen=2-5 einige=2-5 wenigen=2-5 wenige=2-5 mehreren=3-7",
        "nu": "einem_halben_jahr=6:month vierzehn_tagen=14:day",
        "unit": "tag=day tage=day tagen=day woche=week wochen=week wochenende=weekend wochenenden=weekend monat=month "
        "monate=month monaten=month jahr=year jahre=year jahren=year",
        "period": "woche=week wochenende=weekend monat=month monats=month jahr=year jahres=year saison=season jahreszeit=season",
        "mod": _forms("letzt=-1 vorig=-1 vergangen=-1 dies=0 nächst=1 kommend=1", "e,en,er,es,em") + " vorletzte=-2 "
        "vorletzten=-2 vorletztes=-2 vorletzter=-2 übernächste=2 übernächsten=2 übernächstes=2",
        "yw": "letzten_jahres=-1:year vorigen_jahres=-1:year vergangenen_jahres=-1:year letztes_jahr=-1:year "
        "dieses_jahres=0:year dieses_jahr=0:year nächsten_jahres=1:year nächstes_jahr=1:year",
        "ww": "letzte_woche=-1:week letzter_woche=-1:week vorige_woche=-1:week diese_woche=0:week dieser_woche=0:week "
        "nächste_woche=1:week nächster_woche=1:week",
        "wd": _forms(
            _row("montag dienstag mittwoch donnerstag freitag samstag|sonnabend sonntag"),
            ",abend,nachmittag,vormittag,morgen,mittag,nacht",
        ),
        "month": _row("januar|jänner februar märz april mai juni juli august september oktober november dezember", 1),
        "season": _row("frühling|frühjahr sommer herbst winter"),
    },
    classes={"d": D + r"\.?"},
    rules="""
        daypart: {dp}
        day: {day} {part}?
        few: neulich
        period: {mod} {period}
        span: letzten|vergangenen {n} {unit}
        ago: vor etwa|ungefähr|rund|ca|fast|knapp? {n} {unit}
        ago: vor {nu}
        ahead: in {n} {unit}
        ahead: in {nu}
        weekday: {mod}? {wd} {part}?
        weekday_in_week: {wd} {ww}
        weekday_in_week: {ww} am? {wd}
        weekend: am|übers wochenende
        date: {wd}? den|der|dem? {d} {month} {y}?
        date: {dmy}
        month: {mod}? {month} {y}?
        month: {month} {yw}
        month: {yw} im {month}
        season: {mod}? {season} {y}?
        season: {season} {yw}
        year: {y}
        decade: {dec}er
    """,
    near={
        "month": r"\b(?:im|seit|bis|ab|anfang|mitte|ende)\s$",
        "season": r"\b(?:im|seit|anfang|mitte|ende|über den)\s$",
        "year": r"\b(?:in|seit|jahr|jahre|jahres|anfang|ende|mitte|zwischen|bis)\s$|\($",
        "year_free": r"\s{1,9}[a-zäöü]|\s{0,9}(?:[.,!?;:)]|$)",
        "year_after": r"\s{1,9}(?:km|kg|m|cm|euro|dollar|prozent|menschen|leute|mal|meter|metern|schritte|schritten|stück|mann)\b",
        "never": r"\b(?:jede[nrsm]?|alle|immer)\s$",
        "not_day": r"\b(?:guten|am|jeden|den|dem|zum|vom|diesen|schönen|einen|eines|der)\s$",
    },
)

_FR = Grammar(
    spaced=True,
    tables={
        "day": "aujourd'hui=0 hier=-1 avant-hier=-2 avant_hier=-2 demain=1 après-demain=2 après_demain=2",
        "part": "au_matin=morning matin=morning midi=noon après-midi=afternoon au_soir=evening soir=evening",
        "dp": "ce_matin=0:morning cet_après-midi=0:afternoon cette_après-midi=0:afternoon ce_soir=0:evening "
        "cette_nuit=0:anynight nuit_dernière=-1:night la_nuit_dernière=-1:night nuit_passée=-1:night",
        "n": "un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 quelques=2-5 plusieurs=3-7",
        "nu": "quinze_jours=2:week une_quinzaine=2:week une_dizaine_de_jours=10:day",
        "unit": "jour=day jours=day semaine=week semaines=week week-end=weekend week-ends=weekend weekend=weekend mois=month "
        "an=year ans=year année=year années=year",
        "period": "semaine=week week-end=weekend weekend=weekend fin_de_semaine=weekend mois=month an=year année=year annee=year saison=season",
        "mod": "ce=0 cet=0 cette=0 prochain=1 prochaine=1",
        "post": "dernier=-1 dernière=-1 derniere=-1 passé=-1 passée=-1 prochain=1 prochaine=1",
        "yw": "l'an_dernier=-1:year l'année_dernière=-1:year l'an_passé=-1:year l'année_passée=-1:year cette_année=0:year "
        "l'an_prochain=1:year l'année_prochaine=1:year",
        "ww": "la_semaine_dernière=-1:week la_semaine_passée=-1:week cette_semaine=0:week la_semaine_prochaine=1:week",
        "wd": _row("lundi mardi mercredi jeudi vendredi samedi dimanche"),
        "month": _row(
            "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre", 1
        ),
        "season": _row("printemps été automne hiver"),
    },
    classes={"d": D + "(?:er)?", "y": r"(?:de\s)?" + Y},
    rules="""
        day: {day} {part}?
        daypart: {dp}
        few: autre jour
        period: {mod} {period}
        period: {period} {post}
        span: ces|les {n} derniers|dernières {unit}
        ago: il? y a environ|presque|près_de|à_peu_près? {n} {unit}
        ago: il? y a {nu}
        ahead: dans {n} {unit}
        ahead: dans {nu}
        weekday: {mod}? {wd} {part}?
        weekday: {wd} {post} {part}?
        weekday_in_week: {wd} de? {ww}
        weekend: au|durant|pendant le? week-end|weekend
        date: {wd}? {d} {month} {y}?
        date: {dmy}
        month: {mod}? {month} {y}?
        month: {month} {post}
        month: {month} de? {yw}
        season: {mod}? {season} {y}?
        season: {season} {post}
        season: {season} de? {yw}
        year: {y}
        decade: années {dec}
    """,
    near={
        "month": r"\b(?:en|depuis|début|fin|mi|courant|jusqu'en|dès|mois de)[\s-]$",
        "season": r"(?:\ben|\bau|à l'|\bfin de l'|\bpendant l')\s?$",
        "year": r"\b(?:en|depuis|année|dès|début|fin|courant|avant|après|entre|jusqu'en)\s$|\($",
        "year_weak": r"\b(?:de|et|à|jusqu'à)\s$",
        "year_after": r"\s{1,9}(?:euros?|personnes|mots|pas|mètres|km|kg|m|ans|fois|dollars|gens|pages|morceaux|exemplaires)\b",
        "never": r"\b(?:tous les|toutes les|chaque|les|le)\s$",
    },
)

_ES = Grammar(
    spaced=True,
    tables={
        "day": "hoy(?!\\s+en\\s+d)=0 ayer=-1 anteayer=-2 antier=-2 antes_de_ayer=-2 antesdeayer=-2 mañana=1 pasado_mañana=2",
        "part": "por_la_mañana=morning por_la_tarde=afternoon por_la_noche=night noche=night tarde=afternoon "
        "al_mediodía=noon en_la_noche=night en_la_tarde=afternoon en_la_mañana=morning",
        "dp": "anoche=-1:night anteanoche=-2:night esta_noche=0:night esta_mañana=0:morning esta_tarde=0:afternoon "
        "esta_madrugada=0:dawn la_noche_pasada=-1:night la_noche_anterior=-1:night",
        "n": "un=1 una=1 uno=1 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 unos=2-5 "
        "unas=2-5 algunos=2-5 algunas=2-5 pocos=2-5 pocas=2-5 varios=3-7 varias=3-7 un_par_de=2-3",
        "nu": "medio_año=6:month quince_días=15:day",
        "unit": "día=day días=day dia=day dias=day semana=week semanas=week mes=month meses=month año=year años=year "
        "fin_de_semana=weekend fines_de_semana=weekend",
        "period": "semana=week fin_de_semana=weekend finde=weekend mes=month año=year estación=season temporada=season",
        "mod": "este=0 esta=0 próximo=1 próxima=1 proximo=1 proxima=1 pasado=-1 pasada=-1 último=-1 última=-1",
        "post": "pasado=-1 pasada=-1 último=-1 última=-1 próximo=1 próxima=1 proximo=1 proxima=1 que_viene=1 antepasado=-2 antepasada=-2",
        "yw": "año_pasado=-1:year el_año_pasado=-1:year este_año=0:year del_año_pasado=-1:year de_este_año=0:year "
        "del_año_que_viene=1:year del_próximo_año=1:year",
        "ww": "la_semana_pasada=-1:week esta_semana=0:week la_próxima_semana=1:week la_semana_que_viene=1:week",
        "wd": _row("lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo"),
        "month": _row(
            "enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre", 1
        ),
        "season": _row("primavera verano otoño invierno"),
    },
    classes={"d": D + "(?:º)?", "y": r"(?:del?\s(?:año\s)?)?" + Y},
    rules="""
        day: {day} {part}?
        daypart: {dp}
        few: otro día|dia
        period: {mod} {period}
        period: {period} {post}
        span: últimos|últimas|ultimos|ultimas|pasados {n} {unit}
        ago: hace casi|unos|unas|aproximadamente|más_de|como? {n} {unit}
        ago: hace {nu}
        ahead: en|dentro_de {n} {unit}
        weekday: {mod}? {wd} {part}?
        weekday: {wd} {post} {part}?
        weekday_in_week: {wd} de? {ww}
        weekend: el|durante|en fin_de_semana|finde
        date: {wd}? {d} de? {month} {y}?
        date: {dmy}
        month: {mod}? {month} {y}?
        month: {month} {post}
        month: {month} {yw}
        season: {mod}? {season} {y}?
        season: {season} {post}
        season: {season} {yw}
        year: {y}
        decade: años {dec}
    """,
    near={
        "month": r"\b(?:en|desde|hasta|principios de|finales de|mediados de|comienzos de|durante|mes de)\s$",
        "season": r"\b(?:en|durante|desde|finales de|principios de)\s(?:el\s|la\s)?(?:del\s)?$",
        "year": r"\b(?:en|desde|hasta|año|entre|durante|hacia)\s$|\($",
        "year_weak": r"\b(?:del?|a|y|antes de|después de)\s$",
        "year_after": r"\s{1,9}(?:euros?|personas|palabras|pasos|metros|km|kg|m|años|veces|dólares|pesos|páginas)\b",
        "never": r"\b(?:los|las|cada|todos los|todas las)\s$",
        "not_day": r"\b(?:la|una|cada|esta|buena|toda la|las|media)\s$",
    },
)

_ZH = Grammar(
    spaced=False,
    tables={
        "day": "今天=0 今日=0 昨天=-1 昨日=-1 前天=-2 前日=-2 大前天=-3 明天=1 明日=1 后天=2 後天=2 大后天=3 大後天=3",
        "part": "早上=morning 早晨=morning 上午=morning 中午=noon 下午=afternoon 傍晚=evening 晚上=night 夜里=night 夜裡=night "
        "半夜=night 凌晨=dawn",
        "dp": "今早=0:morning 今晨=0:morning 今晚=0:night 今夜=0:night 昨晚=-1:night 昨夜=-1:night 前晚=-2:night 明早=1:morning "
        "明晚=1:night",
        "n": "好几=3-7 好幾=3-7 几=2-5 幾=2-5 数=2-5 數=2-5 若干=2-5",
        "nu": "半年=6:month 半个月=2:week 半個月=2:week",
        "unit": "天=day 日=day 周=week 週=week 个星期=week 個星期=week 星期=week 个礼拜=week 個禮拜=week 礼拜=week 个月=month 個月=month "
        "年=year 个周末=weekend",
        "period": "周=week 週=week 星期=week 礼拜=week 禮拜=week 月=month 周末=weekend 週末=weekend 季节=season 季節=season",
        "mod": _forms("上=-1 这=0 這=0 本=0 下=1 上上=-2 下下=2", ",个,個,一个,一個"),
        "uw": "去年=-1:year 今年=0:year 本年=0:year 明年=1:year 前年=-2:year 后年=2:year 後年=2:year 大前年=-3:year 上一年=-1:year",
        "wd": " ".join(
            f"{w}{d}={min(i, 6)}"
            for w in ("星期", "礼拜", "禮拜", "周", "週")
            for i, d in enumerate("一二三四五六日天")
        ),
        "season": _row("春天|春季 夏天|夏季|暑假 秋天|秋季 冬天|冬季|寒假"),
    },
    classes=HAN_DIGITS,
    rules="""
        day: {day} 的? {part}?
        daypart: {dp}
        few: 前几天|前幾天|前些天|前两天|前兩天
        period: {mod} {period}
        period: {uw}
        span: 过去|過去|最近|近|这|這 {n} {unit}
        ago: {n} {unit} 以前|之前|前(?![后後面往线])
        ago: {nu} 以前|之前|前(?![后後面往线])
        ahead: {n} {unit} 以后|以後|之后|之後|后(?!面)|後(?!面)
        weekday: {wd} 的? {part}?
        weekday_in_week: {mod} {wd} 的? {part}?
        weekend: 周末|週末
        date: {y} 年 的? {m} 月 {d} 日|号|號
        date: {uw} 的? {m} 月 {d} 日|号|號
        date: {m} 月 {d} 日|号|號
        day_of_month: {mod} 月 {d} 日|号|號
        month: {y} 年 的? {m} 月 份?
        month: {uw} 的? {m} 月 份?
        month: {m} 月 份?
        season: {y} 年 的? {season}
        season: {uw} 的? {season}
        season: {mod} {season}
        season: {season}
        year: {y} 年(?![来來间間])
        decade: {dec} 年代
    """,
    near={
        "season": "[在]$",
        "season_after": "的时候|的時候|里|裡|时|期间",
        "never": "(?:每[个個]?|[一二两三四五六七八九十几0-9]|每年|每个)$",
    },
)

_JA = Grammar(
    spaced=False,
    tables={
        "day": "今日=0 昨日=-1 きのう(?!ち)=-1 一昨日=-2 おととい=-2 おとつい=-2 明日=1 あした=1 明後日=2 あさって=2",
        "part": "朝=morning 午前中=morning 午前=morning 昼=noon 午後=afternoon 夕方=evening 夜=night 晩=night 深夜=night",
        "dp": "今朝=0:morning けさ=0:morning 今晩=0:night 今夜=0:night 昨夜=-1:night 昨晩=-1:night ゆうべ=-1:night 明朝=1:morning "
        "明晩=1:night 一昨日の夜=-2:night",
        "n": "数=2-5",
        "nu": "半年=6:month 半月=2:week",
        "unit": "日=day 日間=day 週間=week 週=week か月=month ヶ月=month カ月=month ヵ月=month ケ月=month 箇月=month 年=year 年間=year",
        "period": "週末=weekend 週=week 月=month 年=year 季節=season",
        "mod": "この前の=-1 前の=-1 先の=-1 この=0 今度の=1 次の=1 こんどの=1",
        "uw": "先週末=-1:weekend 今週末=0:weekend 来週末=1:weekend 先週=-1:week 今週=0:week 来週=1:week 先々週=-2:week 再来週=2:week "
        "先月=-1:month 今月=0:month 来月=1:month 先々月=-2:month 再来月=2:month 去年=-1:year 昨年=-1:year 今年=0:year 来年=1:year "
        "一昨年=-2:year おととし=-2:year 再来年=2:year",
        "yw": "去年=-1:year 昨年=-1:year 今年=0:year 来年=1:year 一昨年=-2:year おととし=-2:year 再来年=2:year",
        "ww": "先週=-1:week 今週=0:week 来週=1:week 先々週=-2:week 再来週=2:week",
        "mw": "先月=-1:month 今月=0:month 来月=1:month",
        "wd": _row("月曜日|月曜 火曜日|火曜 水曜日|水曜 木曜日|木曜 金曜日|金曜 土曜日|土曜 日曜日|日曜"),
        "season": _row("春 夏 秋 冬"),
    },
    classes=HAN_DIGITS,
    rules="""
        day: {day} の? {part}?
        daypart: {dp}
        few: 先日|この間(?!に)|この前(?!の)
        period: {uw}
        period: {mod} {period}
        span: 過去|ここ|この {n} {unit}
        ago: {n} {unit} ほど|くらい|ぐらい? 前(?!後)
        ago: {nu} ほど|くらい|ぐらい? 前(?!後)
        ahead: {n} {unit} 後(?!半)
        weekday: {mod}? {wd} の? {part}?
        weekday_in_week: {ww} の? {wd} の? {part}?
        weekend: 週末
        date: {y} 年 {m} 月 {d} 日
        date: {yw} の? {m} 月 {d} 日
        date: {m} 月 {d} 日
        day_of_month: {mw} の? {d} 日
        month: {y} 年 の? {m} 月
        month: {yw} の? {m} 月
        month: {m} 月(?!曜)
        season: {y} 年 の? {season}
        season: {yw} の? {season}
        season: {mod} {season}
        season: {season}
        year: {y} 年(?![間ぶ])
        decade: {dec} 年代
    """,
    near={
        "season_after": "に|、|の間|休み",
        "never": "(?:毎週の?|毎年の?|毎)$",
        "never_after": "ごと",
    },
)

_KO = Grammar(
    spaced=False,
    hangul=True,
    tables={
        "day": "오늘(?!날)=0 어제=-1 어저께=-1 그제(?![야서])=-2 그저께=-2 그끄저께=-3 내일=1 모레=2 글피=3",
        "part": "아침=morning 오전=morning 점심=noon 낮=noon 오후=afternoon 저녁=evening 밤=night 새벽=dawn",
        "dp": "어젯밤=-1:night 간밤=-1:night 지난밤=-1:night 지난_밤=-1:night 어제밤=-1:night 오늘밤=0:night",
        "n": "한=1 두=2 세=3 석=3 네=4 넉=4 다섯=5 여섯=6 일곱=7 여덟=8 아홉=9 열=10 열한=11 열두=12 일=1 이=2 삼=3 사=4 오=5 육=6 칠=7 "
        "팔=8 구=9 십=10 십일=11 십이=12 몇=2-5 수=2-5 여러=3-7",
        "nu": "하루=1:day 이틀=2:day 사흘=3:day 나흘=4:day 닷새=5:day 엿새=6:day 이레=7:day 열흘=10:day 보름=15:day 반년=6:month "
        "며칠=2-5:day 몇_일=2-5:day",
        "unit": "일=day 주일=week 주간=week 주=week 개월=month 달=month 년=year 해=year",
        "period": "주말=weekend 주(?=$|[^가-힣]|[에는엔의부까도만쯤로가를와보내중초])=week 달(?=$|[^가-힣]|[에은엔의부까도만쯤이을과보내중초말])=month 해=year "
        "계절=season 시즌=season",
        "mod": "올=0 지난=-1 저번=-1 지지난=-2 이번=0 요번=0 다음=1 오는=1 다다음=2",
        "uw": "작년=-1:year 지난해=-1:year 올해=0:year 금년=0:year 내년=1:year 재작년=-2:year 지지난해=-2:year 금주=0:week 내주=1:week "
        "이달=0:month 내달=1:month",
        "yw": "작년=-1:year 지난해=-1:year 올해=0:year 금년=0:year 내년=1:year 재작년=-2:year",
        "wd": _row("월요일 화요일 수요일 목요일 금요일 토요일 일요일"),
        "season": _row("봄 여름 가을 겨울"),
    },
    rules="""
        day: {day} {part}?
        daypart: {dp}
        few: 엊그제|요전|일전
        period: {mod} {period}
        period: {uw}
        span: 지난|최근 {n} {unit}
        span: 지난|최근 {nu}
        ago: {n} {unit} 쯤|정도? 전(?=$|[^가-힣]|[에부까의쯤만처이인과와보도엔은])
        ago: {nu} 쯤|정도? 전(?=$|[^가-힣]|[에부까의쯤만처이인과와보도엔은])
        ahead: {n} {unit} 후|뒤(?=$|[^가-힣]|[에부까의쯤만로])
        ahead: {nu} 후|뒤(?=$|[^가-힣]|[에부까의쯤만로])
        weekday: {mod}? {wd} {part}?
        weekday_in_week: {mod} 주 {wd} {part}?
        weekend: 주말
        date: {y} 년 {m} 월 {d} 일
        date: {yw} {m} 월 {d} 일
        date: {m} 월 {d} 일
        day_of_month: {mod} 달 {d} 일
        month: {y} 년 {m} 월
        month: {yw} {m} 월
        month: {m} 월
        month: {mod} {m} 월
        season: {y} 년 {season}
        season: {yw} {season}
        season: {mod} {season}
        season: {season}
        year: {y} 년(?!\\s?(?:동안|간|째|만에|이상))
        decade: {dec} 년대
    """,
    near={
        "season_after": "에|때|방학|동안|철에",
        "never": r"(?:매주|매년|매달|매월|해마다)\s?$",
        "never_after": r"\s?마다",
    },
)

GRAMMARS = {"en": _EN, "de": _DE, "fr": _FR, "es": _ES, "zh": _ZH, "ja": _JA, "ko": _KO}
