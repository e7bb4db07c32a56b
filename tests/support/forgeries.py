"""Ways to lie in an exported game.  Each changes the lines and returns the batch that is then untrue, and a part of
what the check should say of it."""

from __future__ import annotations

from engine.codec import dumps
from server.books.chain import batch_hash, item_hash
from server.books.signing import host_signer
from tests.support.virtual_house import KEY, SIGN


def text(lines: list[dict]) -> str:
    return "".join(dumps(line) + "\n" for line in lines)


def _name(item: dict) -> str | None:
    """What an open item is called, without its game's name; None for a hidden one."""
    if "value" not in item:
        return None
    fact, move = item["value"].get("fact"), item["value"].get("move")
    return fact["kind"].split(".")[-1] if fact else move["do"]


def every(lines: list[dict], name: str) -> list[tuple[dict, dict]]:
    """Batch and value of every open fact or move of that name."""
    return [(line, item["value"]) for line in lines[1:] for item in line["items"] if _name(item) == name]


def find(lines: list[dict], name: str, nth: int = 0) -> tuple[dict, dict]:
    """The nth of them."""
    return every(lines, name)[nth]


def resealed(lines: list[dict], key=KEY) -> list[dict]:
    """The same lines with every hash made to fit and every end signed anew: a forger who has a key."""
    previous = "0" * 64
    for line in lines[1:]:
        hashes = [
            item_hash(bytes.fromhex(item["salt"]), item["value"]) if "value" in item else item["hash"]
            for item in line["items"]
        ]
        previous = line["hash"] = batch_hash(
            lines[0]["table"], line["no"], line["at"], line["ruleset"], previous, hashes
        )
        if "signature" in line:
            line["signature"] = host_signer(key)(previous)
    return lines


def change_die(lines):
    batch, value = find(lines, "Fell")
    value["fact"]["side"] = 1 - value["fact"]["side"]
    return batch, "Fell.side"


def change_audience(lines):
    batch, value = find(lines, "Fell")
    value["eyes"] = ["u-ada", "u-ben"]
    return batch, "told to others"


def change_opened_answer(lines):
    batch, value = find(lines, "Answered", -1)
    value["fact"]["answer"] = dict.fromkeys(value["fact"]["answer"], "nobody")
    return batch, "Answered.answer"


def change_answering(lines):
    batch, value = next(hit for hit in every(lines, "Answer") if hit[1]["move"]["prompt"] == "mood")
    value["move"]["values"] = {"mood": "sad"}
    return batch, "Answered.answer"


def answer_what_was_not_asked(lines):
    batch, value = find(lines, "Answer")
    value["move"]["prompt"] = "vote"
    return batch, "the rules refuse this command: not-asked"


def change_chat(lines):
    batch, value = find(lines, "Said")
    value["fact"]["text"] = "I never said that"
    return batch, "Said.text"


def change_seed(lines):
    batch, value = find(lines, "Opened")
    value["fact"]["seed"] = "00" * 32
    return batch, "Opened.seed"


def change_committed_seed(lines):
    _, kept = find(lines, "SeedKept")
    batch, move = find(lines, "Commit")
    kept["fact"]["seed"] = move["move"]["seed"] = "00" * 32
    return batch, "Committed.hash"


def change_word(lines):
    batch, value = find(lines, "Dealt")
    value["fact"]["words"] = ["lucky"] * 4
    return batch, "Dealt.words"


def change_winner(lines):
    batch, value = find(lines, "Ended")
    value["fact"]["outcome"]["winners"] = [9]
    return batch, "Ended.outcome"


def change_time(lines):
    batch, _ = find(lines, "TimeUp")
    batch["at"] -= 1
    return batch, "too-early"


def drop_a_fact(lines):
    batch, _ = find(lines, "Fell")
    batch["items"] = [item for item in batch["items"] if "Fell" not in dumps(item)]
    return batch, "facts here"


