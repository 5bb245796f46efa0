"""A function on AWS's runtime client for Python, under a bootstrap of its own. It greets, and shows
on demand how a function can fail."""
import logging
import os
import sys
import time

logging.getLogger().setLevel(logging.INFO)
invocations = 0  # one environment serves one request at a time


def handle(event, context):
    global invocations
    invocations += 1
    name, do = event["name"], event.get("do")
    print("asked by", name)
    logging.info("one frame\nof two lines")
    if do == "fail":
        raise LookupError("no pet " + name)
    if do == "exit":
        sys.exit(3)
    if do == "panic":
        os.abort()
    if do == "sleep":
        time.sleep(3600)
    client = context.client_context
    return {
        "greeting": "Hello, " + name,
        "invocations": invocations,
        "requestId": context.aws_request_id,
        "arn": context.invoked_function_arn,
        "function": context.function_name + " " + context.function_version,
        "remainingMs": context.get_remaining_time_in_millis(),
        "trace": os.environ["_X_AMZN_TRACE_ID"],
        "tenant": client.custom["tenant"] if client and client.custom else "",
    }
