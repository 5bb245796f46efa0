package thaw.cli;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import thaw.app.run.RunAddresses;

/** Tells other programs where a running application is: {@link RunAddresses} with a format. */
record RunDocument(String format, long pid, @JsonUnwrapped RunAddresses addresses) {
  private static final String FORMAT = "thaw-run-1";

  static RunDocument of(RunAddresses addresses) {
    return new RunDocument(FORMAT, ProcessHandle.current().pid(), addresses);
  }
}
