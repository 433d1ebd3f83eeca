"""The apps, which use the core: each folder owns its code, its command and its extra."""
