"""`sam build` and `sam deploy` for the suites' templates, by the Lambda API at AWS_ENDPOINT_URL.

build copies the template. deploy creates the functions and writes the list of the stack's resources, from which front.py
answers CloudFormation. score.py says by these variables what it wants:

  SUITE_STACK        file for the stack's resources
  SUITE_RUNTIME      provided: functions start the interpreter below; python: as the template says; served: they are there
  SUITE_VARIABLES    JSON object of variables for all functions
"""

import io
import json
import os
import re
import sys
import sysconfig
import time
import zipfile
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

HERE = Path(__file__).resolve().parent
BOOTSTRAP = f"""#!/bin/sh
export PYTHONPATH="$LAMBDA_TASK_ROOT:/opt/python" PYTHONDONTWRITEBYTECODE=1
exec {os.path.realpath(sys.executable)} -m awslambdaric "$_HANDLER"
"""
NOT_IN_LAYER = {"pip", "setuptools", "aws_durable_execution_conformance_tests", "__pycache__"}


def packed(files, folder, below="", bootstrap=None):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, below / file.relative_to(folder))
        if bootstrap:
            info = zipfile.ZipInfo("bootstrap")
            info.external_attr = 0o755 << 16
            archive.writestr(info, bootstrap)
    return buffer.getvalue()


def layer():
    """This interpreter's packages, as far as functions need them; of botocore's models only Lambda's."""
    packages = Path(sysconfig.get_path("purelib"))

    def is_needed(file):
        parts = file.relative_to(packages).parts
        model = parts[:2] == ("botocore", "data") and len(parts) > 3 and parts[2] != "lambda"
        return file.is_file() and not model and NOT_IN_LAYER.isdisjoint(parts)

    return packed(filter(is_needed, packages.rglob("*")), packages, "python")


def await_active(client, name):
    deadline = time.monotonic() + 30
    while client.get_function(FunctionName=name)["Configuration"].get("State") == "Pending":
        if time.monotonic() > deadline:
            raise SystemExit(f"{name} stays Pending")
        time.sleep(0.1)


def deploy(template, stack):
    document = json.loads(Path(template).read_text())
    client = boto3.client("lambda", config=Config(retries={"max_attempts": 1}))
    common = {**document["Globals"]["Function"], "Role": "arn:aws:iam::000000000000:role/durable"}
    handlers = (HERE / "handlers").glob("*.py")
    if os.environ["SUITE_RUNTIME"] == "provided":
        code = packed(handlers, HERE, bootstrap=BOOTSTRAP)
        common["Runtime"] = "provided.al2023"
        published = client.publish_layer_version(LayerName=stack, Content={"ZipFile": layer()})
        common["Layers"] = [published["LayerVersionArn"]]
    else:
        code = packed(handlers, HERE)
    del common["CodeUri"]
    arns, resources = {}, []
    for logical, resource in document["Resources"].items():
        properties = {**common, **resource["Properties"]}
        variables = json.loads(os.environ["SUITE_VARIABLES"])
        for name, value in properties.pop("Environment", {"Variables": {}})["Variables"].items():
            # A function's ARN is the only thing that these templates refer to.
            variables[name] = re.sub(r"\$\{(\w+)\.Arn\}", lambda match: arns[match[1]], value["Fn::Sub"])
        name = f"{stack}-{logical}"
        request = {**properties, "Environment": {"Variables": variables}}
        arns[logical] = client.create_function(FunctionName=name, Code={"ZipFile": code}, **request)["FunctionArn"]
        resources.append((logical, "AWS::Lambda::Function", name))
    for _, _, name in resources:
        await_active(client, name)
    Path(os.environ["SUITE_STACK"]).write_text(json.dumps(resources))


def main(command, *arguments):
    options = dict(zip(arguments, arguments[1:]))
    template = options["--template-file"]
    if command == "build":
        folder = Path(options["--build-dir"])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "template.yaml").write_bytes(Path(template).read_bytes())
    elif command == "deploy":
        if os.environ["SUITE_RUNTIME"] == "served":
            return
        try:
            deploy(template, options["--stack-name"])
        except (ClientError, BotoCoreError) as error:
            raise SystemExit(str(error))
    else:
        raise SystemExit(f"sam {command} is not known here")


if __name__ == "__main__":
    main(*sys.argv[1:])
