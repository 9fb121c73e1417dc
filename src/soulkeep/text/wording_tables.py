"""The templates of `wordings`, by language: each relation as it holds, and as it doesn't; and words that show a habit.

`{who}` is whom it is of, `{whose}` the same as a possessor, `{of}` and `{to}` after a French or Spanish preposition.
`<은|는>` stands for the first after a consonant, the second after a vowel; `[is|are]` for the first of one, the second
of several. What doesn't hold is worded so that it is true of what never was and of what is over.
"""

from __future__ import annotations

Pair = tuple[str, str]

RELATIONS: dict[str, dict[str, Pair]] = {
    "en": {
        "name": ("{who} [is|are] called {value}.", "{who} [is|are] not called {value}."),
        "age": ("{who} [is|are] {value}.", "{who} [is|are] not {value}."),
        "birthday": ("{whose} birthday is {value}.", "{whose} birthday is not {value}."),
        "home": ("{who} [lives|live] in {value}.", "{who} no longer [lives|live] in {value}."),
        "origin": ("{who} [comes|come] from {value}.", "{who} [does|do] not come from {value}."),
        "role": ("{who} [is|are] {value}.", "{who} [is|are] not {value}."),
        "employer": ("{who} [works|work] for {value}.", "{who} [does|do] not work for {value}."),
        "studies": ("{whose} field of study is {value}.", "{whose} field of study is not {value}."),
        "school": ("{whose} place of study is {value}.", "{whose} place of study is not {value}."),
        "likes": ("{who} [likes|like] {value}.", "{who} [does|do] not like {value}."),
        "dislikes": ("{who} [dislikes|dislike] {value}.", "{who} [does|do] not dislike {value}."),
        "favourite": ("{whose} favourite {relation} is {value}.", "{whose} favourite {relation} is not {value}."),
        "allergy": ("{who} [is|are] allergic to {value}.", "{who} [is|are] not allergic to {value}."),
        "diet": ("{who} [is|are] {value}.", "{who} [is|are] not {value}."),
        "eats": ("{who} [eats|eat] {value}.", "{who} [does|do] not eat {value}."),
        "drinks": ("{who} [drinks|drink] {value}.", "{who} [does|do] not drink {value}."),
        "health": ("{who} [has|have] {value}.", "{who} [does|do] not have {value}."),
        "condition": ("{who} [is|are] {value}.", "{who} [is|are] not {value}."),
        "language": ("{who} [speaks|speak] {value}.", "{who} [does|do] not speak {value}."),
        "learning": ("{who} [is|are] learning {value}.", "{who} [is|are] not learning {value}."),
        "owns": ("{who} [owns|own] {value}.", "{who} [does|do] not own {value}."),
        "uses": ("{who} [uses|use] {value}.", "{who} [does|do] not use {value}."),
        "plan": ("{who} [plans|plan] {value}.", "{who} [does|do] not plan {value}."),
        "promise": ("{who} promised {value}.", "{whose} promise does not stand: {value}."),
        "goal": ("{whose} goal is {value}.", "{whose} goal is not {value}."),
        "prefers": ("{who} [prefers|prefer] {value}.", "{who} [does|do] not prefer {value}."),
        "avoids": ("{who} [avoids|avoid] {value}.", "{who} [does|do] not avoid {value}."),
        "attended": ("{who} attended {value}.", "{who} [has|have] never attended {value}."),
        "has": ("{who} [has|have] {value}.", "{who} [does|do] not have {value}."),
        "one of": ("{who} [has|have] {a kin}, {value}.", "{value} is not {whose} {kin}."),
        "the one": ("{whose} {kin} is {value}.", "{value} is not {whose} {kin}."),
        "": ("{whose} {relation} {is} {value}.", "{whose} {relation} {is} not {value}."),
    },
    "de": {
        "name": ("{who} heißt {value}.", "{who} heißt nicht {value}."),
        "age": ("{who} ist {value}.", "{who} ist nicht {value}."),
        "birthday": ("Geburtstag von {who}: {value}.", "Geburtstag von {who}: nicht {value}."),
        "home": ("{who} lebt in {value}.", "{who} lebt nicht mehr in {value}."),
        "origin": ("{who} kommt aus {value}.", "{who} kommt nicht aus {value}."),
        "role": ("{who} ist {value}.", "{who} ist nicht {value}."),
        "employer": ("{who} arbeitet für {value}.", "{who} arbeitet nicht für {value}."),
        "studies": ("Studienfach von {who}: {value}.", "Studienfach von {who}: nicht {value}."),
        "school": ("Studienort von {who}: {value}.", "Studienort von {who}: nicht {value}."),
        "likes": ("{who} mag {value}.", "{who} mag {value} nicht."),
        "dislikes": ("{who} mag {value} nicht.", "{who} hat nichts gegen {value}."),
        "favourite": ("Lieblings{relation} von {who}: {value}.", "Lieblings{relation} von {who}: nicht {value}."),
        "allergy": ("{who} ist allergisch gegen {value}.", "{who} ist nicht allergisch gegen {value}."),
        "diet": ("{who} ist {value}.", "{who} ist nicht {value}."),
        "eats": ("{who} isst {value}.", "{value} isst {who} nicht."),
        "drinks": ("{who} trinkt {value}.", "{value} trinkt {who} nicht."),
        "health": ("{who} hat {value}.", "{value} hat {who} nicht."),
        "condition": ("{who} ist {value}.", "{who} ist nicht {value}."),
        "language": ("{who} spricht {value}.", "{who} spricht nicht {value}."),
        "learning": ("{who} lernt {value}.", "{who} lernt nicht {value}."),
        "owns": ("{who} besitzt {value}.", "{value} besitzt {who} nicht."),
        "uses": ("{who} benutzt {value}.", "{who} benutzt {value} nicht."),
        "plan": ("{who} hat vor: {value}.", "{who} hat nicht vor: {value}."),
        "promise": ("{who} hat versprochen: {value}.", "Dieses Versprechen von {who} gilt nicht: {value}."),
        "goal": ("Ziel von {who}: {value}.", "Ziel von {who}: nicht {value}."),
        "prefers": ("{who} bevorzugt {value}.", "{who} bevorzugt nicht {value}."),
        "avoids": ("{who} meidet {value}.", "{who} meidet nicht: {value}."),
        "attended": ("{who} war dabei: {value}.", "{who} war nie dabei: {value}."),
        "has": ("{who} hat {value}.", "{value} hat {who} nicht."),
        "partner": ("{who} ist mit {value} zusammen.", "{who} ist nicht mit {value} zusammen."),
        "spouse": ("{who} ist mit {value} verheiratet.", "{who} ist nicht mit {value} verheiratet."),
        "friend": ("{who} ist mit {value} befreundet.", "{who} ist nicht mit {value} befreundet."),
        "one of": ("{who} hat {a kin}, {value}.", "{value} ist nicht {kin} von {who}."),
        "the one": ("{kin} von {who}: {value}.", "{kin} von {who}: nicht {value}."),
        "": ("{relation} von {who}: {value}.", "{relation} von {who}: nicht {value}."),
    },
    "fr": {
        "name": ("{who} s'appelle {value}.", "{who} ne s'appelle pas {value}."),
        "age": ("{who} a {value}.", "{who} n'a pas {value}."),
        "birthday": ("Anniversaire {of} : {value}.", "Anniversaire {of} : pas {value}."),
        "home": ("{who} vit {in value}.", "{who} ne vit plus {in value}."),
        "origin": ("{who} vient {of value}.", "{who} ne vient pas {of value}."),
        "role": ("{who} est {value}.", "{who} n'est pas {value}."),
        "employer": ("{who} travaille pour {value}.", "{who} ne travaille pas pour {value}."),
        "studies": ("Études {of} : {value}.", "Études {of} : pas {value}."),
        "likes": ("{who} aime {value}.", "{who} n'aime pas {value}."),
        "dislikes": ("{who} n'aime pas {value}.", "{who} n'a rien contre {value}."),
        "favourite": ("Ce que préfère {who} ({relation}) : {value}.", "Ce que préfère {who} ({relation}) : pas {value}."),
        "allergy": ("{who} a une allergie : {value}.", "{who} n'a pas cette allergie : {value}."),
        "diet": ("{who} est {value}.", "{who} n'est pas {value}."),
        "eats": ("{who} mange {value}.", "{who} ne mange pas {of value}."),
        "drinks": ("{who} boit {value}.", "{who} ne boit pas {of value}."),
        "health": ("{who} souffre {of value}.", "{who} ne souffre pas {of value}."),
        "condition": ("{who} est {value}.", "{who} n'est pas {value}."),
        "language": ("{who} parle {value}.", "{who} ne parle pas {value}."),
        "learning": ("{who} apprend {value}.", "{who} n'apprend pas {value}."),
        "owns": ("{who} possède {value}.", "{who} ne possède pas {value}."),
        "uses": ("{who} utilise {value}.", "{who} n'utilise pas {value}."),
        "plan": ("Projet {of} : {value}.", "Pas un projet {of} : {value}."),
        "promise": ("{who} a promis : {value}.", "Cette promesse {of} ne tient pas : {value}."),
        "goal": ("But {of} : {value}.", "Pas le but {of} : {value}."),
        "prefers": ("{who} préfère {value}.", "{who} ne préfère pas {value}."),
        "avoids": ("{who} évite {value}.", "{who} n'évite pas {value}."),
        "attended": ("{who} a participé : {value}.", "{who} n'a jamais participé : {value}."),
        "has": ("{who} a {value}.", "{who} n'a pas {value}."),
        "partner": ("{who} est en couple avec {value}.", "{who} n'est pas en couple avec {value}."),
        "friend": ("{value} fait partie des amis {of}.", "{value} ne fait pas partie des amis {of}."),
        "one of": ("{who} a {a kin}, {value}.", "{value} n'est pas {the kin} {of}."),
        "the one": ("{the kin} {of} est {value}.", "{value} n'est pas {the kin} {of}."),
        "": ("{relation} {of} : {value}.", "{relation} {of} : pas {value}."),
    },
    "es": {
        "name": ("{who} se llama {value}.", "{who} no se llama {value}."),
        "age": ("{who} tiene {value}.", "{who} no tiene {value}."),
        "birthday": ("Cumpleaños {of}: {value}.", "Cumpleaños {of}: no {value}."),
        "home": ("{who} vive en {value}.", "{who} ya no vive en {value}."),
        "origin": ("{who} es de {value}.", "{who} no es de {value}."),
        "role": ("{who} es {value}.", "{who} no es {value}."),
        "employer": ("{who} trabaja para {value}.", "{who} no trabaja para {value}."),
        "studies": ("Estudios {of}: {value}.", "Estudios {of}: no {value}."),
        "likes": ("{To} le gusta {value}.", "{To} no le gusta {value}."),
        "dislikes": ("{To} no le gusta {value}.", "{To} no le disgusta {value}."),
        "favourite": ("Lo que prefiere {who} ({relation}): {value}.", "Lo que prefiere {who} ({relation}): no {value}."),
        "allergy": ("{who} tiene alergia: {value}.", "{who} no tiene alergia: {value}."),
        "diet": ("{who} sigue esta dieta: {value}.", "{who} no sigue esta dieta: {value}."),
        "eats": ("{who} come {value}.", "{who} no come {value}."),
        "drinks": ("{who} bebe {value}.", "{who} no bebe {value}."),
        "health": ("{who} tiene {value}.", "{who} no tiene {value}."),
        "condition": ("{who} es {value}.", "{who} no es {value}."),
        "language": ("{who} habla {value}.", "{who} no habla {value}."),
        "learning": ("{who} aprende {value}.", "{who} no aprende {value}."),
        "owns": ("{who} posee {value}.", "{who} no posee {value}."),
        "uses": ("{who} usa {value}.", "{who} no usa {value}."),
        "plan": ("Plan {of}: {value}.", "No un plan {of}: {value}."),
        "promise": ("{who} prometió: {value}.", "Esta promesa {of} no sigue en pie: {value}."),
        "goal": ("Meta {of}: {value}.", "No la meta {of}: {value}."),
        "prefers": ("{who} prefiere {value}.", "{who} no prefiere {value}."),
        "avoids": ("{who} evita {value}.", "{who} no evita {value}."),
        "attended": ("{who} ha asistido: {value}.", "{who} nunca ha asistido: {value}."),
        "has": ("{who} tiene {value}.", "{who} no tiene {value}."),
        "friend": ("{who} tiene amistad con {value}.", "{who} no tiene amistad con {value}."),
        "one of": ("{who} tiene {a kin}, {value}.", "{value} no es {kin} {of}."),
        "the one": ("{the kin} {of} es {value}.", "{value} no es {the kin} {of}."),
        "": ("{relation} {of}: {value}.", "{relation} {of}: no {value}."),
    },
    "ko": {
        "name": ("{who}의 이름은 {value}<이다|다>.", "{who}의 이름은 {value}<이|가> 아니다."),
        "age": ("{who}<은|는> {value}<이다|다>.", "{who}<은|는> {value}<이|가> 아니다."),
        "birthday": ("{who}의 생일은 {value}<이다|다>.", "{who}의 생일은 {value}<이|가> 아니다."),
        "home": ("{who}<은|는> {value}에 산다.", "{who}<은|는> 이제 {value}에 살지 않는다."),
        "origin": ("{who}<은|는> {value} 출신이다.", "{who}<은|는> {value} 출신이 아니다."),
        "role": ("{who}의 직업은 {value}<이다|다>.", "{who}의 직업은 {value}<이|가> 아니다."),
        "employer": ("{who}<은|는> {value}에서 일한다.", "{who}<은|는> {value}에서 일하지 않는다."),
        "studies": ("{who}의 전공은 {value}<이다|다>.", "{who}의 전공은 {value}<이|가> 아니다."),
        "school": ("{who}의 학교는 {value}<이다|다>.", "{who}의 학교는 {value}<이|가> 아니다."),
        "likes": ("{who}<은|는> {value}<을|를> 좋아한다.", "{who}<은|는> {value}<을|를> 좋아하지 않는다."),
        "dislikes": ("{who}<은|는> {value}<을|를> 싫어한다.", "{who}<은|는> {value}<을|를> 싫어하지 않는다."),
        "favourite": ("{who}<이|가> 가장 좋아하는 {relation}<은|는> {value}<이다|다>.", "{who}<이|가> 가장 좋아하는 {relation}<은|는> {value}<이|가> 아니다."),
        "allergy": ("{who}에게는 {value} 알레르기가 있다.", "{who}에게는 {value} 알레르기가 없다."),
        "diet": ("{who}의 식단은 {value}<이다|다>.", "{who}의 식단은 {value}<이|가> 아니다."),
        "eats": ("{who}<은|는> {value}<을|를> 먹는다.", "{who}<은|는> {value}<을|를> 먹지 않는다."),
        "drinks": ("{who}<은|는> {value}<을|를> 마신다.", "{who}<은|는> {value}<을|를> 마시지 않는다."),
        "health": ("{who}에게는 {value}<이|가> 있다.", "{who}에게는 {value}<이|가> 없다."),
        "language": ("{who}<은|는> {value}<을|를> 한다.", "{who}<은|는> {value}<을|를> 하지 않는다."),
        "learning": ("{who}<은|는> {value}<을|를> 배운다.", "{who}<은|는> {value}<을|를> 배우지 않는다."),
        "owns": ("{who}에게는 {value}<이|가> 있다.", "{who}에게는 {value}<이|가> 없다."),
        "uses": ("{who}<은|는> {value}<을|를> 쓴다.", "{who}<은|는> {value}<을|를> 쓰지 않는다."),
        "plan": ("{who}의 계획: {value}.", "{who}의 계획이 아니다: {value}."),
        "promise": ("{who}의 약속: {value}.", "{who}의 이 약속은 유효하지 않다: {value}."),
        "goal": ("{who}의 목표: {value}.", "{who}의 목표가 아니다: {value}."),
        "prefers": ("{who}<은|는> {value}<을|를> 더 좋아한다.", "{who}<은|는> {value}<을|를> 더 좋아하지 않는다."),
        "avoids": ("{who}<은|는> {value}<을|를> 피한다.", "{who}<은|는> {value}<을|를> 피하지 않는다."),
        "attended": ("{who}<은|는> {value}에 참석했다.", "{who}<은|는> {value}에 참석한 적이 없다."),
        "has": ("{who}에게는 {value}<이|가> 있다.", "{who}에게는 {value}<이|가> 없다."),
        "one of": ("{who}에게는 {kin} {value}<이|가> 있다.", "{value}<은|는> {who}의 {kin}<이|가> 아니다."),
        "the one": ("{who}의 {kin}<은|는> {value}<이다|다>.", "{value}<은|는> {who}의 {kin}<이|가> 아니다."),
        "": ("{who}의 {relation}<은|는> {value}<이다|다>.", "{who}의 {relation}<은|는> {value}<이|가> 아니다."),
    },
    "ja": {
        "name": ("{who}の名前は{value}だ。", "{who}の名前は{value}ではない。"),
        "age": ("{who}は{value}だ。", "{who}は{value}ではない。"),
        "birthday": ("{who}の誕生日は{value}だ。", "{who}の誕生日は{value}ではない。"),
        "home": ("{who}は{value}に住んでいる。", "{who}はもう{value}に住んでいない。"),
        "origin": ("{who}は{value}の出身だ。", "{who}は{value}の出身ではない。"),
        "role": ("{who}の仕事は{value}だ。", "{who}の仕事は{value}ではない。"),
        "employer": ("{who}は{value}で働いている。", "{who}は{value}で働いていない。"),
        "studies": ("{who}の専攻は{value}だ。", "{who}の専攻は{value}ではない。"),
        "school": ("{who}の学校は{value}だ。", "{who}の学校は{value}ではない。"),
        "likes": ("{who}は{value}が好きだ。", "{who}は{value}が好きではない。"),
        "dislikes": ("{who}は{value}が嫌いだ。", "{who}は{value}が嫌いではない。"),
        "favourite": ("{who}の一番好きな{relation}は{value}だ。", "{who}の一番好きな{relation}は{value}ではない。"),
        "allergy": ("{who}には{value}アレルギーがある。", "{who}には{value}アレルギーがない。"),
        "diet": ("{who}の食生活は{value}だ。", "{who}の食生活は{value}ではない。"),
        "eats": ("{who}は{value}を食べる。", "{who}は{value}を食べない。"),
        "drinks": ("{who}は{value}を飲む。", "{who}は{value}を飲まない。"),
        "health": ("{who}には{value}がある。", "{who}には{value}がない。"),
        "language": ("{who}は{value}を話す。", "{who}は{value}を話さない。"),
        "learning": ("{who}は{value}を習っている。", "{who}は{value}を習っていない。"),
        "owns": ("{who}は{value}を持っている。", "{who}は{value}を持っていない。"),
        "uses": ("{who}は{value}を使う。", "{who}は{value}を使わない。"),
        "plan": ("{who}の予定は「{value}」だ。", "「{value}」は{who}の予定ではない。"),
        "promise": ("{who}は「{value}」と約束した。", "{who}の「{value}」という約束は生きていない。"),
        "goal": ("{who}の目標は「{value}」だ。", "「{value}」は{who}の目標ではない。"),
        "prefers": ("{who}は{value}を好む。", "{who}は{value}を好まない。"),
        "avoids": ("{who}は{value}を避ける。", "{who}は{value}を避けない。"),
        "attended": ("{who}は{value}に参加した。", "{who}は{value}に参加したことがない。"),
        "has": ("{who}には{value}がいる。", "{who}には{value}がいない。"),
        "one of": ("{who}には{kin}の{value}がいる。", "{value}は{who}の{kin}ではない。"),
        "the one": ("{who}の{kin}は{value}だ。", "{value}は{who}の{kin}ではない。"),
        "": ("{who}の{relation}は{value}だ。", "{who}の{relation}は{value}ではない。"),
    },
    "zh": {
        "name": ("{who}叫{value}。", "{who}不叫{value}。"),
        "age": ("{who}是{value}。", "{who}不是{value}。"),
        "birthday": ("{who}的生日是{value}。", "{who}的生日不是{value}。"),
        "home": ("{who}住在{value}。", "{who}不再住在{value}。"),
        "origin": ("{who}来自{value}。", "{who}不是来自{value}。"),
        "role": ("{who}的职业是{value}。", "{who}的职业不是{value}。"),
        "employer": ("{who}在{value}工作。", "{who}不在{value}工作。"),
        "studies": ("{who}的专业是{value}。", "{who}的专业不是{value}。"),
        "school": ("{who}的学校是{value}。", "{who}的学校不是{value}。"),
        "likes": ("{who}喜欢{value}。", "{who}不喜欢{value}。"),
        "dislikes": ("{who}讨厌{value}。", "{who}不讨厌{value}。"),
        "favourite": ("{who}最喜欢的{relation}是{value}。", "{who}最喜欢的{relation}不是{value}。"),
        "allergy": ("{who}对{value}过敏。", "{who}对{value}不过敏。"),
        "diet": ("{who}的饮食方式是{value}。", "{who}的饮食方式不是{value}。"),
        "eats": ("{who}吃{value}。", "{who}不吃{value}。"),
        "drinks": ("{who}喝{value}。", "{who}不喝{value}。"),
        "health": ("{who}有{value}。", "{who}没有{value}。"),
        "language": ("{who}会说{value}。", "{who}不说{value}。"),
        "learning": ("{who}在学{value}。", "{who}不在学{value}。"),
        "owns": ("{who}有{value}。", "{who}没有{value}。"),
        "uses": ("{who}用{value}。", "{who}不用{value}。"),
        "plan": ("{who}的计划：{value}。", "这不是{who}的计划：{value}。"),
        "promise": ("{who}答应过：{value}。", "{who}的这个承诺不算数：{value}。"),
        "goal": ("{who}的目标：{value}。", "这不是{who}的目标：{value}。"),
        "prefers": ("{who}更喜欢{value}。", "{who}并不更喜欢{value}。"),
        "avoids": ("{who}避免{value}。", "{who}不避免{value}。"),
        "attended": ("{who}参加过{value}。", "{who}没参加过{value}。"),
        "has": ("{who}有{value}。", "{who}没有{value}。"),
        "one of": ("{who}有{a kin}，{value}。", "{value}不是{who}的{kin}。"),
        "the one": ("{who}的{kin}是{value}。", "{value}不是{who}的{kin}。"),
        "": ("{who}的{relation}是{value}。", "{who}的{relation}不是{value}。"),
    },
}  # fmt: skip

