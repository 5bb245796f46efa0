package thaw.environment.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.problem.UserMistake;
import thaw.sandbox.Capability;
import thaw.sandbox.ColdStorage;
import thaw.sandbox.Instance;
import thaw.sandbox.ReadCost;

/**
 * Adds what a start on Lambda has, and a start on a machine that has started the function before
 * has not: the microVM is new, so that code, runtime client, class archive and JDK come from
 * storage and not from a page cache; and up to Java 21 AWS's agent against Log4Shell looks at each
 * class.
 *
 * <p>The figures are a fit to published starts of a function that does nothing: {@code
 * docs/measured/new-machine.md}.
 */
public final class NewMachine {
  /** The cost of one read; see {@code docs/decisions}. */
  public static final ReadCost READ_COST = new ReadCost(Duration.ofNanos(50_000), 2_000_000_000L);

  /** The variable with which Lambda leaves the agent out, when its value is {@code true}. */
  static final String WITHOUT_AGENT = "AWS_LAMBDA_DISABLE_CVE_2021_44228_PROTECTION";

  private static final int LAST_WITH_AGENT = 21;

  private NewMachine() {}

  /**
   * Returns the options that the JVM is given in addition.
   *
   * @param client where the JVM sees the runtime client
   */
  static List<String> jvmOptions(EnvironmentSpec spec, RuntimeProgram.Java java, Path client) {
    Map<String, String> variables = spec.function().environment();
    boolean protects =
        isNew(spec)
            && java.jdk().feature() <= LAST_WITH_AGENT
            && !"true".equals(variables.get(WITHOUT_AGENT));
    return protects ? List.of("-javaagent:" + RuntimeClient.agent(client)) : List.of();
  }

  /** A snapshot's process has read its files; what becomes an archive or a snapshot is no start. */
  private static boolean isNew(EnvironmentSpec spec) {
    return spec.limits().reads().isPresent()
        && spec.snapshot().isEmpty()
        && !spec.dumped()
        && !spec.program().trains();
  }

  /**
   * Returns the storage that an environment reads its files from; it is absent for the host's page
   * cache.
   *
   * @throws UserMistake where this host cannot have it
   */
  public static Optional<ColdStorage> storage(Instance instance, EnvironmentSpec spec) {
    if (!isNew(spec)) {
      return Optional.empty();
    }
    Capability capability = ColdStorage.capability(instance.host());
    if (!capability.available()) {
      throw new UserMistake(
          "--page-cache lambda needs a file system of Thaw's own: " + capability.detail(),
          capability.remedy());
    }
    if (spec.program() instanceof RuntimeProgram.Image) {
      throw new UserMistake(
          spec.function().logicalId()
              + " is a container image, whose files --page-cache lambda cannot read as Lambda does",
          "leave --page-cache out");
    }
    Set<Path> folders = new LinkedHashSet<>();
    folders.add(spec.code().root());
    folders.addAll(spec.program().folders());
    spec.layers().ifPresent(layers -> folders.add(layers.root()));
    return Optional.of(ColdStorage.open(instance, spec.limits().reads().orElseThrow(), folders));
  }
}
