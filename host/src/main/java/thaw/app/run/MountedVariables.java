package thaw.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/**
 * Variables of functions as files of a folder: {@code Create.TABLE_NAME} has the variable {@code
 * TABLE_NAME} of the function {@code Create}. A cluster mounts them so, as what is secret is then
 * on no command line.
 *
 * @param folder may have other entries, whose names begin with a dot: Kubernetes has links there
 */
record MountedVariables(Path folder) {
  /** The application with these variables; those of the template that have no file stay. */
  Application over(Application application) {
    Map<String, Map<String, String>> variables = new HashMap<>();
    for (Path file : files()) {
      String name = String.valueOf(file.getFileName());
      int dot = name.indexOf('.');
      String function = dot < 1 ? "" : name.substring(0, dot);
      if (application.functions().stream().noneMatch(each -> each.logicalId().equals(function))) {
        throw new UserMistake(
            file + " is a variable of no function of the template",
            "name it FUNCTION.VARIABLE, with the function's logical id, or remove it");
      }
      variables
          .computeIfAbsent(function, _ -> new LinkedHashMap<>())
          .put(name.substring(dot + 1), WholeFile.text(file));
    }
    return application.withFunctions(
        application.functions().stream()
            .map(each -> over(each, variables.getOrDefault(each.logicalId(), Map.of())))
            .toList());
  }

  private static FunctionDefinition over(
      FunctionDefinition function, Map<String, String> variables) {
    Map<String, String> all = new LinkedHashMap<>(function.environment());
    all.putAll(variables);
    return function.with().environment(all).build();
  }

  private List<Path> files() {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UserMistake(
          "the folder of variables cannot be read: " + e,
          "mount a ConfigMap or a Secret there, or leave out --variables");
    }
  }
}
