"""Validates every answer that boto3 gets against botocore's own model of the service."""
import json
import re

# Members whose recorded values are not in the model (AWS, 2025-11-24, public LocalStack tests).
RECORDED = {("LastUpdateStatusReasonCode", "Creating")}
# Versions that the developer guide shows in answers, and the pattern of Version in the model lacks.
DOCUMENTED = {"$LATEST.PUBLISHED"}
# Answers with another status than the model has (recorded likewise).
STATUS = {"DeleteFunction": 204, "Invoke": None}
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d{4})")
faults = []
seen = set()
succeeded = set()


def fault(where, text):
    faults.append(f"{where}: {text}")


def walk(where, shape, value):
    kind = shape.type_name
    limits = shape.metadata
    if kind == "structure":
        if not isinstance(value, dict):
            return fault(where, f"not a structure: {value!r}")
        for name, member in value.items():
            if name not in shape.members:
                fault(where, f"unknown member {name}")
            else:
                walk(f"{where}.{name}", shape.members[name], member)
        for name in shape.required_members:
            if name not in value and not shape.members[name].serialization.get("location"):
                fault(where, f"required member {name} is missing")
    elif kind == "list":
        if not isinstance(value, list):
            return fault(where, f"not a list: {value!r}")
        size(where, len(value), limits)
        for i, member in enumerate(value):
            walk(f"{where}[{i}]", shape.member, member)
    elif kind == "map":
        if not isinstance(value, dict):
            return fault(where, f"not a map: {value!r}")
        for key, member in value.items():
            walk(f"{where}.key", shape.key, key)
            walk(f"{where}[{key}]", shape.value, member)
    elif kind == "string":
        text(where, shape, value)
    elif kind == "boolean":
        if not isinstance(value, bool):
            fault(where, f"not a boolean: {value!r}")
    elif kind in ("integer", "long"):
        if not isinstance(value, int) or isinstance(value, bool):
            return fault(where, f"not an {kind}: {value!r}")
        size(where, value, limits)
    elif kind == "timestamp" and shape.serialization.get("timestampFormat") == "iso8601":
        if not isinstance(value, str) or not TIMESTAMP.fullmatch(value):
            fault(where, f"{value!r} is no timestamp")
    elif kind in ("double", "float", "timestamp"):
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            fault(where, f"not a {kind}: {value!r}")


def pythonic(pattern):
    """Python knows no classes of Unicode: letters and numbers, spaces, controls."""
    for java, own in ("L", r"\w"), ("N", r"\d"), ("Z", r"\s"), ("C", r"\x00-\x1f\x7f-\x9f"):
        pattern = pattern.replace(r"\p{" + java + "}", own)
    return pattern


def text(where, shape, value):
    if not isinstance(value, str):
        return fault(where, f"not a string: {value!r}")
    name = where.rsplit(".", 1)[-1]
    if shape.enum and value not in shape.enum and (name, value) not in RECORDED:
        fault(where, f"{value!r} is not one of {shape.enum}")
    pattern = shape.metadata.get("pattern")
    documented = shape.name == "Version" and value in DOCUMENTED
    if pattern and not documented and not re.fullmatch(pythonic(pattern), value):
        fault(where, f"{value!r} does not match {pattern}")
    if shape.name == "Timestamp" and not TIMESTAMP.fullmatch(value):
        fault(where, f"{value!r} is no timestamp")
    size(where, len(value), shape.metadata)


def size(where, number, limits):
    if number < limits.get("min", number) or number > limits.get("max", number):
        fault(where, f"{number} is not {limits.get('min')}..{limits.get('max')}")


def watch(client):
    model = client.meta.service_model
    service = model.service_id.hyphenize()

    def answered(operation_model, response_dict, **kwargs):
        name = operation_model.name
        seen.add(name)
        status = response_dict["status_code"]
        if not re.fullmatch(r"[0-9a-f-]{36}", response_dict["headers"].get("x-amzn-RequestId", "")):
            fault(name, "no request id")
        if status >= 300:
            return refused(name, operation_model, response_dict)
        succeeded.add(name)
        wanted = STATUS.get(name, operation_model.http.get("responseCode", 200))
        if wanted and status != wanted:
            fault(name, f"status {status}, not {wanted}")
        shape = operation_model.output_shape
        if shape is None or name.startswith("Invoke"):
            return
        body = response_dict["body"]
        if status == 204:
            if body:
                fault(name, "a body with status 204")
        else:
            walk(name, shape, json.loads(body or b"{}"))

    def refused(name, operation_model, response_dict):
        kind = response_dict["headers"].get("x-amzn-ErrorType", "")
        shapes = {shape.error_code: shape for shape in operation_model.error_shapes}
        body = json.loads(response_dict["body"])
        if "message" not in body and "Message" not in body:
            fault(name, f"an error without a message: {body}")
        generic = ("ValidationException", "RequestEntityTooLargeException",
                   "UnknownOperationException", "SerializationException")
        if kind in generic:
            return
        if kind not in shapes:
            fault(name, f"{kind} is no error of it")
        else:
            wanted = shapes[kind].metadata.get("error", {}).get("httpStatusCode")
            if wanted and wanted != response_dict["status_code"]:
                fault(name, f"{kind} with status {response_dict['status_code']}, not {wanted}")

    client.meta.events.register("before-parse." + service, answered)
    return model
