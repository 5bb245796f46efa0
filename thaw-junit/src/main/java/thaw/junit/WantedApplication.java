package thaw.junit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.program.ThawException;

/** Makes the spec of a program of what a test class asks for by its annotation. */
final class WantedApplication {
  private static final List<String> TEMPLATES =
      List.of("template.yaml", "template.yml", "template.json");
  private static final List<String> OUTPUTS = List.of("target/classes", "build/classes/java/main");

  private WantedApplication() {}

  /**
   * The spec of the application of a test class.
   *
   * @param wanted null for the module's own application
   * @param jdk in place of the one that is wanted
   * @param record folder that gets the events which functions serve
   * @throws ThawException when there is nothing that could be run
   */
  static ApplicationSpec spec(
      Path program,
      Path module,
      @Nullable ThawApplication wanted,
      Optional<String> jdk,
      Optional<String> record) {
    List<String> options = new ArrayList<>();
    if (wanted != null) {
      add(options, "--handler", wanted.handler());
      for (String parameter : wanted.parameters()) {
        add(options, "--parameter", assignment("parameters", parameter));
      }
      add(options, "--memory", wanted.memory() == 0 ? "" : "" + wanted.memory());
      for (String variable : wanted.environment()) {
        add(options, "--env", assignment("environment", variable));
      }
      add(
          options,
          "--seed",
          wanted.seed().isEmpty() ? "" : module.resolve(wanted.seed()).toString());
      add(options, "--services", services(module, wanted.services()));
      options.addAll(List.of(wanted.options()));
    }
    add(options, "--jdk", jdk.orElse(wanted == null ? "" : wanted.jdk()));
    add(options, "--record", record.map(folder -> module.resolve(folder).toString()).orElse(""));
    return new ApplicationSpec(
        program,
        wanted == null || wanted.value().isEmpty()
            ? ownOf(module)
            : existing(module.resolve(wanted.value()).normalize()),
        List.copyOf(options),
        wanted == null ? StartMode.FASTEST : wanted.start(),
        wanted == null ? 300 : wanted.startTimeoutSeconds());
  }

  /** A name as it is, a file from the module's folder. */
  private static String services(Path module, String named) {
    Path file = module.resolve(named);
    return Files.isRegularFile(file) ? file.toString() : named;
  }

  private static void add(List<String> options, String name, String value) {
    if (!value.isEmpty()) {
      options.add(name + "=" + value);
    }
  }

  private static String assignment(String member, String text) {
    if (text.indexOf('=') < 1) {
      throw new ThawException(
          "@ThawApplication(" + member + ") must be NAME=VALUE: " + text,
          "write for example " + member + " = \"STAGE=test\"");
    }
    return text;
  }

  private static Path ownOf(Path module) {
    if (TEMPLATES.stream().map(module::resolve).anyMatch(Files::isRegularFile)) {
      return module;
    }
    return OUTPUTS.stream()
        .map(module::resolve)
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() ->
            new ThawException(
                "there is neither a template nor a build output in " + module,
                "write a template.yaml there, or name what is to be run:"
                    + " @ThawApplication(\"...\")"));
  }

  private static Path existing(Path source) {
    if (!Files.exists(source)) {
      throw new ThawException(
          "@ThawApplication names what is not there: " + source,
          "name a template, a jar, a zip or a folder, relative to the module's folder");
    }
    return source;
  }
}
