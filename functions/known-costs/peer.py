#!/usr/bin/env python3
"""The peer of SlowPeer: answers GET /?afterMillis=N after N milliseconds.

python3 peer.py PORT
"""

import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse


class Peer(BaseHTTPRequestHandler):
    def do_GET(self):
        wait = parse_qs(urlparse(self.path).query).get("afterMillis", ["0"])[0]
        time.sleep(int(wait) / 1000)
        self.send_response(204)
        self.end_headers()


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Peer).serve_forever()
