package thaw.app.fix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.explanation.FixJson;
import thaw.explanation.TrainingReport;
import thaw.files.Trees;
import thaw.fix.Worth;

/**
 * The result that a folder has of a search before. It gives way to a better one of the same
 * question, and stays beside that of another.
 *
 * @param folder of both
 */
record FixFormer(Path folder) {
  /** No name that a project's own folder has: somebody may say {@code --out .}. */
  static final String NAME = "thaw-former";

  /** Within that: of the last search with {@code --only}. */
  private static final String CHOSEN = "only";

  /** All that a result consists of, but what undoes it. */
  private static final List<String> PARTS =
      List.of(
          "fix.json",
          FixPage.NAME,
          FixKept.NAME,
          FixFolder.README,
          TrainingReport.NAME,
          FixFolder.PATCH,
          FixFolder.ARCHIVE,
          FixFolder.LIBRARIES,
          FixFolder.CLIENT);

  /** Returns whether a result has a part of this name, or one that was moved beside. */
  static boolean isPart(String name) {
    return PARTS.contains(name) || name.equals(NAME);
  }

  /** Returns whether the folder has the result of a last run, whole or cut. */
  boolean isThere() {
    return read().filter(FixJson.Document::isOfLastRun).isPresent();
  }

  private Optional<FixJson.Document> read() {
    Path file = folder.resolve("fix.json");
    return Files.exists(file) ? Optional.of(FixJson.read(file)) : Optional.empty();
  }

  /** Returns what it is worth; empty where there is none. */
  Optional<Worth> worth() {
    return read().map(FixJson.Document::worth);
  }

  /**
   * Moves it beside, where it is of a last run. One of a search of chosen remedies does not take
   * the place of a usual one there.
   *
   * @param isChosen whether its search was one of those
   * @return where it is then; empty where there was nothing to keep
   */
  Optional<Path> setAside(boolean isChosen) {
    boolean isKept = isThere();
    Path usual = folder.resolve(NAME);
    Path aside = isChosen ? usual.resolve(CHOSEN) : usual;
    try {
      if (isKept) {
        Trees.delete(aside);
        Files.createDirectories(aside);
      }
      for (String part : PARTS) {
        Path from = folder.resolve(part);
        if (isKept && Files.exists(from)) {
          Files.move(from, aside.resolve(part));
        } else {
          Trees.delete(from);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not move a result of " + folder + ": " + e, e);
    }
    return isKept ? Optional.of(aside) : Optional.empty();
  }
}
