"""Suite 9: a function applied to items. One at a time, where the history would depend on chance."""

from aws_durable_execution_sdk_python import BatchItemStatus, BatchResult
from aws_durable_execution_sdk_python.concurrency.models import BatchItem, CompletionReason
from aws_durable_execution_sdk_python.config import MapConfig, NestingType
from aws_durable_execution_sdk_python.serdes import JsonSerDes

from .common import Codec, fails, requirement, seconds, step_of, summary, until

COUNTS = ("completionReason", "successCount", "failureCount", "totalCount")


def run(context, name, items, function, max_concurrency=1, **config):
    """The function takes an item and gives its result."""
    return apply(context, name, items, lambda child, item, *_: function(item), max_concurrency, **config)


def apply(context, name, items, function, max_concurrency=1, **config):
    """The function takes a child context, the item, its index and all items."""
    return context.map(items, function, name, MapConfig(max_concurrency=max_concurrency, **config))


def unless_fail(item):
    return fails() if item == "fail" else item


@requirement("9-1")
def has_steps(event, context):
    return apply(context, "map", event, lambda child, item, *_: step_of(f"Hello, {item}!")(child)).get_results()


@requirement("9-2")
def has_no_name(event, context):
    return run(context, None, event, lambda item: 2 * item).get_results()


@requirement("9-3")
def takes_the_index(event, context):
    return apply(context, "indexed", event, lambda child, item, index, items: item + index).get_results()


@requirement("9-4")
def has_no_items(event, context):
    return run(context, "empty", event, unless_fail).get_results()


@requirement("9-5")
def stops_at_a_failure(event, context):
    return summary(run(context, "failfast", ["ok", "fail", "never"], unless_fail, **until(tolerated_failure_count=0)))


@requirement("9-6")
def throws_its_failure(event, context):
    run(context, "throwing", ["fail", "never"], unless_fail, **until(tolerated_failure_count=0)).throw_if_error()


@requirement("9-7")
def stops_at_successes(event, context):
    batch = run(context, "min-successful", list("abcd"), unless_fail, **until(min_successful=2))
    return summary(batch, "completionReason", "successCount", "totalCount")


@requirement("9-8")
def tolerates_a_failure(event, context):
    return summary(run(context, "tolerated", ["a", "fail", "c"], unless_fail, **until(tolerated_failure_count=1)))


@requirement("9-9")
def stops_at_the_second_failure(event, context):
    items = ["fail", "fail", "never"]
    return summary(run(context, "tolerated-exceeded", items, unless_fail, **until(tolerated_failure_count=1)), *COUNTS)


@requirement("9-10")
def stops_at_a_percentage(event, context):
    items = ["fail", "fail", "never", "never"]
    return summary(run(context, "tolerated-pct", items, unless_fail, **until(tolerated_failure_percentage=25)), *COUNTS)


@requirement("9-11")
def runs_two_at_a_time(event, context):
    return run(context, "concurrent", ["r0", "r1", "r2"], unless_fail, max_concurrency=2).get_results()


@requirement("9-12")
def is_flat(event, context):
    config = {"nesting_type": NestingType.FLAT}
    return apply(context, "flat", ["fa", "fb"], lambda child, item, *_: step_of(item)(child), **config).get_results()


@requirement("9-13")
def names_items(event, context):
    names = {"item_namer": lambda item, index: f"item-{item}"}
    return run(context, "named-items", event, lambda item: 10 * item, **names).get_results()


@requirement("9-14")
def serializes_items(event, context):
    wrapped = Codec(lambda value: f"wrapped:{value}", lambda text: text.removeprefix("wrapped:"))
    return run(context, "serdes", ["x", "y"], str.upper, item_serdes=wrapped).get_results()


@requirement("9-15")
def waits_in_an_item(event, context):
    def waits_before_r1(child, item, *_):
        if item == "r1":
            child.wait(seconds(1))
        return step_of(item)(child)

    return apply(context, "suspend", ["r0", "r1"], waits_before_r1).get_results()


@requirement("9-16")
def gives_a_lot(event, context):
    batch = run(context, "large", list("abcd"), lambda item: item * 70 * 1024)
    return summary(batch, "successCount", "totalCount")


@requirement("9-17")
def precedes_a_wait(event, context):
    batch = run(context, "then-wait", ["a", "b"], str.upper)
    context.wait(seconds(1))
    return batch.get_results()


@requirement("9-18")
def fails_before_a_wait(event, context):
    batch = run(context, "fail-then-wait", ["ok", "fail"], unless_fail, **until(tolerated_failure_count=1))
    context.wait(seconds(1))
    return summary(batch)


def batch_of(text):
    values = text.removeprefix("OPSERDE:").split(",")
    items = [BatchItem(index, BatchItemStatus.SUCCEEDED, value) for index, value in enumerate(values)]
    return BatchResult(items, CompletionReason.ALL_COMPLETED)


# Without one for items, the serializer of the whole would get them as well.
WHOLE = {
    "serdes": Codec(lambda batch: "OPSERDE:" + ",".join(batch.get_results()), batch_of),
    "item_serdes": JsonSerDes(),
}


@requirement("9-19")
def serializes_all(event, context):
    return run(context, "op-serde", ["x", "y"], str.upper, **WHOLE).get_results()


@requirement("9-20")
def deserializes_all(event, context):
    batch = run(context, "op-serde-replay", ["x", "y"], str.upper, **WHOLE)
    context.wait(seconds(1))
    return batch.get_results()
