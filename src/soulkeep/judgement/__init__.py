"""What a text is and how much it matters, judged by a small learnt model where no language model does (4: importance)."""
