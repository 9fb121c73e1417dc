from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from soulkeep.errors import EmbedderUnavailable
from soulkeep.models.testing import FlakyEmbedder, HashEmbedder


def test_hash_embedder_gives_unit_rows() -> None:
    vectors = HashEmbedder(dimensions=32).embed(["a cat", "", "?!", "고양이"])
    assert vectors.shape == (4, 32)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 0, 0, 1], atol=1e-6)


def test_hash_embedder_puts_like_words_together() -> None:
    cat, cats, dog = HashEmbedder().embed(["my Cat sleeps", "cats sleep", "rainy Tuesday"])
    assert cat @ cats > cat @ dog + 0.2


def test_hash_embedder_is_the_same_in_every_process() -> None:
    script = "from soulkeep.models.testing import HashEmbedder as H; print(H().embed(['my cat'])[0].tolist())"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{HashEmbedder().embed(['my cat'])[0].tolist()}\n"}


def test_flaky_embedder_fails_only_while_down() -> None:
    inner = HashEmbedder()
    flaky = FlakyEmbedder(inner)
    assert (flaky.name, flaky.dimensions) == (inner.name, inner.dimensions)
    np.testing.assert_array_equal(flaky.embed(["hi"]), inner.embed(["hi"]))
    flaky.down = True
    with pytest.raises(EmbedderUnavailable):
        flaky.embed(["hi"])
    with pytest.raises(EmbedderUnavailable):
        flaky.embed_query("hi")
    flaky.down = False
    np.testing.assert_array_equal(flaky.embed_query("hi"), inner.embed_query("hi"))