KIN: dict[str, dict[str, str]] = {  # with an indefinite article where a language has one
    "de": {
        "child": "ein Kind", "son": "einen Sohn", "daughter": "eine Tochter", "mother": "eine Mutter", "father": "einen Vater",
        "sister": "eine Schwester", "brother": "einen Bruder", "grandmother": "eine Großmutter", "grandfather": "einen Großvater",
        "pet": "ein Haustier", "cousin": "einen Cousin", "aunt": "eine Tante", "uncle": "einen Onkel", "niece": "eine Nichte",
        "nephew": "einen Neffen", "dog": "einen Hund", "cat": "eine Katze", "wife": "eine Frau", "husband": "einen Mann",
        "partner": "einen Partner", "spouse": "einen Ehepartner", "friend": "einen Freund",
    },
    "fr": {
        "partner": "un partenaire", "spouse": "un conjoint", "child": "un enfant", "son": "un fils", "daughter": "une fille",
        "mother": "une mère", "father": "un père", "sister": "une sœur", "brother": "un frère", "friend": "un ami",
        "grandmother": "une grand-mère", "grandfather": "un grand-père", "pet": "un animal", "cousin": "un cousin",
        "aunt": "une tante", "uncle": "un oncle", "niece": "une nièce", "nephew": "un neveu", "dog": "un chien", "cat": "un chat",
        "wife": "une femme", "husband": "un mari", "boss": "un chef", "roommate": "un colocataire", "colleague": "un collègue",
    },
    "es": {
        "partner": "una pareja", "spouse": "un cónyuge", "child": "un hijo", "son": "un hijo", "daughter": "una hija",
        "mother": "una madre", "father": "un padre", "sister": "una hermana", "brother": "un hermano", "friend": "una amistad",
        "grandmother": "una abuela", "grandfather": "un abuelo", "pet": "una mascota", "cousin": "un primo", "aunt": "una tía",
        "uncle": "un tío", "niece": "una sobrina", "nephew": "un sobrino", "dog": "un perro", "cat": "un gato",
        "wife": "una mujer", "husband": "un marido", "boss": "un jefe", "roommate": "un compañero de piso", "colleague": "un colega",
    },
    "ko": {
        "partner": "연인", "spouse": "배우자", "child": "아이", "son": "아들", "daughter": "딸", "mother": "어머니", "father": "아버지",
        "sister": "자매", "brother": "형제", "friend": "친구", "grandmother": "할머니", "grandfather": "할아버지", "pet": "반려동물",
        "cousin": "사촌", "aunt": "이모", "uncle": "삼촌", "niece": "조카", "nephew": "조카", "dog": "개", "cat": "고양이",
        "wife": "아내", "husband": "남편", "boss": "상사", "roommate": "룸메이트", "colleague": "동료",
    },
    "ja": {
        "partner": "恋人", "spouse": "配偶者", "child": "子ども", "son": "息子", "daughter": "娘", "mother": "母", "father": "父",
        "sister": "姉妹", "brother": "兄弟", "friend": "友人", "grandmother": "祖母", "grandfather": "祖父", "pet": "ペット",
        "cousin": "いとこ", "aunt": "おば", "uncle": "おじ", "niece": "姪", "nephew": "甥", "dog": "犬", "cat": "猫",
        "wife": "妻", "husband": "夫", "boss": "上司", "roommate": "ルームメイト", "colleague": "同僚",
    },
    "zh": {
        "partner": "伴侣", "spouse": "配偶", "child": "孩子", "son": "儿子", "daughter": "女儿", "mother": "母亲", "father": "父亲",
        "sister": "姐妹", "brother": "兄弟", "friend": "朋友", "grandmother": "祖母", "grandfather": "祖父", "pet": "宠物",
        "cousin": "表亲", "aunt": "姑姨", "uncle": "叔舅", "niece": "侄女", "nephew": "侄子", "dog": "狗", "cat": "猫",
        "wife": "妻子", "husband": "丈夫", "boss": "上司", "roommate": "室友", "colleague": "同事",
    },
}  # fmt: skip
"""What somebody's people and animals are called."""

