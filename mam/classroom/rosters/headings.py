"""The headings of exports: which columns name a student, in the languages in which platforms write them."""

import re
import unicodedata
from collections.abc import Sequence

# Compared without case, accents and marks. The first words of each line are those that an error lists.
_WORDS = {
    "name": "name, student, full name, student name, learner, pupil, participant, display name, lastfirst, nombre, nombre completo,"
    " nom, nom complet, schuler, schulername, teilnehmer, eleve, etudiant, alumno, estudiante, nome, naam, 姓名, 氏名, 名前",
    "first": "first name, firstname, first, given name, forename, student first name, vorname, prenom, voornaam, 名",
    "last": "last name, lastname, last, surname, family name, student last name, nachname, familienname, nom de famille, apellido(s), apellidos,"
    " apellido, cognome, achternaam, sobrenome, 姓",
    "number": "id number, student id, sis user id, number, no, no., student number, student no, idnumber, id-nummer, matrikelnummer,"
    " schulernummer, nummer, numero d'identification, numero de id, numero, 学号, 学籍番号",
    "login": "login, username, user name, sis login id, login id, netid, user id, anmeldename, benutzername, nom d'utilisateur,"
    " identifiant, nombre de usuario, usuario",
    "email": "email, email address, e-mail, e-mail address, mail, student email, e-mail-adresse, adresse de courriel, adresse e-mail,"
    " courriel, direccion de correo, correo electronico, correo",
    "section": "section, sections, groups, group, class, classes, period, gruppen, gruppe, klasse, groupes, groupe, classe, grupos,"
    " grupo, clase, curso, seccion",
    "id": "id",
}
_BARE_NAMES = {"name", "nombre", "nom", "nome", "naam"}  # a name, or beside the other half of it that half
COMPUTED_COLUMNS = re.compile(
    r"(current|final|override|unposted) (score|points|grade|status)|course total|\(read.?only\)|last downloaded",
    re.IGNORECASE,
)
OTHER_FACTS = {
    *(
        "integration id",
        "root account",
        "institution",
        "department",
        "notes",
        "last access",
        "availability",
        "city/town",
        "country",
    ),
    *("child course id", "last downloaded from this course", "status", "roles", "last access to course", "grade level"),
}


def fold(text: str) -> str:
    """Return a text without case, accents and marks, to compare headings and names.

    >>> fold(" Prénom:\\ufeff"), fold("ID_Number")
    ('prenom', 'id number')
    """
    signs = unicodedata.normalize("NFKD", text.replace("_", " ").replace("’", "'"))
    text = "".join(sign for sign in signs if not unicodedata.combining(sign) and sign != "\ufeff")
    return " ".join(text.casefold().split()).strip(" :*")


def fold_name(name: str) -> str:
    """Return a person's name in a form in which order, case, accents and punctuation do not count.

    >>> fold_name("Müller, Zoë") == fold_name("zoe Muller")
    True
    """
    return " ".join(sorted(re.findall(r"\w+", fold(name)))) or fold(name)


_KINDS = {word.strip(): kind for kind, words in _WORDS.items() for word in words.split(",")}


def find_kind(heading: str) -> str:
    """Return which fact on a student a column has, by its heading; "" if nothing.

    >>> find_kind("Adresse de courriel"), find_kind("Homework 1 (1201)")
    ('email', '')
    """
    return _KINDS.get(fold(heading), "")


def find_columns(headings: Sequence[str]) -> dict[str, int]:
    """Return for each fact on a student the first column that has it.

    >>> find_columns(["Name", "Vorname", "E-Mail"])
    {'last': 0, 'first': 1, 'email': 2}
    """
    columns: dict[str, int] = {}
    for place, heading in enumerate(headings):
        if kind := find_kind(heading):
            columns.setdefault(kind, place)
    halves = {"first", "last"} & set(columns)
    if len(halves) == 1 and "name" in columns and fold(headings[columns["name"]]) in _BARE_NAMES:
        missing = "last" if "first" in halves else "first"
        columns = {missing if kind == "name" else kind: place for kind, place in columns.items()}
    return columns


def list_headings() -> str:
    """Return the headings that would do, for an error."""
    return "name, first name, last name, email, login, ID number, or id"
