"""The statements that stores in SQL databases share."""
