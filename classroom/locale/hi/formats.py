"""How Hindi pages write a moment: 1 दिसंबर 2026, 15:32. Django has no such format for Hindi and takes the American."""

SHORT_DATETIME_FORMAT = "j F Y, H:i"
