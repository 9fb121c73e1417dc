"""Counting by a model's own tokenizer, a small one trained here."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from soulkeep.errors import BadFile, MissingExtra
from soulkeep.models.chat.base import OpenAIChat
from soulkeep.models.chat.tokenizer import token_counter

tokenizers = pytest.importorskip("tokenizers")

ENGLISH = "You adopted a cat called Miso last week, and the cat sleeps on the sofa."
KOREAN = "지난주에 미소라는 고양이를 입양했고, 고양이는 소파에서 자요."


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a byte-pair tokenizer as models have it, which marks a text's beginning, cuts it off and fills it up."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([ENGLISH, KOREAN] * 4, trainer)
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", tokenizer.token_to_id("<s>"))]
    )
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    path = tmp_path_factory.mktemp("model") / "tokenizer.json"
    tokenizer.save(str(path))
    return path


@pytest.mark.parametrize("text", [ENGLISH, KOREAN, "", "\n\n", "🐈‍⬛"])
def test_counts_as_the_model_does_without_marks_cuts_and_filling(file: Path, text: str) -> None:
    whole = tokenizers.Tokenizer.from_file(str(file))
    whole.no_truncation()
    whole.no_padding()
    expected = len(whole.encode(text).ids) - 1
    assert token_counter(file)(text) == expected
    assert token_counter(str(file.parent))(text) == expected


def test_half_a_character_counts_as_its_stand_in(file: Path) -> None:
    count = token_counter(file)
    assert count("a\ud83dcat") == count("a?cat")


def test_a_model_behind_a_url_counts_by_it(file: Path) -> None:
    chat = OpenAIChat("http://127.0.0.1:9/v1", "m", tokenizer=file)
    assert chat.counts_exactly
    assert chat.count_tokens(ENGLISH) == token_counter(file)(ENGLISH)


def test_a_function_needs_no_file_and_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_tokenizers(monkeypatch)
    assert token_counter(len)("cat") == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "tokenizer.json"):
        with pytest.raises(BadFile, match=r"no tokenizer at .*tokenizer\.json") as caught:
            token_counter(path)
        assert "Hugging Face" in caught.value.hint


@pytest.mark.parametrize("content", ["", "{}", "not JSON"])
def test_a_broken_file_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(content)
    with pytest.raises(BadFile, match="is not a tokenizer"):
        OpenAIChat("http://127.0.0.1:9/v1", "m", tokenizer=path)


def test_a_missing_extra_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_tokenizers(monkeypatch)
    with pytest.raises(MissingExtra, match=r"soulkeep\[transformer\]"):
        token_counter(file)


def hide_tokenizers(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "tokenizers":
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
