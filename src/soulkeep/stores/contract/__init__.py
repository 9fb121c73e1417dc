"""What any store must do, as tests for a store to inherit."""
