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
import thaw.template.TemplateText;

/**
 * A folder or template with what its {@code samconfig} says of it, as it was when it was read.
 *
 * @param choice of the user
 * @param named folder or template
 * @param template that is meant: the configured one where a folder was named
 * @param config absent where there is none
 */
record SamProject(SamChoice choice, Path named, Path template, Optional<SamConfig> config) {
  static SamProject of(SamChoice choice, Path named, Optional<SamConfig> config) {
    Path template =
        Files.isDirectory(named)
            ? config
                .flatMap(SamConfig::template)
                .filter(Files::isRegularFile)
                .filter(each -> !isOwn(each, named))
                .orElse(named)
            : named;
    return new SamProject(choice, named, template, config);
  }

  private static boolean isOwn(Path template, Path folder) {
    return ApplicationReader.template(folder)
        .map(own -> own.normalize().equals(template.normalize()))
        .orElse(false);
  }

  /** Returns what the project's own file names, which may lead out of it; itself first. */
  List<Path> files() {
    if (choice.file().isPresent()) {
      return List.of(); // it was typed
    }
    return config
        .map(each -> Stream.concat(Stream.of(each.file()), each.files().stream()).toList())
        .orElse(List.of());
  }

  /**
   * Returns its parameters that the template has: the file may be for several templates. The
   * template is read for it.
   */
  Map<String, String> parameters() {
    Map<String, String> taken =
        new LinkedHashMap<>(config.map(SamConfig::parameters).orElse(Map.of()));
    if (!taken.isEmpty()) {
      taken.keySet().retainAll(declared());
    }
    return taken;
  }

  private Set<String> declared() {
    return ApplicationReader.template(template)
        .map(file -> Template.of(TemplateText.read(file)).parameters().members().keySet())
        .orElse(Set.of());
  }

  /**
   * Returns the options with what is configured.
   *
   * @param configured parameters of the template
   */
  ReadOptions over(ReadOptions options, Map<String, String> configured) {
    Map<String, String> parameters = new LinkedHashMap<>(configured);
    parameters.putAll(options.parameters());
    ReadOptions changed = options.withParameters(parameters);
    return config.flatMap(SamConfig::stack).map(changed::withStack).orElse(changed);
  }

  /** Chooses the region that is configured; returns whether there is one. */
  boolean chooseRegion() {
    Optional<String> region = config.flatMap(SamConfig::region);
    region.ifPresent(name -> Region.choose(name, "region of " + config.orElseThrow().file()));
    return region.isPresent();
  }

  /**
   * The application with the variables that are configured, which says what was taken.
   *
   * @param configured parameters of the template
   * @param takesRegion whether none was typed
   */
  Application over(Application application, Set<String> configured, boolean takesRegion) {
    if (config.isEmpty()) {
      return application;
    }
    Application changed =
        config
            .get()
            .variables()
            .filter(_ -> choice.variables().isEmpty())
            .map(each -> SamVariables.read(each).over(application))
            .orElse(application);
    List<String> warnings = new ArrayList<>(changed.warnings());
    config
        .get()
        .said(List.copyOf(configured), !template.equals(named), takesRegion)
        .ifPresent(warnings::addFirst);
    return changed.withWarnings(warnings);
  }
}
