package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What the program of a box has written. A write of the program that happened before some other act
 * of it is certainly seen by a drain after that act.
 */
public abstract sealed class BoxOutput permits FileOutput, PipeOutput {
  private static final Duration SET_UP_PATIENCE = Duration.ofSeconds(20);

  /** Waits until the parked process has printed the mark, and takes it out of the output. */
  void awaitMark(Process process, String mark) throws IOException {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    Deadline.await(
        SET_UP_PATIENCE,
        "the box to be set up",
        () -> {
          boolean ended = !process.isAlive();
          seen.writeBytes(drain());
          return ended || seen.toString(UTF_8).endsWith(mark + "\n");
        });
    String text = seen.toString(UTF_8);
    if (!text.endsWith(mark + "\n")) {
      throw new IOException("the sandbox could not be set up: " + text.strip().replace('\n', ';'));
    }
  }

  /** All bytes since the last call; of very much output the rest comes with the next one. */
  public abstract byte[] drain();

  /**
   * All bytes since the last call, piece by piece. What is written meanwhile comes with the next
   * call: a program that never stops writing must not keep us.
   */
  public abstract void drainTo(Consumer<byte[]> reader);
}
