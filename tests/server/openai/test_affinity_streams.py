"""Load balancers with the sample configurations pass on what is said while it is spoken."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import openai
import pytest

from proxies_support import PROXIES, balancing
from server_support import quiet_in, quietly, running
from upstream_support import Upstream, serving


@pytest.mark.parametrize("proxy", PROXIES)
def test_a_stream_arrives_while_it_is_spoken(tmp_path: Path, proxy: str) -> None:
    with serving(Upstream()) as upstream:
        config = quiet_in(tmp_path, upstream=upstream.url)
        with quietly(config.location) as keep:
            keep.character("holmes")
        with (
            running(config) as worker,
            balancing(proxy, [urlsplit(worker).port or 0] * 3, tmp_path) as url,
            openai.OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0, timeout=60) as client,
        ):
            stream = client.chat.completions.create(
                model="holmes@anna~waits", messages=[{"role": "user", "content": "Tell me."}], stream=True
            )
            pieces = (chunk.choices[0].delta.content or "" for chunk in stream)
            assert next(pieces) == "Answer "  # the rest isn't spoken yet
            upstream.go.set()
            assert "".join(pieces) == "1. Indeed."
