"""soulkeep: long-term memory for AI characters.

Each name is imported from its module when it is first used: a program that only talks to a server needs no numpy.
"""

from typing import TYPE_CHECKING

from soulkeep._version import __version__

if TYPE_CHECKING:
    from soulkeep.character.character import Character
    from soulkeep.character.episodes import Episodes
    from soulkeep.character.knowledge import KnowledgeSources
    from soulkeep.character.stories import Stories
    from soulkeep.client import RemoteCharacter, RemoteKeep, RemoteWorld, ServerRefused, ServerUnavailable, connect
    from soulkeep.clock import Clock, ManualClock, SystemClock
    from soulkeep.errors import (
        BadAnswer,
        BadFile,
        BadText,
        BudgetSpent,
        ChatError,
        ChatRefused,
        ChatUnavailable,
        EmbedderChanged,
        EmbedderError,
        EmbedderUnavailable,
        Erased,
        IdConflict,
        InputError,
        KeyGone,
        MissingExtra,
        NaiveTime,
        QueryError,
        QueryTimeout,
        SoulkeepError,
        StoreBusy,
        StoreClosed,
        StoreCorrupt,
        StoreError,
        StoreFull,
        StoreReadOnly,
        StoreTooNew,
        StoreUnreachable,
        UnknownCharacter,
        UnknownMemory,
        WeightsDamaged,
    )
    from soulkeep.keep import Keep, open
    from soulkeep.models.chat.base import ChatModel, Message, OpenAIChat
    from soulkeep.models.chat.ledger import Spent
    from soulkeep.models.chat.roles import Models
    from soulkeep.models.embed.base import Embedder
    from soulkeep.models.embed.choose import choose_embedder
    from soulkeep.recipes import recipe
    from soulkeep.reply.bids import Bid, Responder
    from soulkeep.reply.narrator import Narrative
    from soulkeep.reply.situation import Situation
    from soulkeep.reply.stream import ReplyStream
    from soulkeep.routing_rules import Rules
    from soulkeep.settings import Settings
    from soulkeep.stores.keys import KeyFile, Keys
    from soulkeep.stores.sqlite.restore import restore_backup
    from soulkeep.telemetry import OpenTelemetry, Telemetry
    from soulkeep.types.claims import Check, Claim, Grounding
    from soulkeep.types.episodes import (
        Act,
        Answers,
        Episode,
        Interest,
        Known,
        Pattern,
        Remark,
        Similar,
        Triple,
        Understanding,
    )
    from soulkeep.types.lists import Change, Profile, Session, WorldStats
    from soulkeep.types.receipts import (
        BackupReceipt,
        ErasureReceipt,
        Expiring,
        Learned,
        Leftover,
        Observed,
        OldTurns,
        RestoreReceipt,
        TakenIn,
    )
    from soulkeep.types.records import (
        Bond,
        Due,
        Fact,
        Felt,
        HeldBack,
        Hit,
        Job,
        Memory,
        Mood,
        Person,
        Recall,
        Reference,
        Scene,
        StoryEvent,
        Summary,
        Turn,
        Usage,
    )
    from soulkeep.types.replies import Context, Offer, Reply, Section, Trace
    from soulkeep.world import World

