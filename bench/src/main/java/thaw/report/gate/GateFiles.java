package thaw.report.gate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.experiment.gate.GateResult;
import thaw.presentation.text.AtomicFile;

/** Writes the files of a comparison. */
public final class GateFiles {
  private GateFiles() {}

  /** Removes what an earlier run has left, so that none of it is taken for this one's. */
  public static void clear(Optional<Path> junit, Optional<Path> markdown) {
    junit.ifPresent(GateFiles::remove);
    markdown.ifPresent(GateFiles::remove);
  }

  private static void remove(Path file) {
    try {
      if (Files.isRegularFile(file)) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + file, e);
    }
  }

  /**
   * {@code gate.json} beside the other results, where something was compared, and what was asked
   * for.
   *
   * @param out folder of the results
   * @param junit test cases, as CI systems read them
   * @param markdown for a pull request
   */
  public static void write(
      ExperimentResult result,
      Optional<GateResult> gate,
      Path out,
      Optional<Path> junit,
      Optional<Path> markdown) {
    gate.ifPresent(each -> GateJson.write(each, out.resolve("gate.json")));
    junit.ifPresent(file -> AtomicFile.write(file, JunitXml.of(result, gate)));
    markdown.ifPresent(file -> AtomicFile.write(file, GateMarkdown.of(result, gate)));
  }
}
