"""Prints resource-types.txt: what Ref gives of each type of resource, what names one, and its attributes.

From the schemas of CloudFormation that cfn-lint ships. A line has the type, the property or attribute that Ref gives
(of the primary identifier what AWS makes, else the last), the property that names the resource with its longest length, and the attributes.
"""
import importlib.metadata
import json
import pathlib

import cfnlint.data
from cfnlint.schema import _getatts

SCHEMAS = pathlib.Path(cfnlint.data.__file__).parent / "schemas"

# Types whose Ref is not their primary identifier, as the reference of CloudFormation says.
REF = {"AWS::Events::Rule": "Name", "AWS::ECS::Service": "ServiceArn"}


def path(pointer):
    return pointer.replace("/properties/", "", 1).replace("/", ".")


def longest(schema):
    return schema.get("maxLength", "")


def properties_as_attributes(name, properties):
    """GetAtt gives of some types their properties, which no schema says."""
    return list(properties) if name in _getatts._all_property_types else _getatts._exceptions.get(name, [])


def line(name, schema):
    properties = schema.get("properties", {})
    attributes = [path(each) for each in schema.get("readOnlyProperties", [])]
    identifier = [path(each) for each in schema.get("primaryIdentifier", [])]
    made = [each for each in identifier if each in attributes]
    ref = REF.get(name, (made or identifier or ["-"])[-1])
    names = [ref, name.split("::")[2] + "Name", "Name"]
    naming = next((each for each in names if each in properties and each not in attributes), "-")
    limit = longest(properties.get(naming, {}))
    given = {*attributes, *properties_as_attributes(name, properties)}
    listed = ",".join(sorted(each for each in given if "*" not in each))
    return f"{name} {ref} {naming}{':' if limit else ''}{limit} {listed or '-'}"


types = json.loads((SCHEMAS / "providers" / "us-east-1.json").read_text())
print(f"# Made by resource_types.py of cfn-lint {importlib.metadata.version('cfn-lint')}: type, Ref, name, attributes.")
for name, file in sorted(types.items()):
    print(line(name, json.loads((SCHEMAS / "resources" / f"{file}.json").read_text())))