__all__ = [
    "Act",
    "Answers",
    "BackupReceipt",
    "BadAnswer",
    "BadFile",
    "BadText",
    "Bid",
    "Bond",
    "BudgetSpent",
    "Change",
    "Character",
    "ChatError",
    "ChatModel",
    "ChatRefused",
    "ChatUnavailable",
    "Check",
    "Claim",
    "Clock",
    "Context",
    "Due",
    "Embedder",
    "EmbedderChanged",
    "EmbedderError",
    "EmbedderUnavailable",
    "Episode",
    "Episodes",
    "Erased",
    "ErasureReceipt",
    "Expiring",
    "Fact",
    "Felt",
    "Grounding",
    "HeldBack",
    "Hit",
    "IdConflict",
    "InputError",
    "Interest",
    "Job",
    "Keep",
    "KeyFile",
    "KeyGone",
    "Keys",
    "KnowledgeSources",
    "Known",
    "Learned",
    "Leftover",
    "ManualClock",
    "Memory",
    "Message",
    "MissingExtra",
    "Models",
    "Mood",
    "NaiveTime",
    "Narrative",
    "Observed",
    "Offer",
    "OldTurns",
    "OpenAIChat",
    "OpenTelemetry",
    "Pattern",
    "Person",
    "Profile",
    "QueryError",
    "QueryTimeout",
    "Recall",
    "Reference",
    "Remark",
    "RemoteCharacter",
    "RemoteKeep",
    "RemoteWorld",
    "Reply",
    "ReplyStream",
    "Responder",
    "RestoreReceipt",
    "Rules",
    "Scene",
    "Section",
    "ServerRefused",
    "ServerUnavailable",
    "Session",
    "Settings",
    "Similar",
    "Situation",
    "SoulkeepError",
    "Spent",
    "StoreBusy",
    "StoreClosed",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreTooNew",
    "StoreUnreachable",
    "Stories",
    "StoryEvent",
    "Summary",
    "SystemClock",
    "TakenIn",
    "Telemetry",
    "Trace",
    "Triple",
    "Turn",
    "Understanding",
    "UnknownCharacter",
    "UnknownMemory",
    "Usage",
    "WeightsDamaged",
    "World",
    "WorldStats",
    "__version__",
    "choose_embedder",
    "connect",
    "open",
    "recipe",
    "restore_backup",
]

_MODULES = {
    "soulkeep.character.character": "Character",
    "soulkeep.character.episodes": "Episodes",
    "soulkeep.character.knowledge": "KnowledgeSources",
    "soulkeep.character.stories": "Stories",
    "soulkeep.client": "RemoteCharacter RemoteKeep RemoteWorld ServerRefused ServerUnavailable connect",
    "soulkeep.clock": "Clock ManualClock SystemClock",
    "soulkeep.errors": (
        "BadAnswer BadFile BadText BudgetSpent ChatError ChatRefused ChatUnavailable EmbedderChanged "
        "EmbedderError EmbedderUnavailable Erased IdConflict InputError KeyGone MissingExtra NaiveTime "
        "QueryError QueryTimeout SoulkeepError StoreBusy StoreClosed StoreCorrupt StoreError StoreFull "
        "StoreReadOnly StoreTooNew StoreUnreachable UnknownCharacter UnknownMemory WeightsDamaged"
    ),
    "soulkeep.keep": "Keep open",
    "soulkeep.models.chat.base": "ChatModel Message OpenAIChat",
    "soulkeep.models.chat.ledger": "Spent",
    "soulkeep.models.chat.roles": "Models",
    "soulkeep.models.embed.base": "Embedder",
    "soulkeep.models.embed.choose": "choose_embedder",
    "soulkeep.recipes": "recipe",
    "soulkeep.reply.bids": "Bid Responder",
    "soulkeep.reply.narrator": "Narrative",
    "soulkeep.reply.situation": "Situation",
    "soulkeep.reply.stream": "ReplyStream",
    "soulkeep.routing_rules": "Rules",
    "soulkeep.settings": "Settings",
    "soulkeep.stores.keys": "KeyFile Keys",
    "soulkeep.stores.sqlite.restore": "restore_backup",
    "soulkeep.telemetry": "OpenTelemetry Telemetry",
    "soulkeep.types.claims": "Check Claim Grounding",
    "soulkeep.types.episodes": "Act Answers Episode Interest Known Pattern Remark Similar Triple Understanding",
    "soulkeep.types.lists": "Change Profile Session WorldStats",
    "soulkeep.types.receipts": (
        "BackupReceipt ErasureReceipt Expiring Learned Leftover Observed OldTurns RestoreReceipt TakenIn"
    ),
    "soulkeep.types.records": (
        "Bond Due Fact Felt HeldBack Hit Job Memory Mood Person Recall Reference Scene StoryEvent Summary Turn Usage"
    ),
    "soulkeep.types.replies": "Context Offer Reply Section Trace",
    "soulkeep.world": "World",
}
_WHERE = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
