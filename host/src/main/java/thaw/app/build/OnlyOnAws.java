package thaw.app.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import thaw.fix.ByHand;
import thaw.function.FunctionDefinition;

/** Finds what costs time at each start on AWS, and is absent when Thaw starts a function. */
public final class OnlyOnAws {
  private static final String VARIABLE = "AWS_LAMBDA_DISABLE_CVE_2021_44228_PROTECTION";

  /** Their JVMs start with the agent; that of java25 does not. */
  private static final Set<String> WITH_AGENT = Set.of("java8.al2", "java11", "java17", "java21");

  private static final String VULNERABLE = "org/apache/logging/log4j/core/lookup/JndiLookup.class";

  /** The jars of log4j-core from 2.18 on. All that was found in 2021 is mended from 2.17.1 on. */
  private static final Pattern MENDED =
      Pattern.compile("log4j-core-2\\.(1[89]|[2-9]\\d)\\..*\\.jar");

  private OnlyOnAws() {}

  /**
   * @param task the function's exploded code
   */
  public static List<ByHand> of(FunctionDefinition function, Path task) {
    if (!WITH_AGENT.contains(function.runtime())
        || function.environment().containsKey(VARIABLE)
        || mayNeedAgent(task)) {
      return List.of();
    }
    return List.of(
        new ByHand(
            "log4shell-agent",
            "variables of " + function.logicalId(),
            0,
            ("AWS's %s loads an agent against Log4Shell (CVE-2021-44228) at each start. Nothing in this"
                    + " function is open to it, so the agent only costs time: set %s to \"true\"."
                    + " Thaw starts functions without that agent, so it cannot tell how much time; a"
                    + " package with its own JVM has no such agent")
                .formatted(function.runtime(), VARIABLE)));
  }

  /** Returns whether the package has what the agent protects, and the runtime starts it. */
  public static boolean isProtected(FunctionDefinition function, Path task) {
    return WITH_AGENT.contains(function.runtime())
        && !function.environment().containsKey(VARIABLE)
        && mayNeedAgent(task);
  }

  private static boolean mayNeedAgent(Path task) {
    try {
      if (Files.exists(task.resolve(VULNERABLE))) {
        return true;
      }
      List<Path> jars = new ArrayList<>(BuildProject.jars(task.resolve("lib")));
      jars.removeIf(jar -> MENDED.matcher(jar.getFileName().toString()).matches());
      for (Path jar : jars) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          if (zip.stream().anyMatch(entry -> entry.getName().endsWith(VULNERABLE))) {
            return true;
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the libraries of " + task + ": " + e, e);
    }
  }
}
