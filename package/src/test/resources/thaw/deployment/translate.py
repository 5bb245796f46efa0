"""Translates SAM templates as AWS does, and prints each that the translator refuses."""

import logging
import os
import sys

logging.disable(logging.CRITICAL)  # of metrics that nobody publishes
os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


class NoPolicies:
    def load(self):
        return {}


def uploaded(template):
    """Files become what sam package makes of them."""
    for resource in template["Resources"].values():
        properties = resource.get("Properties", {})
        for uri in ("CodeUri", "ContentUri"):
            if isinstance(properties.get(uri), str):
                properties[uri] = "s3://bucket/key"
        if "ImageUri" in properties:
            properties["ImageUri"] = "123456789012.dkr.ecr.us-east-1.amazonaws.com/pets:1"
    return template


translated = 0
for path in sys.argv[1:]:
    with open(path) as file:
        text = file.read()
    try:
        parameters = {
            name: parameter.get("Default", "value")
            for name, parameter in yaml_parse(text).get("Parameters", {}).items()
        }
        transform(uploaded(yaml_parse(text)), parameters, NoPolicies())
        translated += 1
    except Exception as problem:
        print(f"{path}: {problem}: {getattr(problem, 'causes', '')}")
print(f"{translated} translated")
