"""Suite 3: child contexts."""

from aws_durable_execution_sdk_python import ChildContextError
from aws_durable_execution_sdk_python.config import ChildConfig

from .common import (
    NO_RETRY, UPPERCASE, crash, fails, gives, gives_after, requirement, retried, seconds, step_of,
)


def run(context, function, name="child", **config):
    return context.run_in_child_context(function, name, ChildConfig(**config))


def failing_step(child):
    child.step(fails, config=NO_RETRY)


def waits_and_gives(value):
    def child(context):
        context.wait(seconds(1))
        return value

    return child


def steps_and_waits(value):
    def child(context):
        result = context.step(gives(value))
        context.wait(seconds(1))
        return result

    return child


@requirement("3-1")
def has_a_step(event, context):
    return run(context, step_of(event))


@requirement("3-2")
def has_a_name(event, context):
    return run(context, step_of(event["value"]), event["name"])


@requirement("3-3")
def has_two_steps(event, context):
    return run(context, lambda child: child.step(gives(child.step(gives(event)))))


@requirement("3-4")
def fails_by_a_step(event, context):
    run(context, failing_step)


@requirement("3-5")
def fails_and_is_caught(event, context):
    try:
        run(context, failing_step)
    except ChildContextError:
        return context.step(gives(event))


@requirement("3-6")
def has_a_child(event, context):
    def outer(child):
        return run(child, step_of(child.step(gives(event))), "inner")

    return run(context, outer, "outer")


@requirement("3-7")
def retries_its_step(event, context):
    return run(context, lambda child: child.step(gives_after(1, event), config=retried(2)))


@requirement("3-8")
def exhausts_its_steps_retries(event, context):
    run(context, lambda child: child.step(fails, config=retried(2)))


@requirement("3-9")
def is_not_run_again(event, context):
    result = run(context, step_of(event))
    context.wait(seconds(1))
    return result


@requirement("3-10")
def has_a_step_and_a_wait(event, context):
    return run(context, steps_and_waits(event))


def also_in_replays(logger):
    return logger.with_is_replaying(lambda: False)


@requirement("3-11")
def gives_a_lot(event, context):
    def body(child):
        also_in_replays(child.logger).info(event)
        return child.step(gives("ten bytes.")) * 30 * 1024

    result = run(context, body)
    context.wait(seconds(1))
    return len(result)


@requirement("3-12")
def is_interrupted(event, context):
    first = not context.is_replaying()

    def step(_):
        if first:
            crash()
        return event

    return run(context, lambda child: child.step(step))


@requirement("3-13")
def has_a_wait(event, context):
    return context.step(gives(run(context, waits_and_gives(event))))


@requirement("3-14")
def is_serialized_in_uppercase(event, context):
    return run(context, step_of(event), serdes=UPPERCASE)


@requirement("3-15")
def fails_for_good(event, context):
    run(context, fails)


@requirement("3-16")
def gives_nothing(event, context):
    return run(context, gives(None))


@requirement("3-17")
def logs_once(event, context):
    def body(child):
        also_in_replays(child.logger).info(event)
        return event

    result = run(context, body)
    context.wait(seconds(1))
    return result


@requirement("3-18")
def precedes_a_step_and_a_wait(event, context):
    return steps_and_waits(run(context, steps_and_waits(event)))(context)
