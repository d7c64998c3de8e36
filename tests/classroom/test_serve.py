"""`manage.py serve` as people start it: a process, a folder, a port."""

import http.client
import json
import socket
import sqlite3
import time
import urllib.request
from pathlib import Path

import pytest


def get(url: str, **headers: str):
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10)


def rows(server, query: str) -> list[tuple]:
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        found = database.execute(query).fetchall()
    database.close()
    return found


def refused(server) -> str:
    """What a server that must not start says; it says it in one line and ends with an error."""
    before = len(server.log)
    with pytest.raises(AssertionError, match="did not start"):
        server.start()
    assert server.process.wait(10) == 1
    said = server.log[before:].strip()
    assert len(said.splitlines()) == 1, said
    return said


def test_the_first_start_says_where_to_click_and_what_is_there(server):
    assert f"http://localhost:{server.port}/host/" in server.log
    assert server.lan_url in server.log
    assert "▀" in server.log  # the QR code
    assert "Ready: 1 quiz (the sample quiz)." in server.log
    assert str(server.data) in server.log
    assert rows(server, "SELECT username, is_superuser FROM auth_user") == [("host", 1)]


def test_the_link_signs_in_and_the_desk_opens(server):
    cookies = urllib.request.HTTPCookieProcessor()
    with urllib.request.build_opener(cookies).open(server.host_link, timeout=10) as page:
        assert page.url == server.url + "/desk/"
        assert page.status == 200


def test_a_second_start_finds_everything_and_makes_nothing_twice(server):
    first_key = (server.data / "secret_key").read_text()
    assert server.stop() == 0
    server.start()
    assert (server.data / "secret_key").read_text() == first_key
    assert rows(server, "SELECT count(*) FROM auth_user") == [(1,)]
    assert rows(server, "SELECT count(*) FROM quizzes_quiz") == [(1,)]


def test_a_sample_quiz_that_the_host_threw_away_does_not_come_back(server):
    server.stop()
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        database.execute("UPDATE quizzes_quiz SET deleted_at = '2026-01-01'")
    database.close()
    server.start()
    assert "Ready: 0 quizzes." in server.log


def test_another_link_can_be_had_while_it_runs(server):
    link = server.manage("host_link").stdout.strip()
    assert link.startswith(f"http://localhost:{server.port}/host/")
    with get(link) as page:
        assert page.url.endswith("/desk/")


def test_another_link_leads_to_the_port_of_the_running_server_without_being_told(server):
    del server.environment["PORT"]  # another terminal
    assert server.manage("host_link").stdout.startswith(f"http://localhost:{server.port}/host/")
    assert server.stop() == 0
    assert not (server.data / "port").exists()


def test_a_port_that_a_killed_server_left_behind_is_not_believed(server):
    del server.environment["PORT"]
    server.kill9()
    assert (server.data / "port").read_text() == f"{server.port}\n"
    assert server.manage("host_link").stdout.startswith("http://localhost:8000/host/")


def test_a_port_that_is_asked_for_is_the_one_that_is_printed(server):
    assert server.manage("host_link", "--port", "8457").stdout.startswith("http://localhost:8457/host/")
    server.environment["PORT"] = "8458"
    assert server.manage("host_link").stdout.startswith("http://localhost:8458/host/")


def test_a_taken_port_is_one_line_that_names_the_setting(new_server):
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        server = new_server(PORT=str(other.getsockname()[1]))
        said = refused(server)
    assert "PORT=" in said
    assert not (server.data / "db.sqlite3").exists()


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_one_line(new_server, port):
    assert "PORT" in refused(new_server(PORT=port))


def test_a_folder_that_cannot_be_written_is_one_line_that_names_the_setting(new_server, tmp_path):
    file = tmp_path / "a-file"
    file.write_text("not a folder")
    assert "PRASHNA_DATA" in refused(new_server(data=file))


def test_a_database_from_a_newer_version_is_left_alone(server):
    server.stop()
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        row = "('quizzes', '9999_later', '2031-01-01')"
        database.execute(f"INSERT INTO django_migrations (app, name, applied) VALUES {row}")
    database.close()
    before = (server.data / "db.sqlite3").read_bytes()
    said = refused(server)
    assert "newer version" in said
    assert "9999_later" in said
    assert (server.data / "db.sqlite3").read_bytes() == before


