"""Serves durable functions by AWS's own local runner, dex-local-runner of aws-durable-execution-sdk-python-testing.

The runner knows neither CreateFunction nor Invoke: it starts an execution by a call of its own, invokes handlers at a
Lambda endpoint with the header X-Dex-Handler-Invoke, and answers the operations below /2025-12-01. This joins it to an
emulator that runs ordinary functions. It reads at its start which functions exist, so it starts anew after a deployment.
"""

import http.client
import json
import os
import socket
import subprocess
import tempfile
import threading
import time
import uuid
from urllib.parse import quote

MARK = "X-Dex-Handler-Invoke"
# As in Thaw's ARNs: the runner refuses chained invocations in another account or region.
ACCOUNT, REGION = "123456789012", "us-east-1"
EXECUTIONS = "/2025-12-01/durable-executions/"


def await_port(port, seconds=10):
    deadline = time.monotonic() + seconds
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def complete(history):
    """The runner (1.4.0) leaves out InvocationCompletedDetails, without which nearly every requirement fails."""
    for event in history["Events"]:
        if event["EventType"] == "InvocationCompleted":
            event.setdefault("InvocationCompletedDetails", {})
    return history


class Engine:
    def __init__(self, program):
        self.program = program
        self.front = None  # where the runner finds the functions
        self.functions, self.process, self.port = {}, None, None
        self.lock = threading.Lock()
        self.folder = tempfile.TemporaryDirectory()

    def created(self, body):
        """Notes what CreateFunction says of durable functions, and leaves it out for the emulator."""
        request = json.loads(body)
        self.functions[request["FunctionName"]] = {
            "Timeout": request["Timeout"],
            **{name: request.pop(name) for name in ("DurableConfig", "TenancyConfig") if name in request},
        }
        self.stop()
        return json.dumps(request).encode()

    def started(self):
        with self.lock:
            if self.process is None:
                with socket.socket() as unused:
                    unused.bind(("127.0.0.1", 0))
                    self.port = unused.getsockname()[1]
                configs = os.path.join(self.folder.name, "functions.json")
                with open(configs, "w") as file:
                    json.dump(self.functions, file)
                here = f"http://127.0.0.1:{self.port}"
                options = ["--host", "127.0.0.1", "--port", str(self.port), "--log-level", "CRITICAL"]
                options += ["--lambda-endpoint", self.front, "--local-runner-endpoint", here]
                options += ["--local-runner-region", REGION, "--function-configs", f"file://{configs}"]
                keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
                self.process = subprocess.Popen([self.program, "start-server", *options], env={**os.environ, **keys})
                await_port(self.port)
            return self.port

    def stop(self):
        with self.lock:
            if self.process:
                self.process.terminate()
                self.process.wait()
                self.process = None

    def call(self, method, path, body=b"", headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.started(), timeout=930)
        try:
            connection.request(method, path, body, {**headers, "Content-Length": str(len(body))})
            response = connection.getresponse()
            answer = response.read()
            if path.split("?")[0].endswith("/history") and response.status == 200:
                answer = json.dumps(complete(json.loads(answer))).encode()
            return response.status, response.getheaders(), answer
        finally:
            connection.close()

    def invoke(self, name, body, headers):
        """Starts an execution, and waits for its end unless it is an event."""
        config = self.functions[name]["DurableConfig"]
        start = {
            "AccountId": ACCOUNT,
            "FunctionName": name,
            "FunctionQualifier": "$LATEST",
            "ExecutionName": uuid.uuid4().hex,
            "InvocationId": str(uuid.uuid4()),
            "ExecutionTimeoutSeconds": config["ExecutionTimeout"],
            "ExecutionRetentionPeriodDays": config["RetentionPeriodInDays"],
            "Input": body.decode() or "null",
        }
        status, given, answer = self.call("POST", "/start-durable-execution", json.dumps(start).encode())
        if status >= 300:
            return status, given, answer
        arn = json.loads(answer)["ExecutionArn"]
        given = [("X-Amz-Durable-Execution-Arn", arn), ("Content-Type", "application/json")]
        if headers.get("X-Amz-Invocation-Type") == "Event":
            return 202, given, b""
        while True:
            end = json.loads(self.call("GET", EXECUTIONS + quote(arn, safe=""))[2])
            if end.get("Status") not in ("RUNNING", None):
                break
            time.sleep(0.1)
        if end["Status"] == "SUCCEEDED":
            return 200, given, (end.get("Result") or "null").encode()
        error = end.get("Error", {})
        answer = {"errorType": error.get("ErrorType"), "errorMessage": error.get("ErrorMessage")}
        return 200, [*given, ("X-Amz-Function-Error", "Unhandled")], json.dumps(answer).encode()
