"""The register: a database of a server's keys and answered requests, beside the keep's."""
