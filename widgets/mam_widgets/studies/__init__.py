"""Studies: boards with a question each, answered on the table, judged and replied to."""
