"""What tests use in place of a model: embedders and chats that do as they are told, and recordings of real ones."""
