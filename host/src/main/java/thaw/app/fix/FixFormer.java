package thaw.app.fix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import thaw.explanation.training.TrainingReport;
import thaw.files.Trees;
import thaw.fix.Proof;
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

  private static final ObjectMapper JSON = new ObjectMapper();

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

  /** Returns whether the folder has the result of a last run, whole or cut. */
  boolean isThere() {
    return worth().filter(each -> each.proof() != Proof.TRIALS).isPresent();
  }

  /** Returns what it is worth; empty where there is none. */
  Optional<Worth> worth() {
    Path file = folder.resolve("fix.json");
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      double base = json.at("/base/totalMillis/p50").asDouble();
      Proof proof =
          json.path("confirmed").asBoolean()
              ? Proof.WHOLE_RUN
              : json.path("cut").asBoolean() ? Proof.CUT_RUN : Proof.TRIALS;
      // Where a package is needed, and the rest has no gain of its own, nothing of it is proposed.
      boolean isProposed =
          json.at("/deployed/gains").asBoolean()
              || json.path("steps").valueStream().noneMatch(FixFormer::isOfPackage);
      return Optional.of(
          new Worth(
              proof,
              isProposed ? share(json.path("deployed"), base) : Optional.empty(),
              share(json.path("result"), base)));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  private static boolean isOfPackage(JsonNode step) {
    return step.path("kept").asBoolean() && step.path("gainsIn").asText().equals("package");
  }

  private static Optional<Worth.Share> share(JsonNode figures, double base) {
    JsonNode gain = figures.path("gainMillis");
    boolean isProven = gain.path(0).asDouble() > 0 || figures.at("/gainCpuMillis/0").asDouble() > 0;
    return base > 0 && isProven
        ? Optional.of(
            new Worth.Share(
                gain.path(0).asDouble() / base,
                gain.path(1).asDouble() / base,
                gain.path(2).asDouble() / base))
        : Optional.empty();
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
