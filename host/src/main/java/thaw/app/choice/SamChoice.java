package thaw.app.choice;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.Region;
import thaw.function.template.ReadOptions;
import thaw.function.template.Template;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.text.Text;
import thaw.problem.UserMistake;
import thaw.template.TemplateText;

/**
 * Chooses what users of SAM CLI have: which environment of which {@code samconfig} counts, and the
 * file with variables of {@code sam local}. What is typed comes before what such a file says.
 *
 * @param environment of the file; absent for {@code default}
 * @param file absent for that of the folder
 * @param variables a file with variables that was typed
 */
public record SamChoice(
    Optional<String> environment, Optional<Path> file, Optional<Path> variables) {
  public static final SamChoice NONE =
      new SamChoice(Optional.empty(), Optional.empty(), Optional.empty());

  /** Reads the values of {@code --parameter-overrides}. */
  public static Map<String, String> overrides(List<String> texts) {
    return SamOverrides.of(texts, "--parameter-overrides");
  }

  /**
   * @param named folder or template
   */
  private Optional<SamConfig> config(Path named) {
    Path folder = Files.isDirectory(named) ? named : named.resolveSibling("");
    Optional<Path> found = file.or(() -> SamConfig.in(folder));
    if (found.isEmpty() && environment.isPresent()) {
      throw new UserMistake(
          "--config-env names an environment of samconfig.toml, and there is none in "
              + (folder.toString().isEmpty() ? "." : folder),
          "leave it out, or name the file: --config-file FILE");
    }
    return found.map(each -> SamConfig.read(each, environment));
  }

  /** Returns what the project's own file names, which may lead out of it; itself first. */
  List<Path> files(Path named) {
    if (file.isPresent()) {
      return List.of(); // it was typed
    }
    return config(named)
        .map(each -> Stream.concat(Stream.of(each.file()), each.files().stream()).toList())
        .orElse(List.of());
  }

  /** The template that is meant where a folder was named. */
  Path template(Path named) {
    if (!Files.isDirectory(named) || file.or(() -> SamConfig.in(named)).isEmpty()) {
      return named;
    }
    return config(named)
        .flatMap(SamConfig::template)
        .filter(Files::isRegularFile)
        .filter(template -> !isOwn(template, named))
        .orElse(named);
  }

  private static boolean isOwn(Path template, Path folder) {
    return ApplicationReader.template(folder)
        .map(own -> own.normalize().equals(template.normalize()))
        .orElse(false);
  }

  /**
   * Returns the options with what is configured.
   *
   * @param named what the user named, in which the file is
   */
  ReadOptions over(ReadOptions options, Path named) {
    Optional<SamConfig> config = config(named);
    if (config.isEmpty()) {
      return options;
    }
    Map<String, String> parameters = taken(config.get(), named);
    parameters.putAll(options.parameters());
    ReadOptions changed = options.withParameters(parameters);
    return config.get().stack().map(changed::withStack).orElse(changed);
  }

  /** Chooses the region that is configured; returns whether there is one. */
  boolean chooseRegion(Path named) {
    Optional<SamConfig> config = config(named);
    config
        .flatMap(SamConfig::region)
        .ifPresent(region -> Region.choose(region, "region of " + config.get().file()));
    return config.flatMap(SamConfig::region).isPresent();
  }

  /** The file may be for several templates: of its parameters those count that this one has. */
  private Map<String, String> taken(SamConfig config, Path named) {
    Set<String> declared =
        ApplicationReader.template(template(named))
            .map(template -> Template.of(TemplateText.read(template)).parameters())
            .map(parameters -> parameters.members().keySet())
            .orElse(Set.of());
    Map<String, String> taken = new LinkedHashMap<>(config.parameters());
    taken.keySet().retainAll(declared);
    return taken;
  }

  /**
   * The application with the variables that are configured, which says what was taken.
   *
   * @param takesRegion whether none was typed
   */
  Application over(Application application, Path named, boolean takesRegion) {
    Optional<SamConfig> config = config(named);
    if (config.isEmpty()) {
      return application;
    }
    Application changed =
        config
            .get()
            .variables()
            .filter(_ -> variables.isEmpty())
            .map(each -> SamVariables.read(each).over(application))
            .orElse(application);
    List<String> warnings = new ArrayList<>(changed.warnings());
    config
        .get()
        .said(
            List.copyOf(taken(config.get(), named).keySet()),
            !template(named).equals(named),
            takesRegion)
        .ifPresent(warnings::addFirst);
    return changed.withWarnings(warnings);
  }

  /** The application with the variables that were typed. */
  Application typedOver(Application application) {
    return variables.map(each -> SamVariables.read(each).over(application)).orElse(application);
  }

  /** Returns the choice as it is written in a command. */
  String named() {
    return environment.map(each -> " --config-env " + Text.quoted(each)).orElse("")
        + file.map(each -> " --config-file " + Text.quoted(each.toString())).orElse("")
        + variables.map(each -> " --env-vars " + Text.quoted(each.toString())).orElse("");
  }
}
