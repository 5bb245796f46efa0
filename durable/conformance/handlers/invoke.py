"""Suite 5: invocations of other functions, and the functions that are invoked."""

import json
import os

from aws_durable_execution_sdk_python import InvokeError
from aws_durable_execution_sdk_python.config import InvokeConfig

from .common import Codec, fails, gives, requirement, seconds


# The targets wait first, so that their caller has been suspended before they end, as its history must show.


@requirement(None)
def echo(event, context):
    context.wait(seconds(1))
    return event


@requirement(None, TenancyConfig={"TenantIsolationMode": "PER_TENANT"})
def echo_of_tenant(event, context):
    context.wait(seconds(1))
    return event


@requirement(None)
def failing(event, context):
    context.wait(seconds(1))
    fails()


@requirement(None)
def length(event, context):
    context.wait(seconds(1))
    return len(event)


def invoke(context, target, payload=None, name=None, **config):
    """The template gives each handler a variable for each target, with its ARN."""
    return context.invoke(os.environ[target.__name__], payload, name, InvokeConfig(**config))


def message_of_failure(context):
    try:
        return invoke(context, failing)
    except InvokeError as error:
        return str(error)


@requirement("5-1")
def invokes(event, context):
    return invoke(context, echo, event)


@requirement("5-2")
def has_a_name(event, context):
    return invoke(context, echo, event["payload"], event["name"])


@requirement("5-3")
def gives_an_object(event, context):
    return invoke(context, echo, event)


@requirement("5-4")
def gives_nothing(event, context):
    return invoke(context, echo, None)


@requirement("5-5")
def fails_for_good(event, context):
    return invoke(context, failing)


@requirement("5-6")
def fails_and_is_caught(event, context):
    return message_of_failure(context)


@requirement("5-7")
def sends_a_lot(event, context):
    return invoke(context, length, "x" * 200 * 1024)


@requirement("5-8")
def invokes_for_a_tenant(event, context):
    return invoke(context, echo_of_tenant, event["payload"], tenant_id=event["tenantId"])


@requirement("5-9")
def is_not_run_again(event, context):
    result = invoke(context, echo, "once")
    context.wait(seconds(1))
    return result


@requirement("5-10")
def fails_again_without_running(event, context):
    message = message_of_failure(context)
    context.wait(seconds(1))
    return message


@requirement("5-11")
def follows_a_step(event, context):
    return invoke(context, echo, context.step(gives("of the step")))


@requirement("5-12")
def precedes_a_step(event, context):
    return context.step(gives(invoke(context, echo, "of the target") + "!"))


@requirement("5-13")
def is_in_a_child_context(event, context):
    return context.run_in_child_context(lambda child: invoke(child, echo, "in a child"))


@requirement("5-14")
def invokes_two(event, context):
    return invoke(context, length, invoke(context, echo, "twice"))


@requirement("5-15")
def serializes_the_payload(event, context):
    return invoke(context, echo, event, serdes_payload=Codec(lambda value: json.dumps(value).upper(), json.loads))


@requirement("5-16")
def deserializes_the_result(event, context):
    return invoke(context, echo, event, serdes_result=Codec(json.dumps, str.upper))
