"""What each command of `mam` does: a module for those that need the same things, imported when one of them runs."""


def plain(text: str) -> str:
    """Text from a file as a terminal may show it: a control character could move the cursor or change colours."""
    return "".join(sign if sign.isprintable() or sign == "\n" else repr(sign)[1:-1] for sign in text)
