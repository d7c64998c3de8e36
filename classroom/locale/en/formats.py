"""How English pages write a moment: 1 December 2026, 15:32. Django's own 12/01/2026 is read as January in India."""

SHORT_DATETIME_FORMAT = "j F Y, H:i"
