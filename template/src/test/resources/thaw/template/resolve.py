"""Prints, as JSON, what the resolvers of AWS make of templates: of each value, every text that it may have.

cfn-lint resolves functions, but decides no conditions: then it has the values of both branches. What depends on names of
resources it does not know; such a value has no text. Of SAM's functions there is also what aws-sam-translator makes.
"""
import json
import logging
import os
import sys

logging.disable(logging.CRITICAL)  # of metrics that nobody publishes
os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from cfnlint.context import create_context_for_template
from cfnlint.decode import decode
from cfnlint.jsonschema import CfnTemplateValidator
from cfnlint.template import Template
from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


def text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_function(value):
    return len(value) == 1 and next(iter(value)).startswith(("Fn::", "Ref"))


def resolved(value, validator):
    if isinstance(value, dict):
        if is_function(value):
            found = [each for each, _, error in validator.resolve_value(value) if error is None]
            return sorted({text(each) for each in found if not isinstance(each, (dict, list))})
        return {key: resolved(each, validator) for key, each in value.items()}
    if isinstance(value, list):
        return {str(index): resolved(each, validator) for index, each in enumerate(value)}
    return [text(value)]


def linted(file):
    template, problems = decode(file)
    assert not problems, problems
    cfn = Template(file, template, ["us-east-1"])
    problems = cfn.transform()
    assert not problems, problems
    validator = CfnTemplateValidator({}).evolve(cfn=cfn, context=create_context_for_template(cfn))
    return {
        name: resolved(resource.get("Properties", {}), validator)
        for name, resource in cfn.template["Resources"].items()
    }


class NoPolicies:
    def load(self):
        return {}


def plain(value):
    """What is left of functions depends on names of resources."""
    if isinstance(value, dict):
        return [] if is_function(value) else {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return {str(index): plain(each) for index, each in enumerate(value)}
    return [text(value)]


def translated(file):
    with open(file) as opened:
        template = yaml_parse(opened.read())
    values = {name: each["Default"] for name, each in template.get("Parameters", {}).items()}
    made = transform(template, {**values, "AWS::Region": "us-east-1"}, NoPolicies())
    return {
        name: plain(resource["Properties"])
        for name, resource in made["Resources"].items()
        if resource["Type"] == "AWS::Lambda::Function"
    }


def opinions(file):
    found = {"cfn-lint": linted(file)}
    if "AWS::Serverless" in open(file).read():
        found["aws-sam-translator"] = translated(file)
    return found


print(json.dumps({os.path.basename(file): opinions(file) for file in sys.argv[1:]}))
