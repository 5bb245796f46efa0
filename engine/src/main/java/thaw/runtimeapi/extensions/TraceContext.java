package thaw.runtimeapi.extensions;

import java.util.Optional;

/** The trace that an invocation belongs to, as the Telemetry and the Extensions API tell it. */
record TraceContext(String type, String value) {
  /**
   * @param header an X-Ray trace header; there is no trace when it is empty
   */
  static Optional<TraceContext> of(String header) {
    return header.isEmpty()
        ? Optional.empty()
        : Optional.of(new TraceContext("X-Amzn-Trace-Id", header));
  }
}
