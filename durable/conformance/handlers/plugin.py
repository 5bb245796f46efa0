"""Suite 10: plug-ins that are told of invocations, operations and attempts."""

import json

from aws_durable_execution_sdk_python.plugin import DurableInstrumentationPlugin, OperationType

from .common import NO_RETRY, fails, gives_after, requirement, retried, seconds


class Plugin(DurableInstrumentationPlugin):
    """Prints a line at each hook of the wanted kinds, and fails then if it is faulty."""

    def __init__(self, arn, name, kinds, faulty):
        self.arn, self.name, self.kinds, self.faulty = arn, name, kinds, faulty

    def say(self, kind, moment, **members):
        if kind in self.kinds:
            line = {"plugin": self.name, "hook": f"{kind}-{moment}", "durableExecutionArn": self.arn, **members}
            print(json.dumps(line), flush=True)
        if self.faulty:
            raise RuntimeError("a fault of the plug-in")

    def say_of_step(self, kind, moment, info, **members):
        if info.operation_type is OperationType.STEP:
            self.say(kind, moment, op=info.operation_id, **members)

    def on_invocation_start(self, info):
        self.say("invocation", "start", first=info.is_first_invocation)

    def on_invocation_end(self, info):
        self.say("invocation", "end", status=info.status.value)

    def on_operation_start(self, info):
        self.say_of_step("operation", "start", info)

    def on_operation_end(self, info):
        self.say_of_step("operation", "end", info, status=info.status.value)

    def on_user_function_start(self, info):
        self.say_of_step("attempt", "start", info, n=info.attempt)

    def on_user_function_end(self, info):
        self.say_of_step("attempt", "end", info, n=info.attempt, outcome=info.outcome.value)


class Plugins:
    """The SDK makes one plug-in for each invocation."""

    def __init__(self, *kinds, name="CONFPLUGIN", faulty=False):
        self.name, self.kinds, self.faulty = name, kinds, faulty

    def create_plugin(self, info):
        return Plugin(info.execution_arn, self.name, self.kinds, self.faulty)


def greet(event, context):
    def step(step):
        step.logger.info(f"Greeting step running for: {event}")
        return f"Hello, {event}!"

    return context.step(step)


@requirement("10-1", [Plugins("invocation")])
def tells_of_an_invocation(event, context):
    return greet(event, context)


@requirement("10-2", [Plugins("operation")])
def tells_of_a_step(event, context):
    return greet(event, context)


@requirement("10-3", [Plugins("attempt")])
def tells_of_attempts(event, context):
    return context.step(gives_after(1, "Operation succeeded"), config=retried(2))


@requirement("10-4", [Plugins("invocation", "operation", "attempt", name="CONFPLUGIN-FAULTY", faulty=True)])
def has_faults(event, context):
    return greet(event, context)


@requirement("10-5", [Plugins("invocation", name=f"CONFPLUGIN-{name}") for name in "AB"])
def tells_two(event, context):
    return greet(event, context)


@requirement("10-6", [Plugins("invocation")])
def tells_of_a_second_invocation(event, context):
    context.wait(seconds(2))


@requirement("10-7", [Plugins("invocation")])
def tells_of_a_failure(event, context):
    context.step(fails, config=NO_RETRY)
