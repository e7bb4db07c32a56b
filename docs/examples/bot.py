"""A whole Naisho player: joins a table by its code and plays Omega Strain, or answers anything at random.

ssh-keygen -t ed25519 -N '' -f robo_key
python bot.py KITE-42 ssh -T -i robo_key -p 2222 robo@127.0.0.1 json
"""

import json
import random
import subprocess
import sys


def choose(prompt: dict, view: dict, seat: int) -> dict[str, str]:
    """Work while healthy, stay at home when infected and nearly dead; anything else at random."""
    if prompt["name"] == "done":
        return {"done": "yes"}
    if prompt["name"] == "action":
        turn = view["play"]["turns"][-1]
        infected = 2 * turn["dice"][str(seat)] <= turn["index"]
        last_life = view["play"]["players"][seat]["life"] == 1
        return {"action": "home" if infected and last_life else "work"}
    return {field["name"]: random.choice(field["options"]) for field in prompt["fields"]}


def main(code: str, command: list[str]) -> None:
    """Connect, sit down, be ready, answer every prompt once, until the game is over."""
    ssh = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def send(**request) -> None:
        ssh.stdin.write(json.dumps(request) + "\n")
        ssh.stdin.flush()

    send(do="enter", code=code)
    send(do="Sit")
    asked = set()
    for line in ssh.stdout:
        event = json.loads(line)
        if event["event"] == "refused":
            print("refused:", event["code"], event["params"])
        if event["event"] != "table":
            continue
        view, seat = event["view"], event["seat"]
        for news in event["news"]:
            if news["fact"]["kind"] == "Ended":
                print("over:", news["fact"]["outcome"])
                return
        if view["stage"] == "lobby" and seat is not None and not view["seats"][seat]["ready"] and view["commitment"]:
            send(do="Ready", word="beep")
        for prompt in event["prompts"]:
            if (prompt["no"], prompt["name"]) not in asked:
                asked.add((prompt["no"], prompt["name"]))
                send(do="Answer", no=prompt["no"], prompt=prompt["name"], values=choose(prompt, view, seat))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
