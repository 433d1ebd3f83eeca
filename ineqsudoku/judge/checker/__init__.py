"""The checker: what an output says, which rules its grid breaks, and the verdict."""
