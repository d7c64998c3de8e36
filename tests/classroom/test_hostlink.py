"""The one-time link of the terminal, the password that may follow it, and signing out."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from classroom import owner
from classroom.models import HostLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def account():
    return owner.local_owner()[0]


def test_the_owner_is_made_once_without_a_password(account):
    again, is_new = owner.local_owner()
    assert (again, is_new) == (account, False)
    assert not account.has_usable_password()
    assert account.is_superuser


def test_one_click_signs_in(client, account):
    response = client.get(f"/host/{owner.make_link(account)}/")
    assert response["Location"] == "/desk/"
    assert client.session["_auth_user_id"] == str(account.pk)


def test_a_second_visitor_is_told_how_to_get_a_new_link(client, account):
    token = owner.make_link(account)
    client.get(f"/host/{token}/")
    somebody = Client()
    response = somebody.get(f"/host/{token}/")
    assert response.status_code == 410
    assert b"make link" in response.content
    assert "_auth_user_id" not in somebody.session


def test_the_same_browser_may_click_again(client, account):
    token = owner.make_link(account)
    client.get(f"/host/{token}/")
    assert client.get(f"/host/{token}/")["Location"] == "/desk/"


def test_looking_at_a_link_with_head_does_not_use_it_up(client, account):
    token = owner.make_link(account)
    assert client.head(f"/host/{token}/").status_code == 405
    assert owner.use_link(token) == account


def test_a_link_ends_after_a_week(account):
    token = owner.make_link(account)
    HostLink.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert owner.use_link(token) is None


def test_the_link_itself_is_not_in_the_database(account):
    token = owner.make_link(account)
    assert token not in str(list(HostLink.objects.values_list()))


def test_stale_links_are_forgotten_and_fresh_ones_kept(account):
    used, fresh = owner.make_link(account), owner.make_link(account)
    owner.use_link(used)
    owner.forget_stale_links()
    assert HostLink.objects.count() == 1
    assert owner.use_link(fresh) == account


def test_the_owner_sets_a_password_stays_signed_in_and_signs_in_with_it(client, account):
    client.force_login(account)
    password = "green mangoes at noon"
    response = client.post("/desk/account/", {"new_password1": password, "new_password2": password})
    assert response.status_code == 302
    assert client.get("/desk/account/").status_code == 200
    other = Client()
    assert other.post("/login/", {"username": "host", "password": password})["Location"] == "/desk/"


def test_a_password_is_changed_only_by_who_knows_the_old_one(client, ana):
    client.force_login(ana)
    password = "green mangoes at noon"
    client.post("/desk/account/", {"new_password1": password, "new_password2": password, "old_password": "guess"})
    ana.refresh_from_db()
    assert not ana.check_password(password)


def test_the_account_page_is_for_who_is_signed_in(client):
    assert client.get("/desk/account/")["Location"] == "/login/?next=/desk/account/"


def test_signing_out_asks_for_a_post(client, account):
    client.force_login(account)
    assert client.get("/logout/").status_code == 405
    client.post("/logout/")
    assert "_auth_user_id" not in client.session
