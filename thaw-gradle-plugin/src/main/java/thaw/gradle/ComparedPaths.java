package thaw.gradle;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.api.file.FileCollection;

/**
 * Whether the files that words of a command name are among those that Gradle compares.
 *
 * @param folder from which the words are seen
 * @param compared the inputs of a task
 */
record ComparedPaths(Path folder, FileCollection compared) {
  boolean haveAllOf(List<String> words) {
    return words.stream().flatMap(this::named).allMatch(this::has);
  }

  /** Files that are there: a word may also be JSON, a number, or {@code --option=NAME=FILE}. */
  private Stream<Path> named(String word) {
    Stream<Path> here = file(word);
    int sign = word.indexOf('=');
    return sign < 0 ? here : Stream.concat(here, named(word.substring(sign + 1)));
  }

  private Stream<Path> file(String value) {
    try {
      Path path = folder.resolve(value).normalize();
      return !value.isBlank() && Files.exists(path) ? Stream.of(path) : Stream.empty();
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  private boolean has(Path path) {
    return compared.getFiles().stream().anyMatch(each -> each.toPath().startsWith(path));
  }
}
