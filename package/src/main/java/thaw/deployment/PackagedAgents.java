package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/**
 * The agents that a packaged function's JVM starts with, by an option or by the script that layers
 * bring for that.
 *
 * @param wrapper the script, by its path on AWS
 * @param jars of the agents, likewise
 */
public record PackagedAgents(Optional<String> wrapper, Set<String> jars) {
  /** The variable with the script that gets the command of the runtime and may change it. */
  public static final String WRAPPER = "AWS_LAMBDA_EXEC_WRAPPER";

  static final PackagedAgents NONE = new PackagedAgents(Optional.empty(), Set.of());

  /**
   * Have a JVM make and use an archive of a start with an agent, and not say at each start that
   * this is for tests: a class that another agent would have changed, which is why, cannot be in it
   * where agents are compared. JDK 25 ends with SIGSEGV when it makes an AOT cache of a start with
   * OpenTelemetry's agent, and refuses one that it has made with Elastic's.
   */
  static final List<String> OPTIONS =
      List.of(
          "-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent", "-Xlog:cds*=off");

  private static final String OPT = "/opt";
  private static final String OPTION = "-javaagent:";
  private static final String REMEDY =
      "give the contents of the layer that has it (ContentUri), or leave the variable out";

  /** Returns the function's script. */
  public static Optional<String> wrapper(Map<String, String> variables) {
    return Optional.ofNullable(variables.get(WRAPPER)).filter(name -> !name.isBlank());
  }

  /** Returns the jars of the agents that options in a function's variables name. */
  public static List<String> named(Map<String, String> variables) {
    return StartList.VARIABLES.stream()
        .flatMap(name -> Arrays.stream(variables.getOrDefault(name, "").strip().split("\\s+")))
        .filter(option -> option.startsWith(OPTION))
        .map(option -> option.substring(OPTION.length()).replaceFirst("=.*", ""))
        .toList();
  }

  /**
   * Finds them. Nobody but the script knows which agents it starts: all in layers.
   *
   * @param variables of the function
   * @param task the task root on AWS
   * @param place where a file of the package, or of its layers, is now
   * @throws UserMistake when one of them is not there
   */
  static PackagedAgents of(Map<String, String> variables, Path task, Function<String, Path> place)
      throws IOException {
    Optional<String> wrapper = wrapper(variables).map(name -> inPackage(name, task));
    if (wrapper.isPresent() && !Files.isRegularFile(place.apply(wrapper.get()))) {
      throw missing("script of " + WRAPPER, wrapper.get());
    }
    Set<String> jars = new TreeSet<>();
    for (String named : named(variables)) {
      String jar = inPackage(named, task);
      if (!Files.isRegularFile(place.apply(jar))) {
        throw missing("agent", named);
      }
      jars.add(jar);
    }
    Path opt = place.apply(OPT);
    if (wrapper.isPresent() && Files.isDirectory(opt)) {
      for (Path file : jarsBelow(opt)) {
        if (isAgent(file)) {
          jars.add(OPT + "/" + opt.relativize(file));
        }
      }
    }
    return new PackagedAgents(wrapper, jars);
  }

  /** Files of the task root are named from there. */
  private static String inPackage(String name, Path task) {
    Path path = task.resolve(name).normalize();
    return path.startsWith(task) ? task.relativize(path).toString() : path.toString();
  }

  private static UserMistake missing(String what, String name) {
    return new UserMistake(
        "the %s is neither in the function nor in a layer: %s".formatted(what, name), REMEDY);
  }

  /** Whoever has filled a layer may link to any file of this machine. */
  private static List<Path> jarsBelow(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return new ArrayList<>(
          files
              .filter(each -> each.toString().endsWith(".jar"))
              .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
              .toList());
    }
  }

  private static boolean isAgent(Path file) {
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest != null && manifest.getMainAttributes().getValue("Premain-Class") != null;
    } catch (IOException e) {
      return false; // the JVM refuses it, too
    }
  }
}
