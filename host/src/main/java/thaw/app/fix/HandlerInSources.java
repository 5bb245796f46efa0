package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.function.FunctionDefinition;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * Looks for a handler in the sources of its module, before they are built and tested: a name that
 * is much like one of theirs is told at once. What may be in a library, or is generated, is left to
 * the check of what was built.
 *
 * @param module with {@code src/main}
 */
record HandlerInSources(Path module) {
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "scala", "groovy");

  /**
   * @throws UserMistake when the sources have the handler's package, and in it not its name, but
   *     one that is nearly it
   */
  void require(FunctionDefinition function) {
    String handler = function.handler();
    String className = handler.split("::", -1)[0];
    int dot = className.lastIndexOf('.');
    if (dot < 0 || !function.runtime().startsWith("java")) {
      return;
    }
    Path folder = Path.of(className.substring(0, dot).replace('.', '/'));
    String name = className.substring(dot + 1).replaceFirst("\\$.*", "");
    List<Path> sources =
        LANGUAGES.stream()
            .map(language -> module.resolve("src/main").resolve(language).resolve(folder))
            .filter(Files::isDirectory)
            .flatMap(each -> files(each).stream())
            .toList();
    Pattern word = Pattern.compile("\\b" + Pattern.quote(name) + "\\b");
    if (sources.stream()
        .anyMatch(file -> isFacade(file, name) || word.matcher(text(file)).find())) {
      return;
    }
    List<String> names =
        sources.stream()
            .map(file -> file.getFileName().toString().replaceFirst("\\.[^.]*$", ""))
            .sorted()
            .toList();
    String method = handler.substring(className.length());
    Spelling.misspelt(name, names)
        .ifPresent(near -> {
          throw new UserMistake(
              "the handler of %s names the class %s, which is not in the sources of %s"
                  .formatted(function.logicalId(), className, module.getFileName()),
              "use " + className.substring(0, dot + 1) + near + method);
        });
  }

  /** Returns whether a class is that of the functions of a Kotlin file. */
  private static boolean isFacade(Path file, String name) {
    String of = file.getFileName().toString();
    return of.endsWith(".kt")
        && name.equalsIgnoreCase(of.substring(0, of.length() - ".kt".length()) + "Kt");
  }

  private static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + ": " + e, e);
    }
  }

  private static String text(Path file) {
    return new String(WholeFile.bytes(file), StandardCharsets.UTF_8);
  }
}
