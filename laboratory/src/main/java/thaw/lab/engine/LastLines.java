package thaw.lab.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The end of what a program prints. */
public final class LastLines {
  private final int most;
  private final Deque<String> lines = new ArrayDeque<>(); // guarded by itself

  public LastLines(int most) {
    this.most = most;
  }

  /** Reads all output, so that the program never waits for that. */
  public LastLines read(InputStream output) {
    Thread.ofVirtual()
        .name("lab-last-lines")
        .start(() -> {
          try (BufferedReader reader =
              new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            reader.lines().forEach(this::add);
          } catch (IOException | UncheckedIOException e) {
            // Killed: there is nothing more to read.
          }
        });
    return this;
  }

  public void add(String line) {
    synchronized (lines) {
      lines.addLast(line);
      if (lines.size() > most) {
        lines.removeFirst();
      }
    }
  }

  public List<String> all() {
    synchronized (lines) {
      return List.copyOf(lines);
    }
  }

  /** Returns the lines in one, or says that there are none. */
  @Override
  public String toString() {
    List<String> all = all();
    return all.isEmpty() ? "it said nothing" : String.join(" / ", all);
  }
}
