package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.cli.ExitCode;
import thaw.cli.JsonOption;
import thaw.escape.AnalyzedProgram;
import thaw.escape.EscapeReport;
import thaw.escape.EscapeScan;
import thaw.escape.TracingFlags;
import thaw.presentation.text.Terminal;
import thaw.problem.UserMistake;

/** Turns what JVMs have written into what the user sees of it. */
final class EscapeResult {
  private final Path out;
  private final List<String> packages;
  private final boolean all;
  private final JsonOption json;

  /**
   * @param packages beginnings of the names of the user's classes
   * @param all whether sites that were not seen allocating are listed, too
   * @param json whether all of it is printed for another program
   */
  EscapeResult(Path out, List<String> packages, boolean all, JsonOption json) {
    this.out = out;
    this.packages = List.copyOf(packages);
    this.all = all;
    this.json = json;
  }

  /** A folder for what JVMs write; what they wrote in an earlier run is gone from it. */
  Path folder() {
    Path raw = out.toAbsolutePath().resolve("jvm");
    try {
      Files.createDirectories(raw);
      List<Path> earlier;
      try (Stream<Path> files = Files.list(raw)) {
        earlier = files.sorted().toList();
      }
      for (Path file : earlier) {
        if (!TracingFlags.isWritten(file)) {
          throw new UserMistake(
              "the folder " + raw + " has other files than those of JVMs: " + file.getFileName(),
              "name another one with --out");
        }
      }
      for (Path file : earlier) {
        Files.delete(file);
      }
      return raw;
    } catch (IOException e) {
      throw new UserMistake(
          "the folder " + out + " cannot be written to: " + e.getMessage(),
          "name another one with --out");
    }
  }

  /**
   * @param remedy where no JVM has written a log
   */
  int ofFolder(Path folder, List<Path> own, List<Path> libraries, String remedy) {
    try {
      List<EscapeScan.Files> files = TracingFlags.written(folder);
      if (files.isEmpty()) {
        throw new UserMistake("no JVM wrote a log", remedy);
      }
      return of(files, own, libraries);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder, e);
    }
  }

  int ofLogs(List<Path> logs, List<Path> recordings, List<Path> own) {
    List<EscapeScan.Files> files = new ArrayList<>();
    if (recordings.size() > logs.size()) {
      throw new UserMistake(
          "there are more recordings than logs", "give --log and --recording of each JVM");
    }
    for (int i = 0; i < logs.size(); i++) {
      files.add(
          new EscapeScan.Files(
              readable(logs.get(i), "--log"),
              i < recordings.size()
                  ? Optional.of(readable(recordings.get(i), "--recording"))
                  : Optional.empty()));
    }
    return of(files, own, List.of());
  }

  private static Path readable(Path file, String option) {
    if (!Files.isRegularFile(file)) {
      throw new UserMistake("the file does not exist: " + file, "correct " + option);
    }
    return file;
  }

  private int of(List<EscapeScan.Files> files, List<Path> own, List<Path> libraries) {
    try (AnalyzedProgram program = program(own)) {
      libraries.forEach(program::addLibrary);
      EscapeReport report = EscapeScan.of(program, files);
      if (report.jvms().stream().allMatch(String::isBlank)) {
        throw new UserMistake(
            "this is not a log of compilations: " + files.getFirst().compilations(),
            "write one with the options that thaw lab escape --help shows");
      }
      Path file = out.resolve("escape.json");
      write(report, file);
      if (json.isAsked()) {
        json.print(file);
      } else {
        System.out.print(
            EscapeTerminal.render(report, file, all, Terminal.columns(), Terminal.hasColours()));
      }
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UserMistake("a file cannot be read: " + e.getMessage(), "see whether it is whole");
    }
  }

  private void write(EscapeReport report, Path file) {
    try {
      EscapeJson.write(report, file);
    } catch (UncheckedIOException e) {
      throw new UserMistake(
          "the folder " + out + " cannot be written to: " + String.valueOf(e.getCause()),
          "name another one with --out");
    }
  }

  private AnalyzedProgram program(List<Path> own) {
    for (Path file : own) {
      if (!Files.exists(file)) {
        throw new UserMistake("the file does not exist: " + file, "correct --jar");
      }
    }
    try {
      AnalyzedProgram program = AnalyzedProgram.of(own, packages);
      if (program.isEmpty()) {
        throw new UserMistake(
            "no class in "
                + String.join(", ", own.stream().map(Path::toString).toList())
                + (packages.isEmpty() ? "" : " begins with " + String.join(" or ", packages)),
            packages.isEmpty()
                ? "name a jar with classes, or the folder of your classes: --jar target/classes"
                : "correct --package");
      }
      return program;
    } catch (IOException e) {
      throw new UserMistake("cannot be read: " + e.getMessage(), "correct --jar");
    }
  }
}
