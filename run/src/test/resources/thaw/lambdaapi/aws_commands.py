"""Runs commands of the AWS CLI, each in a process of its own, as the program `aws` does.

The processes are forked from this one, which has imported the CLI: that takes most of a command's
time. A line of standard input is one command, {"words": [], "out": FILE, "err": FILE} in JSON; the
line that answers it is its exit code.
"""
import json
import os
import sys

import awscli.clidriver

awscli.clidriver.create_clidriver()  # for what it imports


def run(order):
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, file in ((1, order["out"]), (2, order["err"])):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), stream)
    sys.argv = ["aws"] + order["words"]
    sys.exit(awscli.clidriver.main())


for line in sys.stdin:
    child = os.fork()
    if child == 0:
        run(json.loads(line))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
