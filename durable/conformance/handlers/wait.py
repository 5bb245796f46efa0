"""Suite 2: waits."""

from aws_durable_execution_sdk_python.config import Duration

from .common import requirement, seconds


@requirement("2-1")
def waits(event, context):
    context.wait(seconds(2))


@requirement("2-2")
def waits_with_name(event, context):
    context.wait(seconds(2), name="custom_wait_name")


@requirement("2-3")
def waits_twice(event, context):
    context.wait(seconds(2), name="wait-1")
    context.wait(seconds(2), name="wait-2")
    return {"completedWaits": 2}


@requirement("2-4")
def waits_a_minute(event, context):
    context.wait(Duration.from_minutes(1))


@requirement("2-5")
def waits_an_hour(event, context):
    context.wait(Duration.from_hours(1))
