package thaw.app.choice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.app.build.ProjectBuild;
import thaw.function.Application;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ProjectBounds;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

/**
 * All paths that a project has Thaw read for its functions: code, layers, images, definitions of
 * APIs, {@code thaw.yaml} and what that names, events, data. Those that lead out of the project are
 * told in one line, and refused unless the user wants them followed. What the user types may lie
 * anywhere.
 */
final class ProjectPaths {
  private static final int MOST_NAMED = 10;

  private final ProjectBounds bounds;
  private final Set<Path> looked = new HashSet<>();

  private ProjectPaths(ProjectBounds bounds) {
    this.bounds = bounds;
  }

  /**
   * Returns the application, with a warning when paths lead out of the project and are followed.
   *
   * @param source folder or file that was typed
   * @param data folders that were typed; without them those of {@code thaw.yaml} count
   * @throws UserMistake when paths lead out and are not to be followed
   */
  static Application within(
      Path source, boolean followed, Application application, List<Path> data) {
    try {
      Path events = EventFolder.of(application);
      boolean template = ApplicationReader.hasTemplate(source);
      Path folder =
          template
              ? application.root()
              : Optional.ofNullable(events.getParent()).orElse(Path.of(""));
      if (!Files.isDirectory(folder)) {
        return application;
      }
      Path home = Path.of(System.getProperty("user.home"));
      ProjectPaths paths = new ProjectPaths(ProjectBounds.of(folder, home));
      paths.lookAt(application, source, template);
      paths.look("events", events);
      for (Path each : data.isEmpty() ? ThawFile.in(application.root()).seeds() : List.<Path>of()) {
        paths.look("data", each);
      }
      for (Path each : data) {
        paths.lookBelow(each);
      }
      return paths.judged(application, followed);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not look where the paths of " + source + " lead: " + e, e);
    }
  }

  /**
   * Returns the application, if files that its {@code samconfig} names are in the folder that was
   * typed, too: the template may be one of them.
   */
  static Application within(
      Path typed, List<Path> named, boolean followed, Application application) {
    if (named.isEmpty()) {
      return application;
    }
    try {
      Path folder = Files.isDirectory(typed) ? typed : typed.resolveSibling("");
      ProjectPaths paths =
          new ProjectPaths(ProjectBounds.of(folder, Path.of(System.getProperty("user.home"))));
      for (Path each : named) {
        paths.look("named by samconfig", each);
      }
      return paths.judged(application, followed);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not look where the paths of " + typed + " lead: " + e, e);
    }
  }

  private void lookAt(Application application, Path source, boolean template) throws IOException {
    if (template && Files.isDirectory(source)) {
      look("template", ApplicationReader.template(source).orElseThrow());
    }
    for (FunctionDefinition function : application.functions()) {
      if (template || Files.isDirectory(source)) {
        look("code of " + function.logicalId(), function.code());
      }
      for (CodeSource layer : function.layers()) {
        look("a layer of " + function.logicalId(), layer);
      }
      Optional<Path> image = function.customerRuntime().flatMap(CustomerRuntime::image);
      if (image.isPresent()) {
        look("the runtime of " + function.logicalId(), image.get());
      }
    }
    for (Path definition : application.definitions()) {
      look("definition of an API", definition);
    }
    Path file = application.root().resolve(ThawFile.NAME);
    if (Files.isRegularFile(file)) {
      look(ThawFile.NAME, file);
      for (Path event : ThawFile.in(application.root()).eventFiles()) {
        look("event in " + ThawFile.NAME, event);
      }
    }
  }

  private void look(String name, CodeSource source) throws IOException {
    if (source instanceof CodeSource.Project project) {
      lookItself(name, project.path());
      for (Path output : ProjectBuild.outputs(project)) {
        look(name, output);
      }
    } else {
      look(name, source.path());
    }
  }

  /** Its build reads what it likes: only where the project lies is looked at. */
  private void lookItself(String name, Path project) throws IOException {
    if (looked.add(project)) {
      bounds.lookItself(named(name, project), project);
    }
  }

  /**
   * A folder that was typed is the user's choice; what a folder of the project has in it came with
   * the project.
   */
  private void lookBelow(Path typed) throws IOException {
    if (Files.exists(typed) && typed.toRealPath().startsWith(bounds.root())) {
      look("data", typed);
    }
  }

  private void look(String name, Path path) throws IOException {
    if (looked.add(path)) {
      bounds.look(named(name, path), path);
    }
  }

  private static String named(String name, Path path) {
    return name + ", " + (path.toString().isEmpty() ? "." : path);
  }

  private Application judged(Application application, boolean followed) {
    List<String> leaving = bounds.leaving().toList();
    if (leaving.isEmpty()) {
      return application;
    }
    int more = leaving.size() - MOST_NAMED;
    String line =
        "paths lead out of the project in %s: %s%s"
            .formatted(
                bounds.root(),
                String.join("; ", leaving.stream().limit(MOST_NAMED).toList()),
                more > 0 ? "; and " + more + " more" : "");
    if (!followed) {
      throw new UserMistake(
          line,
          "put what they lead to into the project, or take it from there with --follow-links:"
              + " functions can read it then");
    }
    List<String> warnings = new ArrayList<>(application.warnings());
    warnings.add(line + " (--follow-links)");
    return application.withWarnings(warnings);
  }
}
