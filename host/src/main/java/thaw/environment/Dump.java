package thaw.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.sandbox.Bind;
import thaw.sandbox.Cell;
import thaw.snapshot.CriuCommand;

/**
 * Writes the process of a cell, and the files in its {@code /tmp}, to disk.
 *
 * @param folder on the host
 */
record Dump(CriuCommand criu, Path folder) {
  private static final Path IN_CELL = Snapshot.MOUNTED.resolve(Snapshot.IMAGES);

  /**
   * @param folder on the host, empty
   */
  static Dump to(CriuCommand criu, Path folder) {
    try {
      Files.createDirectory(folder.resolve(Snapshot.IMAGES));
      Files.createDirectory(folder.resolve(Snapshot.TMP));
      return new Dump(criu, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("could not prepare " + folder + ": " + e, e);
    }
  }

  /** What the cell must see. */
  Bind bind() {
    return new Bind(folder, Snapshot.MOUNTED, true);
  }

  /** Empty, or why it could not be done. Either way the process has ended. */
  Optional<String> take(Cell cell) {
    Optional<String> problem = cell.dump(criu.dump(Cell.PROGRAM_PID, IN_CELL));
    if (problem.isPresent()) {
      return Optional.of("CRIU: " + problem.get() + " " + errors());
    }
    return cell.run(
        List.of("cp", "-a", "/tmp/.", Snapshot.MOUNTED.resolve(Snapshot.TMP) + "/"));
  }

  private String errors() {
    Path log = folder.resolve(Snapshot.IMAGES).resolve("dump.log");
    try {
      return Files.readAllLines(log).stream()
          .filter(line -> line.startsWith("Error"))
          .collect(Collectors.joining("; "));
    } catch (IOException e) {
      return "(no log)";
    }
  }
}
