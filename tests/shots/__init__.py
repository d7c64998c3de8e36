"""Screenshots of every screen in every phase, and the rules that each of them must keep. ``python -m tests.shots``

A private server plays two quizzes, the sample and one with the longest texts that the forms allow (``longest``). The
class is made of HTTP requests (``lesson``), the screens are real pages (``screens``, ``pages``). Whatever is
photographed (``camera``) is also measured (``rules.js``): nothing scrolls sideways, nothing is cut off, no text is too
small for the back row and no target too small for a thumb.
"""
