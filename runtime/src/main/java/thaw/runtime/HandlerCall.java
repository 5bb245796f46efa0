package thaw.runtime;

/** A handler, ready to be called with events. */
abstract class HandlerCall {
  /**
   * Handles an event.
   *
   * @param to takes the response, but of a {@link StreamingCall}, which gives it away itself
   * @throws Throwable what the handler throws, or a {@link FunctionFault}
   */
  abstract void call(Event event, InvocationContext context, ResponseBuffer to) throws Throwable;
}
