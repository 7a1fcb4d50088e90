"""What is told to a student, as a notebook shows it: amounts of money stay amounts, and Markdown is shown as Markdown."""

from IPython.core.formatters import DisplayFormatter

from mam.classroom import practice
from mam.classroom.tasks import Verdict


def test_two_amounts_in_a_sentence_are_no_formula() -> None:
    shown = Verdict("From $175,000 to $200,000.")._repr_html_()
    assert 'class="mathjax_ignore tex2jax_ignore"' in shown and "$175,000 to $200,000" in shown


def test_hints_and_solutions_are_shown_as_markdown() -> None:
    task = practice("who-captures")
    for text in (task.hint(), task.solution()):
        shown, _ = DisplayFormatter().format(text)
        assert set(shown) == {"text/markdown", "text/plain"}


def test_an_amount_in_a_statement_is_kept_from_the_formulas() -> None:
    # in JupyterLab a backslash alone does not do it: the Markdown takes it away before MathJax looks
    statement = practice("set-back")._repr_markdown_()
    assert statement.count("$") == statement.count('<span class="mathjax_ignore">\\$</span>') > 1
