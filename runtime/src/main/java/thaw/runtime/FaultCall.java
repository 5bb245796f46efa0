package thaw.runtime;

/** A handler that cannot be had: each of its invocations says why. */
final class FaultCall extends HandlerCall {
  private final FunctionFault fault;

  FaultCall(FunctionFault fault) {
    this.fault = fault;
  }

  FunctionFault fault() {
    return fault;
  }

  @Override
  void call(Event event, InvocationContext context, ResponseBuffer to) {
    throw fault;
  }
}
