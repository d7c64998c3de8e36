"""Sentences of Django's own that people can meet here, listed so that our catalogues have them.

Django's Hindi leaves most of them in English and words the others in ways that no teacher would. Ours comes first when
a text is looked up. Nothing imports this module; ``make messages`` reads it, and a test compares it with Django.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

FORMS = (
    _("This field is required."),
    _("Enter a whole number."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Null characters are not allowed."),
    _("No file was submitted. Check the encoding type on the form."),
    _("No file was submitted."),
    _("The submitted file is empty."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
)

SIGNING_IN = (
    _("username"),
    _("Password"),
    _("Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."),
    _("This account is inactive."),
)

PASSWORDS = (
    _("Old password"),
    _("New password"),
    _("New password confirmation"),
    _("Enter the same password as before, for verification."),
    _("The two password fields didn’t match."),
    _("Your old password was entered incorrectly. Please enter it again."),
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    _("Your password can’t be entirely numeric."),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
    _("The password is too similar to the %(verbose_name)s."),
    _("first name"),
    _("last name"),
    _("email address"),
    _("This password is too common."),
    _("This password is entirely numeric."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)

MONTHS = (
    _("January"),
    _("February"),
    _("March"),
    _("April"),
    _("May"),
    _("June"),
    _("July"),
    _("August"),
    _("September"),
    _("October"),
    _("November"),
    _("December"),
)
