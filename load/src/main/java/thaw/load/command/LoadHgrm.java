package thaw.load.command;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import thaw.load.LoadResult;
import thaw.presentation.text.AtomicFile;

/**
 * Response times as HdrHistogram's own percentile text, one {@code .hgrm} a run: what its plotter
 * and other tools for such files read. In milliseconds.
 */
final class LoadHgrm {
  private LoadHgrm() {}

  /** Replaces the file in one step, and creates its folder. */
  static void write(LoadResult run, Path file) {
    AtomicFile.write(
        file,
        out -> {
          PrintStream text = new PrintStream(out, false, StandardCharsets.UTF_8);
          run.response().writeHgrm(text);
          text.flush();
        });
  }

  /**
   * One file for each run, named after it.
   *
   * @return what was written, in the order of the runs
   */
  static List<Path> write(List<LoadResult> runs, Path folder) {
    Set<String> taken = new HashSet<>();
    List<Path> written = new ArrayList<>();
    for (LoadResult run : runs) {
      Path file = folder.resolve(name(run.plan().name(), taken) + ".hgrm");
      write(run, file);
      written.add(file);
    }
    return written;
  }

  /**
   * Returns a file name for a run that may be called anything: one that every file system takes,
   * and that no other run has.
   */
  private static String name(String run, Set<String> taken) {
    String safe = run.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+|-+$", "");
    String base = safe.isEmpty() ? "run" : safe.substring(0, Math.min(80, safe.length()));
    String name = base;
    for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = base + "-" + i;
    }
    return name;
  }
}
