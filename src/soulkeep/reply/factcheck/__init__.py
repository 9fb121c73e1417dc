"""Whether a reply rests on what there is to rest on."""
