package thaw.app.invoke;

import thaw.app.shared.Progress;
import thaw.environment.InvocationResult;

/**
 * Tells a front end what happens while a function is invoked. Its methods do nothing by default.
 */
public interface InvokeListener {
  /** Learns nothing. */
  InvokeListener SILENT = new InvokeListener() {};

  /** Returns the receiver of warnings, remarks and the steps of builds. */
  default Progress progress() {
    return Progress.SILENT;
  }

  /** A line of the function's log, or of the platform's, such as REPORT. Any thread may call it. */
  default void logged(String line) {}

  /** An invocation has ended. */
  default void invoked(InvocationResult result) {}
}
