"""The page on the forgetting of memories."""
