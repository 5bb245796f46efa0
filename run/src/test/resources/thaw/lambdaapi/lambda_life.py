"""The life of a function as boto3 sees it. Arguments: endpoint, folder with one.zip, two.zip,
layer.zip, broken.zip, image. Prints what is wrong, and fails, or prints the operations that were
used."""
import base64
import hashlib
import http.server
import json
import os
import pathlib
import queue
import sys
import threading
import time
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import service_model

ENDPOINT, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ROLE = "arn:aws:iam::123456789012:role/lambda-role"
ARN = "arn:aws:lambda:us-east-1:123456789012:function:life"


def made(service):
    return boto3.client(
        service, endpoint_url=ENDPOINT, region_name="us-east-1", aws_access_key_id="a",
        aws_secret_access_key="b",
        config=Config(retries={"total_max_attempts": 1}, parameter_validation=False))


def watched(service):
    client = made(service)
    service_model.watch(client)
    return client


client, core = watched("lambda"), watched("lambda-core")
ONE, TWO = (FOLDER / "one.zip").read_bytes(), (FOLDER / "two.zip").read_bytes()
checks = []


def same(actual, expected):
    checks.append(expected)
    assert actual == expected, f"expected {expected!r}, got {actual!r}"


def refused(code, status, text, call, **arguments):
    try:
        answer = call(**arguments)
    except ClientError as e:
        same((e.response["Error"]["Code"], e.response["ResponseMetadata"]["HTTPStatusCode"]),
             (code, status))
        message = e.response["Error"]["Message"]
        assert text in message, f"expected {text!r} in {message!r}"
        return e.response
    raise AssertionError(f"{call} was not refused: {answer}")


def until(what, check):
    deadline = time.monotonic() + 60
    while True:
        value = check()
        if value:
            return value
        assert time.monotonic() < deadline, f"still not: {what}"
        time.sleep(0.05)


def wait(name, **arguments):
    client.get_waiter(name).wait(WaiterConfig={"Delay": 0.05, "MaxAttempts": 1200}, **arguments)


def invoke(qualifier=None, name="life"):
    arguments = {"Qualifier": qualifier} if qualifier else {}
    answer = client.invoke(FunctionName=name, Payload=b"{}", **arguments)
    assert "FunctionError" not in answer, answer["Payload"].read()
    return json.loads(answer["Payload"].read()) + [answer["ExecutedVersion"]]


def sha(data):
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def create():
    created = client.create_function(
        FunctionName="life", Runtime=RUNTIME, Role=ROLE, Handler="life.Handler::handle",
        Code={"ZipFile": ONE}, MemorySize=512, Timeout=20, Tags={"team": "pets"},
        Environment={"Variables": {"LEVEL": "one"}})
    same((created["State"], created["StateReasonCode"], created["Version"]),
         ("Pending", "Creating", "$LATEST"))
    same(created["CodeSha256"], sha(ONE))
    same(created["StateReason"], "The function is being created.")
    refused("ResourceConflictException", 409, "Function already exist: life",
            client.create_function, FunctionName="life", Runtime=RUNTIME, Role=ROLE,
            Handler="life.Handler::handle", Code={"ZipFile": ONE})
    wait("function_active_v2", FunctionName="life")
    got = client.get_function(FunctionName="life")
    same((got["Configuration"]["State"], got["Configuration"]["LastUpdateStatus"]),
         ("Active", "Successful"))
    same(got["Tags"], {"team": "pets"})
    with urllib.request.urlopen(got["Code"]["Location"]) as zip_file:
        same(zip_file.read() == ONE, True)
    same(invoke(), ["one", "$LATEST", ARN, "on-demand", "$LATEST"])


def refusals():
    base = dict(FunctionName="other", Runtime=RUNTIME, Role=ROLE, Handler="a.B",
                Code={"ZipFile": ONE})

    def bad(code, status, text, **changes):
        return refused(code, status, text, client.create_function, **{**base, **changes})

    bad("ValidationException", 400, "Value '64' at 'memorySize' failed to satisfy constraint: "
        "Member must have value greater than or equal to 128", MemorySize=64)
    bad("ValidationException", 400, "Value '901' at 'timeout'", Timeout=901)
    bad("ValidationException", 400, "2 validation errors detected: ", Timeout=0, MemorySize=20000)
    bad("ValidationException", 400, "Value 'r1' at 'role'", Role="r1")
    bad("InvalidParameterValueException", 400, "Value java99 at 'runtime'", Runtime="java99")
    bad("InvalidParameterValueException", 400, "java8 is no longer supported", Runtime="java8")
    bad("InvalidParameterValueException", 400, "Could not unzip uploaded file.",
        Code={"ZipFile": b"no zip"})
    bad("InvalidParameterValueException", 400, "exceeded the 4KB limit",
        Environment={"Variables": {"LARGE": "x" * 4096}})
    bad("InvalidParameterValueException", 400, "reserved keys",
        Environment={"Variables": {"AWS_REGION": "x"}})
    bad("InvalidParameterValueException", 400, "less than or equal to 64", FunctionName="n" * 65)
    bad("ValidationException", 400, "at 'description'", Description="d" * 257)
    bad("InvalidParameterValueException", 400, "AWS_ENDPOINT_URL_S3",
        Code={"S3Bucket": "bucket", "S3Key": "key"})
    bad("InvalidParameterValueException", 400, "other FunctionCode parameters",
        Code={"ZipFile": ONE, "S3ObjectStorageMode": "REFERENCE"})
    bad("ValidationException", 400, "enum value set: [COPY, REFERENCE]",
        Code={"S3Bucket": "bucket", "S3Key": "key", "S3ObjectStorageMode": "MOVE"})
    bad("RequestEntityTooLargeException", 413, "Zipped size must be smaller than 52428800 bytes",
        Code={"ZipFile": b"x" * 52428800})
    missing = ("ResourceNotFoundException", 404, "Function not found: " + ARN[:-4] + "none")
    for call in (client.get_function, client.get_function_configuration, client.delete_function,
                 client.get_function_concurrency, client.list_versions_by_function):
        refused(*missing, call, FunctionName="none")
    refused(*missing[:2], missing[2] + ":$LATEST", client.invoke, FunctionName="none")


def broken():
    client.create_function(FunctionName="broken", Runtime=RUNTIME, Role=ROLE,
                           Handler="life.Missing", Code={"ZipFile": ONE})
    state = until("Failed", lambda: [
        c for c in [client.get_function_configuration(FunctionName="broken")]
        if c["State"] == "Failed"])[0]
    assert "life.Missing" in state["StateReason"], state
    refused("ResourceConflictException", 409, "cannot be run", client.invoke, FunctionName="broken")
    client.delete_function(FunctionName="broken")


