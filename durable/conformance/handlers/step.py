"""Suite 1: steps, their results, retries and interruptions."""

from aws_durable_execution_sdk_python import StepError
from aws_durable_execution_sdk_python.config import StepConfig, StepSemantics
from aws_durable_execution_sdk_python.retries import RetryDecision, RetryPresets

from .common import (
    NO_RETRY, UPPERCASE, crash, fails, gives, gives_after, requirement, retried, retries, seconds,
)


class TransientError(Exception):
    pass


@requirement("1-1")
def greets(event, context):
    return context.step(gives(f"Hello, {event}!"))


@requirement("1-2")
def has_name(event, context):
    return context.step(gives(f"Hello, {event}!"), name="custom_step_name")


@requirement("1-3")
def feeds_the_next_step(event, context):
    first = context.step(gives("first"))
    return context.step(gives(f"{first}_second"))


@requirement("1-4")
def gives_an_object(event, context):
    return context.step(gives({"user": event, "count": len(event["tags"])}))


@requirement("1-5")
def gives_nothing(event, context):
    return context.step(gives(None))


@requirement("1-6")
def is_serialized_in_uppercase(event, context):
    return context.step(gives(event), config=StepConfig(serdes=UPPERCASE))


@requirement("1-7")
def logs(event, context):
    def greet(step):
        step.logger.info(f"Greeting step started for: {event}")
        step.logger.info(f"Greeting step completed with: Hello, {event}!")
        return f"Hello, {event}!"

    return context.step(greet)


@requirement("1-8")
def precedes_a_wait(event, context):
    result = context.step(gives("computed"))
    context.wait(seconds(2))
    return result


@requirement("1-9")
def is_not_run_again(event, context):
    def execute(step):
        step.logger.info("step executed")
        return "cached_value"

    result = context.step(execute)
    context.wait(seconds(1))
    return result


@requirement("1-10")
def fails_again_without_running(event, context):
    def execute(step):
        step.logger.info("step executed")
        fails()

    try:
        context.step(execute, config=NO_RETRY)
    except StepError as error:
        result = str(error)
    context.wait(seconds(1))
    return result


@requirement("1-11")
def succeeds_at_the_second_attempt(event, context):
    return context.step(gives_after(1, "Operation succeeded"), config=retried(2))


@requirement("1-12")
def exhausts_its_retries(event, context):
    context.step(fails, config=retried(4))


@requirement("1-13")
def retries_by_default(event, context):
    return context.step(gives_after(2, "done"))


@requirement("1-14")
def retries_after_longer_delays(event, context):
    return context.step(gives_after(2, "done"), config=retried(5, delay=2, rate=3))


@requirement("1-15")
def retries_after_this_error(event, context):
    config = retried(2, retryable_error_types=[TransientError])
    return context.step(gives_after(1, "done", TransientError), config=config)


@requirement("1-16")
def does_not_retry_after_this_error(event, context):
    def unless_transient(error, attempts):
        return RetryDecision.no_retry() if isinstance(error, TransientError) else RetryDecision.retry(seconds(1))

    context.step(gives_after(1, "done", TransientError), config=StepConfig(retry_strategy=unless_transient))


def logs_and_crashes(event, attempts):
    """A step whose first attempts end the process."""

    def step(context):
        context.logger.info(event)
        if context.attempt <= attempts:
            crash()
        return "succeeded on second attempt"

    return step


def at_most_once(strategy):
    return StepConfig(retry_strategy=strategy, step_semantics=StepSemantics.AT_MOST_ONCE_PER_RETRY)


@requirement("1-17")
def is_interrupted_for_good(event, context):
    context.step(logs_and_crashes(event, 1), name="at_most_once_flaky_step", config=at_most_once(RetryPresets.none()))


@requirement("1-18")
def is_interrupted_and_retried(event, context):
    return context.step(logs_and_crashes(event, 1), config=at_most_once(retries(2)))


@requirement("1-19")
def fails_for_good(event, context):
    context.step(fails, config=NO_RETRY)


@requirement("1-20")
def fails_and_is_caught(event, context):
    try:
        result = context.step(fails, config=NO_RETRY)
    except StepError:
        result = "fallback_result"
    return context.step(gives(result))