ONE_OF = (
    "sister", "brother", "son", "daughter", "child", "friend", "grandmother", "grandfather", "pet", "cousin", "aunt", "uncle", "niece",
    "nephew", "roommate", "colleague", "teammate",
)  # fmt: skip
"""People and animals that somebody may have several of."""

THE_ONE = ("partner", "spouse", "mother", "father", "boss", "wife", "husband")

OWN = {  # of the languages that don't tell names by capitals; German writes all nouns so
    "de": "schwester bruder mutter vater mama papa oma opa großmutter großvater tante onkel cousin cousine nichte neffe sohn tochter kind "
    "kinder baby eltern geschwister frau mann partner partnerin freund freundin kollege kollegin chef chefin mitbewohner mitbewohnerin "
    "hund katze kater hündin pferd hamster kaninchen papagei vogel haustier nachbar nachbarin",
    "ko": "누나 언니 오빠 형 동생 여동생 남동생 엄마 아빠 어머니 아버지 부모님 부모 할머니 할아버지 외할머니 외할아버지 이모 고모 삼촌 외삼촌 사촌 조카 "
    "아들 딸 아이 아기 애기 아내 와이프 남편 남자친구 여자친구 남친 여친 애인 연인 친구 베프 동료 상사 부장님 팀장님 선배 후배 룸메이트 이웃 "
    "강아지 고양이 개 햄스터 토끼 앵무새 거북이 반려견 반려묘 반려동물 가족 자매 형제",
    "ja": "姉 妹 兄 弟 母 父 お母さん お父さん お姉さん お兄さん 両親 祖母 祖父 おばあちゃん おじいちゃん 叔母 叔父 いとこ 甥 姪 息子 娘 子供 子ども 赤ちゃん 妻 夫 "
    "彼氏 彼女 恋人 友達 友人 親友 同僚 上司 先輩 後輩 犬 猫 ペット うさぎ 家族 姉妹 兄弟",
    "zh": "姐姐 妹妹 哥哥 弟弟 妈妈 爸爸 母亲 父亲 父母 奶奶 爷爷 外婆 外公 姥姥 姥爷 阿姨 姑姑 叔叔 舅舅 表哥 表姐 表弟 表妹 侄子 侄女 儿子 女儿 孩子 宝宝 妻子 丈夫 "
    "老婆 老公 男朋友 女朋友 男友 女友 朋友 闺蜜 同事 上司 老板 同学 室友 狗 猫 狗狗 猫咪 宠物 家人 姐妹 兄弟",
}
"""Words for somebody's people and animals: another word for whom a statement is of is a name."""

