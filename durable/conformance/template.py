"""The SAM template of a suite, made of the marks of its handlers."""

import importlib

GLOBALS = {
    "Runtime": "python3.13",
    "Timeout": 60,
    "MemorySize": 128,
    "CodeUri": ".",
    "DurableConfig": {"ExecutionTimeout": 300, "RetentionPeriodInDays": 1},
    # The runner finds the records of an execution by a member of theirs.
    "LoggingConfig": {"LogFormat": "JSON"},
}


def logical_id(name):
    return "".join(map(str.capitalize, name.split("_")))


def template(suite):
    module = importlib.import_module(f"handlers.{suite}")
    handlers = [h for h in vars(module).values() if hasattr(h, "requirement")]
    # A handler finds the functions that it invokes in variables of their names.
    targets = {h.__name__: {"Fn::Sub": f"${{{logical_id(h.__name__)}.Arn}}:$LATEST"} for h in handlers if not h.requirement}
    resources = {}
    for handler in handlers:
        properties = {"Handler": f"handlers.{suite}.{handler.__name__}", **handler.properties}
        resource = {"Type": "AWS::Serverless::Function", "Properties": properties}
        if handler.requirement:
            resource["TestingMetadata"] = {"TestDescription": [handler.requirement]}
            properties["Environment"] = {"Variables": targets}
        resources[logical_id(handler.__name__)] = resource
    return {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Transform": "AWS::Serverless-2016-10-31",
        "Globals": {"Function": GLOBALS},
        "Resources": resources,
    }
