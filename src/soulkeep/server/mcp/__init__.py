"""The Model Context Protocol: tools, resources and prompts, over streamable HTTP at `/mcp` and over stdio."""
