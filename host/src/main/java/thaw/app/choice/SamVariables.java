package thaw.app.choice;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.json.Json;
import thaw.problem.UserMistake;

/**
 * Values of variables in a file as {@code sam local --env-vars} takes it: {@code {"Function":
 * {"NAME": "value"}}} by logical id or name, {@code {"Parameters": {"NAME": "value"}}} for all
 * functions, or both, of which the function's own come first. As there, only variables that the
 * template declares are replaced; a package without a template gets all.
 */
record SamVariables(Path file, Map<String, Map<String, String>> values) {
  private static final String ALL = "Parameters";

  static SamVariables read(Path file) {
    try {
      JsonNode root =
          Json.read(Files.readAllBytes(file))
              .filter(JsonNode::isObject)
              .orElseThrow(() -> wrong(file, "is no JSON object"));
      Map<String, Map<String, String>> values = new LinkedHashMap<>();
      root.properties()
          .forEach(each -> {
            if (!each.getValue().isObject()) {
              throw wrong(file, "has no object for " + each.getKey());
            }
            Map<String, String> variables = new LinkedHashMap<>();
            each.getValue()
                .properties()
                .forEach(variable -> variables.put(variable.getKey(), text(variable.getValue())));
            values.put(each.getKey(), variables);
          });
      return new SamVariables(file, values);
    } catch (NoSuchFileException e) {
      throw new UserMistake(file + " does not exist", "correct the path of --env-vars");
    } catch (IOException e) {
      throw new UserMistake("could not read " + file + ": " + e, "make it readable");
    }
  }

  private static UserMistake wrong(Path file, String fault) {
    return new UserMistake(
        file + " " + fault,
        "write {\"Function\": {\"NAME\": \"value\"}}, or {\"Parameters\": {\"NAME\": \"value\"}}");
  }

  /** Of null it is nothing, as in {@code sam local}. */
  private static String text(JsonNode value) {
    return value.isNull() ? "" : value.isValueNode() ? value.asText() : value.toString();
  }

  /** Returns the application with these, and a warning about those that it does not declare. */
  Application over(Application application) {
    Set<String> undeclared = new TreeSet<>();
    Application changed =
        application.withFunctions(
            application.functions().stream()
                .map(each -> over(each, application.functions(), undeclared))
                .toList());
    if (undeclared.isEmpty()) {
      return changed;
    }
    List<String> warnings = new ArrayList<>(changed.warnings());
    warnings.add(
        "%s: the template declares no variable %s, which is left out as by sam local"
            .formatted(file, String.join(", ", undeclared)));
    return changed.withWarnings(warnings);
  }

  /**
   * Returns those of one function. That of a nested stack may be named by its path, {@code
   * Stack/Function}, also where it has kept its plain id: then by a path that no other one has.
   */
  private Map<String, String> own(FunctionDefinition function, List<FunctionDefinition> all) {
    for (String key : List.of(function.logicalId(), function.name())) {
      if (values.containsKey(key)) {
        return values.getOrDefault(key, Map.of());
      }
    }
    List<String> paths = values.keySet().stream().filter(key -> key.contains("/")).toList();
    List<String> ends =
        paths.stream()
            .filter(key -> key.endsWith("/" + function.logicalId()))
            .filter(key -> all.stream().noneMatch(each -> isPath(key, each)))
            .toList();
    return paths.stream()
        .filter(key -> isPath(key, function))
        .findFirst()
        .or(() -> ends.size() == 1 ? Optional.of(ends.getFirst()) : Optional.empty())
        .map(key -> values.getOrDefault(key, Map.of()))
        .orElse(Map.of());
  }

  private static boolean isPath(String key, FunctionDefinition function) {
    return key.replace("/", "").equals(function.logicalId());
  }

  private FunctionDefinition over(
      FunctionDefinition function, List<FunctionDefinition> all, Set<String> undeclared) {
    Map<String, String> own = own(function, all);
    Map<String, String> variables = new LinkedHashMap<>(function.environment());
    if (function.runtimeIsGuess()) { // nothing declares any
      variables.putAll(values.getOrDefault(ALL, Map.of()));
      variables.putAll(own);
    }
    values.getOrDefault(ALL, Map.of()).forEach(variables::replace);
    own.forEach(variables::replace);
    own.keySet().stream()
        .filter(name -> !variables.containsKey(name))
        .forEach(name -> undeclared.add(function.logicalId() + "." + name));
    return function.with().environment(variables).build();
  }
}
