"""The checker: reads the grids in an output, finds the rules that they break, gives a verdict."""
