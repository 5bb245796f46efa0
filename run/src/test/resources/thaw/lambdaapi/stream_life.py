"""Streamed responses as boto3 sees them; arguments: endpoint, function."""
import sys

import boto3
from botocore.config import Config

client = boto3.client(
    "lambda", endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="test",
    aws_secret_access_key="test", config=Config(retries={"max_attempts": 0}))
NAME = sys.argv[2]


def invoke(todo, **more):
    answer = client.invoke_with_response_stream(
        FunctionName=NAME, Payload='{"do": "%s"}' % todo, **more)
    return answer, list(answer.get("EventStream", []))


def same(actual, expected):
    assert actual == expected, "%r is not %r" % (actual, expected)


answer, events = invoke("prelude", LogType="Tail")
same(answer["StatusCode"], 200)
same(answer["ExecutedVersion"], "$LATEST")
same(answer["ResponseStreamContentType"], "application/vnd.amazon.eventstream")
body = b"".join(event["PayloadChunk"]["Payload"] for event in events[:-1])
assert body.endswith(b"\0" * 8 + b"short and stout"), body
same(list(events[-1]["InvokeComplete"]), ["LogResult"])

answer, events = invoke("whole")
same(events, [
    {"PayloadChunk": {"Payload": b'{"statusCode": 201, "body": "whole"}'}},
    {"InvokeComplete": {}}])

answer, events = invoke("late")
same(events[0], {"PayloadChunk": {"Payload": b"part"}})
same(events[1]["InvokeComplete"]["ErrorCode"], "Unhandled")
same(events[1]["InvokeComplete"]["ErrorDetails"],
     '{"errorType": "Late", "errorMessage": "too late"}')
same(len(events), 2)

answer, events = invoke("error")
same(events[0]["InvokeComplete"]["ErrorDetails"],
     '{"errorType": "Early", "errorMessage": "too early"}')

answer, events = invoke("whole", InvocationType="DryRun")
same((answer["StatusCode"], events), (204, []))

try:
    client.invoke_with_response_stream(FunctionName="nobody")
    raise AssertionError("nobody was found")
except client.exceptions.ResourceNotFoundException as e:
    same(e.response["Error"]["Message"],
         "Function not found: arn:aws:lambda:us-east-1:123456789012:function:nobody:$LATEST")
print("streamed as boto3 expects")