def failing_update():
    client.update_function_configuration(FunctionName="life", Handler="life.Missing")
    state = until("Failed", lambda: [
        c for c in [client.get_function_configuration(FunctionName="life")]
        if c["LastUpdateStatus"] == "Failed"])[0]
    assert "life.Missing" in state["LastUpdateStatusReason"], state
    same(state["State"], "Active")
    same(invoke()[0], "one")
    client.update_function_configuration(FunctionName="life", Handler="life.Handler::handle")
    wait("function_updated_v2", FunctionName="life")


def update_and_publish():
    first = client.publish_version(FunctionName="life", Description="first")
    same((first["Version"], first["State"], first["LastUpdateStatus"], first["Description"]),
         ("1", "Active", "Successful", "first"))
    wait("published_version_active", FunctionName="life", Qualifier="1")
    same(client.publish_version(FunctionName="life")["Version"], "1")
    before = client.get_function_configuration(FunctionName="life")
    refused("PreconditionFailedException", 412, "The Revision Id provided",
            client.update_function_code, FunctionName="life", ZipFile=TWO, RevisionId="wrong")
    dry = client.update_function_code(FunctionName="life", ZipFile=TWO, DryRun=True)
    same(dry["CodeSha256"], sha(TWO))
    updated = client.update_function_code(
        FunctionName="life", ZipFile=TWO, RevisionId=before["RevisionId"])
    same((updated["State"], updated["LastUpdateStatus"], updated["LastUpdateStatusReasonCode"]),
         ("Active", "InProgress", "Creating"))
    wait("function_updated_v2", FunctionName="life")
    same(invoke(), ["two", "$LATEST", ARN, "on-demand", "$LATEST"])
    same(invoke("1"), ["one", "1", ARN + ":1", "on-demand", "1"])
    refused("InvalidParameterValueException", 400, "is different from current CodeSHA256",
            client.publish_version, FunctionName="life", CodeSha256=sha(ONE))
    same(client.publish_version(FunctionName="life", CodeSha256=sha(TWO))["Version"], "2")
    third = client.update_function_code(FunctionName="life", ZipFile=ONE, Publish=True)
    same((third["Version"], third["State"]), ("3", "Pending"))
    wait("published_version_active", FunctionName="life", Qualifier="3")
    wait("function_updated_v2", FunctionName="life")
    changed = client.update_function_configuration(
        FunctionName="life", Timeout=30, Description="changed",
        Environment={"Variables": {"LEVEL": "three"}}, DeadLetterConfig={
            "TargetArn": "arn:aws:sqs:us-east-1:123456789012:dead"},
        VpcConfig={"SubnetIds": [], "SecurityGroupIds": []}, TracingConfig={"Mode": "Active"},
        LoggingConfig={"LogFormat": "JSON"}, EphemeralStorage={"Size": 1024})
    same((changed["Timeout"], changed["LoggingConfig"]["ApplicationLogLevel"],
          changed["EphemeralStorage"]["Size"]), (30, "INFO", 1024))
    wait("function_updated_v2", FunctionName="life")
    client.delete_function(FunctionName="life", Qualifier="3")
    fourth = client.publish_version(FunctionName="life")
    same(fourth["Version"], "4")
    versions = client.list_versions_by_function(FunctionName="life")["Versions"]
    same([v["Version"] for v in versions], ["$LATEST", "1", "2", "4"])
    listed = client.list_functions(FunctionVersion="ALL")["Functions"]
    same([f["FunctionArn"][len(ARN):] for f in listed if f["FunctionName"] == "life"],
         [":$LATEST", ":1", ":2", ":4"])
    refused("InvalidParameterValueException", 400, "$LATEST version cannot be deleted",
            client.delete_function, FunctionName="life", Qualifier="$LATEST")


def aliases():
    created = client.create_alias(FunctionName="life", Name="live", FunctionVersion="1",
                                  Description="for all")
    same(created["AliasArn"], ARN + ":live")
    same(invoke("live"), ["one", "1", ARN + ":live", "on-demand", "1"])
    refused("ResourceConflictException", 409, "Alias already exists: " + ARN + ":live",
            client.create_alias, FunctionName="life", Name="live", FunctionVersion="1")
    refused("ValidationException", 400, "Value '2024' at 'name'",
            client.create_alias, FunctionName="life", Name="2024", FunctionVersion="1")
    refused("ResourceNotFoundException", 404, "Function not found: " + ARN + ":10",
            client.create_alias, FunctionName="life", Name="far", FunctionVersion="10")
    refused("ValidationException", 400, "Value '{2=2.0}' at 'routingConfig.additionalVersionWeights'",
            client.create_alias, FunctionName="life", Name="far", FunctionVersion="1",
            RoutingConfig={"AdditionalVersionWeights": {"2": 2.0}})
    split = client.update_alias(FunctionName="life", Name="live",
                                RoutingConfig={"AdditionalVersionWeights": {"2": 1.0}})
    same(split["RoutingConfig"], {"AdditionalVersionWeights": {"2": 1.0}})
    same(invoke("live"), ["two", "2", ARN + ":live", "on-demand", "2"])
    moved = client.update_alias(FunctionName="life", Name="live", FunctionVersion="4",
                                RoutingConfig={}, RevisionId=split["RevisionId"])
    assert "RoutingConfig" not in moved
    refused("PreconditionFailedException", 412, "GetFunction/GetAlias", client.update_alias,
            FunctionName="life", Name="live", RevisionId=split["RevisionId"])
    same(client.get_alias(FunctionName="life", Name="live")["FunctionVersion"], "4")
    same([a["Name"] for a in client.list_aliases(FunctionName="life")["Aliases"]], ["live"])
    refused("ResourceNotFoundException", 404, "Cannot find alias arn: " + ARN + ":none",
            client.get_alias, FunctionName="life", Name="none")
    refused("ResourceConflictException", 409, "", client.delete_function,
            FunctionName="life", Qualifier="4")


