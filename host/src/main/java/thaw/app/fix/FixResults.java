package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/** Finds results of {@code thaw fix} that nobody has named. */
public final class FixResults {
  private FixResults() {}

  /**
   * Returns the newest result for a function in the folders of a folder, by its own path. One that
   * was applied is none: the sources have it.
   *
   * @param function its logical id
   */
  public static Optional<Path> newest(Path folder, String function) {
    List<Path> results = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(each -> isFor(each, function)).forEach(results::add);
    } catch (IOException e) {
      throw new UncheckedIOException("could not list " + folder + ": " + e, e);
    }
    return results.stream()
        .max(
            Comparator.comparing((Path each) -> each.resolve(FixKept.NAME).toFile().lastModified())
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isFor(Path folder, String function) {
    if (!Files.isRegularFile(folder.resolve(FixKept.NAME)) || new FixTree(folder).isApplied()) {
      return false;
    }
    try {
      return FixKept.read(folder).function().equals(function);
    } catch (UserMistake e) {
      return false; // of another version, or nothing in it gains
    }
  }
}
