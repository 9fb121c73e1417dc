"""What a store can do, by subject: each what is promised, and how it is done by jobs on a connection."""