def concurrency():
    same(client.put_function_concurrency(
        FunctionName="life", ReservedConcurrentExecutions=3)["ReservedConcurrentExecutions"], 3)
    same(client.get_function(FunctionName="life")["Concurrency"],
         {"ReservedConcurrentExecutions": 3})
    limits = client.get_account_settings()["AccountLimit"]
    same((limits["ConcurrentExecutions"], limits["UnreservedConcurrentExecutions"]), (1000, 997))
    refused("InvalidParameterValueException", 400, "below its minimum value of [100]",
            client.put_function_concurrency, FunctionName="life",
            ReservedConcurrentExecutions=901)
    put = client.put_provisioned_concurrency_config(
        FunctionName="life", Qualifier="live", ProvisionedConcurrentExecutions=2)
    same(put["Status"], "IN_PROGRESS")

    def config():
        return client.get_provisioned_concurrency_config(FunctionName="life", Qualifier="live")

    until("READY", lambda: config()["Status"] == "READY")
    same(config()["AvailableProvisionedConcurrentExecutions"], 2)
    same(invoke("live"), ["one", "4", ARN + ":live", "provisioned-concurrency", "4"])
    same(len(client.list_provisioned_concurrency_configs(
        FunctionName="life")["ProvisionedConcurrencyConfigs"]), 1)
    refused("InvalidParameterValueException", 400,
            "ReservedConcurrentExecutions  1 should not be lower than function's total provisioned"
            " concurrency [2].", client.put_function_concurrency, FunctionName="life",
            ReservedConcurrentExecutions=1)
    client.put_function_concurrency(FunctionName="life", ReservedConcurrentExecutions=2)
    throttled = refused("TooManyRequestsException", 429, "Rate Exceeded.",
                        client.invoke, FunctionName="life")
    same(throttled["Reason"], "ReservedFunctionConcurrentInvocationLimitExceeded")
    refused("ResourceConflictException", 409, "Version is pointed by a Provisioned Concurrency",
            client.put_provisioned_concurrency_config, FunctionName="life", Qualifier="4",
            ProvisionedConcurrentExecutions=1)
    client.update_alias(FunctionName="life", Name="live", FunctionVersion="2")
    same(config()["Status"] in ("IN_PROGRESS", "READY"), True)
    until("READY", lambda: config()["Status"] == "READY")
    same(invoke("live"), ["two", "2", ARN + ":live", "provisioned-concurrency", "2"])
    client.delete_provisioned_concurrency_config(FunctionName="life", Qualifier="live")
    refused("ProvisionedConcurrencyConfigNotFoundException", 404,
            "No Provisioned Concurrency Config found for this function",
            client.get_provisioned_concurrency_config, FunctionName="life", Qualifier="live")
    client.delete_function_concurrency(FunctionName="life")
    assert "ReservedConcurrentExecutions" not in client.get_function_concurrency(
        FunctionName="life")
    same(invoke("live")[3], "on-demand")


def failing_provision():
    client.create_function(FunctionName="ill", Runtime=RUNTIME, Role=ROLE, Publish=True,
                           Handler="life.Ill::handle", Code={"ZipFile": ONE}, MemorySize=512)
    wait("published_version_active", FunctionName="ill", Qualifier="1")
    client.put_provisioned_concurrency_config(FunctionName="ill", Qualifier="1",
                                              ProvisionedConcurrentExecutions=1)

    def config():
        return client.get_provisioned_concurrency_config(FunctionName="ill", Qualifier="1")

    until("FAILED", lambda: config()["Status"] == "FAILED")
    same((config()["StatusReason"], config()["AllocatedProvisionedConcurrentExecutions"]),
         ("FUNCTION_ERROR_INIT_FAILURE", 0))
    client.delete_function(FunctionName="ill")


def permissions():
    added = client.add_permission(
        FunctionName="life", StatementId="s3", Action="lambda:InvokeFunction",
        Principal="s3.amazonaws.com", SourceArn="arn:aws:s3:::pets", SourceAccount="123456789012")
    statement = json.loads(added["Statement"])
    same(statement, {
        "Sid": "s3", "Effect": "Allow", "Principal": {"Service": "s3.amazonaws.com"},
        "Action": "lambda:InvokeFunction", "Resource": ARN,
        "Condition": {"StringEquals": {"AWS:SourceAccount": "123456789012"},
                      "ArnLike": {"AWS:SourceArn": "arn:aws:s3:::pets"}}})
    policy = client.get_policy(FunctionName="life")
    same(json.loads(policy["Policy"]),
         {"Version": "2012-10-17", "Id": "default", "Statement": [statement]})
    refused("ResourceConflictException", 409, "The statement id (s3) provided already exists.",
            client.add_permission, FunctionName="life", StatementId="s3",
            Action="lambda:InvokeFunction", Principal="*")
    refused("InvalidParameterValueException", 400, "adding policies for $LATEST",
            client.add_permission, FunctionName="life", StatementId="x", Qualifier="$LATEST",
            Action="lambda:InvokeFunction", Principal="*")
    client.remove_permission(FunctionName="life", StatementId="s3")
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.get_policy, FunctionName="life")


def resource_policies():
    live = ARN + ":live"
    document = {"Version": "2012-10-17", "Statement": [
        {"Sid": "bus", "Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"},
         "Action": ["lambda:InvokeFunction"], "Resource": live}]}
    put = client.put_resource_policy(ResourceArn=live, Policy=json.dumps(document))
    same(json.loads(put["Policy"]), document)
    got = client.get_resource_policy(ResourceArn=live)
    same((got["Policy"], got["RevisionId"]), (put["Policy"], put["RevisionId"]))
    same(json.loads(client.get_policy(FunctionName="life", Qualifier="live")["Policy"]), document)
    client.add_permission(FunctionName="life", Qualifier="live", StatementId="all",
                          Action="lambda:InvokeFunction", Principal="*")
    more = client.get_resource_policy(ResourceArn=live)
    same([s["Sid"] for s in json.loads(more["Policy"])["Statement"]], ["bus", "all"])
    refused("PreconditionFailedException", 412, "The Revision Id provided",
            client.put_resource_policy, ResourceArn=live, Policy=json.dumps(document),
            RevisionId=put["RevisionId"])
    refused("PreconditionFailedException", 412, "GetResourcePolicy",
            client.delete_resource_policy, ResourceArn=live, RevisionId=put["RevisionId"])
    refused("InvalidParameterValueException", 400, "it is not valid JSON",
            client.put_resource_policy, ResourceArn=live, Policy="{")
    refused("InvalidParameterValueException", 400, "must have Principal",
            client.put_resource_policy, ResourceArn=live, Policy=json.dumps(
                {"Version": "2012-10-17", "Statement": {
                    "Effect": "Allow", "Action": "lambda:*", "Resource": live}}))
    refused("ResourceNotFoundException", 404, "Function not found: " + ARN[:-4] + "none",
            client.get_resource_policy, ResourceArn=ARN[:-4] + "none")
    refused("ValidationException", 400, "at 'resourceArn'", client.get_resource_policy,
            ResourceArn="life")
    client.delete_resource_policy(ResourceArn=live, RevisionId=more["RevisionId"])
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.get_resource_policy, ResourceArn=live)
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.delete_resource_policy, ResourceArn=live)


