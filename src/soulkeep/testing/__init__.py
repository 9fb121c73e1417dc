"""Stand-ins for models in tests: embedders and chats that do as they are told, and recordings of real ones."""
