"""`python -m soulkeep`."""

from soulkeep.cli import main

if __name__ == "__main__":
    main()
