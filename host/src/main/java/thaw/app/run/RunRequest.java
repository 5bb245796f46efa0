package thaw.app.run;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.choice.DataChoice;
import thaw.app.choice.SettingsChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.training.RecordChoice;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.problem.UserMistake;

/**
 * An application that is to be run.
 *
 * @param functions what all functions have in place of what the template says
 * @param contents what services have in them from the start
 * @param reach where servers listen, and who is let in
 * @param port of the Lambda API, 0 for any; absent for that of {@code thaw.yaml}, else 3001
 * @param apiPort of the first API, the others get the next ports, 0 for any; absent for that of
 *     {@code thaw.yaml}, else 3000
 * @param awsEndpoint URL of an emulator that has AWS's services which Thaw does not have; absent
 *     for that of {@code thaw.yaml}, else they are AWS's own
 * @param limitsPolicies of environments
 * @param services how local services answer: {@code fast}, {@code real}, {@code busy} or a file;
 *     absent for what {@code thaw.yaml} says, else at once
 * @param reloads whether code that changes on disk is taken over
 * @param folder that keeps what clients created; absent for in memory
 * @param pace of asynchronous invocations
 * @param warm events, as files or JSON, by function: its environments are restored from a snapshot
 *     after an invocation with it
 * @param restored whether all functions start as published versions with SnapStart do
 * @param jdk feature version or folder in place of what runtimes name
 * @param clients the runtime clients of functions, {@code [FUNCTION=]official|thaw}
 * @param collector URL where traces are passed on to
 * @param recorded what is kept of the events that functions serve, for a training
 * @param worker how it runs as one of several in a cluster; absent for one of its own
 */
@RecordBuilder
public record RunRequest(
    SourceChoice source,
    SettingsChoice functions,
    DataChoice contents,
    ServerReach reach,
    Optional<Integer> port,
    Optional<Integer> apiPort,
    Optional<String> awsEndpoint,
    PlatformLimits limits,
    LimitsPolicies limitsPolicies,
    Optional<String> services,
    boolean reloads,
    Optional<Path> folder,
    Pace pace,
    Map<String, String> warm,
    boolean restored,
    Optional<String> jdk,
    List<String> clients,
    Optional<String> collector,
    Optional<RecordChoice> recorded,
    Optional<WorkerTerms> worker)
    implements RunRequestBuilder.With {
  private static final int LARGEST_PORT = 65_535;

  public RunRequest {
    warm = Collections.unmodifiableMap(new LinkedHashMap<>(warm));
    clients = List.copyOf(clients);
    requirePort(port, "--port", "3001");
    requirePort(apiPort, "--api-port", "3000");
    if (worker.isPresent() && folder.isEmpty()) {
      throw new UserMistake(
          "a worker without --data would lose the events that it has accepted when it is killed",
          "add --data FOLDER, on a volume that outlives the container");
    }
  }

  private static void requirePort(Optional<Integer> port, String option, String example) {
    port.filter(number -> number < 0 || number > LARGEST_PORT)
        .ifPresent(number -> {
          throw new UserMistake(
              option + " must be 0.." + LARGEST_PORT + ": " + number,
              "use for example " + option + " " + example);
        });
  }

  /**
   * Makes a request to run an application as on Lambda, on any free ports of this machine, with all
   * data in memory.
   */
  public static RunRequest of(SourceChoice source) {
    return new RunRequest(
        source,
        SettingsChoice.NONE,
        DataChoice.NONE,
        ServerReach.LOOPBACK,
        Optional.of(0),
        Optional.of(0),
        Optional.empty(),
        PlatformLimits.defaults(),
        new LimitsPolicies.Limited(true),
        Optional.empty(),
        true,
        Optional.empty(),
        Pace.REAL,
        Map.of(),
        false,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
