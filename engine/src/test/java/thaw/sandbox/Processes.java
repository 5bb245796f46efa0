package thaw.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes of the machine that the tests run on. */
final class Processes {
  private Processes() {}

  /** Pids of the living ones that are {@code sleep} for exactly this time. */
  static List<Long> sleeping(String seconds) {
    List<Long> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
      for (Path process : all) {
        if (arguments(process).equals(List.of("sleep", seconds))) {
          found.add(Long.parseLong(process.getFileName().toString()));
        }
      }
      return found;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> arguments(Path process) {
    try {
      return List.of(Files.readString(process.resolve("cmdline")).split("\0"));
    } catch (IOException e) {
      return List.of(); // ended meanwhile
    }
  }
}
