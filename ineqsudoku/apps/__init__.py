"""What stands on the core: each folder is an app that owns its code, its command and its extra."""
