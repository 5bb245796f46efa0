package thaw.app.run;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import thaw.app.shared.Progress;
import thaw.app.workspace.LogCause;
import thaw.environment.launch.EnvironmentSpec;
import thaw.pool.PayloadObservation;

/**
 * Tells which variables the template of a function misspells, once the function has answered with
 * an error. Thread-safe; no request waits for it.
 */
final class VariableHints implements AutoCloseable {
  private final Progress progress;
  private final Map<String, EnvironmentSpec> untold = new ConcurrentHashMap<>(); // by function
  private final Map<String, String> open = new ConcurrentHashMap<>(); // functions by request
  private final ExecutorService reading =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());

  VariableHints(Progress progress) {
    this.progress = progress;
  }

  /** A function was made ready, perhaps anew. */
  void specified(EnvironmentSpec spec) {
    if (!spec.function().environment().isEmpty()) {
      untold.put(spec.function().name(), spec);
    }
  }

  void observe(PayloadObservation observation) {
    switch (observation) {
      case PayloadObservation.Came came -> {
        if (untold.containsKey(came.function())) {
          open.put(came.requestId(), came.function());
        }
      }
      case PayloadObservation.Left left -> {
        String function = open.remove(left.requestId());
        if (function != null && LogCause.isError(left.failed(), left.response())) {
          tell(function);
        }
      }
      case PayloadObservation.TurnedAway away -> open.remove(away.requestId());
    }
  }

  private void tell(String function) {
    EnvironmentSpec spec = untold.remove(function);
    if (spec != null) {
      // A package that has just been replaced has no hint any more.
      var _ = reading.submit(() -> LogCause.tellVariables(spec, progress));
    }
  }

  @Override
  public void close() {
    reading.close();
  }
}
