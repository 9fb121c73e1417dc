"""Small learnt models that judge texts and their importance where no language model does (4: importance)."""