def code_signing():
    profile = "arn:aws:signer:us-east-1:123456789012:/signing-profiles/pets/aBcDeFgHiJ"
    made = client.create_code_signing_config(
        Description="ours", AllowedPublishers={"SigningProfileVersionArns": [profile]},
        Tags={"a": "b"})["CodeSigningConfig"]
    arn = made["CodeSigningConfigArn"]
    same(made["CodeSigningPolicies"], {"UntrustedArtifactOnDeployment": "Warn"})
    same(client.get_code_signing_config(CodeSigningConfigArn=arn)["CodeSigningConfig"], made)
    same(client.list_code_signing_configs()["CodeSigningConfigs"], [made])
    client.tag_resource(Resource=arn, Tags={"c": "d"})
    client.untag_resource(Resource=arn, TagKeys=["a"])
    same(client.list_tags(Resource=arn)["Tags"], {"c": "d"})
    refused("ValidationException", 400, "less than or equal to 20",
            client.create_code_signing_config,
            AllowedPublishers={"SigningProfileVersionArns": [profile] * 21})
    refused("ValidationException", 400, "Value null at 'allowedPublishers'",
            client.create_code_signing_config)
    missing = arn[:-17] + "0" * 17
    refused("ResourceNotFoundException", 404, "can not be found", client.get_code_signing_config,
            CodeSigningConfigArn=missing)
    refused("CodeSigningConfigNotFoundException", 404, missing,
            client.put_function_code_signing_config, FunctionName="life",
            CodeSigningConfigArn=missing)
    refused("ResourceNotFoundException", 404, "Function not found",
            client.put_function_code_signing_config, FunctionName="none", CodeSigningConfigArn=arn)
    same(client.list_functions_by_code_signing_config(CodeSigningConfigArn=arn)["FunctionArns"], [])
    put = client.put_function_code_signing_config(FunctionName="life", CodeSigningConfigArn=arn)
    same((put["CodeSigningConfigArn"], put["FunctionName"]), (arn, "life"))
    same(client.get_function_code_signing_config(FunctionName="life")["CodeSigningConfigArn"], arn)
    same(client.list_functions_by_code_signing_config(CodeSigningConfigArn=arn)["FunctionArns"],
         [ARN])
    refused("ResourceConflictException", 409, ARN, client.delete_code_signing_config,
            CodeSigningConfigArn=arn)
    client.update_function_code(FunctionName="life", ZipFile=ONE)
    wait("function_updated_v2", FunctionName="life")
    same(client.update_code_signing_config(
        CodeSigningConfigArn=arn, CodeSigningPolicies={
            "UntrustedArtifactOnDeployment": "Enforce"})["CodeSigningConfig"]["Description"], "ours")
    refused("CodeVerificationFailedException", 400, "Lambda blocks the deployment",
            client.update_function_code, FunctionName="life", ZipFile=TWO)
    refused("CodeVerificationFailedException", 400, "ENFORCE", client.create_function,
            FunctionName="signed", Runtime=RUNTIME, Role=ROLE, Handler="a.B",
            Code={"ZipFile": ONE}, CodeSigningConfigArn=arn)
    client.delete_function_code_signing_config(FunctionName="life")
    client.delete_code_signing_config(CodeSigningConfigArn=arn)
    refused("ResourceNotFoundException", 404, "can not be found",
            client.delete_code_signing_config, CodeSigningConfigArn=arn)


def capacity_providers():
    network = {"SubnetIds": ["subnet-1"], "SecurityGroupIds": ["sg-1"]}
    access = {"CapacityProviderOperatorRoleArn": ROLE}
    created = client.create_capacity_provider(
        CapacityProviderName="fleet", VpcConfig=network, PermissionsConfig=access,
        InstanceRequirements={"AllowedInstanceTypes": ["m7i.*"]}, Tags={"a": "b"},
        PropagateTags={"Mode": "Explicit", "ExplicitTags": {"team": "pets"}},
        TelemetryConfig={"LoggingConfig": {"SystemLogLevel": "WARN"}})["CapacityProvider"]
    arn = created["CapacityProviderArn"]
    same((arn, created["State"]),
         ("arn:aws:lambda:us-east-1:123456789012:capacity-provider:fleet", "Pending"))
    same(created["CapacityProviderScalingConfig"], {"MaxVCpuCount": 400, "ScalingMode": "Auto"})
    same(created["InstanceRequirements"],
         {"Architectures": ["x86_64"], "AllowedInstanceTypes": ["m7i.*"]})
    got = client.get_capacity_provider(CapacityProviderName=arn)["CapacityProvider"]
    same((got["State"], got["VpcConfig"], got["PropagateTags"]["ExplicitTags"]),
         ("Active", network, {"team": "pets"}))
    same(client.list_tags(Resource=arn)["Tags"], {"a": "b"})
    again = dict(CapacityProviderName="fleet", VpcConfig=network, PermissionsConfig=access)
    refused("ResourceConflictException", 409, "already exists", client.create_capacity_provider,
            **again)
    refused("ValidationException", 400, "capacityProviderScalingConfig.maxVCpuCount",
            client.create_capacity_provider, **again,
            CapacityProviderScalingConfig={"MaxVCpuCount": 1})
    refused("ValidationException", 400, "at 'vpcConfig.subnetIds'", client.create_capacity_provider,
            CapacityProviderName="other", PermissionsConfig=access,
            VpcConfig={"SubnetIds": [], "SecurityGroupIds": []})
    refused("InvalidParameterValueException", 400, "ScalingPolicies is required",
            client.create_capacity_provider, **again,
            CapacityProviderScalingConfig={"ScalingMode": "Manual"})
    same(client.update_capacity_provider(
        CapacityProviderName="fleet", CapacityProviderScalingConfig={
            "MaxVCpuCount": 8, "ScalingMode": "Manual", "ScalingPolicies": [
                {"PredefinedMetricType": "LambdaCapacityProviderAverageCPUUtilization",
                 "TargetValue": 50.0}]})["CapacityProvider"]["CapacityProviderScalingConfig"]
         ["MaxVCpuCount"], 8)
    same([p["State"] for p in client.list_capacity_providers(State="Active")["CapacityProviders"]],
         ["Active"])
    same(client.list_capacity_providers(State="Failed")["CapacityProviders"], [])
    managed(arn)
    same(client.delete_capacity_provider(
        CapacityProviderName="fleet")["CapacityProvider"]["State"], "Deleting")
    refused("ResourceNotFoundException", 404, "Capacity provider not found: " + arn,
            client.get_capacity_provider, CapacityProviderName="fleet")