def hide_a_fact(lines):
    batch, value = find(lines, "Fell")
    for item in batch["items"]:
        if item.get("value") is value:
            digest = item_hash(bytes.fromhex(item.pop("salt")), item.pop("value"))
            item["hash"] = digest
    return batch, "Fell is left out"


def hide_a_command(lines):
    batch, _ = find(lines, "TimeUp")
    item = batch["items"][0]
    item["hash"] = item_hash(bytes.fromhex(item.pop("salt")), item.pop("value"))
    return batch, "nothing that it told was private"


def hide_a_command_and_a_fact(lines):
    batch, _ = find(lines, "Start")
    for item in batch["items"][:2]:
        item["hash"] = item_hash(bytes.fromhex(item.pop("salt")), item.pop("value"))
    return batch, "without the command"


def remove_a_batch(lines):
    batch, _ = find(lines, "TimeUp")
    following = lines[lines.index(batch) + 1]
    lines.remove(batch)
    return following | {"no": following["no"] - 1}, "missing"


def swap_two(lines):
    batch, _ = find(lines, "Said")
    n = lines.index(batch)
    lines[n], lines[n + 1] = lines[n + 1], lines[n]
    return batch, "out of order"


def swap_two_and_number_them(lines):
    batch, _ = find(lines, "HostIs")
    n = lines.index(batch)
    lines[n], lines[n + 1] = lines[n + 1], lines[n]
    lines[n]["no"], lines[n + 1]["no"] = n, n + 1
    return lines[n], ""


def change_signature(lines):
    batch, _ = find(lines, "Ended")
    batch["signature"] = SIGN("something else")
    return batch, "signature"


def drop_signature(lines):
    batch, _ = find(lines, "Ended")
    del batch["signature"]
    return batch, "signature"


def sign_the_middle(lines):
    batch, _ = find(lines, "Start")
    batch["signature"] = SIGN(batch["hash"])
    return batch, "no game ends here"


def change_salt(lines):
    batch, _ = find(lines, "Start")
    batch["items"][0]["salt"] = "ff" * 16
    return batch, "hash"


def change_hidden(lines):
    batch = next(line for line in lines[1:] if "hash" in line["items"][0])
    batch["items"][0]["hash"] = "0" * 64
    return batch, "hash"


def change_table(lines):
    lines[0]["table"] = "00" * 8
    return lines[1], "hash"


def cut_the_end(lines):
    del lines[-1]
    return lines[-1], "the file ends here"


def claim_another_game(lines):
    lines[0]["game_no"] = 1
    return lines[-1], "the file ends here"


FORGERIES = [
    change_die,
    change_audience,
    change_opened_answer,
    change_answering,
    answer_what_was_not_asked,
    change_chat,
    change_seed,
    change_committed_seed,
    change_word,
    change_winner,
    change_time,
    drop_a_fact,
    hide_a_fact,
    hide_a_command,
    hide_a_command_and_a_fact,
    remove_a_batch,
    swap_two,
    swap_two_and_number_them,
    change_signature,
    drop_signature,
    sign_the_middle,
    change_salt,
    change_hidden,
    change_table,
    cut_the_end,
    claim_another_game,
]

BY_THE_HOST = [
    change_die,
    change_audience,
    change_seed,
    change_committed_seed,
    change_word,
    change_winner,
    change_time,
    drop_a_fact,
    hide_a_fact,
    hide_a_command,
    hide_a_command_and_a_fact,
    cut_the_end,
]
"""What is found even if every hash is made to fit and every end is signed anew."""

FOUND_WITHOUT_RULES = [
    change_die,
    change_seed,
    change_committed_seed,
    change_word,
    drop_a_fact,
    hide_a_fact,
    hide_a_command,
    hide_a_command_and_a_fact,
    cut_the_end,
]
"""What is found even then where the rules are not run again: dice, words, seed, and what is missing."""
