"""Each box has a user id of its own, whatever else is on the machine."""

import os
import subprocess
from pathlib import Path

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.sandbox import uids
from ordojudge.sandbox.uids import FIRST_UID, claim_uid


@pytest.fixture
def lock_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with three user ids for boxes, none of them taken."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(uids, "UIDS", 3)
    return tmp_path / "ordojudge-uids"


def test_each_box_has_a_user_id_until_it_gives_it_back(lock_folder: Path) -> None:
    claimed = [claim_uid() for _ in range(3)]
    assert [uid for uid, _ in claimed] == [FIRST_UID, FIRST_UID + 1, FIRST_UID + 2]
    with pytest.raises(SandboxUnavailable, match="all user ids for boxes are taken"):
        claim_uid()
    os.close(claimed[1][1])
    uid, lock = claim_uid()
    assert uid == FIRST_UID + 1
    for descriptor in (claimed[0][1], claimed[2][1], lock):
        assert not os.get_inheritable(descriptor)  # else a box would hold on to it
        os.close(descriptor)


def test_an_id_that_another_process_has_is_left_to_it(lock_folder: Path) -> None:
    lock_folder.mkdir()
    holder = subprocess.Popen(
        ["flock", lock_folder / str(FIRST_UID), "sh", "-c", "echo held; read line"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        uid, lock = claim_uid()
        os.close(lock)
        holder.communicate(b"\n")
    assert uid == FIRST_UID + 1


def test_a_link_in_the_place_of_a_lock_is_not_followed(lock_folder: Path, tmp_path: Path) -> None:
    lock_folder.mkdir()
    (lock_folder / str(FIRST_UID)).symlink_to(tmp_path / "elsewhere")
    uid, lock = claim_uid()
    os.close(lock)
    assert uid == FIRST_UID + 1
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_cannot_be_made_is_named(lock_folder: Path) -> None:
    lock_folder.touch()
    with pytest.raises(SandboxUnavailable, match=f"^{lock_folder}: user ids can't be claimed"):
        claim_uid()