def managed(arn):
    base = dict(FunctionName="managed", Runtime=RUNTIME, Role=ROLE, Publish=True,
                Handler="life.Handler::handle", Code={"ZipFile": ONE}, Timeout=5400)

    def config(provider, **more):
        return {"LambdaManagedInstancesCapacityProviderConfig": {
            "CapacityProviderArn": provider, **more}}

    refused("ValidationException", 400, "greater than or equal to 2048", client.create_function,
            **base, CapacityProviderConfig=config(arn), MemorySize=512)
    refused("ResourceNotFoundException", 404, "Capacity provider not found",
            client.create_function, **base, CapacityProviderConfig=config(arn + "x"),
            MemorySize=2048)
    wanted = config(arn, PerExecutionEnvironmentMaxConcurrency=32)
    refused("InvalidParameterValueException", 400, "java21 or later", client.create_function,
            **{**base, "Runtime": "java17"}, CapacityProviderConfig=wanted, MemorySize=2048)
    refused("InvalidParameterValueException", 400, "PublishTo", client.publish_version,
            FunctionName="life", PublishTo="LATEST_PUBLISHED")
    made = client.create_function(**base, CapacityProviderConfig=wanted, MemorySize=2048)
    same((made["CapacityProviderConfig"], made["Timeout"], made["Version"]), (wanted, 5400, "1"))
    state = lambda version: client.get_function_configuration(
        FunctionName="managed", Qualifier=version)["State"]
    until("Active", lambda: state("1") == "Active")
    same(state("$LATEST"), "ActiveNonInvocable")
    same(client.invoke(FunctionName="managed", Qualifier="1", Payload=b"{}")["ExecutedVersion"], "1")
    refused("ResourceConflictException", 409, "ActiveNonInvocable", client.invoke,
            FunctionName="managed", Qualifier="$LATEST")
    refused("ResourceNotFoundException", 404, "", client.invoke, FunctionName="managed")
    same(client.publish_version(FunctionName="managed", PublishTo="LATEST_PUBLISHED")["Version"],
         "$LATEST.PUBLISHED")
    until("Active", lambda: state("$LATEST.PUBLISHED") == "Active")
    same(client.invoke(FunctionName="managed", Payload=b"{}")["ExecutedVersion"],
         "$LATEST.PUBLISHED")
    same([v["Version"] for v in
          client.list_versions_by_function(FunctionName="managed")["Versions"]],
         ["$LATEST", "$LATEST.PUBLISHED", "1"])
    same(client.list_function_versions_by_capacity_provider(
        CapacityProviderName="fleet")["FunctionVersions"], [
            {"FunctionArn": ARN[:-4] + "managed:$LATEST", "State": "ActiveNonInvocable"},
            {"FunctionArn": ARN[:-4] + "managed:$LATEST.PUBLISHED", "State": "Active"},
            {"FunctionArn": ARN[:-4] + "managed:1", "State": "Active"}])
    refused("ResourceConflictException", 409, "managed:1", client.delete_capacity_provider,
            CapacityProviderName="fleet")
    client.delete_function(FunctionName="managed", Qualifier="$LATEST.PUBLISHED")
    scaling = {"MinExecutionEnvironments": 3, "MaxExecutionEnvironments": 20}
    same(client.put_function_scaling_config(
        FunctionName="managed", Qualifier="1", FunctionScalingConfig=scaling)["FunctionState"],
         "Active")
    none = {"MinExecutionEnvironments": 0, "MaxExecutionEnvironments": 0}
    assert client.put_function_scaling_config(
        FunctionName="managed", Qualifier="1", FunctionScalingConfig=none)["FunctionState"] in (
            "Deactivating", "Deactivated")
    until("Deactivated", lambda: state("1") == "Deactivated")
    same(client.get_function(FunctionName="managed", Qualifier="1")["Configuration"]["State"],
         "Deactivated")
    refused("ResourceConflictException", 409, "Deactivated", client.invoke,
            FunctionName="managed", Qualifier="1")
    same(client.put_function_scaling_config(
        FunctionName="managed", Qualifier="1", FunctionScalingConfig=scaling)["FunctionState"],
         "Active")
    wait("function_active_v2", FunctionName="managed", Qualifier="1")
    wait("function_updated_v2", FunctionName="managed", Qualifier="1")
    got = client.get_function_scaling_config(FunctionName="managed", Qualifier="1")
    same((got["FunctionArn"], got["RequestedFunctionScalingConfig"]),
         (ARN[:-4] + "managed:1", scaling))
    same("AppliedFunctionScalingConfig" in got, False)
    refused("InvalidParameterValueException", 400, "must not be greater than",
            client.put_function_scaling_config, FunctionName="managed", Qualifier="1",
            FunctionScalingConfig={"MinExecutionEnvironments": 3, "MaxExecutionEnvironments": 2})
    refused("ValidationException", 400, "Value '$LATEST' at 'qualifier'",
            client.get_function_scaling_config, FunctionName="managed", Qualifier="$LATEST")
    refused("InvalidParameterValueException", 400, "has no CapacityProviderConfig",
            client.put_function_scaling_config, FunctionName="life", Qualifier="1",
            FunctionScalingConfig=scaling)
    client.delete_function(FunctionName="managed")


def other_ways_to_invoke():
    same(client.invoke_async(FunctionName="life", InvokeArgs=b"{}")["Status"], 202)
    refused("InvalidRequestContentException", 400, "Could not parse", client.invoke_async,
            FunctionName="life", InvokeArgs=b"{")
    streamed = client.invoke_with_response_stream(FunctionName="life", Payload=b"{}")
    chunks = [e["PayloadChunk"]["Payload"] for e in streamed["EventStream"] if "PayloadChunk" in e]
    same(json.loads(b"".join(chunks))[1], "$LATEST")


def tenants():
    base = dict(FunctionName="tenants", Runtime=RUNTIME, Role=ROLE, MemorySize=1769, Timeout=20,
                Handler="life.Tenants::handle", Code={"ZipFile": ONE}, Publish=True,
                TenancyConfig={"TenantIsolationMode": "PER_TENANT"})
    refused("InvalidParameterValueException", 400, "cannot be used with SnapStart",
            client.create_function, **base, SnapStart={"ApplyOn": "PublishedVersions"})
    refused("ValidationException", 400, "at 'tenancyConfig.tenantIsolationMode'",
            client.create_function, **{**base, "TenancyConfig": {"TenantIsolationMode": "NONE"}})
    same(client.create_function(**base)["TenancyConfig"], {"TenantIsolationMode": "PER_TENANT"})
    wait("function_active_v2", FunctionName="tenants")
    wait("published_version_active", FunctionName="tenants", Qualifier="1")

    def ask(tenant):
        answer = client.invoke(FunctionName="tenants", TenantId=tenant)
        assert "FunctionError" not in answer, answer["Payload"].read()
        return json.loads(answer["Payload"].read())

    blue, red, again = ask("blue"), ask("red"), ask("blue")
    same((blue[0], blue[2], red[0], red[2]), ("blue", 1, "red", 1))
    same(again, ["blue", blue[1], 2])
    assert blue[1] != red[1], "one environment for two tenants"
    streamed = client.invoke_with_response_stream(FunctionName="tenants", TenantId="red")
    chunks = [e["PayloadChunk"]["Payload"] for e in streamed["EventStream"] if "PayloadChunk" in e]
    same(json.loads(b"".join(chunks)), ["red", red[1], 2])
    same(client.invoke(FunctionName="tenants", TenantId="blue",
                       InvocationType="Event")["StatusCode"], 202)
    refused("InvalidParameterValueException", 400, "Add a valid tenant ID", client.invoke,
            FunctionName="tenants")
    refused("InvalidParameterValueException", 400, "Remove the tenant ID", client.invoke,
            FunctionName="life", TenantId="blue")
    refused("ValidationException", 400, "Value 'a,b' at 'tenantId'", client.invoke,
            FunctionName="tenants", TenantId="a,b")
    refused("InvalidParameterValueException", 400, "A function URL is not supported",
            client.create_function_url_config, FunctionName="tenants", AuthType="NONE")
    refused("InvalidParameterValueException", 400, "Provisioned concurrency is not supported",
            client.put_provisioned_concurrency_config, FunctionName="tenants", Qualifier="1",
            ProvisionedConcurrentExecutions=1)
    client.delete_function(FunctionName="tenants")


