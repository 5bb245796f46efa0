package thaw.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** The last lines that a program has printed, read until it ends so that it never waits for us. */
public final class ProgramOutput {
  private static final int KEPT = 200;

  private final Deque<String> last = new ArrayDeque<>();
  private final Thread reader;

  private ProgramOutput(InputStream from, Consumer<String> each) {
    this.reader = new Thread(() -> read(from, each), "thaw output");
    reader.setDaemon(true);
  }

  /**
   * Begins to read.
   *
   * @param each gets every line, in a thread of its own
   */
  public static ProgramOutput of(InputStream from, Consumer<String> each) {
    ProgramOutput output = new ProgramOutput(from, each);
    output.reader.start();
    return output;
  }

  private void read(InputStream from, Consumer<String> each) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        synchronized (last) {
          last.addLast(line);
          if (last.size() > KEPT) {
            last.removeFirst();
          }
        }
        each.accept(line);
      }
    } catch (IOException e) {
      // The program is being ended.
    }
  }

  /** All that is kept, once the program has ended; the oldest first. */
  public List<String> afterEnd() throws InterruptedException {
    reader.join(2_000);
    return lines();
  }

  public List<String> lines() {
    synchronized (last) {
      return List.copyOf(last);
    }
  }
}
