"""What the handlers share: the mark of a requirement, and short forms of the SDK's settings."""

import os
import time

from aws_durable_execution_sdk_python import durable_execution
from aws_durable_execution_sdk_python.config import CompletionConfig, Duration, JitterStrategy, StepConfig
from aws_durable_execution_sdk_python.retries import RetryPresets, RetryStrategyConfig, create_retry_strategy
from aws_durable_execution_sdk_python.serdes import SerDes

NO_RETRY = StepConfig(retry_strategy=RetryPresets.none())


def requirement(identifier, plugins=None, **properties):
    """Makes a durable handler and notes the requirement that it is for; template.py makes the template of these notes.

    Further arguments are properties of the function. Without an identifier the function is one that others invoke.
    """

    def mark(function):
        handler = durable_execution(function, plugins=plugins)
        handler.requirement, handler.properties = identifier, properties
        return handler

    return mark


def seconds(number):
    return Duration.from_seconds(number)


def retries(attempts, delay=1, rate=1, **settings):
    """A strategy without jitter: so many attempts in all, with a delay in seconds that grows by the rate."""
    return create_retry_strategy(
        RetryStrategyConfig(
            max_attempts=attempts,
            initial_delay=seconds(delay),
            backoff_rate=rate,
            jitter_strategy=JitterStrategy.NONE,
            **settings,
        )
    )


def retried(attempts, **settings):
    return StepConfig(retry_strategy=retries(attempts, **settings))


def gives(value):
    """A step, branch or item that has this result."""
    return lambda *_: value


def fails(*_):
    """A step, branch or item that fails."""
    raise RuntimeError("not today")


def gives_after(failures, value, error=RuntimeError):
    """A step whose first attempts fail."""

    def step(context):
        if context.attempt <= failures:
            raise error(f"attempt {context.attempt}")
        return value

    return step


def step_of(value):
    """A child context, branch or item that has the result of its only step."""
    return lambda context, *_: context.step(gives(value))


def crash():
    """Ends the process as a crash of the runtime does, once the SDK's thread has sent checkpoints and logs."""
    time.sleep(1)
    os._exit(1)


class Codec(SerDes):
    """A serializer of two functions, from a value to text and back."""

    def __init__(self, encode, decode):
        self.encode, self.decode = encode, decode

    def serialize(self, value, _):
        return self.encode(value)

    def deserialize(self, data, _):
        return self.decode(data)


UPPERCASE = Codec(str.upper, str)


def until(**settings):
    return {"completion_config": CompletionConfig(**settings)}


def summary(batch, *members):
    """The named members of the result of a parallel or map operation; all without names."""
    everything = {
        "completionReason": batch.completion_reason.value,
        "status": batch.status.value,
        "successCount": batch.success_count,
        "failureCount": batch.failure_count,
        "totalCount": batch.total_count,
    }
    return {member: everything[member] for member in members or everything}