def refused_by_name():
    base = dict(FunctionName="other", Runtime=RUNTIME, Role=ROLE, Handler="a.B",
                Code={"ZipFile": ONE})
    refused("InvalidParameterValueException", 400, "Thaw does not support AcceleratorConfig",
            client.create_function, **base, AcceleratorConfig={"AcceleratorMemorySize": 8})


def durable():
    """Its handler asks this program, which makes the checkpoints that the SDK would make."""
    driver = Driver()
    base = dict(Runtime=RUNTIME, Role=ROLE, MemorySize=1769, Timeout=60, Handler="life.Durable::handle",
                Code={"ZipFile": ONE}, Environment={"Variables": {"DRIVER": driver.url}})
    config = {"ExecutionTimeout": 600, "RetentionPeriodInDays": 7}
    made = client.create_function(FunctionName="durable", **base, DurableConfig=config)
    same(made["DurableConfig"], config)
    client.create_function(FunctionName="plain", **base)
    for name in ("durable", "plain"):
        wait("function_active_v2", FunctionName=name)
    refused("InvalidParameterValueException", 400, "durable configuration", client.update_function_configuration,
            FunctionName="plain", DurableConfig=config)
    refused("InvalidParameterValueException", 400, "unqualified ARN", client.invoke, FunctionName="durable")
    named = dict(FunctionName="durable", Qualifier="$LATEST", DurableExecutionName="order-1")
    started = client.invoke(**named, InvocationType="Event", Payload=b'{"a": 1}')
    arn = started["DurableExecutionArn"]
    same((started["StatusCode"], arn.startswith(ARN.replace("life", "durable:$LATEST/durable-execution/order-1/"))),
         (202, True))
    same(client.invoke(**named, InvocationType="Event", Payload=b'{"a": 1}')["DurableExecutionArn"], arn)
    refused("DurableExecutionAlreadyStartedException", 409, arn, client.invoke, **named, Payload=b"2")

    event, answer = driver.next()
    same(event["InitialExecutionState"]["Operations"][0]["ExecutionDetails"]["InputPayload"], '{"a": 1}')
    of = dict(DurableExecutionArn=arn)
    kept = client.checkpoint_durable_execution(**of, CheckpointToken=event["CheckpointToken"], Updates=[
        dict(Id="c", Type="CALLBACK", Action="START", CallbackOptions={"TimeoutSeconds": 600})])
    callback = kept["NewExecutionState"]["Operations"][0]["CallbackDetails"]["CallbackId"]
    state = client.get_durable_execution_state(**of, CheckpointToken=kept["CheckpointToken"])["Operations"]
    same([each["Type"] for each in state], ["EXECUTION", "CALLBACK"])
    refused("InvalidParameterValueException", 400, "Invalid checkpoint token", client.checkpoint_durable_execution,
            **of, CheckpointToken=event["CheckpointToken"])
    answer({"Status": "PENDING"})
    until("it is suspended", lambda: len(client.get_durable_execution_history(**of)["Events"]) == 3)
    client.pause_durable_execution(**of, Reason="lunch")
    same(client.get_durable_execution(**of)["Status"], "PAUSED")
    client.send_durable_execution_callback_heartbeat(CallbackId=callback)
    client.send_durable_execution_callback_success(CallbackId=callback, Result=b'"yes"')
    refused("CallbackTimeoutException", 400, "already completed",
            client.send_durable_execution_callback_success, CallbackId=callback)
    client.resume_durable_execution(**of)
    event, answer = driver.next()
    same(event["InitialExecutionState"]["Operations"][1]["CallbackDetails"]["Result"], '"yes"')
    answer({"Status": "SUCCEEDED", "Result": "1"})
    until("it has ended", lambda: client.get_durable_execution(**of)["Status"] == "SUCCEEDED")
    same(client.get_durable_execution_history(**of, ReverseOrder=True)["Events"][0]["EventType"], "ExecutionSucceeded")
    again = client.invoke(**named, Payload=b'{"a": 1}')
    same((again["Payload"].read(), again["DurableExecutionArn"]), (b"1", arn))

    started = client.invoke(FunctionName="durable:$LATEST", InvocationType="Event")
    other = dict(DurableExecutionArn=started["DurableExecutionArn"])
    event, answer = driver.next()
    kept = client.checkpoint_durable_execution(**other, CheckpointToken=event["CheckpointToken"], Updates=[
        dict(Id="c", Type="CALLBACK", Action="START")])
    client.send_durable_execution_callback_failure(
        CallbackId=kept["NewExecutionState"]["Operations"][0]["CallbackDetails"]["CallbackId"],
        Error={"ErrorType": "E", "ErrorMessage": "m"})
    same("StopTimestamp" in client.stop_durable_execution(**other, Error={"ErrorMessage": "enough"}), True)
    answer({"Status": "PENDING"})
    listed = client.list_durable_executions_by_function(FunctionName="durable")["DurableExecutions"]
    same([each["Status"] for each in listed], ["STOPPED", "SUCCEEDED"])
    client.delete_durable_execution(**of)
    refused("ResourceNotFoundException", 404, "does not exist", client.get_durable_execution, **of)
    for name in ("durable", "plain"):
        client.delete_function(FunctionName=name)


class Driver:
    """Takes the events of a function, and gives it what it answers."""

    def __init__(self):
        events = self.events = queue.Queue()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                answers = queue.Queue()
                events.put((json.loads(self.rfile.read(int(self.headers["Content-Length"]))), answers))
                body = json.dumps(answers.get()).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}"

    def next(self):
        event, answers = self.events.get(timeout=60)
        return event, answers.put


def urls():
    created = client.create_function_url_config(
        FunctionName="life", AuthType="NONE", Cors={"AllowOrigins": ["*"], "MaxAge": 60})
    same((created["FunctionArn"], created["AuthType"]), (ARN, "NONE"))
    refused("ResourceConflictException", 409, "FunctionUrlConfig exists for this Lambda function",
            client.create_function_url_config, FunctionName="life", AuthType="NONE")
    refused("ValidationException", 400, "Value '1' at 'qualifier'",
            client.create_function_url_config, FunctionName="life", Qualifier="1", AuthType="NONE")
    client.create_function_url_config(FunctionName="life", Qualifier="live", AuthType="AWS_IAM",
                                      InvokeMode="RESPONSE_STREAM")
    got = client.get_function_url_config(FunctionName="life")
    same((got["FunctionUrl"], got["InvokeMode"]), (created["FunctionUrl"], "BUFFERED"))
    same(client.update_function_url_config(
        FunctionName="life", InvokeMode="RESPONSE_STREAM")["InvokeMode"], "RESPONSE_STREAM")
    same(len(client.list_function_url_configs(FunctionName="life")["FunctionUrlConfigs"]), 2)
    client.delete_function_url_config(FunctionName="life")
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.get_function_url_config, FunctionName="life")