YEARS_OLD = {
    "en": "{} years old", "de": "{} Jahre alt", "fr": "{} ans", "es": "{} años", "ko": "{}살", "ja": "{}歳", "zh": "{}岁",
}  # fmt: skip

FEELINGS = {
    "en": "joy affection pride gratitude sadness loneliness anger fear shame disgust surprise",
    "de": "Freude Zuneigung Stolz Dankbarkeit Trauer Einsamkeit Ärger Angst Scham Ekel Überraschung",
    "fr": "joie affection fierté gratitude tristesse solitude colère peur honte dégoût surprise",
    "es": "alegría cariño orgullo gratitud tristeza soledad enfado miedo vergüenza asco sorpresa",
    "ko": "기쁨 애정 자부심 고마움 슬픔 외로움 분노 두려움 부끄러움 혐오 놀라움",
    "ja": "喜び 愛情 誇り 感謝 悲しみ 寂しさ 怒り 恐れ 恥ずかしさ 嫌悪 驚き",
    "zh": "喜悦 喜爱 自豪 感激 悲伤 孤独 愤怒 恐惧 羞愧 厌恶 惊讶",
}
"""In the order of the English ones."""

HOURS = {  # night, morning, afternoon, evening
    "en": ("at night", "in the morning", "in the afternoon", "in the evening"),
    "de": ("nachts", "vormittags", "nachmittags", "abends"),
    "fr": ("la nuit", "le matin", "l'après-midi", "le soir"),
    "es": ("por la noche, tarde", "por la mañana", "por la tarde", "al anochecer"),
    "ko": ("밤에", "아침에", "오후에", "저녁에"),
    "ja": ("夜中に", "午前中に", "午後に", "夕方から夜に"),
    "zh": ("在深夜", "在上午", "在下午", "在晚上"),
}

