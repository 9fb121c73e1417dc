"""Dates in words: as they are indexed, as they are shown, and how long ago they are."""

from __future__ import annotations

from datetime import datetime

_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
}
_WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "pt": "segunda terça quarta quinta sexta sábado domingo",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "pl": "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    "ru": "понедельник вторник среда четверг пятница суббота воскресенье",
    "tr": "Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar",
    "ko": "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "zh": "星期一 星期二 星期三 星期四 星期五 星期六 星期日",
}
_NUMBERED = {"ko": "{y}년 {m}월 {d}일", "ja": "{y}年{m}月{d}日", "zh": "{y}年{m}月{d}日"}
_DATE = {"de": "{d}. {month} {y}", "es": "{d} de {month} de {y}", "pt": "{d} de {month} de {y}"}

_AGO = {  # today, yesterday, days, last week, weeks, last month, months, last year, years, in the future
    "en": ("today", "yesterday", "{} days ago", "last week", "{} weeks ago", "last month", "{} months ago", "last year",
           "{} years ago", "still to come"),
    "de": ("heute", "gestern", "vor {} Tagen", "letzte Woche", "vor {} Wochen", "letzten Monat", "vor {} Monaten",
           "letztes Jahr", "vor {} Jahren", "noch bevorstehend"),
    "fr": ("aujourd'hui", "hier", "il y a {} jours", "la semaine dernière", "il y a {} semaines", "le mois dernier",
           "il y a {} mois", "l'an dernier", "il y a {} ans", "à venir"),
    "es": ("hoy", "ayer", "hace {} días", "la semana pasada", "hace {} semanas", "el mes pasado", "hace {} meses",
           "el año pasado", "hace {} años", "por venir"),
    "ko": ("오늘", "어제", "{}일 전", "지난주", "{}주 전", "지난달", "{}달 전", "작년", "{}년 전", "앞으로"),
    "ja": ("今日", "昨日", "{}日前", "先週", "{}週間前", "先月", "{}か月前", "昨年", "{}年前", "これから"),
    "zh": ("今天", "昨天", "{}天前", "上周", "{}周前", "上个月", "{}个月前", "去年", "{}年前", "将来"),
}  # fmt: skip


def date_words(time: datetime, language: str) -> str:
    """What a date is found by: weekday, day, month and year in words of a language; English where we have none."""
    days = _WEEKDAYS.get(language, _WEEKDAYS["en"])
    return f"{days.split()[time.weekday()]} {human_date(time, language)}"


def human_date(time: datetime, language: str) -> str:
    """A date as people write it, such as "8 May 2023" or "2023년 5월 8일"."""
    if language in _NUMBERED:
        return _NUMBERED[language].format(y=time.year, m=time.month, d=time.day)
    month = _MONTHS.get(language, _MONTHS["en"]).split()[time.month - 1]
    return _DATE.get(language, "{d} {month} {y}").format(d=time.day, month=month, y=time.year)


def ago(time: datetime, now: datetime, language: str) -> str:
    """How long ago a time is, by calendar days in the time zone of `now`; English where we have no words."""
    words = _AGO.get(language, _AGO["en"])
    then = time.astimezone(now.tzinfo)
    days = (now.date() - then.date()).days
    months = (now.year - then.year) * 12 + now.month - then.month
    if days < 0:
        return words[9]
    if days < 2:
        return words[days]
    if days < 7:
        return words[2].format(days)
    if days < 14:
        return words[3]
    if days < 31:
        return words[4].format(days // 7)
    if months == 1:
        return words[5]
    if months < 12:
        return words[6].format(months)
    return words[7] if now.year - then.year == 1 else words[8].format(now.year - then.year)
