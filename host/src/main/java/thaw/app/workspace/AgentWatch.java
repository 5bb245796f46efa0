package thaw.app.workspace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.attribution.evidence.AgentModules;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;

/**
 * A start in which OpenTelemetry's agent logs what it does: which of its modules find a class to
 * change.
 */
public final class AgentWatch {
  /** The class by which the JVM starts it. */
  private static final String CLASS = "io.opentelemetry.javaagent.OpenTelemetryAgent";

  private static final Map<String, String> DEBUG =
      Map.of("OTEL_JAVAAGENT_DEBUG", "true", "OTEL_JAVAAGENT_LOGGING", "simple");

  private static final Pattern LOADED = Pattern.compile(" - Loading instrumentation (\\S+) \\[");
  private static final Pattern APPLIED =
      Pattern.compile(" - Applying instrumentation: (\\S+) \\[class");

  /** Of classes of the JDK the agent logs the class alone, and not whose it is. */
  private static final Pattern CHANGED = Pattern.compile(" - Transformed (\\S+) -- null");

  /** The modules that change classes of the JDK, but for those that every function has. */
  private static final Map<String, String> OF_JDK =
      Map.of(
          "java-http-client", "jdk.internal.net.http.",
          "http-url-connection", "(?:sun.net.www.protocol.http|java.net.Http).",
          "java-util-logging", "java.util.logging.",
          "rmi", "(?:java|sun).rmi.");

  /** It hands a request's context to other threads, by whatever class these run. */
  private static final String EXECUTORS = "executors";

  private AgentWatch() {}

  /** Returns whether a class is the agent's. */
  public static boolean isAgent(String className) {
    return className.equals(CLASS);
  }

  /**
   * Starts the function once more and has it serve the events.
   *
   * @return empty where the agent told nothing: another one, or one that does not log
   */
  public static Optional<AgentModules> of(
      Instance instance, EnvironmentSpec spec, List<byte[]> events) throws InterruptedException {
    Map<String, String> variables = new HashMap<>(spec.function().environment());
    variables.putAll(DEBUG);
    EnvironmentSpec watched =
        spec.withFunction(spec.function().withEnvironment(variables))
            .withLimits(new LimitsPolicy(true, false, List::of)); // logging takes its time
    List<String> log = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(instance, watched, log::add)) {
      if (environment.initialise() instanceof InitOutcome.Ready) {
        for (byte[] event : events) {
          environment.invoke(Invocation.of(event));
        }
      }
    }
    return read(log);
  }

  /** Reads what the agent has logged. */
  static Optional<AgentModules> read(List<String> log) {
    Set<String> loaded = new TreeSet<>();
    Set<String> used = new TreeSet<>();
    log.stream()
        .flatMap(String::lines)
        .forEach(line -> {
          found(LOADED, line).ifPresent(loaded::add);
          found(APPLIED, line).ifPresent(used::add);
          found(CHANGED, line).ifPresent(changed -> ofJdk(changed, used));
        });
    used.retainAll(loaded);
    return loaded.isEmpty() ? Optional.empty() : Optional.of(AgentModules.of(loaded, used));
  }

  private static void ofJdk(String changed, Set<String> used) {
    used.add(EXECUTORS);
    OF_JDK.forEach((module, names) -> {
      if (changed.matches(names + ".*")) {
        used.add(module);
      }
    });
  }

  private static Optional<String> found(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
