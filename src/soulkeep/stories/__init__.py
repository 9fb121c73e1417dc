"""Stories of scripted events: how they are written, and where each person is in them."""
