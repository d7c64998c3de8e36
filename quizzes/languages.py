"""Languages that a quiz can be written in: code -> its own name for itself. Any other code is kept as it is."""

NAMES = {
    "en": "English",
    "hi": "हिन्दी",
    "bn": "বাংলা",
    "gu": "ગુજરાતી",
    "kn": "ಕನ್ನಡ",
    "ml": "മലയാളം",
    "mr": "मराठी",
    "ne": "नेपाली",
    "or": "ଓଡ଼ିଆ",
    "pa": "ਪੰਜਾਬੀ",
    "sa": "संस्कृतम्",
    "ta": "தமிழ்",
    "te": "తెలుగు",
    "ur": "اردو",
    "ar": "العربية",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "id": "Bahasa Indonesia",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "pt": "Português",
    "ru": "Русский",
    "sw": "Kiswahili",
    "tr": "Türkçe",
    "vi": "Tiếng Việt",
    "zh": "中文",
}


def name(code: str) -> str:
    return NAMES.get(code, code)


def choices(*also: str) -> list[tuple[str, str]]:
    """For a select: every language of the list, and those that are in use already."""
    return [*NAMES.items(), *((code, code) for code in also if code and code not in NAMES)]
