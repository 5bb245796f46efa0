package thaw.app.workspace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.remedy.priming.SafeCall;
import thaw.remedy.priming.WatchedCode;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;

/** A start that tries calls of frameworks, and tells which of the function's own code they run. */
final class PrimingTrial {
  private static final Path STEPS = Path.of("/var/thaw-priming");
  private static final Path AGENT = Path.of("/var/thaw-watched.jar");
  private static final Pattern LINE =
      Pattern.compile("thaw priming watched: (\\d+) (runs|fails|done) ?(.*)");

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
   * @param version its hooks run before the calls
   * @return for each call why it is not to be made, or nothing
   */
  List<Optional<String>> of(EnvironmentSpec version, PackageClasses code, List<SafeCall> calls)
      throws IOException, InterruptedException {
    Path steps = folder.resolve("tried-steps");
    Files.write(steps, calls.stream().map(SafeCall::step).toList());
    Path agent = folder.resolve("watched.jar");
    try (OutputStream out = Files.newOutputStream(agent)) {
      WatchedCode.write(code, guest, out);
    }
    for (Path each : List.of(steps, agent)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
    }
    EnvironmentSpec watched =
        version.observed(
            List.of(
                GeneratedPrimings.OPEN,
                "-XX:+UnlockDiagnosticVMOptions", // for JDK 11 to 25
                "-XX:-BytecodeVerificationRemote",
                "-javaagent:" + AGENT + "=" + AGENT + "," + STEPS),
            List.of(Bind.readOnly(steps, STEPS), Bind.readOnly(agent, AGENT)));
    List<String> log = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(instance, watched, log::add)) {
      environment.initialise();
    } finally {
      Files.delete(steps);
      Files.delete(agent);
    }
    return verdicts(log, calls.size());
  }

  /** A call of which nothing is told was not tried. */
  static List<Optional<String>> verdicts(List<String> log, int calls) {
    Map<Integer, String> against = new HashMap<>();
    List<Integer> done = new ArrayList<>();
    for (String line : log.stream().flatMap(String::lines).toList()) {
      Matcher told = LINE.matcher(line.strip());
      if (told.matches()) {
        int call = Integer.parseInt(told.group(1));
        switch (told.group(2)) {
          case "runs" -> against.putIfAbsent(call, told.group(3) + " runs for it");
          case "fails" -> against.putIfAbsent(call, "it fails: " + told.group(3));
          default -> done.add(call);
        }
      }
    }
    List<Optional<String>> verdicts = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      verdicts.add(
          done.contains(i)
              ? Optional.ofNullable(against.get(i))
              : Optional.of("it could not be tried"));
    }
    return verdicts;
  }
}
