package thaw.lab.initorder;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import thaw.environment.Environment;
import thaw.environment.InvocationResult;
import thaw.environment.launch.EnvironmentSpec;
import thaw.lab.result.SampleFailure;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Instance;

/**
 * A cold start with a few requests after it.
 *
 * @param init duration of the init phase
 * @param first duration of the first request
 * @param total from the start of the JVM to the first response
 * @param readyNanos {@link System#nanoTime} of the end of init
 * @param responses one for each request
 */
record FunctionStart(
    Duration init, Duration first, Duration total, long readyNanos, List<byte[]> responses) {
  private static final byte[] EVENT = "{}".getBytes(StandardCharsets.UTF_8);

  /**
   * @throws SampleFailure when init or a request fails
   */
  static FunctionStart of(Instance instance, EnvironmentSpec spec, int requests)
      throws InterruptedException, SampleFailure {
    List<InvocationResult> results = new ArrayList<>();
    List<byte[]> responses = new ArrayList<>();
    long ready;
    try (Environment environment = Environment.prepareWithLog(instance, spec, _ -> {})) {
      requireReady(environment.initialise());
      ready = environment.inspection().readyNanos();
      for (int i = 0; i < requests; i++) {
        InvocationResult result = environment.invoke(Invocation.of(EVENT));
        results.add(result);
        responses.add(response(result.outcome()));
      }
    }
    InvocationResult first = results.getFirst();
    return new FunctionStart(
        first.init().orElseThrow(),
        first.duration(),
        first.startToResponse().orElseThrow(),
        ready,
        responses);
  }

  private static void requireReady(InitOutcome outcome) throws SampleFailure {
    switch (outcome) {
      case InitOutcome.Ready _ -> {}
      case InitOutcome.Failed failed ->
          throw new SampleFailure("init failed: " + failed.type() + ": " + failed.message());
      case InitOutcome.TimedOut late ->
          throw new SampleFailure("init was not done after " + late.lost().toSeconds() + " s");
    }
  }

  private static byte[] response(InvocationOutcome outcome) throws SampleFailure {
    return switch (outcome) {
      case InvocationOutcome.Success success -> success.payload();
      case InvocationOutcome.Failure failure ->
          throw new SampleFailure("a request failed: " + failure.type() + ": " + failure.message());
    };
  }
}
