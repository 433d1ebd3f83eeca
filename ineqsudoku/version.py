"""The version of ineqsudoku, apart from the public names, so that apps can print it."""

__version__ = "0.1.0"
