package thaw.runtime;

/** A handler that cannot be had: each of its invocations says why. */
final class FaultCall extends Call {
  private final Fault fault;

  FaultCall(Fault fault) {
    this.fault = fault;
  }

  Fault fault() {
    return fault;
  }

  @Override
  void call(Event event, InvocationContext context, Response to) {
    throw fault;
  }
}
