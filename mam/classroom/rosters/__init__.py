"""Class lists as schools have them: reading the exports of learning platforms, and filling grades into their sheets."""
