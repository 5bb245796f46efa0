"""Suite 6: conditions that are polled."""

from aws_durable_execution_sdk_python import WaitForConditionError
from aws_durable_execution_sdk_python.config import JitterStrategy
from aws_durable_execution_sdk_python.waits import WaitForConditionConfig, WaitStrategyConfig, create_wait_strategy

from .common import Codec, fails, gives, requirement, seconds


def poll(context, check, start, unfinished, name=None, delay=1, attempts=60, serdes=None):
    strategy = WaitStrategyConfig(
        should_continue_polling=unfinished,
        max_attempts=attempts,
        initial_delay=seconds(delay),
        backoff_rate=1,
        jitter_strategy=JitterStrategy.NONE,
    )
    config = WaitForConditionConfig(create_wait_strategy(strategy), start, serdes)
    return context.wait_for_condition(check, config, name)


def count(context, end, start=0, **settings):
    return poll(context, lambda state, _: state + 1, start, lambda state: state < end, **settings)


def poll_failing(context):
    return poll(context, fails, 0, gives(True))


@requirement("6-1")
def counts(event, context):
    return count(context, event)


@requirement("6-2")
def is_met_at_once(event, context):
    return poll(context, lambda state, _: state, 5, lambda state: state < event)


@requirement("6-3")
def has_a_name(event, context):
    return count(context, event, name="poll-status")


@requirement("6-4")
def counts_from_five(event, context):
    return count(context, event, start=5)


@requirement("6-5")
def polls_every_two_seconds(event, context):
    return count(context, event, delay=2)


@requirement("6-6")
def is_never_met(event, context):
    return count(context, float("inf"), attempts=3)


@requirement("6-7")
def fails_for_good(event, context):
    return poll_failing(context)


@requirement("6-8")
def fails_and_is_caught(event, context):
    try:
        return poll_failing(context)
    except WaitForConditionError:
        return "recovered"


@requirement("6-9")
def polls_an_object(event, context):
    def check(state, _):
        attempts = state["attempts"] + 1
        return {"status": "DONE" if attempts == 2 else "PENDING", "attempts": attempts}

    return poll(context, check, {"status": "PENDING", "attempts": 0}, lambda state: state["status"] == "PENDING")


@requirement("6-10")
def gives_nothing(event, context):
    return poll(context, gives(None), None, gives(False))


@requirement("6-11")
def is_serialized(event, context):
    serdes = Codec(lambda state: f"<{state}>", lambda text: text[1:-1])
    return poll(context, lambda state, _: state + "x", "", lambda state: len(state) < 2, serdes=serdes)


@requirement("6-12")
def feeds_a_step(event, context):
    return context.step(gives(10 * count(context, event)))


@requirement("6-13")
def feeds_the_next(event, context):
    return count(context, 4, start=count(context, 2))
