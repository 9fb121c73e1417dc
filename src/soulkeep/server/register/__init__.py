"""The register: a database of a server's keys and answered requests, separate from the keep's."""
