package thaw.function.template.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.handler.HandlerClass;
import thaw.function.handler.HandlerSearch;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/**
 * Reads a jar, zip or folder without a template: one function, told by the options and by its
 * classes.
 */
final class BarePackage {
  private static final int SHOWN = 8;

  /** Java 8 and 11 are at their end on Lambda; what was compiled for them runs on these. */
  private static final List<Integer> RUNTIMES = List.of(17, 21, 25);

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);

  private BarePackage() {}

  static Application read(Path path, ReadOptions options) {
    CodeSource code = CodeLocation.ofFunction(path, ApplicationReader.folderOf(path), "the path");
    String handler = options.handler().orElseGet(() -> onlyHandler(path, code));
    HandlerNames.fault(handler, options.runtime())
        .ifPresent(fault -> {
          throw new UserMistake(fault, HandlerNames.REMEDY);
        });
    String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
    FunctionDefinition function =
        FunctionDefinitionBuilder.builder()
            .logicalId(name)
            .name(functionName(name))
            .code(code)
            .handler(handler)
            .runtime(runtime(code, handler).orElse(options.runtime()))
            .runtimeIsGuess(true)
            .memory(options.memory().orElse(MemorySize.DEFAULT))
            .timeout(options.timeout().orElse(DEFAULT_TIMEOUT))
            .build();
    return new Application(root(path, code), List.of(function));
  }

  /**
   * Returns the folder of events and {@code thaw.yaml}: that of the project whose build has made
   * the package, if any has.
   */
  private static Path root(Path path, CodeSource code) {
    if (!(code instanceof CodeSource.Archive archive)) {
      return path;
    }
    Path here = Path.of("").toAbsolutePath();
    return archive
        .project()
        .map(CodeSource.Project::path)
        .map(project -> project.startsWith(here) ? here.relativize(project) : project)
        .orElseGet(() -> ApplicationReader.folderOf(path));
  }

  /** The oldest of Lambda's runtimes that is still new and runs what the build has made. */
  private static Optional<String> runtime(CodeSource code, String handler) {
    return HandlerClass.of(code, handler)
        .flatMap(found -> RUNTIMES.stream().filter(each -> found.release() <= each).findFirst())
        .map(feature -> "java" + feature);
  }

  /** The one that the code has. */
  private static String onlyHandler(Path path, CodeSource code) {
    List<String> handlers = HandlerSearch.handlers(code);
    if (handlers.size() == 1) {
      return handlers.getFirst();
    }
    List<Path> below =
        handlers.isEmpty() && Files.isDirectory(path) ? TemplatesBelow.of(path) : List.of();
    if (!below.isEmpty()) {
      throw new UserMistake(
          "%s has no template, and %s"
              .formatted(
                  path,
                  below.size() == 1
                      ? "one folder below it has one: " + below.getFirst()
                      : "%d folders below it have one: %s"
                          .formatted(below.size(), shown(below.stream().map(Path::toString)))),
          "name such a folder instead of %s: %s".formatted(path, below.getFirst()));
    }
    List<Path> modules = handlers.isEmpty() && Files.isDirectory(path) ? modules(path) : List.of();
    if (!modules.isEmpty()) {
      throw new UserMistake(
          "%s has no template.yaml, and handlers are in folders below it".formatted(path),
          "name one of them instead of %s: %s"
              .formatted(path, shown(modules.stream().map(Path::toString))));
    }
    Optional<String> other = Files.isDirectory(path) ? otherTool(path) : Optional.empty();
    if (handlers.isEmpty() && other.isPresent()) {
      throw new UserMistake(
          "%s has no template.yaml, and no class with RequestHandler or RequestStreamHandler; %s is not read"
              .formatted(path, other.get()),
          "add what it says: --handler package.Class::method, and --memory, --timeout and --env-vars FILE");
    }
    if (handlers.isEmpty() && Files.isDirectory(path)) {
      throw new UserMistake(
          path + " has no template.yaml, and no class with RequestHandler or RequestStreamHandler",
          "add --handler package.Class::method, or make a new project: thaw init");
    }
    if (handlers.isEmpty()) {
      throw new UserMistake(
          path
              + " has no class with RequestHandler or RequestStreamHandler, and not one public"
              + " method that alone could be the handler",
          "name it: --handler package.Class::method");
    }
    throw new UserMistake(
        "%s has no template.yaml, and %d classes that could be its handler"
            .formatted(path, handlers.size()),
        "choose with --handler: " + shown(handlers.stream()));
  }

  /** A file in which other tools have what a template says. */
  private static Optional<String> otherTool(Path folder) {
    return Stream.of("serverless.yml", "serverless.yaml", "serverless.ts", "main.tf", "Dockerfile")
        .filter(name -> Files.isRegularFile(folder.resolve(name)))
        .findFirst();
  }

  /** The modules of a project that have a handler, children of the folder first. */
  private static List<Path> modules(Path folder) {
    List<Path> children = TemplatesBelow.folders(folder);
    return Stream.concat(
            children.stream(),
            children.stream().flatMap(child -> TemplatesBelow.folders(child).stream()))
        .filter(each -> CodeLocation.buildTool(each).isPresent())
        .filter(each -> {
          CodeSource code = CodeLocation.of(each, folder, "the path");
          return !HandlerSearch.handlers(code).isEmpty();
        })
        .toList();
  }

  private static String shown(Stream<String> names) {
    List<String> first = names.limit(SHOWN + 1L).toList();
    return first.size() > SHOWN
        ? String.join(", ", first.subList(0, SHOWN)) + ", ..."
        : String.join(", ", first);
  }

  /** {@code my.app-1.0.jar} as a name that Lambda accepts: {@code my-app-1-0}. */
  private static String functionName(String file) {
    String name = file.replaceFirst("(?i)\\.(jar|zip)$", "").replaceAll("[^a-zA-Z0-9_-]", "-");
    return name.isEmpty() ? "function" : name.substring(0, Math.min(64, name.length()));
  }
}
