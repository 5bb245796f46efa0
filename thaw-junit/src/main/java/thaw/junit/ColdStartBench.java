package thaw.junit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import thaw.junit.program.BenchOptions;
import thaw.program.ProgramCall;
import thaw.program.ProgramCommand;
import thaw.program.ProgramListener;
import thaw.program.ThawException;

/** {@code thaw bench} of one function, which ends before the method returns. */
final class ColdStartBench {
  /** A timeout of 900 s, and what comes before it. */
  private static final Duration LONGEST_START = Duration.ofSeconds(1_000);

  private ColdStartBench() {}

  static ColdStarts run(ApplicationSpec spec, String function, byte[] event, int samples) {
    List<String> options = BenchOptions.of(spec.options());
    Path folder = null;
    try {
      folder = Files.createTempDirectory("thaw-junit");
      Path file = Files.write(folder.resolve("event.json"), event);
      ProgramCommand command = command(spec, options, function, file, folder, samples);
      return ColdStarts.of(function, output(command, function, patience(spec, samples), folder));
    } catch (IOException e) {
      throw new ThawException(
          "cold starts of " + function + " could not be measured: " + e,
          "look whether there is room in the folder for temporary files",
          e);
    } finally {
      if (folder != null) {
        delete(folder);
      }
    }
  }

  /** Builds of the functions, and starts with the longest timeout that a function can have. */
  private static Duration patience(ApplicationSpec spec, int samples) {
    return LONGEST_START.multipliedBy(samples).plus(Duration.ofSeconds(spec.startTimeoutSeconds()));
  }

  private static ProgramCommand command(
      ApplicationSpec spec,
      List<String> options,
      String function,
      Path event,
      Path folder,
      int samples) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "bench",
                spec.source().toString(),
                "--variant=" + function,
                "--runs=" + samples,
                "--event=@" + event,
                "--out=" + folder.resolve("result"),
                "--json"));
    words.addAll(options);
    return ProgramCommand.of(spec.program(), words);
  }

  private static String output(
      ProgramCommand command, String function, Duration patience, Path folder) throws IOException {
    try {
      ProgramCall bench =
          ProgramCall.run(command, ProgramListener.NONE, patience, () -> delete(folder));
      String document = String.join("\n", bench.output());
      if (document.isBlank()) {
        throw bench.mistake("measure cold starts of " + function);
      }
      return document;
    } catch (TimeoutException e) {
      throw new ThawException(
          "cold starts of " + function + " were not measured: " + e.getMessage(),
          "take fewer samples, or run thaw bench by hand and look where it stays",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ThawException(
          "the test was interrupted while cold starts of " + function + " were measured",
          "give the test more time, or take fewer samples",
          e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException | UncheckedIOException e) {
      // The system clears its folder for temporary files.
    }
  }
}
