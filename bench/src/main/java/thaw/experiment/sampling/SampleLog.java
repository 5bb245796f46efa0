package thaw.experiment.sampling;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The file of a run's samples while the run adds to it. It begins with what an interrupted run of
 * the same kind has left; anything else is moved aside. Who opens it has the folder's lock ({@link
 * JsonLines#lock}).
 *
 * @param <T> a sample
 */
public final class SampleLog<T> {
  private final JsonLines lines;
  private final SampleFormat<T> format;
  private final List<T> earlier;
  private final Object appending = new Object();
  private int kept; // guarded by appending
  private boolean stopped; // guarded by appending

  private SampleLog(JsonLines lines, SampleFormat<T> format, List<T> earlier) {
    this.lines = lines;
    this.format = format;
    this.earlier = List.copyOf(earlier);
    this.kept = earlier.size();
  }

  /**
   * @param aside is told where an earlier file went
   * @param made names of files beside it that were made of its samples, and go with them
   */
  public static <T> SampleLog<T> open(
      JsonLines lines, SampleFormat<T> format, Consumer<Path> aside, String... made)
      throws IOException {
    if (Files.exists(lines.path())) {
      Optional<List<ObjectNode>> resumed = format.resumed(lines.read());
      if (resumed.isPresent()) {
        lines.replace(resumed.get());
        return new SampleLog<>(lines, format, format.samples(resumed.get()));
      }
      aside.accept(lines.moveAside(made));
    }
    lines.replace(format.head());
    return new SampleLog<>(lines, format, List.of());
  }

  /** Samples that an earlier, interrupted run has left. */
  public List<T> earlier() {
    return earlier;
  }

  /**
   * Appends a sample, which is on disk when the call returns. What comes after {@link #stop} is not
   * kept.
   */
  public void append(T sample) {
    synchronized (appending) {
      if (!stopped) {
        try {
          lines.append(format.line(sample));
        } catch (IOException e) {
          throw new UncheckedIOException(
              "could not append a sample to " + lines.path() + ": " + e, e);
        }
        kept++;
      }
    }
  }

  /**
   * Keeps no sample from now on: what ends the program ends what it measures, too. Any thread may
   * call it.
   *
   * @return how many are on disk, those of earlier runs too
   */
  public int stop() {
    synchronized (appending) {
      stopped = true;
      return kept;
    }
  }
}
