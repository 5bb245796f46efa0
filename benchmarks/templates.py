"""Prints, as one line of JSON for each template, what AWS's translator of SAM and an evaluation of its own make of it.

Knows nothing of Thaw. Values that only AWS or another stack has, such as a generated name, are U+FFFC within their text. Parameters
without a default get made-up values, which are printed. Of a template whose code lies in S3 a copy with local code is
written beside it.
"""
import copy
import graphlib
import json
import logging
import os
import re
import sys

logging.disable(logging.CRITICAL)  # of metrics that nobody publishes
os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

UNKNOWN = "\ufffc"
LOCAL = ".local.json"
JAR = "thaw-stub.jar"
PSEUDO = {
    "AWS::Region": "us-east-1",
    "AWS::AccountId": "123456789012",
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
    "AWS::StackName": "thaw",
    "AWS::StackId": UNKNOWN,
    "AWS::NotificationARNs": UNKNOWN,
}
NAMES = {"AWS::S3::Bucket": "BucketName", "AWS::DynamoDB::Table": "TableName", "AWS::DynamoDB::GlobalTable": "TableName",
         "AWS::Lambda::Function": "FunctionName", "AWS::SSM::Parameter": "Name", "AWS::Events::EventBus": "Name",
         "AWS::Serverless::SimpleTable": "TableName", "AWS::Kinesis::Stream": "Name"}
ARNS = {"AWS::SQS::Queue": ("sqs", "QueueName"), "AWS::SNS::Topic": ("sns", "TopicName")}
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace", "any", "x-amazon-apigateway-any-method"}
ABSENT = object()


class Refused(Exception):
    pass


def read(file):
    with open(file, encoding="utf-8-sig") as opened:
        return without_dates(yaml_parse(opened.read()))


