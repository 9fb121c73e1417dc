"""A Discord bot that knows each of you, and keeps what you tell it alone to itself. Needs the core and discord.py.

    pip install discord.py
    DISCORD_TOKEN=… python examples/discord_bot.py      # then mention her, write to her, or type /ask

Every user is a person, every channel a conversation. What is said in a channel, those who talk there have heard; what
she is told in private rests between the two. Who deletes a message deletes the memory; /forget-me erases a user. No
privileged intent is needed: Discord shows a bot what mentions it, and what is written to it.
"""

import asyncio
import os
import sys
from collections import defaultdict
from contextlib import suppress

import discord
from discord import app_commands

import soulkeep

LONGEST = 2000  # characters that Discord takes


class Mara(discord.Client):
    def __init__(self, keep: soulkeep.Keep) -> None:
        super().__init__(intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none())
        self.keep = keep
        self.mara = keep.character("mara", name="Mara", description="A lighthouse keeper, warm and casual.")
        self.around: defaultdict[int, set[str]] = defaultdict(set)  # who talked in which channel
        self.tree = app_commands.CommandTree(self)
        for does in (self.ask, self.about_me, self.forget_me):
            name, about = does.__name__.replace("_", "-"), str(does.__doc__)
            self.tree.add_command(app_commands.Command(name=name, description=about, callback=does))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        """Answer who writes in private, or mentions her."""
        private = message.guild is None
        if message.author.bot or self.user is None or not (private or self.user in message.mentions):
            return
        you, said = str(message.author.id), message.content.replace(self.user.mention, "").strip()
        self.mara.introduce(you, name=message.author.display_name)
        here = message.channel.id
        # The channel itself is among those who hear: no secret is told there, even where nobody else has talked yet.
        others = None if private else sorted({f"channel {here}", *self.around[here]} - {you})
        self.around[here].add(you)
        async with message.channel.typing():
            reply = await self.mara.areply(
                said or "Hello!", person=you, session=str(here), id=str(message.id), heard_by=others
            )
        await message.reply(reply.text[:LONGEST])

    async def on_message_delete(self, message: discord.Message) -> None:
        with suppress(soulkeep.UnknownMemory):  # it wasn't for her
            await asyncio.to_thread(self.mara.delete, str(message.id), person=str(message.author.id))

    async def ask(self, interaction: discord.Interaction, question: str) -> None:
        """Ask Mara something that only you see."""
        await interaction.response.defer(ephemeral=True)
        reply = await self.mara.areply(question, person=str(interaction.user.id), session=f"ask {interaction.user.id}")
        await interaction.followup.send(reply.text[:LONGEST], ephemeral=True)

    async def about_me(self, interaction: discord.Interaction) -> None:
        """See what Mara knows about you."""
        facts = [f"- {fact.text}" for fact in self.mara.facts(person=str(interaction.user.id))]
        await interaction.response.send_message("\n".join(facts)[:LONGEST] or "Nothing yet.", ephemeral=True)

    async def forget_me(self, interaction: discord.Interaction) -> None:
        """Have Mara forget you, for good."""
        await interaction.response.defer(ephemeral=True)
        gone = await asyncio.to_thread(self.keep.erase, person=str(interaction.user.id))
        await interaction.followup.send(f"Gone: {gone.memories} memories. We are strangers now.", ephemeral=True)


if __name__ == "__main__":
    with soulkeep.open("discord.db") as opened:
        Mara(opened).run(os.environ.get("DISCORD_TOKEN") or sys.exit("Set DISCORD_TOKEN to your bot's token."))
