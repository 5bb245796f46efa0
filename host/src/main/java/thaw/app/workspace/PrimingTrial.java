package thaw.app.workspace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.remedy.priming.SafeCall;
import thaw.remedy.priming.WatchedCode;
import thaw.runtimeapi.FunctionError;
import thaw.runtimeapi.InitOutcome;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;

/** A start that tries calls of frameworks, and tells which of the function's own code they run. */
final class PrimingTrial {
  private static final Path STEPS = Path.of("/var/thaw-priming");
  private static final Path AGENT = Path.of("/var/thaw-watched.jar");
  private static final Pattern LINE =
      Pattern.compile("thaw priming watched: (\\d+) (runs|unwatched|fails|done) ?(.*)");

  private final Instance instance;
  private final Path guest;
  private final Path folder;

  /**
   * @param guest the folder of the classes that do the steps
   * @param folder for what the start needs
   */
  PrimingTrial(Instance instance, Path guest, Path folder) {
    this.instance = instance;
    this.guest = guest;
    this.folder = folder;
  }

  /**
   * The result of a trial.
   *
   * @param against for each call why it is not to be made, or nothing
   * @param isWhole whether all could be tried: what hindered one may be gone the next time
   */
  record Verdicts(List<Optional<String>> against, boolean isWhole) {
    Verdicts {
      against = List.copyOf(against);
    }
  }

  /**
   * @param version its hooks run before the calls
   */
  Verdicts of(EnvironmentSpec version, PackageClasses code, List<SafeCall> calls)
      throws IOException, InterruptedException {
    Path steps = folder.resolve("tried-steps");
    Files.write(steps, calls.stream().map(SafeCall::step).toList());
    Path agent = folder.resolve("watched.jar");
    try (OutputStream out = Files.newOutputStream(agent)) {
      WatchedCode.write(code, version.function().handler(), guest, out);
    }
    for (Path each : List.of(steps, agent)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
    }
    EnvironmentSpec watched =
        version.observed(
            List.of(GeneratedPrimings.OPEN, "-javaagent:" + AGENT + "=" + AGENT + "," + STEPS),
            List.of(Bind.readOnly(steps, STEPS), Bind.readOnly(agent, AGENT)));
    List<String> log = new ArrayList<>();
    InitOutcome outcome;
    try (Environment environment = Environment.prepareWithLog(instance, watched, log::add)) {
      outcome = environment.initialise();
    } finally {
      Files.delete(steps);
      Files.delete(agent);
    }
    return verdicts(log, calls.size(), hindrance(outcome, log));
  }

  /** Returns the reason why a call could not be tried, in one line. */
  private static String hindrance(InitOutcome outcome, List<String> log) {
    return switch (outcome) {
      case InitOutcome.Failed(String type, _, byte[] payload) ->
          oneLine(type + ": " + FunctionError.of(type, payload).message());
      case InitOutcome.TimedOut(Duration lost) ->
          "init took longer than it may: " + lost.toSeconds() + " s";
      case InitOutcome.Ready _ ->
          log.stream()
              .flatMap(String::lines)
              .filter(line -> !line.isBlank())
              .reduce((_, last) -> last)
              .map(last -> "the log ends with: " + oneLine(last))
              .orElse("nothing was told of it");
    };
  }

  private static String oneLine(String text) {
    return text.strip().lines().findFirst().orElse("");
  }

  /**
   * A call of which nothing is told was not tried.
   *
   * @param hindrance why, in one line
   */
  static Verdicts verdicts(List<String> log, int calls, String hindrance) {
    Map<Integer, String> against = new HashMap<>();
    Set<Integer> done = new HashSet<>();
    for (String line : log.stream().flatMap(String::lines).toList()) {
      Matcher told = LINE.matcher(line.strip());
      if (told.matches()) {
        int call = Integer.parseInt(told.group(1));
        switch (told.group(2)) {
          case "runs" -> against.putIfAbsent(call, told.group(3) + " runs for it");
          case "unwatched" ->
              against.putIfAbsent(call, told.group(3) + " is loaded and cannot be watched");
          case "fails" -> against.putIfAbsent(call, "it fails: " + told.group(3));
          default -> done.add(call);
        }
      }
    }
    List<Optional<String>> verdicts = new ArrayList<>();
    boolean isWhole = true;
    for (int i = 0; i < calls; i++) {
      boolean isTried = done.contains(i) || against.containsKey(i);
      isWhole &= isTried;
      verdicts.add(
          isTried
              ? Optional.ofNullable(against.get(i))
              : Optional.of("it could not be tried: " + hindrance));
    }
    return new Verdicts(verdicts, isWhole);
  }
}