def layers():
    content = (FOLDER / "layer.zip").read_bytes()
    first = client.publish_layer_version(
        LayerName="extra", Description="d", Content={"ZipFile": content},
        CompatibleRuntimes=[RUNTIME], CompatibleArchitectures=["x86_64"], LicenseInfo="MIT")
    same((first["Version"], first["Content"]["CodeSha256"]), (1, sha(content)))
    with urllib.request.urlopen(first["Content"]["Location"]) as zip_file:
        same(zip_file.read() == content, True)
    arn = first["LayerVersionArn"]
    client.update_function_configuration(FunctionName="life", Layers=[arn])
    wait("function_updated_v2", FunctionName="life")
    same(client.get_function_configuration(FunctionName="life")["Layers"],
         [{"Arn": arn, "CodeSize": len(content)}])
    same(invoke()[0], "one+layer")
    same(client.get_layer_version(LayerName="extra", VersionNumber=1)["LayerVersionArn"], arn)
    same(client.get_layer_version_by_arn(Arn=arn)["Version"], 1)
    second = client.publish_layer_version(LayerName="extra", Content={"ZipFile": content})
    same(second["Version"], 2)
    same([v["Version"] for v in client.list_layer_versions(LayerName="extra")["LayerVersions"]],
         [2, 1])
    same([layer["LatestMatchingVersion"]["Version"]
          for layer in client.list_layers(CompatibleRuntime=RUNTIME)["Layers"]], [1])
    refused("InvalidParameterValueException", 400, "Two different versions of the same layer",
            client.update_function_configuration, FunctionName="life",
            Layers=[arn, second["LayerVersionArn"]])
    refused("InvalidParameterValueException", 400, "does not exist",
            client.update_function_configuration, FunctionName="life", Layers=[arn[:-1] + "9"])
    allowed = client.add_layer_version_permission(
        LayerName="extra", VersionNumber=1, StatementId="all", Action="lambda:GetLayerVersion",
        Principal="*")
    same(client.get_layer_version_policy(LayerName="extra", VersionNumber=1)["RevisionId"],
         allowed["RevisionId"])
    client.remove_layer_version_permission(LayerName="extra", VersionNumber=1, StatementId="all")
    client.delete_layer_version(LayerName="extra", VersionNumber=1)
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.get_layer_version, LayerName="extra", VersionNumber=1)
    refused("InvalidParameterValueException", 400, "Layer Version Cannot be less than 1",
            client.get_layer_version, LayerName="extra", VersionNumber=0)
    same(invoke()[0], "one+layer")


def event_sources():
    queue = "arn:aws:sqs:us-east-1:123456789012:pets"
    created = client.create_event_source_mapping(FunctionName="life", EventSourceArn=queue)
    same((created["State"], created["BatchSize"]), ("Creating", 10))
    uuid = created["UUID"]
    same(client.get_event_source_mapping(UUID=uuid)["State"], "Enabled")
    conflict = refused("ResourceConflictException", 409, "already exists. Please update or delete",
                       client.create_event_source_mapping, FunctionName="life",
                       EventSourceArn=queue)
    assert uuid in conflict["Error"]["Message"]
    refused("InvalidParameterValueException", 400, "Maximum batch window in seconds",
            client.update_event_source_mapping, UUID=uuid, BatchSize=20)
    refused("InvalidParameterValueException", 400, "Function does not exist",
            client.create_event_source_mapping, FunctionName="none", EventSourceArn=queue)
    refused("InvalidParameterValueException", 400, "Value null at 'startingPosition'",
            client.create_event_source_mapping, FunctionName="life",
            EventSourceArn="arn:aws:kinesis:us-east-1:123456789012:stream/pets")
    stream = client.create_event_source_mapping(
        FunctionName="life:live", StartingPosition="LATEST",
        EventSourceArn="arn:aws:kinesis:us-east-1:123456789012:stream/pets")
    same(stream["MaximumRetryAttempts"], -1)
    pollers = dict(ProvisionedPollerConfig={"MinimumPollers": 1})
    refused("InvalidParameterValueException", 400, "takes 2 to 10000 pollers",
            client.update_event_source_mapping, UUID=uuid, **pollers)
    refused("InvalidParameterValueException", 400, "self-managed Apache Kafka only",
            client.update_event_source_mapping, UUID=stream["UUID"], **pollers)
    refused("ValidationException", 400, "at 'provisionedPollerConfig.maximumPollers'",
            client.update_event_source_mapping, UUID=uuid,
            ProvisionedPollerConfig={"MaximumPollers": 10001})
    refused("InvalidParameterValueException", 400, "more MinimumPollers (9) than",
            client.update_event_source_mapping, UUID=uuid,
            ProvisionedPollerConfig={"MinimumPollers": 9, "MaximumPollers": 3})
    same(client.update_event_source_mapping(
        UUID=uuid, ProvisionedPollerConfig={"MaximumPollers": 4})["ProvisionedPollerConfig"],
         {"MinimumPollers": 2, "MaximumPollers": 4})
    refused("InvalidParameterValueException", 400, "cannot be used with ScalingConfig",
            client.update_event_source_mapping, UUID=uuid,
            ScalingConfig={"MaximumConcurrency": 4})
    same("ProvisionedPollerConfig" in client.update_event_source_mapping(
        UUID=uuid, ProvisionedPollerConfig={}), False)
    same(client.update_event_source_mapping(
        UUID=uuid, BatchSize=5, Enabled=False)["State"], "Disabling")
    same(client.get_event_source_mapping(UUID=uuid)["State"], "Disabled")
    same(len(client.list_event_source_mappings(EventSourceArn=queue)["EventSourceMappings"]), 1)
    client.tag_resource(Resource=created["EventSourceMappingArn"], Tags={"a": "b"})
    same(client.list_tags(Resource=created["EventSourceMappingArn"])["Tags"], {"a": "b"})
    same(client.delete_event_source_mapping(UUID=uuid)["State"], "Deleting")
    refused("ResourceNotFoundException", 404, "The resource you requested does not exist.",
            client.get_event_source_mapping, UUID=uuid)
    client.delete_event_source_mapping(UUID=stream["UUID"])


def event_invoke():
    put = client.put_function_event_invoke_config(FunctionName="life", MaximumRetryAttempts=0)
    same((put["FunctionArn"], put["DestinationConfig"]),
         (ARN + ":$LATEST", {"OnSuccess": {}, "OnFailure": {}}))
    updated = client.update_function_event_invoke_config(
        FunctionName="life", MaximumEventAgeInSeconds=60, DestinationConfig={
            "OnFailure": {"Destination": "arn:aws:sqs:us-east-1:123456789012:dead"}})
    same((updated["MaximumRetryAttempts"], updated["MaximumEventAgeInSeconds"]), (0, 60))
    same(client.get_function_event_invoke_config(
        FunctionName="life", Qualifier="$LATEST")["MaximumRetryAttempts"], 0)
    client.put_function_event_invoke_config(FunctionName="life", Qualifier="live",
                                            MaximumEventAgeInSeconds=120)
    same(len(client.list_function_event_invoke_configs(
        FunctionName="life")["FunctionEventInvokeConfigs"]), 2)
    refused("InvalidParameterValueException", 400, "You must specify at least one",
            client.put_function_event_invoke_config, FunctionName="life")
    refused("InvalidParameterValueException", 400, "as a destination for itself",
            client.put_function_event_invoke_config, FunctionName="life",
            DestinationConfig={"OnFailure": {"Destination": ARN}})
    client.delete_function_event_invoke_config(FunctionName="life")
    refused("ResourceNotFoundException", 404, "doesn't have an EventInvokeConfig",
            client.get_function_event_invoke_config, FunctionName="life")


