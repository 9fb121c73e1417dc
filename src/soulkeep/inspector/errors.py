"""Errors in the page's language: by their kind, since the library's own words are English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from soulkeep.errors import SoulkeepError
from soulkeep.inspector.texts import Language


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said of a kind of error.

    Attributes:
        message: what is wrong.
        hint: what to do.
        detailed: the error's own words say which of many things it is: they follow, in English.
    """

    message: str
    hint: str = ""
    detailed: bool = False


_KINDS: Mapping[Language, Mapping[str, _Words]] = {
    "ko": {
        "SoulkeepError": _Words("요청한 일을 할 수 없었습니다.", detailed=True),
        "InputError": _Words("입력한 내용을 쓸 수 없습니다.", detailed=True),
        "BadText": _Words("이 글은 저장할 수 없습니다.", "비어 있거나 너무 길지 않은지 확인하세요.", detailed=True),
        "NaiveTime": _Words("시간에 시간대가 없습니다.", "시간대를 함께 적어 주세요."),
        "IdConflict": _Words("같은 ID의 다른 기억이 이미 있습니다.", "아무것도 저장하지 않았습니다."),
        "UnknownCharacter": _Words("그런 캐릭터가 없습니다.", "지워졌을 수 있습니다. 다른 캐릭터를 고르세요."),
        "UnknownMemory": _Words("그런 기억이 없습니다.", "지워졌거나 다른 사람의 기억일 수 있습니다."),
        "UnknownWorkspace": _Words("그런 작업 공간이 없습니다.", "주소를 확인하세요."),
        "BadFile": _Words("이 파일을 읽을 수 없습니다.", detailed=True),
        "QueryError": _Words("이 질의를 실행할 수 없습니다.", detailed=True),
        "QueryTimeout": _Words("질의가 너무 오래 걸리거나 메모리를 너무 많이 써서 멈췄습니다.", "범위를 좁혀 보세요."),
        "StoreError": _Words("데이터베이스에 문제가 있습니다.", detailed=True),
        "StoreBusy": _Words("다른 프로그램이 데이터베이스를 쓰고 있습니다.", "잠시 뒤에 다시 해 보세요."),
        "StoreClosed": _Words("데이터베이스가 닫혔습니다.", "서버가 다시 시작되면 페이지를 새로 고치세요."),
        "StoreCorrupt": _Words("데이터베이스가 아니거나 손상된 파일입니다.", detailed=True),
        "StoreFull": _Words("디스크에 남은 공간이 없습니다.", "공간을 마련한 뒤 다시 해 보세요."),
        "StoreReadOnly": _Words("데이터베이스 파일이나 폴더에 쓸 수 없습니다.", "쓰기 권한을 확인하세요."),
        "StoreTooNew": _Words("더 새로운 soulkeep이 만든 데이터베이스입니다.", "soulkeep을 업데이트하세요."),
        "Erased": _Words("그사이에 지워진 기억입니다.", "아무것도 저장하지 않았습니다."),
        "EmbedderError": _Words("임베딩 모델에 문제가 있습니다.", detailed=True),
        "EmbedderChanged": _Words("이 기억들은 다른 임베딩 모델로 만들어졌습니다.", detailed=True),
        "EmbedderUnavailable": _Words("임베딩 서버에 연결할 수 없습니다.", "기억은 그대로 저장되며 단어로 찾습니다."),
        "WeightsDamaged": _Words("함께 설치된 모델 파일이 손상되었습니다.", "soulkeep을 다시 설치하세요."),
        "ChatError": _Words("언어 모델이 답하지 못했습니다.", "하신 말은 저장되었습니다.", detailed=True),
        "ChatUnavailable": _Words(
            "언어 모델에 연결할 수 없거나 답이 너무 늦습니다.", "하신 말은 저장되었습니다. 잠시 뒤에 다시 해 보세요."
        ),
        "ChatRefused": _Words("언어 모델이 쓸 만한 답을 하지 않았습니다.", "하신 말은 저장되었습니다."),
        "BadAnswer": _Words("언어 모델이 정해진 형식을 지키지 않았습니다.", "다시 해 보세요."),
        "MissingExtra": _Words("추가 패키지가 필요합니다.", detailed=True),
        "Unauthenticated": _Words("모르는 키이거나, 취소되었거나, 기한이 지났습니다.", "새 키를 요청하세요."),
        "Forbidden": _Words("이 키로는 할 수 없는 일입니다.", "권한이 있는 다른 키로 로그인하세요."),
        "TooMany": _Words("요청이 너무 잦습니다.", "잠시 뒤에 다시 해 보세요."),
    },
}


def said(error: SoulkeepError, language: Language) -> tuple[str, str]:
    """What is wrong, and what to do ("" if there is nothing to say): in the language, else in the error's words."""
    kinds = _KINDS.get(language, {})
    found = next((kinds[kind.__name__] for kind in type(error).__mro__ if kind.__name__ in kinds), None)
    if found is None:
        return error.message, error.hint
    own = f"{error.message} {error.hint}" if found.detailed else ""
    return found.message, f"{found.hint} {own}".strip()
