"""How judges call checkers and validators, and where they expect the verdict."""