def test_a_file_that_is_no_database_is_one_line(new_server, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "db.sqlite3").write_bytes(b"not a database at all, but long enough to be looked at" * 20)
    assert "database cannot be opened" in refused(new_server(data=folder))


def test_a_wrong_setting_is_one_line(new_server):
    assert "DATABASE_URL must begin with postgresql://" in refused(new_server(DATABASE_URL="mysql://x"))


def test_before_it_migrates_a_database_it_keeps_a_copy(server):
    server.stop()
    with sqlite3.connect(server.data / "db.sqlite3") as database:
        # As an older version left it: one migration is still to come.
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.execute("DROP TABLE django_session")
    database.close()
    server.start()
    copies = list((server.data / "backups").iterdir())
    assert len(copies) == 1
    kept = sqlite3.connect(copies[0])
    assert kept.execute("SELECT count(*) FROM quizzes_quiz").fetchone() == (1,)
    assert not kept.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_session'").fetchall()
    kept.close()


def test_a_start_with_nothing_to_migrate_makes_no_copy(server):
    server.restart()
    assert not (server.data / "backups").exists()


def test_static_files_are_served_compressed_and_for_ever(server):
    manifest = json.loads((server.data / "static" / "staticfiles.json").read_text())
    name = manifest["paths"]["classroom/base.css"]
    with get(f"{server.url}/static/{name}", **{"Accept-Encoding": "gzip"}) as response:
        assert "immutable" in response.headers["Cache-Control"]
        assert response.headers["Content-Encoding"] == "gzip"


def test_pages_do_not_tell_which_server_this_is(server):
    with get(server.url + "/") as response:
        assert "daphne" not in str(response.headers).lower()


def test_a_client_cannot_move_the_site_below_a_prefix(server):
    with get(server.url + "/", **{"Daphne-Root-Path": "/elsewhere"}) as response:
        assert b"/elsewhere" not in response.read()


def test_a_body_that_is_declared_too_large_is_refused_before_it_is_sent(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as sender:
        sender.sendall(b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000000\r\n\r\n")
        assert sender.recv(100).startswith(b"HTTP/1.1 413 ")
        assert server.answers()


def test_a_body_that_turns_out_too_large_is_refused_while_it_is_sent(server):
    piece = b"100000\r\n" + bytes(0x100000) + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as sender:
        sender.sendall(b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(OSError):  # the server closes at the ninth; without a limit all would be taken
            for _ in range(64):
                sender.sendall(piece)
    assert server.answers()


def test_a_picture_of_two_mebibytes_still_arrives(server):
    request = urllib.request.Request(server.url + "/language/", data=bytes(2 * 1024 * 1024), method="POST")
    with urllib.request.urlopen(request, timeout=10) as page:
        assert page.status == 200


def test_a_socket_to_a_foreign_name_is_refused(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.putrequest("GET", "/ws/v1/phone/CDF234", skip_host=True)
    for name, value in {
        "Host": "evil.example",
        "Origin": "http://evil.example",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }.items():
        connection.putheader(name, value)
    connection.endheaders()
    assert connection.getresponse().status == 403
    connection.close()


def test_it_ends_in_time_and_without_a_traceback_while_somebody_is_connected(server):
    with socket.create_connection(("127.0.0.1", server.port)) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")  # half a request
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < 15
    assert "Traceback" not in server.log


def test_it_runs_on_postgresql_and_redis(new_server, postgres_url, redis_url):
    server = new_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url).start()
    with get(server.host_link) as page:
        assert page.url.endswith("/desk/")
    assert not (server.data / "db.sqlite3").exists()
    assert server.stop() == 0


def test_the_public_address_is_printed_instead_of_local_ones(new_server):
    server = new_server(PUBLIC_URL="https://quiz.example.org").start()
    assert "https://quiz.example.org/host/" in server.log
    assert server.lan_url not in server.log


def test_nothing_that_must_stay_private_is_readable_by_others(server):
    assert Path(server.data / "secret_key").stat().st_mode & 0o077 == 0
