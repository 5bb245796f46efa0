"""Suite 7: callbacks with a function that tells others about them."""

from aws_durable_execution_sdk_python import CallbackError
from aws_durable_execution_sdk_python.config import WaitForCallbackConfig
from aws_durable_execution_sdk_python.serdes import JsonSerDes

from .common import fails, gives, requirement, retries, seconds


def wait_for(context, name=None, submit=gives(None), **config):
    return context.wait_for_callback(submit, name, WaitForCallbackConfig(**config))


def wait_or(fallback, context, name, **config):
    try:
        return wait_for(context, name, **config)
    except CallbackError:
        return fallback


@requirement("7-1")
def waits(event, context):
    return wait_for(context, event)


@requirement("7-2")
def has_a_name(event, context):
    return wait_for(context, "approval")


@requirement("7-3")
def has_no_name(event, context):
    return wait_for(context)


@requirement("7-4")
def fails_for_good(event, context):
    return wait_for(context, event)


@requirement("7-5")
def times_out(event, context):
    return wait_for(context, event, timeout=seconds(3))


@requirement("7-6")
def fails_and_is_caught(event, context):
    return wait_or("recovered", context, event)


@requirement("7-7")
def cannot_tell_others(event, context):
    return wait_for(context, event, submit=fails, retry_strategy=retries(2))


@requirement("7-8")
def is_in_a_child_context(event, context):
    return context.run_in_child_context(lambda child: wait_for(child, event), "wrapper")


@requirement("7-9")
def one_after_the_other(event, context):
    wait_for(context, "first")
    return wait_for(context, "second")


@requirement("7-10")
def follows_a_wait_and_a_step(event, context):
    context.wait(seconds(1))
    context.step(gives("fixed data"))
    return wait_for(context, event)


@requirement("7-11")
def deserializes_an_object(event, context):
    return wait_for(context, event, serdes=JsonSerDes())["status"]


@requirement("7-12")
def gets_no_heartbeat(event, context):
    return wait_for(context, event, heartbeat_timeout=seconds(5))


@requirement("7-13")
def gets_a_heartbeat(event, context):
    return wait_for(context, event, heartbeat_timeout=seconds(10))


@requirement("7-14")
def times_out_and_is_caught(event, context):
    return wait_or("timed-out-handled", context, event, timeout=seconds(3))


@requirement("7-15")
def gives_nothing(event, context):
    return wait_for(context, event)
