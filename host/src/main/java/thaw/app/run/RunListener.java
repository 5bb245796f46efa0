package thaw.app.run;

import thaw.app.shared.Progress;
import thaw.pool.life.EnvironmentObservation;

/** Tells a front end what happens in a running application. Its methods do nothing by default. */
public interface RunListener {
  /** Learns nothing. */
  RunListener SILENT = new RunListener() {};

  /** Returns the receiver of warnings, remarks, the steps of builds and the functions' logs. */
  default Progress progress() {
    return Progress.SILENT;
  }

  /** A line that tells people where something is found, while it starts. */
  default void announced(String line) {}

  /** It takes requests, and what was to be done before them is done. */
  default void started(RunAddresses addresses) {}

  /** Something has happened in an environment. Any thread may call it; must be quick. */
  default void observed(EnvironmentObservation observation) {}
}
