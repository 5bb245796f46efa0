package thaw.lab.storage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** The end of what a program prints, read so that the program never waits for that. */
final class LastLines {
  private static final int KEPT = 5;

  private final Deque<String> lines = new ArrayDeque<>(); // guarded by itself

  private LastLines() {}

  static LastLines of(InputStream output) {
    LastLines last = new LastLines();
    Thread.ofVirtual().name("lab-last-lines").start(() -> last.read(output));
    return last;
  }

  private void read(InputStream output) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
      reader.lines().forEach(this::add);
    } catch (IOException | UncheckedIOException e) {
      // Killed: there is nothing more to read.
    }
  }

  private void add(String line) {
    synchronized (lines) {
      lines.addLast(line);
      if (lines.size() > KEPT) {
        lines.removeFirst();
      }
    }
  }

  /** Returns the lines in one, or says that there are none. */
  @Override
  public String toString() {
    synchronized (lines) {
      return lines.isEmpty() ? "it said nothing" : String.join(" / ", lines);
    }
  }
}