def tags_and_the_rest():
    client.tag_resource(Resource=ARN, Tags={"A": "a", "B": "b"})
    client.untag_resource(Resource=ARN, TagKeys=["A", "none"])
    same(client.list_tags(Resource=ARN)["Tags"], {"team": "pets", "B": "b"})
    refused("ValidationException", 400, "at 'resource'", client.list_tags,
            Resource="arn:aws:something")
    refused("InvalidParameterValueException", 400, "Tags on function aliases and versions",
            client.tag_resource, Resource=ARN + ":1", Tags={"A": "a"})
    same(client.get_runtime_management_config(FunctionName="life")["UpdateRuntimeOn"], "Auto")
    client.put_runtime_management_config(FunctionName="life", UpdateRuntimeOn="FunctionUpdate")
    same(client.get_runtime_management_config(FunctionName="life")["UpdateRuntimeOn"],
         "FunctionUpdate")
    same(client.put_function_recursion_config(
        FunctionName="life", RecursiveLoop="Allow")["RecursiveLoop"], "Allow")
    same(client.get_function_recursion_config(FunctionName="life")["RecursiveLoop"], "Allow")


def customer_runtimes():
    runtime = dict(RuntimeName="ours")
    core.create_runtime(Name="ours", Description="d", LicenseInfo="MIT", Tags={"a": "b"},
                        ReleaseLifecycle={"ReleaseState": "GA"})
    same(core.get_runtime(**runtime)["State"], "ACTIVE")
    same(core.update_runtime(**runtime, Description="e")["Description"], "e")
    same([item["Name"] for item in core.list_runtimes()["Items"]], ["ours"])
    version = core.create_runtime_version(**runtime, Name="v1", ImageUri=str(FOLDER / "image"))
    same(version["State"], "ACTIVE")
    same(core.get_runtime_version(**runtime, Name="v1")["Arn"], version["Arn"])
    same(core.update_runtime_version(**runtime, Name="v1", ReleaseNotes="n")["ReleaseNotes"], "n")
    same(len(core.list_runtime_versions(**runtime)["Items"]), 1)
    alias = core.create_runtime_alias(**runtime, Name="prod", RuntimeVersion="v1", Description="d")
    same(alias["RuntimeVersionArn"], version["Arn"])
    same(core.get_runtime_alias(**runtime, Name="prod")["Arn"], alias["Arn"])
    same(core.update_runtime_alias(**runtime, Name="prod", RuntimeVersion="v1")["Name"], "prod")
    same(len(core.list_runtime_aliases(**runtime)["Items"]), 1)
    refused("ResourceNotFoundException", 404, "not found", core.get_runtime, RuntimeName="nobody")
    refused("ResourceConflictException", 409, "already exists", core.create_runtime, Name="ours")
    refused("InvalidParameterValueException", 400, "'name'", core.create_runtime, Name="Capital")
    core.delete_runtime_alias(**runtime, Name="prod", RecoveryWindowInDays=7)
    core.delete_runtime_version(**runtime, Name="v1")
    core.delete_runtime(**runtime)
    same(core.get_runtime(**runtime)["State"], "PENDING_DELETION")
    same(core.restore_runtime(**runtime)["State"], "ACTIVE")
    core.delete_runtime(**runtime)


def stacks():
    """Of CloudFormation, which is not watched: its model has far more than Thaw answers."""
    formation = made("cloudformation")
    pages = formation.get_paginator("list_stacks").paginate(StackStatusFilter=["CREATE_COMPLETE"])
    listed, = [stack for page in pages for stack in page["StackSummaries"]]
    described, = formation.describe_stacks(StackName=listed["StackId"])["Stacks"]
    same([(each["StackName"], each["StackStatus"]) for each in (listed, described)],
         [("thaw", "CREATE_COMPLETE")] * 2)
    same(listed["CreationTime"], described["CreationTime"])
    same(formation.list_stacks(StackStatusFilter=["DELETE_COMPLETE"])["StackSummaries"], [])
    refused("ValidationError", 400, "stackStatusFilter", formation.list_stacks,
            StackStatusFilter=["DONE"])


def roles():
    """Of STS, which is not watched either. A client of a profile with a role takes it before its first call."""
    security = made("sts")
    role = dict(RoleArn="arn:aws:iam::123456789012:role/deployer", RoleSessionName="tom")
    assumed = security.assume_role(**role, DurationSeconds=900)
    same(assumed["AssumedRoleUser"]["Arn"], "arn:aws:sts::123456789012:assumed-role/deployer/tom")
    same(assumed["Credentials"]["Expiration"].timestamp() > time.time(), True)
    refused("ValidationError", 400, "'durationSeconds'", security.assume_role, **role, DurationSeconds=1)
    profiles = FOLDER / "profiles"
    profiles.write_text(f"""
[profile base]
aws_access_key_id = a
aws_secret_access_key = b
[profile deployer]
role_arn = {role["RoleArn"]}
source_profile = base
region = us-east-1
""")
    os.environ.update(AWS_CONFIG_FILE=str(profiles), AWS_ENDPOINT_URL=ENDPOINT)
    session = boto3.Session(profile_name="deployer")
    same(session.client("lambda").get_alias(FunctionName="life", Name="live")["Name"], "live")
    taken = session.get_credentials()
    same((taken.method, taken.access_key), ("assume-role", assumed["Credentials"]["AccessKeyId"]))


def delete():
    client.delete_alias(FunctionName="life", Name="live")
    client.delete_alias(FunctionName="life", Name="live")
    client.delete_function(FunctionName="life")
    refused("ResourceNotFoundException", 404, "Function not found: " + ARN,
            client.get_function, FunctionName="life")
    same(client.list_functions()["Functions"], [])


RUNTIME = sys.argv[3]
for step in (create, refusals, broken, failing_update, update_and_publish, aliases, concurrency, failing_provision,
             permissions, resource_policies, code_signing, capacity_providers,
             other_ways_to_invoke, tenants, refused_by_name, durable, urls, layers, event_sources, event_invoke, tags_and_the_rest, customer_runtimes,
             stacks, roles, delete):
    print("step", step.__name__, flush=True)
    step()
for each in service_model.faults:
    print("FAULT", each)
for name in sorted(service_model.succeeded):
    print("ok", name)
print(len(service_model.seen), "operations,", len(checks), "values")
sys.exit(1 if service_model.faults else 0)
