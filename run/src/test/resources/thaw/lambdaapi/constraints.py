"""Prints constraints.txt: what the service models demand of the members of requests."""
import json

import botocore.session

SERVICES = "lambda", "lambda-core"
LIMITS = "min", "max", "pattern", "enum", "sensitive"

# The order in which AWS's messages name the values (AWS, 2025-11-25, public LocalStack tests).
RECORDED_ORDER = {
    "EventSourcePosition": ["LATEST", "AT_TIMESTAMP", "TRIM_HORIZON"],
    "InvokeMode": ["RESPONSE_STREAM", "BUFFERED"],
    "RecursiveLoop": ["Terminate", "Allow"],
}
# A pattern that the recorded messages have without the parentheses around it.
RECORDED_PATTERN = {"LayerVersionArn": lambda pattern: pattern[1:-1]}
# Lists whose recorded messages do not end with "Member must not be null".
RECORDED_WITHOUT_NULL = {"FunctionResponseTypeList", "SecurityGroupIds", "SubnetIds"}
# AWS has other messages for a runtime; which architectures a layer may have is told together with its runtimes.
ELSEWHERE = {"Runtime", "CompatibleArchitectures"}
# Which numbers are allowed depends on the kind of the function.
BY_KIND = {"EphemeralStorageSize", "MemorySize", "Timeout"}


def limits(name, shape):
    found = {key: shape[key] for key in LIMITS if key in shape}
    if name in ELSEWHERE:
        found.pop("enum", None)
    if name in BY_KIND:
        return {}
    if found.get("min") == 0 and shape["type"] in ("string", "list", "map") and "max" not in found:
        found.pop("min")
    if name in RECORDED_ORDER:
        assert sorted(RECORDED_ORDER[name]) == sorted(found["enum"]), name
        found["enum"] = RECORDED_ORDER[name]
    if name in RECORDED_PATTERN:
        found["pattern"] = RECORDED_PATTERN[name](found["pattern"])
    if name in RECORDED_WITHOUT_NULL:
        found["nullable"] = True
    return found


def reduced(name, shapes, known):
    """Adds a shape, and those that it needs; returns whether anything is demanded of it."""
    if name in known:
        return bool(known[name])
    known[name] = {}
    shape = shapes[name]
    kind = shape["type"]
    if kind in ("blob", "boolean", "timestamp"):
        return False
    found = limits(name, shape)
    if kind == "structure":
        members = {}
        for member, about in shape["members"].items():
            location = about.get("location")
            needed = reduced(about["shape"], shapes, known) or member in shape.get("required", [])
            if needed and member != shape.get("payload") and location != "headers":
                where = f" {location} {about.get('locationName', member)}" if location else ""
                members[member] = about["shape"] + where
        required = [member for member in shape.get("required", [])
                    if member != shape.get("payload") and shape["members"][member].get("location") != "uri"]
        found = {**({"members": members} if members else {}), **({"required": required} if required else {})}
    if kind == "list" and name not in ELSEWHERE and reduced(shape["member"]["shape"], shapes, known):
        found["of"] = shape["member"]["shape"]
    if kind == "map":
        if reduced(shape["key"]["shape"], shapes, known):
            found["key"] = shape["key"]["shape"]
        if reduced(shape["value"]["shape"], shapes, known):
            found["of"] = shape["value"]["shape"]
    if set(found) - {"sensitive"}:
        known[name] = {"type": kind, **found}
    return bool(known[name])


def lines(service):
    model = botocore.session.get_session().get_service_model(service)
    description = model._service_description
    shapes = {}
    for name, operation in description["operations"].items():
        # No API here has network connectors.
        if "input" in operation and "NetworkConnector" not in name:
            wanted = operation["input"]["shape"]
            if reduced(wanted, description["shapes"], shapes):
                shapes[name + "()"] = shapes[wanted]
    inputs = {operation["input"]["shape"] for operation in description["operations"].values() if "input" in operation}
    for name in sorted(shapes):
        if shapes[name] and name not in inputs:
            print(service, name, json.dumps(shapes[name]))


print(f"# Demands on members of requests, by shape and operation: made by constraints.py of botocore {botocore.__version__}.")
for each in SERVICES:
    lines(each)