WEEKDAYS = {
    "en": "on Mondays|on Tuesdays|on Wednesdays|on Thursdays|on Fridays|on Saturdays|on Sundays",
    "de": "montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags",
    "fr": "le lundi|le mardi|le mercredi|le jeudi|le vendredi|le samedi|le dimanche",
    "es": "los lunes|los martes|los miércoles|los jueves|los viernes|los sábados|los domingos",
    "ko": "월요일에|화요일에|수요일에|목요일에|금요일에|토요일에|일요일에",
    "ja": "月曜日に|火曜日に|水曜日に|木曜日に|金曜日に|土曜日に|日曜日に",
    "zh": "在星期一|在星期二|在星期三|在星期四|在星期五|在星期六|在星期日",
}

HABITS: dict[str, dict[str, str]] = {
    "en": {
        "said": "{who} has said this {count} times{since}: {quote}",
        "asked": "{who} has asked this {count} times{since}: {quote}",
        "since": " since {month}",
        "days": "{who} speaks of {topic} again and again, on {count} different days{since}.",
        "turns": "{who} speaks of {topic} again and again, {count} times so far.",
        "about": "{who} has asked about {topic} {count} times{since}.",
        "feeling": "When {who} speaks of {topic} and shows a feeling, it is mostly {feeling} ({count} of the last {all} times).",
        "time": "{who} mostly talks {time} ({count} of the last {all} conversations).",
        "word": "Most things that {who} likes have “{shared}” in common: {things} ({count} of {all}).",
        "kind": "Most things that {who} likes are of one kind, {shared}: {things} ({count} of {all}).",
    },
    "de": {
        "said": "{who} hat das{since} {count}-mal gesagt: {quote}",
        "asked": "{who} hat das{since} {count}-mal gefragt: {quote}",
        "since": " seit {month}",
        "days": "{who} spricht immer wieder von {topic}, an {count} verschiedenen Tagen{since}.",
        "turns": "{who} spricht immer wieder von {topic}, bisher {count}-mal.",
        "about": "{who} hat{since} {count}-mal nach {topic} gefragt.",
        "feeling": "Wenn {who} von {topic} spricht und Gefühl zeigt, ist es meist {feeling} ({count} der letzten {all} Male).",
        "time": "{who} redet meist {time} ({count} der letzten {all} Gespräche).",
        "word": "Das meiste, was {who} mag, hat „{shared}“ gemeinsam: {things} ({count} von {all}).",
        "kind": "Das meiste, was {who} mag, ist von einer Art, {shared}: {things} ({count} von {all}).",
    },
    "fr": {
        "said": "{who} a dit cela {count} fois{since} : {quote}",
        "asked": "{who} a posé cette question {count} fois{since} : {quote}",
        "since": " depuis {month}",
        "days": "{who} parle souvent de ceci, {count} jours différents{since} : {topic}.",
        "turns": "{who} parle souvent de ceci, {count} fois jusqu'ici : {topic}.",
        "about": "{who} a posé {count} questions à ce sujet{since} : {topic}.",
        "feeling": "Quand {who} montre un sentiment à ce sujet ({topic}), c'est surtout : {feeling} ({count} des {all} dernières fois).",
        "time": "{who} parle surtout {time} ({count} des {all} dernières conversations).",
        "word": "La plupart des choses qu'aime {who} ont « {shared} » en commun : {things} ({count} sur {all}).",
        "kind": "La plupart des choses qu'aime {who} sont d'un même genre, {shared} : {things} ({count} sur {all}).",
    },
    "es": {
        "said": "{who} ha dicho esto {count} veces{since}: {quote}",
        "asked": "{who} ha preguntado esto {count} veces{since}: {quote}",
        "since": " desde {month}",
        "days": "{who} habla una y otra vez de esto, {count} días distintos{since}: {topic}.",
        "turns": "{who} habla una y otra vez de esto, {count} veces hasta ahora: {topic}.",
        "about": "{who} ha hecho {count} preguntas sobre esto{since}: {topic}.",
        "feeling": "Cuando {who} muestra un sentimiento sobre esto ({topic}), suele ser: {feeling} ({count} de las últimas {all} veces).",
        "time": "{who} suele hablar {time} ({count} de las últimas {all} conversaciones).",
        "word": "La mayoría de lo que le gusta a {who} tiene «{shared}» en común: {things} ({count} de {all}).",
        "kind": "La mayoría de lo que le gusta a {who} es de un mismo tipo, {shared}: {things} ({count} de {all}).",
    },
    "ko": {
        "said": "{who}<은|는>{since} 이 말을 {count}번 했다. {quote}",
        "asked": "{who}<은|는>{since} 이것을 {count}번 물었다. {quote}",
        "since": " {month}부터",
        "days": "{who}<은|는>{since} {topic} 이야기를 거듭한다. 서로 다른 {count}일에 했다.",
        "turns": "{who}<은|는> {topic} 이야기를 거듭한다. 지금까지 {count}번 했다.",
        "about": "{who}<은|는>{since} {topic}에 대해 {count}번 물었다.",
        "feeling": "{who}<이|가> {topic} 이야기를 하며 감정을 보일 때는 대개 {feeling}이다(최근 {all}번 중 {count}번).",
        "time": "{who}<은|는> 주로 {time} 이야기한다(최근 대화 {all}번 중 {count}번).",
        "word": "{who}<이|가> 좋아하는 것에는 대부분 “{shared}”<이|가> 들어간다: {things} ({all}개 중 {count}개).",
        "kind": "{who}<이|가> 좋아하는 것은 대부분 한 종류다. {shared}: {things} ({all}개 중 {count}개).",
    },
    "ja": {
        "said": "{who}は{since}これを{count}回言った。{quote}",
        "asked": "{who}は{since}これを{count}回尋ねた。{quote}",
        "since": "{month}から",
        "days": "{who}は{since}{topic}の話を繰り返している。別々の{count}日に話した。",
        "turns": "{who}は{topic}の話を繰り返している。これまで{count}回話した。",
        "about": "{who}は{since}{topic}について{count}回尋ねた。",
        "feeling": "{who}が{topic}の話で感情を見せるときは、たいてい{feeling}だ（最近の{all}回中{count}回）。",
        "time": "{who}はたいてい{time}話す（最近の会話{all}回中{count}回）。",
        "word": "{who}が好きなものの多くに「{shared}」が入っている：{things}（{all}個中{count}個）。",
        "kind": "{who}が好きなものの多くは一つの種類だ。{shared}：{things}（{all}個中{count}個）。",
    },
    "zh": {
        "said": "{who}{since}说过{count}次：{quote}",
        "asked": "{who}{since}问过{count}次：{quote}",
        "since": "自{month}以来",
        "days": "{who}{since}一再说起{topic}，在{count}个不同的日子说过。",
        "turns": "{who}一再说起{topic}，至今{count}次。",
        "about": "{who}{since}问起{topic}{count}次。",
        "feeling": "{who}说起{topic}而流露感情时，多半是{feeling}（最近{all}次中有{count}次）。",
        "time": "{who}多半{time}聊天（最近{all}次谈话中有{count}次）。",
        "word": "{who}喜欢的东西大多含有“{shared}”：{things}（{all}个中有{count}个）。",
        "kind": "{who}喜欢的东西大多属于一类，{shared}：{things}（{all}个中有{count}个）。",
    },
}  # fmt: skip
"""What was found again and again. `{since}` is empty where the time isn't known."""

