"""A log tells where and of what kind an error was, never what it says: that may be somebody's words."""

from __future__ import annotations

import io
import json
import logging

import pytest

from soulkeep.server.logs import log_to


@pytest.mark.parametrize("name", ["soulkeep.server", "nicegui", "uvicorn.error"])
def test_errors_are_logged_without_what_they_say(name: str) -> None:
    loggers = [logging.getLogger(one) for one in ("soulkeep", "uvicorn", "uvicorn.error", "nicegui")]
    before = [(logger, logger.handlers, logger.level, logger.propagate) for logger in loggers]
    stream, words = io.StringIO(), ("Miso is ill", "Anna told me")
    try:
        log_to(stream)
        try:
            try:
                float(words[0])
            except ValueError as error:
                raise KeyError(words[1]) from error
        except KeyError:
            logging.getLogger(name).exception("It failed")
    finally:
        for logger, handlers, level, propagate in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    [line] = stream.getvalue().splitlines()
    told = json.loads(line)
    assert told["message"] == "It failed"
    assert "test_errors_are_logged" in told["error"]
    assert "builtins.KeyError" in told["error"]
    assert "builtins.ValueError" in told["error"]
    assert not any(word in line for word in words)
