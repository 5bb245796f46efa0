package thaw.app.choice;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * {@code samconfig.toml} of SAM CLI, or {@code samconfig.yaml}: what its user would otherwise type,
 * for one of several environments.
 *
 * <pre>
 * version = 0.1
 * [default.deploy.parameters]           # environment, command
 * parameter_overrides = "Stage=prod"    # or a list, or a table
 * [default.global.parameters]
 * template_file = "infra/app.yaml"
 * stack_name = "pets"
 * region = "eu-central-1"
 * </pre>
 *
 * @param file that was read
 * @param environment {@code default}, or that of {@code --config-env}
 * @param template in place of that of the folder
 * @param stack its name
 * @param parameters of the template
 * @param variables a file as {@code sam local --env-vars} takes it
 * @param files all that it names
 */
record SamConfig(
    Path file,
    String environment,
    Optional<Path> template,
    Optional<String> stack,
    Optional<String> region,
    Map<String, String> parameters,
    Optional<Path> variables,
    List<Path> files) {
  private static final String DEFAULT = "default";

  private static final List<String> NAMES =
      List.of("samconfig.toml", "samconfig.yaml", "samconfig.yml");

  /** A deployment's template is what {@code sam package} has written, whose code is in S3. */
  private static final String DEPLOY = "deploy";

  /** The settings of each command come over those before it. */
  private static final List<String> COMMANDS =
      List.of(DEPLOY, "global", "build", "local_start_lambda", "local_start_api", "local_invoke");

  private static final String FILE = "file://";

  private static final int DEEPEST = 20;
  private static final int MOST_FILES = 100;

  /** The members of CloudFormation's own files with parameters. */
  private static final String KEY = "ParameterKey";

  private static final String VALUE = "ParameterValue";

  private static final String STACK = "stack_name";
  private static final String REGION = "region";

  /** Returns the file of a folder, if it has one. */
  static Optional<Path> in(Path folder) {
    return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  /**
   * @param environment that was asked for; absent for {@code default}
   * @throws UserMistake when it cannot be read, or has no such environment
   */
  static SamConfig read(Path file, Optional<String> environment) {
    Map<?, ?> document = document(file);
    String name = environment.orElse(DEFAULT);
    if (environment.isPresent() && !(document.get(name) instanceof Map)) {
      throw unknown(file, name, document);
    }
    Map<?, ?> commands = below(document, name);
    Map<String, String> parameters = new LinkedHashMap<>();
    Map<String, Path> paths = new LinkedHashMap<>();
    Map<String, String> names = new LinkedHashMap<>();
    List<Path> files = new ArrayList<>();
    for (String command : COMMANDS) {
      Map<?, ?> settings = below(below(commands, command), "parameters");
      parameters.putAll(
          overrides(
              settings.get("parameter_overrides"), file, "parameter_overrides of " + file, files));
      for (String each : List.of("env_vars", "template", "template_file")) {
        boolean isPackaged = command.equals(DEPLOY) && each.startsWith("template");
        if (settings.get(each) instanceof String text && !text.isBlank() && !isPackaged) {
          paths.put(each.replace("_file", ""), file.resolveSibling(text).normalize());
        }
      }
      for (String each : List.of(STACK, REGION)) {
        if (settings.get(each) instanceof String text && !text.isBlank()) {
          names.put(each, text.strip());
        }
      }
    }
    files.addAll(paths.values());
    return new SamConfig(
        file,
        name,
        Optional.ofNullable(paths.get("template")),
        Optional.ofNullable(names.get(STACK)),
        Optional.ofNullable(names.get(REGION)),
        parameters,
        Optional.ofNullable(paths.get("env_vars")),
        files);
  }

  private static UserMistake unknown(Path file, String name, Map<?, ?> document) {
    List<String> known =
        document.entrySet().stream()
            .filter(each -> each.getValue() instanceof Map)
            .map(each -> String.valueOf(each.getKey()))
            .toList();
    return new UserMistake(
        file + " has no environment " + name,
        Spelling.nearest(name, known)
            .map(near -> "use --config-env " + near)
            .orElse("use one of: " + String.join(", ", known)));
  }

  private static Map<?, ?> below(Map<?, ?> members, String name) {
    return members.get(name) instanceof Map<?, ?> found ? found : Map.of();
  }

  /**
   * Returns parameters of a text, a table, or a list of both, such as CloudFormation's own files
   * have it.
   *
   * @param file from which files in it are seen
   * @param what names the place in a mistake
   * @param files gets those that it names
   */
  static Map<String, String> overrides(
      @Nullable Object value, Path file, String what, List<Path> files) {
    return overrides(value, file, what, files, 0);
  }

  /** A file may name others, and an alias of YAML the list that it stands in. */
  private static Map<String, String> overrides(
      @Nullable Object value, Path file, String what, List<Path> files, int depth) {
    if (depth > DEEPEST || files.size() > MOST_FILES) {
      throw new UserMistake(
          what + " has no end: files or lists of parameters are in each other",
          "let no file://FILE lead back to the file that names it");
    }
    Map<String, String> values = new LinkedHashMap<>();
    switch (value) {
      case null -> {}
      case Map<?, ?> one when one.containsKey(KEY) && one.containsKey(VALUE) ->
          values.put(text(one.get(KEY), what), text(one.get(VALUE), what));
      case Map<?, ?> table ->
          table.forEach((name, each) -> values.put(String.valueOf(name), text(each, what)));
      case List<?> list ->
          list.forEach(each -> values.putAll(overrides(each, file, what, files, depth + 1)));
      default -> {
        String text = String.valueOf(value);
        if (text.startsWith(FILE)) {
          Path named = file.resolveSibling(text.substring(FILE.length()));
          files.add(named);
          values.putAll(overrides(read(named), file, named.toString(), files, depth + 1));
        } else {
          values.putAll(SamOverrides.of(List.of(text), what));
        }
      }
    }
    return values;
  }

  /** The value of a parameter that is a list is its items, with commas between. */
  private static String text(@Nullable Object value, String what) {
    List<?> items =
        value instanceof List<?> list
            ? list
            : List.of(value instanceof Map<?, ?> map ? map : String.valueOf(value));
    if (items.stream().anyMatch(each -> each instanceof List || each instanceof Map)) {
      throw new UserMistake(
          what + " has a parameter whose value is neither a text nor a list of texts",
          "write NAME: VALUE for each parameter");
    }
    return String.join(",", items.stream().map(String::valueOf).toList());
  }

  private static Map<?, ?> document(Path file) {
    return read(file) instanceof Map<?, ?> map ? map : Map.of();
  }

  private static @Nullable Object read(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      return file.toString().endsWith(".toml")
          ? new TomlMapper().readValue(text, Map.class)
          : new Load(LoadSettings.builder().build()).loadFromString(text);
    } catch (JacksonException e) {
      JsonLocation at = e.getLocation();
      String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
      throw new UserMistake(
          file + place + " is no TOML that can be read: " + e.getOriginalMessage(), "correct it");
    } catch (YamlEngineException e) {
      throw new UserMistake(file + " is no YAML that can be read: " + e.getMessage(), "correct it");
    } catch (NoSuchFileException e) {
      throw new UserMistake(file + " does not exist", "name an existing file");
    } catch (IOException e) {
      throw new UserMistake("could not read " + file + ": " + e, "make it readable");
    }
  }

  /**
   * What was taken from it, in one line; empty when nothing was.
   *
   * @param taken names of parameters
   * @param takesTemplate whether its template is read
   * @param takesRegion whether its region counts
   */
  Optional<String> said(List<String> taken, boolean takesTemplate, boolean takesRegion) {
    List<String> parts = new ArrayList<>();
    stack.ifPresent(name -> parts.add("stack " + name));
    region.filter(_ -> takesRegion).ifPresent(name -> parts.add("region " + name));
    if (!taken.isEmpty()) {
      parts.add((taken.size() == 1 ? "parameter " : "parameters ") + String.join(", ", taken));
    }
    template.filter(_ -> takesTemplate).ifPresent(path -> parts.add("template " + path));
    variables.ifPresent(path -> parts.add("variables of " + path));
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(file + " [" + environment + "] gives: " + String.join("; ", parts));
  }
}
