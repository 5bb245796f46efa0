"""Suite 8: branches side by side. One at a time, where the history would depend on chance."""

import json

from aws_durable_execution_sdk_python import ParallelBranch
from aws_durable_execution_sdk_python.config import NestingType, ParallelConfig

from .common import Codec, fails, gives, requirement, seconds, step_of, summary, until

COUNTS = ("completionReason", "successCount", "failureCount", "totalCount")


def run(context, name, *branches, max_concurrency=1, **config):
    return context.parallel(branches, name, ParallelConfig(max_concurrency=max_concurrency, **config))


def results(context, name, *branches, **config):
    return run(context, name, *branches, **config).get_results()


@requirement("8-1")
def has_steps(event, context):
    return results(context, "parallel", step_of("task-1"), step_of("task-2"))


@requirement("8-2")
def has_no_name(event, context):
    return results(context, None, gives("alpha"), gives("beta"))


@requirement("8-3")
def has_named_branches(event, context):
    return results(context, "named", ParallelBranch(gives("one"), "first"), ParallelBranch(gives("two"), "second"))


@requirement("8-4")
def has_results_of_many_types(event, context):
    return results(context, "hetero", gives("hello"), gives(42), gives({"k": "v"}))


@requirement("8-5")
def has_no_branches(event, context):
    return results(context, "empty")


@requirement("8-6")
def stops_at_a_failure(event, context):
    return summary(run(context, "failfast", gives("ok"), fails, gives("never"), **until(tolerated_failure_count=0)))


@requirement("8-7")
def throws_its_failure(event, context):
    run(context, "throwing", fails, gives("never"), **until(tolerated_failure_count=0)).throw_if_error()


@requirement("8-8")
def stops_at_successes(event, context):
    batch = run(context, "min-successful", *map(gives, "abcd"), **until(min_successful=2))
    return summary(batch, "completionReason", "successCount", "totalCount")


@requirement("8-9")
def tolerates_a_failure(event, context):
    return summary(run(context, "tolerated", gives("a"), fails, gives("c"), **until(tolerated_failure_count=1)))


@requirement("8-10")
def stops_at_the_second_failure(event, context):
    batch = run(context, "tolerated-exceeded", fails, fails, gives("never"), **until(tolerated_failure_count=1))
    return summary(batch, *COUNTS)


@requirement("8-11")
def runs_two_at_a_time(event, context):
    return results(context, "concurrent", gives("r0"), gives("r1"), gives("r2"), max_concurrency=2)


@requirement("8-12")
def is_flat(event, context):
    return results(context, "flat", step_of("fa"), step_of("fb"), nesting_type=NestingType.FLAT)


@requirement("8-13")
def stops_at_a_percentage(event, context):
    branches = fails, fails, gives("never"), gives("never")
    return summary(run(context, "tolerated-pct", *branches, **until(tolerated_failure_percentage=25)), *COUNTS)


@requirement("8-14")
def waits_in_a_branch(event, context):
    def waits(branch):
        branch.wait(seconds(2))
        return "b1"

    return results(context, "replay", step_of("b0"), waits)


@requirement("8-15")
def serializes_results(event, context):
    wrap = Codec(lambda value: json.dumps({"wrapped": value}), lambda text: json.loads(text)["wrapped"])
    return results(context, "serde", gives("x"), gives("y"), item_serdes=wrap)


@requirement("8-16")
def tolerates_all_failures(event, context):
    return summary(run(context, "all-fail", fails, fails, fails, **until(tolerated_failure_count=3)))


@requirement("8-17")
def has_too_few_successes(event, context):
    return summary(run(context, "min-not-reached", gives("a"), fails, gives("c"), **until(min_successful=3)))


@requirement("8-18")
def stops_at_failures_before_successes(event, context):
    branches = fails, fails, gives("never"), gives("never")
    return summary(run(context, "combined", *branches, **until(min_successful=3, tolerated_failure_count=1)), *COUNTS)


@requirement("8-19")
def runs_none_at_a_time(event, context):
    return results(context, "bad-concurrency", gives("a"), gives("b"), max_concurrency=0)


@requirement("8-20")
def lists_its_failures(event, context):
    batch = run(context, "accessors", gives("a"), fails, gives("c"), **until(tolerated_failure_count=1))
    return {
        "hasFailure": batch.has_failure,
        "successCount": len(batch.succeeded()),
        "failureCount": len(batch.failed()),
        "errorCount": len(batch.get_errors()),
    }


@requirement("8-21")
def is_nested(event, context):
    return results(context, "outer", lambda branch: results(branch, "inner", step_of("i1"), step_of("i2")))


@requirement("8-22")
def tolerates_a_percentage(event, context):
    branches = fails, gives("b"), gives("c"), gives("d")
    return summary(run(context, "pct-boundary", *branches, **until(tolerated_failure_percentage=25)))
