package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.attribution.evidence.PackageClasses;
import thaw.attribution.evidence.ReadVariables;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.FunctionDefinition;
import thaw.problem.Spelling;

/**
 * Finds a variable that a function's own code reads and nothing sets, where the template sets one
 * with nearly this name that nothing in the package reads.
 */
final class MisspeltVariable {
  /** What Lambda itself sets, or leaves to whoever wants it. */
  private static final String OF_LAMBDA = "(AWS|LAMBDA|_X_AMZN|_HANDLER|JAVA_TOOL_OPTIONS).*";

  private static final int LARGEST_TEXT = 1 << 20;

  private MisspeltVariable() {}

  /** Returns a sentence of each such pair. */
  static List<String> hints(EnvironmentSpec spec) {
    FunctionDefinition function = spec.function();
    Path root = spec.code().root();
    if (function.environment().isEmpty()) {
      return List.of();
    }
    try (PackageClasses classes =
        PackageClasses.of(root, spec.layers().map(layers -> layers.root()))) {
      Map<String, String> read = new TreeMap<>();
      String own = ownPackages(function.handler().split("::", 2)[0]);
      for (String name : classes.names()) {
        if (name.startsWith(own) && (!own.isEmpty() || name.indexOf('.') < 0)) {
          classes.find(name).map(ReadVariables::of).ifPresent(read::putAll);
        }
      }
      Set<String> set = new TreeSet<>(function.environment().keySet());
      set.removeAll(read.keySet());
      read.keySet().removeAll(function.environment().keySet());
      read.keySet().removeIf(name -> name.matches(OF_LAMBDA));
      List<String> hints = new ArrayList<>();
      read.forEach((name, place) ->
          Spelling.misspelt(name, set)
              .filter(other -> !isNamed(other, classes, root))
              .ifPresent(other ->
                  hints.add(
                      "%s reads the variable %s (%s), which nothing sets; %s, which is set, is read nowhere. Remedy: give both the same name"
                          .formatted(function.logicalId(), name, place, other))));
      return hints;
    }
  }

  /** The first two parts of a package's name, which an organisation's classes share. */
  private static String ownPackages(String handlerClass) {
    String[] parts = handlerClass.split("\\.");
    return String.join(
        "", Stream.of(parts).limit(Math.min(2, parts.length - 1)).map(part -> part + ".").toList());
  }

  /** Annotations and files of settings name variables, too, and so may any library. */
  private static boolean isNamed(String variable, PackageClasses classes, Path root) {
    if (classes.names().stream()
        .flatMap(name -> classes.find(name).stream())
        .anyMatch(bytes -> has(bytes, variable))) {
      return true;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".class")
            && !name.endsWith(".jar")
            && Files.size(file) < LARGEST_TEXT
            && has(Files.readAllBytes(file), variable)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the package in " + root + ": " + e, e);
    }
  }

  private static boolean has(byte[] bytes, String name) {
    return new String(bytes, StandardCharsets.ISO_8859_1).contains(name);
  }
}
