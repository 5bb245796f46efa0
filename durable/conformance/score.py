#!/usr/bin/env python3
"""Runs AWS's conformance suite for durable functions against a Lambda endpoint and prints what passed.

    VENV/bin/python score.py ENDPOINT --out FOLDER [--suite step wait ...] [--at-least N]
    VENV/bin/python score.py --thaw PROGRAM --out FOLDER [--handlers FOLDER] ...

VENV is made by prepare. The suites run one after the other, each with a stack of its own. Exit codes: 0 as many
requirements passed as wanted (all, unless --at-least says a number), 1 fewer.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from urllib.parse import urlsplit

import front
from engine import REGION, Engine
from template import template

HERE = Path(__file__).resolve().parent
SUITES = ["step", "wait", "child", "callback", "invoke", "wait_for_condition", "wait_for_callback", "parallel", "map"]
STATUSES = ["PASSED", "FAILED", "OPTIONAL_FAILED", "NOT_IMPLEMENTED", "UNCOVERED"]
LIMIT_SECONDS = 1200


def enabled(body):
    """What MiniStack wants, and AWS's model lacks, so that no AWS client can send it."""
    request = json.loads(body)
    request["DurableConfig"]["Enabled"] = True
    return json.dumps(request).encode()


def environment(options, address, stack):
    variables = {"AWS_EC2_METADATA_DISABLED": "true"}
    if options.engine:
        variables["AWS_ENDPOINT_URL_LAMBDA"] = address
    if options.runtime == "python":
        variables["PYTHONPATH"] = sysconfig.get_path("purelib")
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
        "PATH": f"{HERE / 'bin'}:{os.environ['PATH']}",
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
        "SUITE_PYTHON": sys.executable,
        "SUITE_STACK": str(stack),
        "SUITE_RUNTIME": "served" if options.handlers else options.runtime,
        "SUITE_VARIABLES": json.dumps(variables),
    }


@contextlib.contextmanager
def served(options, suite):
    """Serves a suite's template, or none, and says what `thaw run` tells of itself. It ends when its input does."""
    log = options.out / f"thaw-{suite}.log"
    source = options.out / "empty.yaml"
    if options.handlers:
        source = options.handlers / f"template_{suite}.yaml"
    else:
        source.write_text("Resources: {}")
    command = [options.thaw, "run", source, "--port", "0", "--api-port", "0", "--json", "--until-stdin-closes"]
    pipe = subprocess.PIPE
    with open(log, "w") as errors, subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors) as process:
        line = process.stdout.readline()
        if not line:
            raise SystemExit(f"thaw run did not start: see {log}")
        yield json.loads(line)


def run(suite, options, variables):
    out = options.out
    report = out / f"report-{suite}.json"
    report.unlink(missing_ok=True)
    source = f"template-{suite}.yaml"
    if options.handlers:
        source = options.handlers / f"template_{suite}.yaml"
    else:
        (out / source).write_text(json.dumps(template(suite), indent=1))
    command = [sys.executable, "-m", "aws_durable_execution_conformance_tests.app"]
    command += ["--language", "other" if options.handlers else "python", "--template", source, "--suite", suite]
    command += ["--region", REGION, "--max-workers", "4"]
    command += ["--name", f"{suite.replace('_', '-')}-{int(time.time()) % 100000}", "--history-dir", f"history-{suite}"]
    command += ["--report", "console", "json", "--report-file", f"report-{suite}"]
    began = time.monotonic()
    with open(out / f"log-{suite}.txt", "w") as log:
        try:
            subprocess.run(command, env=variables, cwd=out, stdout=log, stderr=log, timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            print(f"{suite}: stopped after {LIMIT_SECONDS} s", file=sys.stderr)
    entries = json.loads(report.read_text())["results"] if report.exists() else []
    row = {"suite": suite, "of": len(entries), "seconds": round(time.monotonic() - began)}
    row |= {status: sum(entry["status"] == status for entry in entries) for status in STATUSES}
    row["failures"] = {entry["id"]: entry["errors"] for entry in entries if "FAILED" in entry["status"]}
    return row


def resolved(text):
    return Path(text).resolve()


def show(rows):
    columns = ["of", *STATUSES, "seconds"]
    total = {"suite": "together", **{name: sum(row[name] for row in rows) for name in columns}}
    print(f"{'suite':20}" + "".join(f"{name.lower():>17}" for name in columns))
    for row in [*rows, total]:
        print(f"{row['suite']:20}" + "".join(f"{row[name]:17}" for name in columns))
    for row in rows:
        if not row["of"]:
            print(f"{row['suite']}: no report; see log-{row['suite']}.txt")
        for identifier, errors in row["failures"].items():
            print(f"{row['suite']} {identifier}: " + "; ".join(error[:200] for error in errors[:3]))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("endpoint", nargs="?")
    parser.add_argument("--thaw", type=resolved, metavar="PROGRAM", help="starts thaw run, in place of an endpoint")
    parser.add_argument("--handlers", type=resolved, metavar="FOLDER",
                        help="templates of other handlers, template_SUITE.yaml, which thaw run serves as they are")
    parser.add_argument("--out", type=resolved, required=True)
    parser.add_argument("--suite", nargs="+", default=SUITES, choices=[*SUITES, "plugin"], metavar="SUITE",
                        help=f"default: {', '.join(SUITES)}; also: plugin")
    parser.add_argument("--at-least", type=int, metavar="N", help="requirements that must pass; default: all")
    parser.add_argument("--runtime", choices=["provided", "python"], default="provided",
                        help="functions are provided.al2023 with a bootstrap (default), or python3.13")
    parser.add_argument("--engine", type=resolved, metavar="dex-local-runner",
                        help="AWS's local runner keeps the executions; the endpoint only runs functions")
    parser.add_argument("--enabled", action="store_true", help="adds DurableConfig.Enabled, for MiniStack")
    options = parser.parse_args()
    if (options.endpoint is None) == (options.thaw is None) or options.handlers and not options.thaw:
        parser.error("needs an endpoint or --thaw, and --handlers needs --thaw")

    options.out.mkdir(parents=True, exist_ok=True)
    engine = Engine(options.engine) if options.engine else None
    created = engine.created if engine else enabled if options.enabled else lambda body: body
    stack = options.out / "stack.json"
    server = front.start(stack, created, engine)
    address = f"http://127.0.0.1:{server.server_port}"

    try:
        if engine:
            engine.front = address
        rows = []
        for suite in options.suite:
            with served(options, suite) if options.thaw else contextlib.nullcontext({"url": options.endpoint}) as thaw:
                server.to = urlsplit(thaw["url"])
                if options.handlers:
                    functions = thaw["functions"]
                    stack.write_text(json.dumps([[f["logicalId"], "AWS::Lambda::Function", f["name"]] for f in functions]))
                rows.append(run(suite, options, environment(options, address, stack)))
            print(f"{suite}: {rows[-1]['PASSED']} of {rows[-1]['of']} in {rows[-1]['seconds']} s", file=sys.stderr)
    finally:
        if engine:
            engine.stop()
    total = show(rows)
    (options.out / "score.json").write_text(json.dumps(rows, indent=1))
    wanted = total["of"] if options.at_least is None else options.at_least
    sys.exit(total["PASSED"] < wanted or not all(row["of"] for row in rows))


if __name__ == "__main__":
    main()
