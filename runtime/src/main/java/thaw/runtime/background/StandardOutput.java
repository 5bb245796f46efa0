package thaw.runtime.background;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * A line of {@link System#out} for each event, which on Lambda is a log event: for documents of
 * {@link MetricDocument}, and for logs. Each is one write, because a runtime client that frames its
 * log makes one log event of each write. What has been written is Lambda's, and survives the
 * process.
 */
public final class StandardOutput implements Sink {
  /** Makes a sink that writes to {@link System#out}, as it is when a batch is delivered. */
  public StandardOutput() {}

  /**
   * Writes all events.
   *
   * @throws IOException when the stream has had its first error meanwhile; it does not say for
   *     which event. Of later ones a {@link PrintStream} says nothing: once it has failed, what is
   *     written counts as delivered
   */
  @Override
  public void deliver(Batch batch, long withinNanos) throws IOException {
    PrintStream out = System.out;
    boolean failedBefore = out.checkError();
    for (int i = 0; i < batch.size(); i++) {
      byte[] event = batch.event(i);
      byte[] line = Arrays.copyOf(event, event.length + 1);
      line[event.length] = '\n';
      out.write(line, 0, line.length);
      out.flush();
    }
    if (!failedBefore && out.checkError()) {
      throw new IOException("could not write " + batch.size() + " events to standard output");
    }
  }
}
