package thaw.app.choice;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.NamedFile;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;

/**
 * The folder in which an application's events are kept. It is not inside a folder that a clean
 * build removes.
 */
final class EventFolder {
  static final String NAME = "events";

  /** The output folders of builds, below a project whose build file is not there. */
  private static final List<Path> OUTPUTS =
      List.of(
          Path.of(".aws-sam", "build"),
          Path.of(CodeLocation.CDK_OUTPUT),
          Path.of("target"),
          Path.of("target", "classes"),
          Path.of("build", "libs"),
          Path.of("build", "distributions"),
          Path.of("build", "classes", "java", "main"),
          Path.of("build", "classes", "kotlin", "main"));

  private EventFolder() {}

  /** It need not be there. Events that somebody has put into the results of a build stay valid. */
  static Path of(Application application) {
    Path beside = application.root().resolve(NAME);
    return Files.isDirectory(beside)
        ? beside
        : project(application.root()).map(project -> project.resolve(NAME)).orElse(beside);
  }

  /** The folders in which events of a function may be, its own and those of {@code --record}. */
  static List<Path> ofFunction(Application application, FunctionDefinition function) {
    Path events = of(application);
    Path project = events.resolveSibling("");
    return Stream.of(
            events,
            named(events, function.logicalId()),
            NamedFile.in(project.resolve("target/thaw-training"), function.logicalId()),
            NamedFile.in(project.resolve("build/thaw-training"), function.logicalId()))
        .toList();
  }

  /** Returns the folder among the events that is for one function alone. */
  static Path own(Application application, FunctionDefinition function) {
    return named(of(application), function.logicalId());
  }

  /** A folder for one function, in whichever of the usual styles it has its name. */
  private static Path named(Path events, String function) {
    Path own = NamedFile.in(events, function);
    if (Files.isDirectory(own) || !Files.isDirectory(events)) {
      return own;
    }
    try (Stream<Path> folders = Files.list(events)) {
      return folders
          .filter(each -> letters("" + each.getFileName()).equals(letters(function)))
          .filter(Files::isDirectory)
          .sorted()
          .findFirst()
          .orElse(own);
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + events, e);
    }
  }

  /** {@code GetOrders}, {@code get-orders} and {@code get_orders} are one name. */
  private static String letters(String name) {
    return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
  }

  /** The files in these folders that are not named after another function. */
  static List<Path> files(Application application, FunctionDefinition function) {
    Set<String> others = ofOthers(application, function);
    return ofFunction(application, function).stream()
        .flatMap(folder -> RecordedRequest.files(folder, others).stream())
        .toList();
  }

  /** The names of files with events of other functions. */
  static Set<String> ofOthers(Application application, FunctionDefinition function) {
    return application.functions().stream()
        .filter(each -> !each.logicalId().equals(function.logicalId()))
        .flatMap(each -> Stream.of(each.logicalId() + ".json", each.name() + ".json"))
        .collect(Collectors.toSet());
  }

  /** Returns the project that builds the function, where its code tells one. */
  static Optional<Path> project(FunctionDefinition function) {
    return switch (function.code()) {
      case CodeSource.Project project -> Optional.of(project.path());
      case CodeSource.Archive archive -> archive.project().map(CodeSource.Project::path);
      default -> Optional.empty();
    };
  }

  private static Optional<Path> project(Path root) {
    Path absolute = root.toAbsolutePath().normalize();
    Path here = Path.of("").toAbsolutePath();
    return OUTPUTS.stream()
        .filter(absolute::endsWith)
        .findFirst()
        .map(output -> absolute.resolve("../".repeat(output.getNameCount())).normalize())
        .map(project -> project.startsWith(here) ? here.relativize(project) : project);
  }
}