QUOTES = {"de": ("„", "“"), "fr": ("« ", " »"), "es": ("«", "»"), "ja": ("「", "」")}

BEFORE_NOUNS = {
    "en": r"(?:(?:an?|the|my|our|your|his|her|its|their|this|that|these|those|some|any|no|new|first|own|\w+['’]s|"
    r"of|in|about|with|for|at|from|on|into|doing) )",
    "fr": r"(?:(?:une?|les?|la|des?|du|mon|mas?|mes|nos|notre|tes|ton|ta|votre|vos|ses|son|sa|leurs?|cet?|cette|ces|aux?"
    r"|en) |[ld]['’])",
    "es": r"(?:una?s?|unos|el|las?|los|mis?|tus?|sus?|nuestr[oa]s?|est[ea]s?|es[ea]s?|al|del?|en|con|sobre) ",
}
"""What stands before nouns, and seldom before verbs and words that tell how."""

NO_MATTER = (
    "emotion emotions feeling feelings experience experiences stuff thank thanks gefühl gefühle 十分 参加 参与 认真 努力 看到 遇到 听到 感到 找到 "
    "得到 收到 进行 成为 带来 感受 心情 一家 "
    "나만 너만 우리만 그녀 그대 그분 그놈 가기 하기 보기 되기 있기 없기 먹기 남자 여자"
)
"""Words that go with any matter."""

CLASSES = (
    "fruit vegetable dessert pasta meat seafood cheese bread dish drink beverage tea coffee wine beer dog cat bird "
    "insect animal flower tree plant sport exercise dance instrument music film movie novel book game toy art craft "
    "science vehicle car language city country fabric hobby"
)
"""Classes that somebody's tastes may share, in English."""

LIFE = {
    "en": "work school family home",
    "de": "Arbeit Schule Familie",
    "fr": "travail école famille",
    "es": "trabajo escuela familia",
    "ko": "회사 직장 학교 가족",
    "ja": "仕事 学校 家族",
    "zh": "工作 学校 家人",
}
"""Matters of every life, too common to say what a talk is about, but not what is on somebody's mind."""
