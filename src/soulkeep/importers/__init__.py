"""Reading files of other programs: cards, lorebooks, chats, texts and RDF."""