def without_dates(value):
    if isinstance(value, dict):
        return {key if isinstance(key, str) else text(key): without_dates(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_dates(each) for each in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


def text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def known(value):
    return re.sub(r"\{\{resolve:[^}]*\}\}", UNKNOWN, value)


def including(value, folder):
    """Puts files in the place of Fn::Transform with AWS::Include."""
    if isinstance(value, list):
        return [including(each, folder) for each in value]
    if not isinstance(value, dict):
        return value
    value = {key: including(each, folder) for key, each in value.items()}
    macro = value.get("Fn::Transform")
    if isinstance(macro, dict) and macro.get("Name") == "AWS::Include":
        file = os.path.join(folder, str(macro["Parameters"]["Location"]))
        if not os.path.isfile(file):
            raise Refused("it includes what is not a file of the repository")
        rest = {key: each for key, each in value.items() if key != "Fn::Transform"}
        return {**rest, **including(read(file), folder)}
    return value


def made_up(name, parameter, template):
    if "AllowedValues" in parameter:
        return text(parameter["AllowedValues"][0])
    for mapping in re.findall(r'"Fn::FindInMap": \["([^"]+)", \{"Ref": "%s"\}' % re.escape(name), json.dumps(template, default=str)):
        return next(iter(template.get("Mappings", {}).get(mapping, {"value": 0})))
    if "Arn" in name or "ARN" in name:
        return "arn:aws:sqs:us-east-1:123456789012:value"
    if parameter.get("Type") == "Number":
        return text(parameter.get("MinValue", 1))
    return "value"


def parameters(template):
    values = {}
    for name, parameter in (template.get("Parameters") or {}).items():
        stored = str(parameter.get("Type", "")).startswith("AWS::SSM::Parameter::Value")
        values[name] = text(parameter["Default"]) if "Default" in parameter else made_up(name, parameter, template)
        if "List" in str(parameter.get("Type")) and "Default" not in parameter:
            values[name] = "value,other"
        if stored and "Default" not in parameter:
            values[name] = "/value"
    return values


def account(template):
    """Of a mapping by accounts, the first one."""
    keys = [key for mapping in (template.get("Mappings") or {}).values() for key in mapping if re.fullmatch(r"\d{12}", str(key))]
    return {"AWS::AccountId": keys[0]} if keys else {}


def without_null(value, path):
    """CloudFormation takes none."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if each is None:
            raise Refused("null at %s/%s" % (path, key))
        without_null(each, "%s/%s" % (path, key))


class Evaluation:
    def __init__(self, template, values):
        self.template = template
        self.resources = template.get("Resources") or {}
        self.declared = template.get("Parameters") or {}
        self.values = values
        self.decided = {}

    def parameter(self, name):
        type_ = str(self.declared[name].get("Type"))
        if type_.startswith("AWS::SSM::Parameter::Value"):
            return UNKNOWN
        value = self.values[name]
        return [each.strip() for each in value.split(",")] if "List" in type_ else known(value)

    def reference(self, name):
        if name == "AWS::NoValue":
            return ABSENT
        if name in PSEUDO:
            return self.values.get(name, PSEUDO[name])
        if name in self.declared:
            return self.parameter(name)
        resource = self.resources.get(name)
        if resource is None:
            raise Refused("Ref of nothing: " + name)
        type_, properties = resource.get("Type"), resource.get("Properties") or {}
        if type_ in NAMES and NAMES[type_] in properties:
            return self.value(properties[NAMES[type_]])
        return UNKNOWN

    def attribute(self, name, attribute):
        resource = self.resources.get(name, {})
        type_, properties = resource.get("Type"), resource.get("Properties") or {}
        if attribute == "Arn":
            for kind, pattern in {"AWS::S3::Bucket": "arn:aws:s3:::%s", "AWS::DynamoDB::Table": "arn:aws:dynamodb:us-east-1:ACCOUNT:table/%s",
                                  "AWS::Lambda::Function": "arn:aws:lambda:us-east-1:ACCOUNT:function:%s"}.items():
                if type_ == kind:
                    return pattern.replace("ACCOUNT", self.reference("AWS::AccountId")) % self.reference(name)
        if type_ in ARNS and attribute in ("Arn", "TopicArn"):
            service, property_ = ARNS[type_]
            return "arn:aws:%s:us-east-1:%s:%s" % (service, self.reference("AWS::AccountId"), text(self.value(properties.get(property_, UNKNOWN))))
        return UNKNOWN

    def condition(self, value):
        if isinstance(value, str):
            if value not in self.decided:
                self.decided[value] = self.condition((self.template.get("Conditions") or {})[value])
            return self.decided[value]
        (name, of), = value.items()
        if name == "Condition":
            return self.condition(of)
        if name == "Fn::Equals":
            return text(self.value(of[0])) == text(self.value(of[1]))
        if name == "Fn::Not":
            return not self.condition(of[0])
        if name == "Fn::And":
            return all(self.condition(each) for each in of)
        if name == "Fn::Or":
            return any(self.condition(each) for each in of)
        raise Refused("condition " + name)

    def substituted(self, value):
        pattern, own = (value, {}) if isinstance(value, str) else value

        def of(match):
            name = match.group(1).strip()
            if name.startswith("!"):
                return "${" + name[1:] + "}"
            if name in own:
                return text(self.value(own[name]))
            if "." in name:
                return text(self.attribute(*name.split(".", 1)))
            return text(self.reference(name))

        return known(re.sub(r"\$\{([^}]*)\}", of, pattern))

    def value(self, value):
        if isinstance(value, list):
            return [each for each in map(self.value, value) if each is not ABSENT]
        if not isinstance(value, dict):
            return known(value) if isinstance(value, str) else value
        if len(value) == 1:
            (name, of), = value.items()
            if name == "Ref":
                return self.reference(of)
            if name.startswith("Fn::"):
                return self.call(name, of)
        evaluated = {key: self.value(each) for key, each in value.items()}
        return {key: each for key, each in evaluated.items() if each is not ABSENT}

    def call(self, name, of):
        if name == "Fn::If":
            return self.value(of[1] if self.condition(of[0]) else of[2])
        if name == "Fn::Sub":
            return self.substituted(of)
        if name == "Fn::GetAtt":
            parts = of.split(".", 1) if isinstance(of, str) else of
            return self.attribute(parts[0], text(self.value(parts[1])))
        if name == "Fn::Join":
            values = self.value(of[1])
            return known(of[0].join(map(text, values))) if isinstance(values, list) else UNKNOWN
        if name == "Fn::Split":
            values = self.value(of[1])
            return UNKNOWN if UNKNOWN in text(values) else values.split(of[0])
        if name == "Fn::Select":
            values = self.value(of[1])
            return values[int(text(self.value(of[0])))] if isinstance(values, list) else UNKNOWN
        if name == "Fn::FindInMap":
            found = (self.template.get("Mappings") or {})
            for key in of[:3]:
                key = text(self.value(key))
                if UNKNOWN in key:
                    return UNKNOWN
                if key not in found and len(of) > 3:
                    return self.value(of[3]["DefaultValue"])
                found = found[key]
            return found
        if name == "Fn::GetAZs":
            return UNKNOWN
        if name in ("Fn::ImportValue", "Fn::Base64", "Fn::Cidr", "Fn::ToJsonString", "Fn::Length"):
            return UNKNOWN
        raise Refused(name)

    def exists(self, name):
        resource = self.resources[name]
        return "Condition" not in resource or self.condition(resource["Condition"])


# ---- SAM ----

def with_code_in_s3(template):
    """What the translator wants: the places of code are those of `sam package`."""
    for resource in (template.get("Resources") or {}).values():
        type_, properties = resource.get("Type"), resource.get("Properties")
        if not str(type_).startswith("AWS::Serverless::"):
            continue
        properties = resource.setdefault("Properties", {})
        if type_ == "AWS::Serverless::Function":
            image = properties.get("PackageType") == "Image"
            if image:
                properties.setdefault("ImageUri", "123456789012.dkr.ecr.us-east-1.amazonaws.com/image:1")
            elif "InlineCode" not in properties:
                properties["CodeUri"] = "s3://bucket/key"
        if type_ == "AWS::Serverless::LayerVersion":
            properties["ContentUri"] = "s3://bucket/key"
        if type_ == "AWS::Serverless::StateMachine" and isinstance(properties.get("DefinitionUri"), str):
            properties["DefinitionUri"] = "s3://bucket/key"
        if type_ == "AWS::Serverless::Application":
            properties["Location"] = "https://s3.amazonaws.com/bucket/key"
    globals_ = (template.get("Globals") or {}).get("Function") or {}
    globals_.pop("CodeUri", None)
    return template


def with_definitions(template, folder):
    for resource in (template.get("Resources") or {}).values():
        properties = resource.get("Properties") or {}
        uri = properties.get("DefinitionUri")
        if resource.get("Type") in ("AWS::Serverless::Api", "AWS::Serverless::HttpApi") and isinstance(uri, str):
            file = os.path.join(folder, uri)
            if os.path.isfile(file):
                del properties["DefinitionUri"]
                properties["DefinitionBody"] = including(read(file), folder)
    return template


class NoPolicies:
    def load(self):
        return {}


def is_sam(template):
    return any(str(each.get("Type")).startswith("AWS::Serverless::") for each in template["Resources"].values() if isinstance(each, dict))


def plain(template, values):
    if not is_sam(template):
        return template
    try:
        return transform(with_code_in_s3(copy.deepcopy(template)), {**{k: v for k, v in PSEUDO.items() if v != UNKNOWN}, **values}, NoPolicies())
    except Exception as e:
        raise Refused("the translator: " + " ".join(str(getattr(e, "message", e)).split())[:300])


# ---- what is there ----

class Stack:
    def __init__(self, template, values):
        self.evaluation = Evaluation(template, values)
        self.all = {name: each for name, each in self.evaluation.resources.items() if isinstance(each, dict) and self.evaluation.exists(name)}

    def of(self, *types):
        return [(name, each, each.get("Properties") or {}) for name, each in self.all.items() if each.get("Type") in types]

    def value(self, value):
        return self.evaluation.value(value)

    def functions_in(self, value):
        """The functions that a value names, be it their aliases and versions."""
        if isinstance(value, list):
            return [found for each in value for found in self.functions_in(each)]
        if isinstance(value, str):
            return []
        if not isinstance(value, dict):
            return []
        found = []
        for key, of in value.items():
            names = []
            if key == "Ref":
                names = [of]
            elif key == "Fn::GetAtt":
                names = [of.split(".")[0] if isinstance(of, str) else of[0]]
            elif key == "Fn::If":
                found += self.functions_in(of[1] if self.evaluation.condition(of[0]) else of[2])
                continue
            elif key == "Fn::Sub":
                pattern, own = (of, {}) if isinstance(of, str) else of
                names = [each.split(".")[0] for each in re.findall(r"\$\{([^}!][^}]*)\}", pattern)]
                found += self.functions_in(own)
            else:
                found += self.functions_in(of)
            for name in names:
                resource = self.all.get(name, {})
                if resource.get("Type") == "AWS::Lambda::Function":
                    found.append(name)
                elif resource.get("Type") in ("AWS::Lambda::Alias", "AWS::Lambda::Version"):
                    found += self.functions_in(resource["Properties"]["FunctionName"])
        if not found:
            evaluated = self.value(value)
            for name, _, properties in self.of("AWS::Lambda::Function"):
                if isinstance(evaluated, str) and "FunctionName" in properties and re.search(
                        r":function:%s(:|/|$)" % re.escape(text(self.value(properties["FunctionName"]))), evaluated):
                    found.append(name)
        return found

    def without_circle(self):
        """CloudFormation takes none of DependsOn and references."""
        needed = {}
        for name, resource in self.all.items():
            depends = resource.get("DependsOn") or []
            names = {*([depends] if isinstance(depends, str) else depends), *self.named(resource.get("Properties"))}
            needed[name] = names & set(self.all)
        try:
            graphlib.TopologicalSorter(needed).prepare()
        except graphlib.CycleError as e:
            raise Refused("resources need each other: " + " -> ".join(reversed(e.args[1])))

    def named(self, value):
        """What references name, in the branches that are chosen."""
        if isinstance(value, list):
            return {name for each in value for name in self.named(each)}
        if not isinstance(value, dict):
            return set()
        found = set()
        for key, of in value.items():
            if key == "Ref":
                found.add(of)
            elif key == "Fn::GetAtt":
                found.add(of.split(".")[0] if isinstance(of, str) else of[0])
            elif key == "Fn::If":
                found |= self.named(of[1] if self.evaluation.condition(of[0]) else of[2])
            else:
                if key == "Fn::Sub":
                    pattern, own = (of, {}) if isinstance(of, str) else of
                    found |= {each.split(".")[0] for each in re.findall(r"\$\{([^}!][^}]*)\}", pattern)} - set(own)
                found |= self.named(of)
        return found

    def function(self, value):
        """Of what is written as a name or an ARN."""
        found = self.functions_in(value)
        if not found and isinstance(value, str):
            found = [name for name, _, properties in self.of("AWS::Lambda::Function")
                     if self.value(properties.get("FunctionName", UNKNOWN)) == value]
        return found[0] if found else None

    def functions(self):
        made = {}
        for name, resource, properties in self.of("AWS::Lambda::Function"):
            of = {}
            for key, each in properties.items():
                if key != "Code":
                    of[key] = self.value(each)
            of = {key: each for key, each in of.items() if each is not ABSENT}
            variables = of.get("Environment", {}).get("Variables", {}) if isinstance(of.get("Environment"), dict) else {}
            code = properties.get("Code")
            made[name] = {
                "runtime": text(of.get("Runtime", "image")),
                "handler": text(of.get("Handler", "")),
                "memory": text(of.get("MemorySize", 128)),
                "timeout": text(of.get("Timeout", 3)),
                "name": text(of.get("FunctionName", UNKNOWN)),
                "snapStart": text((of.get("SnapStart") or {}).get("ApplyOn", "None") == "PublishedVersions"),
                "ephemeral": text((of.get("EphemeralStorage") or {}).get("Size", 512)),
                "reserved": text(of.get("ReservedConcurrentExecutions", "")),
                "tracing": text((of.get("TracingConfig") or {}).get("Mode", "PassThrough") == "Active"),
                "logFormat": "JSON" if "CapacityProviderConfig" in of else text((of.get("LoggingConfig") or {}).get("LogFormat", "Text")),
                "layers": text(len(of.get("Layers") or [])),
                "variables": {key: text(each) for key, each in variables.items()},
                "inline": isinstance(code, dict) and "ZipFile" in code,
                "aliases": sorted(text(self.value(each["Name"])) for _, _, each in self.of("AWS::Lambda::Alias") if self.function(each["FunctionName"]) == name),
                "urls": sum(self.function(each["TargetFunctionArn"]) == name for _, _, each in self.of("AWS::Lambda::Url")),
                "mappings": sorted((self.mapping(each) for _, _, each in self.of("AWS::Lambda::EventSourceMapping") if self.function(each["FunctionName"]) == name), key=json.dumps),
                "rules": self.rules(name),
                "subscriptions": sum(text(self.value(each.get("Protocol"))) == "lambda" and self.function(each.get("Endpoint")) == name for _, _, each in self.of("AWS::SNS::Subscription"))
                + sum(text(self.value(each.get("Protocol"))) == "lambda" and self.function(each.get("Endpoint")) == name for _, _, topic in self.of("AWS::SNS::Topic") for each in topic.get("Subscription") or []),
                "notifications": self.notifications(name),
            }
            for key, least, most in (("memory", 128, 32768), ("timeout", 1, 900)):
                if made[name][key].isdigit() and not least <= int(made[name][key]) <= most:
                    raise Refused("Lambda takes no such %s: %s" % (key, made[name][key]))
            if not re.fullmatch(r"[\w-]{1,64}|.*%s.*" % UNKNOWN, made[name]["name"]) or made[name]["logFormat"] not in ("JSON", "Text", UNKNOWN):
                raise Refused("AWS takes neither such a name nor such a format: %s, %s" % (made[name]["name"], made[name]["logFormat"]))
        return made

    def mapping(self, properties):
        skipped = ("FunctionName", "EventSourceArn", "Tags", "KmsKeyArn")
        return {key: self.value(each) for key, each in properties.items() if key not in skipped and self.value(each) is not ABSENT}

    def rules(self, name):
        found = 0
        for _, _, properties in self.of("AWS::Events::Rule"):
            found += sum(self.function(each.get("Arn")) == name for each in properties.get("Targets") or [] if isinstance(each, dict))
        return found + sum(self.function((each.get("Target") or {}).get("Arn")) == name for _, _, each in self.of("AWS::Scheduler::Schedule"))

    def notifications(self, name):
        found = 0
        for _, _, properties in self.of("AWS::S3::Bucket"):
            for each in (properties.get("NotificationConfiguration") or {}).get("LambdaConfigurations") or []:
                each = self.chosen(each) or {}
                found += self.function(each.get("Function")) == name
        for _, _, properties in self.of("Custom::S3BucketNotifications"):
            for each in (properties.get("NotificationConfiguration") or {}).get("LambdaFunctionConfigurations") or []:
                found += self.function(each.get("LambdaFunctionArn")) == name
        return found

    # ---- routes ----

    def routes(self):
        found = set()
        for _, _, properties in self.of("AWS::ApiGateway::RestApi", "AWS::ApiGatewayV2::Api"):
            if self.value(properties.get("ProtocolType")) == "WEBSOCKET":
                continue
            if isinstance(properties.get("Body"), dict):
                self.defined(properties["Body"], found)
            if "Target" in properties:
                self.add(found, self.value(properties.get("RouteKey", "$default")), self.function(properties["Target"]))
        for _, _, properties in self.of("AWS::ApiGateway::Method"):
            function = self.function((properties.get("Integration") or {}).get("Uri"))
            if text(self.value((properties.get("Integration") or {}).get("Type"))) == "AWS_PROXY":
                self.add(found, text(self.value(properties["HttpMethod"])) + " " + self.path(properties.get("ResourceId")), function)
        for _, _, properties in self.of("AWS::ApiGatewayV2::Route"):
            api = self.all.get(properties.get("ApiId", {}).get("Ref"), {}) if isinstance(properties.get("ApiId"), dict) else {}
            if (api.get("Properties") or {}).get("ProtocolType") == "WEBSOCKET":
                continue
            for name in re.findall(r'"Ref": "([^"]+)"', json.dumps(properties.get("Target"))) + re.findall(r"\$\{([^}.]+)\}", json.dumps(properties.get("Target"))):
                integration = self.all.get(name, {})
                if integration.get("Type") == "AWS::ApiGatewayV2::Integration":
                    self.add(found, text(self.value(properties["RouteKey"])), self.function(integration["Properties"].get("IntegrationUri")))
        return sorted(found)

    def path(self, value):
        if isinstance(value, dict) and "Ref" in value and self.all.get(value["Ref"], {}).get("Type") == "AWS::ApiGateway::Resource":
            properties = self.all[value["Ref"]]["Properties"]
            before = self.path(properties["ParentId"])
            return (before if before != "/" else "") + "/" + text(self.value(properties["PathPart"]))
        return "/"

    def defined(self, body, found):
        if "Fn::If" in body:
            branch = body["Fn::If"][1 if self.evaluation.condition(body["Fn::If"][0]) else 2]
            return self.defined(branch, found) if isinstance(branch, dict) else None
        paths = self.chosen(body.get("paths")) or {}
        for path, methods in paths.items():
            for method, operation in (self.chosen(methods) or {}).items():
                if str(method).lower() not in METHODS:
                    continue
                operation = self.chosen(operation)
                integration = self.chosen((operation or {}).get("x-amazon-apigateway-integration"))
                if isinstance(integration, dict) and text(self.value(integration.get("type"))).lower() == "aws_proxy":
                    name = "ANY" if "any" in str(method).lower() else str(method).upper()
                    self.add(found, path if path == "$default" else name + " " + path, self.function(integration.get("uri")))

    def chosen(self, value):
        while isinstance(value, dict) and set(value) == {"Fn::If"}:
            value = value["Fn::If"][1 if self.evaluation.condition(value["Fn::If"][0]) else 2]
            if value == {"Ref": "AWS::NoValue"}:
                return None
        if isinstance(value, dict):
            kept = {key: self.chosen(each) for key, each in value.items() if isinstance(each, dict) and set(each) == {"Fn::If"}}
            return {key: kept.get(key, each) for key, each in value.items() if key not in kept or kept[key] is not None}
        return value

    def add(self, found, key, function):
        if function is not None:
            found.add("%s -> %s" % (key, function))


def local_copy(file, template):
    """A copy whose code is a local jar, for a template whose code lies in S3."""
    changed = copy.deepcopy(template)
    for holder in [((changed.get("Globals") or {}).get("Function") or {})] + [each.get("Properties") or {} for each in (changed.get("Resources") or {}).values() if isinstance(each, dict)]:
        for name in ("CodeUri", "Code", "ContentUri", "Content"):
            of = holder.get(name)
            in_s3 = isinstance(of, str) and of.startswith("s3://") or isinstance(of, dict) and not {"ZipFile", "ImageUri"} & set(of)
            if in_s3 and set(of if isinstance(of, dict) else []) != {"Fn::Transform"}:
                holder[name] = JAR
    if changed != template:
        with open(file + LOCAL, "w", encoding="utf-8") as written:
            json.dump(changed, written, default=str)


def opinion(file):
    template = None
    try:
        folder = os.path.dirname(file)
        template = read(file)
        if not isinstance(template, dict) or not isinstance(template.get("Resources"), dict):
            return {"error": "it has no Resources"}
        if not file.endswith(".template.json"):
            local_copy(file, template)
        template = with_definitions(including(template, folder), folder)
        for name, resource in template["Resources"].items():
            if isinstance(resource, dict) and str(resource.get("Type")) in ("AWS::Serverless::Function", "AWS::Lambda::Function"):
                without_null({key: each for key, each in (resource.get("Properties") or {}).items() if key != "Events"}, name)
        values = {**account(template), **parameters(template)}
        made = {"parameters": values, "nested": "AWS::Serverless::Application" in json.dumps(template, default=str) or "AWS::CloudFormation::Stack" in json.dumps(template, default=str)}
    except Exception as e:
        return {"error": "%s: %s" % (type(e).__name__, " ".join(str(e).split())[:300])}
    try:
        made_plain = plain(template, values)
        without_null(made_plain["Resources"], "Resources")
        stack = Stack(made_plain, values)
        stack.without_circle()
        return {**made, "functions": stack.functions(), "routes": stack.routes()}
    except Exception as e:
        return {**made, "error": "%s: %s" % (type(e).__name__, " ".join(str(e).split())[:300])}


if __name__ == "__main__":
    for line in sys.stdin:
        name = line.rstrip("\n")
        print(json.dumps({"file": name, **opinion(name)}, default=str), flush=True)
