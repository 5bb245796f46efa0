package thaw.runtimeapi.extensions;

/** An event that an extension gets as the response to {@code event/next}. */
public sealed interface ExtensionEvent {
  /**
   * @param functionArn as the caller named the function
   * @param traceId an X-Ray trace header
   */
  record Invoke(long deadlineEpochMillis, String requestId, String functionArn, String traceId)
      implements ExtensionEvent {}

  record Shutdown(long deadlineEpochMillis, ShutdownReason reason) implements ExtensionEvent {}
}
