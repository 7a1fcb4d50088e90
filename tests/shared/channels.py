"""What mail, web pages and editors make of a hand-in that is a text."""

import html
import quopri
import textwrap
from collections.abc import Callable


def wrap(text: str, width: int) -> str:
    return "\n".join(
        line
        for long in text.split("\n")
        for line in textwrap.wrap(long, width, break_on_hyphens=False, break_long_words=False)
    )


CHANNELS: dict[str, Callable[[str], str | bytes]] = {
    "as it is": lambda text: text,
    "greeting and signature": lambda text: (
        f"Hello Ms. Lee,\n\nhere it is!\n{text}\n\nThank you!\n-- \nAnn, 10b, sealed with a kiss"
    ),
    "quoted": lambda text: "> " + text.replace("\n", "\n> "),
    "quoted twice, broken": lambda text: ">> " + wrap(text, 64).replace("\n", "\n> > "),
    "broken at 64": lambda text: wrap(text, 64),
    "broken at 76": lambda text: wrap(text, 76),
    "one line": lambda text: text.replace("\n", " "),
    "Windows lines": lambda text: text.replace("\n", "\r\n\r\n"),
    "paragraphs": lambda text: "<html><body><p>" + html.escape(text).replace("\n", "</p><p>") + "</p></body></html>",
    "breaks and spans": lambda text: (
        "<p>Hi&nbsp;there</p><p dir=ltr>"
        + html.escape(text)
        .replace("\n", "<br />")
        .replace("v1", "<span style='color:red'>v1</span>")
        .replace(" name ", " <span>name</span> ")
        + "</p><script>mam hand-in 1 mam table 1</script>"
    ),
    "odd spaces": lambda text: text.replace(" ", "\xa0").replace(", ", ",\u2009 "),
    "unseen signs": lambda text: "\ufeff" + text.replace("v1", "v\u200b1").replace("moves", "mo\u200bves"),
    "smart signs": lambda text: text.replace("-", "\u2011"),
    "Unicode of Windows": lambda text: text.encode("utf-16"),
    "a mail as it is sent": lambda text: b"Subject: homework\n\n" + quopri.encodestring(wrap(text, 70).encode()),
    "a capital": lambda text: text.replace("mam", "Mam").replace("seal", "Seal").replace("check", "Check"),
}
