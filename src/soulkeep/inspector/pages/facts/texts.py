"""Words of the page on facts."""

from __future__ import annotations

from soulkeep.inspector.memory_texts import with_memory

_RELATIONS = {
    "name": "이름", "age": "나이", "birthday": "생일", "home": "사는 곳", "origin": "고향", "role": "하는 일",
    "employer": "직장", "studies": "전공", "school": "학교", "learning": "배우는 것", "partner": "연인",
    "spouse": "배우자", "child": "자녀", "son": "아들", "daughter": "딸", "mother": "어머니", "father": "아버지",
    "sister": "자매", "brother": "형제", "friend": "친구", "grandmother": "할머니", "grandfather": "할아버지",
    "cousin": "사촌", "aunt": "이모·고모", "uncle": "삼촌", "niece": "조카딸", "nephew": "조카", "roommate": "룸메이트",
    "boss": "상사", "colleague": "동료", "teammate": "팀원", "mentor": "멘토", "coach": "코치", "advisor": "지도교수",
    "supervisor": "감독자", "neighbour": "이웃", "pet": "반려동물", "kind": "종류", "likes": "좋아함",
    "dislikes": "싫어함", "favourite": "가장 좋아함", "allergy": "알레르기", "diet": "식단", "health": "건강",
    "language": "언어", "uses": "쓰는 것", "plan": "계획", "promise": "약속", "goal": "목표", "prefers": "선호",
    "avoids": "피함", "attended": "다녀온 곳", "has": "가진 것",
}  # fmt: skip

TEXTS = with_memory(
    {
        "en": {
            "search": "Search the facts",
            "as_of": "As of",
            "present": "now",
            "only": "Only what held then",
            "relation": "Relation",
            "value": "Value, the older first",
            "validity": "Held from, until",
            "confidence": "Confidence",
            "told_by": "Told by",
            "not": "not {value}",
            "conflict": "conflict",
            "conflict_note": "These can't all be true: {others}",
            "count": "{holding} of {total} facts hold",
            "none": "No facts yet. They are found in what people say of themselves.",
            "nothing": "No fact fits.",
            "forgotten_facts": "Forgotten facts",
            "bar": "{value}: from {since} until {until}",
            "still": "now",
            "ever": "ever",
            "more_chains": "{count} more",
            "follows": "then",
        },
        "ko": {
            "search": "사실 찾기",
            "as_of": "기준 시점",
            "present": "지금",
            "only": "그때 사실이던 것만",
            "relation": "관계",
            "value": "값 (오래된 것부터)",
            "validity": "사실이던 기간",
            "confidence": "확신",
            "told_by": "말한 사람",
            "not": "{value} 아님",
            "conflict": "모순",
            "conflict_note": "함께 참일 수 없습니다: {others}",
            "count": "사실 {total}개 중 {holding}개가 유효",
            "none": "아직 사실이 없습니다. 사람들이 자신에 대해 하는 말에서 찾습니다.",
            "nothing": "맞는 사실이 없습니다.",
            "forgotten_facts": "잊은 사실",
            "bar": "{value}: {since}부터 {until}까지",
            "still": "지금",
            "ever": "처음",
            "more_chains": "{count}개 더",
            "follows": "다음",
            **{f"relation_{relation}": word for relation, word in _RELATIONS.items()},
        },
    }
)
