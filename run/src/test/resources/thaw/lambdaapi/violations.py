"""For each demand of the service models on an input of an operation, sends a value that breaks it.

Prints what was not refused with status 400 and AWS's words for the demand. Arguments: the server's address, and
the operations that work."""
import base64
import http.client
import io
import json
import re
import sys
import urllib.parse
import zipfile

import botocore.session

from service_model import pythonic

NOT_THIS = "!", " ", "é", "\n", "a b", ".", "a.", "-", "/", "0", "a", ""
# Longer than a request may be, or than its first line.
LONGEST = {"body": 100_000, "uri": 5_000, "querystring": 5_000, "header": 5_000}
# A function's own code would be read before other members are looked at.
ROLE = "arn:aws:iam::123456789012:role/r"


def code():
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as jar:
        jar.writestr("a.txt", "a")
    return base64.b64encode(content.getvalue()).decode()


# What must be right for the checks that only some kinds of functions and layers have.
VALID = {
    "CreateFunction": {"FunctionName": "g", "Role": ROLE, "Runtime": "java25", "Handler": "a.B::c",
                       "Code": {"ZipFile": code()}},
    "PublishLayerVersion": {"Content": {"ZipFile": code()}},
}


def spelled(path):
    return ".".join(name[0].lower() + name[1:] for name in path)


def length(number, unit="a"):
    return unit * number


def broken(shape, place):
    """Yields a value for each demand on a shape itself, and the words for the demand."""
    limits = shape.metadata
    kind = shape.type_name
    if kind == "string":
        if "max" in limits and limits["max"] < LONGEST[place]:
            yield length(limits["max"] + 1), f"length less than or equal to {limits['max']}"
        if limits.get("min") and (place == "body" or limits["min"] > 1):
            yield length(limits["min"] - 1), f"length greater than or equal to {limits['min']}"
        if "pattern" in limits:
            # What has to be long enough besides; no control character may be in a header.
            for value in (each + length(max(0, limits.get("min", 0) - len(each))) for each in NOT_THIS):
                if not re.fullmatch(pythonic(limits["pattern"]), value) and (place == "body" or value.isprintable() and value
                                                                             and value.isascii() and value not in "/."):
                    yield value, "regular expression pattern: "
                    break
        if shape.enum:
            yield "unheardOf", "enum value set: "
    elif kind in ("integer", "long", "double", "float"):
        if "max" in limits:
            yield limits["max"] + 1, "value less than or equal to "
        if "min" in limits:
            yield limits["min"] - 1, f"value greater than or equal to {limits['min']}"
    elif kind in ("list", "map"):
        entry = some(shape.member if kind == "list" else shape.value)
        sized = (lambda n: [entry] * n) if kind == "list" else (lambda n: {f"k{i}": entry for i in range(n)})
        if "max" in limits and limits["max"] < 5_000:
            yield sized(limits["max"] + 1), f"length less than or equal to {limits['max']}"
        if limits.get("min") and place == "body":
            yield sized(limits["min"] - 1), f"length greater than or equal to {limits['min']}"


def inner(shape, place):
    """Yields values that break a demand on a shape or anything in it: path below it, value, words."""
    for value, words in broken(shape, place):
        yield [], value, words
    kind = shape.type_name
    if kind == "structure":
        for name, member in shape.members.items():
            for path, value, words in inner(member, place):
                yield [name] + path, {name: value}, words
    elif kind == "list":
        structured = shape.member.type_name == "structure"
        for path, value, words in inner(shape.member, place):
            yield (["1", "member"] + path if structured else []), [value], words
    elif kind == "map":
        for name, words in broken(shape.key, place):
            yield [], {name: some(shape.value)}, words
        for path, value, words in inner(shape.value, place):
            yield [], {key(shape.key): value}, words


def some(shape):
    return {"list": [], "structure": {}, "double": 0.5}.get(shape.type_name, "a")


def key(shape):
    return shape.enum[0] if shape.enum else "1"


def merged(base, more):
    both = dict(base)
    for name, value in more.items():
        both[name] = merged(base[name], value) if isinstance(value, dict) and isinstance(base.get(name), dict) else value
    return both


class Server:
    def __init__(self, address):
        self.host = urllib.parse.urlparse(address).netloc

    def send(self, method, path, headers, body):
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            return response.status, response.getheader("x-amzn-ErrorType", ""), response.read().decode()
        finally:
            connection.close()


def request(operation, name, member, value):
    shape = operation.input_shape.members[name]
    location = shape.serialization.get("location", "body")
    wire = shape.serialization.get("name", name)
    labels = {}
    query = {}
    headers = {}
    body = dict(VALID.get(operation.name, {}))
    if location == "uri":
        labels[wire] = str(value)
    elif location == "querystring":
        query[wire] = value
    elif location == "header":
        headers[wire] = str(value)
    else:
        body = merged(body, {wire: value})
    path, _, fixed = operation.http["requestUri"].partition("?")
    path = re.sub(r"{(\w+)\+?}", lambda label: urllib.parse.quote(labels.get(label.group(1), "f"), safe=""), path)
    asked = "&".join(each for each in (fixed, urllib.parse.urlencode(query, doseq=True)) if each)
    method = operation.http["method"]
    content = json.dumps(body) if method in ("POST", "PUT", "PATCH") else None
    return method, path + ("?" + asked if asked else ""), headers, content


def main():
    server = Server(sys.argv[1])
    working = set(sys.argv[2:])
    session = botocore.session.get_session()
    function = json.dumps({**VALID["CreateFunction"], "FunctionName": "f"})
    assert server.send("POST", "/2015-03-31/functions", {}, function)[0] == 201
    tried = 0
    for service in "lambda", "lambda-core":
        model = session.get_service_model(service)
        for name in sorted(working.intersection(model.operation_names)):
            operation = model.operation_model(name)
            shape = operation.input_shape
            payload = shape.serialization.get("payload") if shape else None
            for member, about in (shape.members if shape else {}).items():
                if member == payload or about.type_name in ("blob", "timestamp", "boolean"):
                    continue
                place = about.serialization.get("location", "body")
                for path, value, words in inner(about, place):
                    tried += 1
                    status, kind, answer = server.send(*request(operation, member, path, value))
                    at = f"at '{spelled([member] + path)}'"
                    fits = status == 400 and at in answer and words in answer
                    if not fits or kind not in ("ValidationException", "InvalidParameterValueException"):
                        print(f"fault {name} {at} {words} {str(value)[:60]}: {status} {kind} {answer[:300]}")
    print(f"tried {tried}")


main()
