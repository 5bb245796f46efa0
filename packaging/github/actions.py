#!/usr/bin/env python3
"""What a job of GitHub Actions is told, and what it tells.

actions.py base            the commit before: of a pull request's base, or of a push; nothing for other events
actions.py pull-request    its number; nothing for other events
actions.py verdict G       of a run that was not good: over, or failed (over an absolute limit, or no start succeeded)
actions.py annotations G   of a gate.json: what has grown and what could not be measured, with file and line where a cause
                           names them

Workflow commands: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""
import json
import os
import re
import subprocess
import sys

NOTHING = "0" * 40


def event():
    event_file = os.environ.get("GITHUB_EVENT_PATH")
    if not event_file:
        return {}
    with open(event_file, encoding="utf-8") as file:
        return json.load(file)


def base():
    what = event()
    commit = (what.get("pull_request") or {}).get("base", {}).get("sha") or what.get("before") or ""
    return "" if commit == NOTHING or not re.fullmatch("[0-9a-f]{40,64}", commit) else commit


def escaped(text):
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text):
    return escaped(text).replace(":", "%3A").replace(",", "%2C")


def command(level, text, title, place=None):
    properties = {"title": title}
    if place:
        properties["file"], properties["line"] = place
    words = ",".join(f"{key}={escaped_property(str(value))}" for key, value in properties.items())
    print(f"::{level} {words}::{escaped(text)}")


def place(text):
    """File and line of the first stack frame in a text, if the repository has one file of that name."""
    frame = re.search(r"\(([\w$-]+\.(?:java|kt|scala|groovy)):(\d+)\)", text)
    if not frame:
        return None
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", ":(glob)**/" + frame.group(1)], stdout=subprocess.PIPE, check=False
    ).stdout.decode(errors="replace")
    files = [each for each in listed.split("\0") if each]
    return (files[0], frame.group(2)) if len(files) == 1 else None


def grown(verdict):
    percent = (verdict["ratio"] - 1) * 100
    limit = (verdict["limit"] - 1) * 100
    return (
        f"{verdict['variant']}: {verdict['measure']} has grown by {percent:.1f} %"
        f" ({verdict['before']:,.6g} before, {verdict['after']:,.6g} now); the limit is {limit:.3g} %"
    )


def verdict(gate_file):
    if os.path.exists(gate_file):
        with open(gate_file, encoding="utf-8") as file:
            if json.load(file)["over"]:
                return "over"
    return "failed"


def annotations(gate_file):
    with open(gate_file, encoding="utf-8") as file:
        gate = json.load(file)
    for each in gate["verdicts"]:
        reason = f"{each['variant']}: {each['measure']}: {each['outcome']}: {each.get('reason')}"
        if each["outcome"] == "OVER":
            text = grown(each) if each.get("ratio") else reason
            command("error" if each["gates"] else "notice", text, "Cold start")
        elif each["gates"] and each.get("reason"):
            command("warning", reason, "Cold start")
    if gate["over"]:
        for change in gate["changes"]:
            where = place(change["text"])
            if where:
                command("warning", f"{change['variant']}: {change['text']}", "Cold start", where)


if sys.argv[1:] == ["base"]:
    print(base())
elif sys.argv[1:] == ["pull-request"]:
    print((event().get("pull_request") or {}).get("number", ""))
elif len(sys.argv) == 3 and sys.argv[1] == "verdict":
    print(verdict(sys.argv[2]))
elif len(sys.argv) == 3 and sys.argv[1] == "annotations":
    annotations(sys.argv[2])
else:
    sys.exit(__doc__)
