"""Stands between the suite's runner and an emulator: answers CloudFormation, passes everything else on."""

import http.client
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

from engine import MARK

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "te", "trailer", "upgrade"}
JSON = [("Content-Type", "application/json")]
INVOKED = re.compile(r"/2015-03-31/functions/(?:arn:aws:lambda:[^:]*:\d*:function:)?([^:/]+)(?::[^/]*)?/invocations")


def summary(logical, kind, name):
    return (
        f"<LogicalResourceId>{logical}</LogicalResourceId><PhysicalResourceId>{name}</PhysicalResourceId>"
        f"<ResourceType>{kind}</ResourceType><ResourceStatus>CREATE_COMPLETE</ResourceStatus>"
        "<LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp>"
    )


class Front(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, headers, answer = self.answer(body)
        self.send_response(status)
        for name, value in headers:
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_PUT = do_DELETE = serve

    def answer(self, body):
        path = unquote(urlsplit(self.path).path)
        if self.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded"):
            return self.cloudformation(parse_qs(body.decode()))
        if self.command == "POST" and path == "/2015-03-31/functions":
            body = self.server.created(body)
        engine = self.server.engine
        if engine:
            invoked = INVOKED.fullmatch(path)
            if invoked and invoked[1] in engine.functions and not self.headers.get(MARK):
                return engine.invoke(invoked[1], body, self.headers)
            if path.startswith("/2025-12-01/durable-exec"):
                return engine.call(self.command, self.path, body, {"Content-Type": "application/json"})
        status, headers, answer = self.forward(body)
        if self.headers.get("X-Amz-Target") == "Logs_20140328.FilterLogEvents" and status >= 400:
            # An error ends the whole run without a report. Without events the requirements that need them fail.
            return 200, JSON, b'{"events": []}'
        return status, headers, answer

    def forward(self, body):
        to = self.server.to
        connection = http.client.HTTPConnection(to.hostname, to.port, timeout=930)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP}
        try:
            connection.request(self.command, self.path, body, {**headers, "Content-Length": str(len(body))})
            response = connection.getresponse()
            return response.status, response.getheaders(), response.read()
        except OSError as error:
            return 502, JSON, json.dumps({"Message": f"{to.netloc}: {error}"}).encode()
        finally:
            connection.close()

    def cloudformation(self, form):
        resources = json.loads(self.server.stack.read_text()) if self.server.stack.exists() else []
        (action,) = form["Action"]
        if action == "ListStackResources":
            members = "".join(f"<member>{summary(*each)}</member>" for each in resources)
            inner = f"<StackResourceSummaries>{members}</StackResourceSummaries>"
        elif action == "DescribeStackResource":
            (wanted,) = [each for each in resources if each[0] in form["LogicalResourceId"]]
            inner = f"<StackResourceDetail>{summary(*wanted)}</StackResourceDetail>"
        else:
            inner = ""  # DeleteStack
        namespace = "http://cloudformation.amazonaws.com/doc/2010-05-15/"
        text = f'<{action}Response xmlns="{namespace}"><{action}Result>{inner}</{action}Result></{action}Response>'
        return 200, [("Content-Type", "text/xml")], text.encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """Clients that give up are no error of the front's."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, address)


def start(stack, created, engine):
    """Starts the front at a free port, for the address in its field `to`; created may change the body of CreateFunction."""
    server = Server(("127.0.0.1", 0), Front)
    server.stack, server.created, server.engine = stack, created, engine
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
