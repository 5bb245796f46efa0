"""Suite 4: callbacks that others end."""

import json
from datetime import datetime

from aws_durable_execution_sdk_python import CallbackError
from aws_durable_execution_sdk_python.config import CallbackConfig

from .common import Codec, gives, requirement, seconds


def create(context, name, **config):
    return context.create_callback(name, CallbackConfig(**config))


@requirement("4-1")
def awaits(event, context):
    return create(context, event).result()


@requirement("4-2")
def has_a_name(event, context):
    return create(context, "approval").result()


@requirement("4-3")
def times_out(event, context):
    return create(context, event, timeout=seconds(5)).result()


@requirement("4-4")
def gets_no_heartbeat(event, context):
    return create(context, event, heartbeat_timeout=seconds(5)).result()


@requirement("4-5")
def gets_a_heartbeat(event, context):
    return create(context, event, heartbeat_timeout=seconds(10)).result()


@requirement("4-6")
def fails_for_good(event, context):
    return create(context, event).result()


@requirement("4-7")
def fails_after_a_step(event, context):
    callback = create(context, event)
    context.step(gives("done"))
    return callback.result()


@requirement("4-8")
def times_out_after_a_step(event, context):
    callback = create(context, event, timeout=seconds(5))
    context.step(gives("done"))
    return callback.result()


@requirement("4-9")
def succeeds_during_a_wait(event, context):
    callback = create(context, event)
    context.wait(seconds(5))
    return callback.result()


@requirement("4-10")
def fails_during_a_wait(event, context):
    callback = create(context, event)
    context.wait(seconds(5))
    return callback.result()


@requirement("4-11")
def times_out_during_a_wait(event, context):
    callback = create(context, event, timeout=seconds(3))
    context.wait(seconds(6))
    return callback.result()


@requirement("4-12")
def precedes_a_wait(event, context):
    result = create(context, event).result()
    context.wait(seconds(2))
    return result


def message_then_wait(context, callback):
    try:
        message = callback.result()
    except CallbackError as error:
        message = str(error)
    context.wait(seconds(2))
    return message


@requirement("4-13")
def fails_and_is_caught(event, context):
    return message_then_wait(context, create(context, event))


@requirement("4-14")
def times_out_and_is_caught(event, context):
    return message_then_wait(context, create(context, event, timeout=seconds(3)))


def with_seconds(text):
    value = json.loads(text)
    return {**value, "timestamp": int(datetime.fromisoformat(value["timestamp"]).timestamp())}


@requirement("4-15")
def deserializes_an_object(event, context):
    return {"received": create(context, event, serdes=Codec(json.dumps, with_seconds)).result()}


@requirement("4-16")
def deserializes_a_number(event, context):
    count = create(context, event, serdes=Codec(str, int)).result()
    return {"count": count, "doubled": 2 * count}


@requirement("4-17")
def one_after_the_other(event, context):
    return [create(context, name).result() for name in event]


@requirement("4-18")
def two_at_a_time(event, context):
    callbacks = [create(context, name) for name in event]
    return [callback.result() for callback in callbacks]


@requirement("4-19")
def two_at_a_time_reversed(event, context):
    first, second = [create(context, name) for name in event]
    return [second.result(), first.result()]
