"""What a character has read: raw texts, chats, and what they become."""
