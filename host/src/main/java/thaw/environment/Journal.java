package thaw.environment;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * An environment's timeline as it is written: every event goes to the sink, and the text of those
 * since the last invocation began is kept for {@code LogType=Tail}. One thread at a time.
 */
final class Journal {
  /** {@code LogType=Tail} returns the last 4 KB. */
  private static final int TAIL_BYTES = 4096;

  private final Consumer<PlatformEvent.Stamped> sink;
  private final ByteArrayOutputStream invocation = new ByteArrayOutputStream();
  private final LogFrames frames = new LogFrames();

  Journal(Consumer<PlatformEvent.Stamped> sink) {
    this.sink = sink;
  }

  /** What comes from now on belongs to a new invocation. */
  void beginTail() {
    invocation.reset();
  }

  void add(PlatformEvent event) {
    PlatformEvent.Stamped stamped = PlatformEvent.Stamped.now(event);
    stamped.text().ifPresent(this::keep);
    sink.accept(stamped);
  }

  private void keep(String text) {
    if (invocation.size() > 16 * TAIL_BYTES) { // of a chatty function only the end is wanted
      byte[] end = tail();
      invocation.reset();
      invocation.writeBytes(end);
    }
    invocation.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    invocation.write('\n');
  }

  /** Output of the runtime process since the last call. */
  void output(byte[] output) {
    if (output.length > 0) {
      frames.split(output).forEach(text -> add(new PlatformEvent.FunctionLine(text)));
    }
  }

  /** The process has ended: what it wrote last may lack its line feed. */
  void endOfOutput() {
    frames.rest().ifPresent(text -> add(new PlatformEvent.FunctionLine(text)));
  }

  byte[] tail() {
    byte[] all = invocation.toByteArray();
    return Arrays.copyOfRange(all, Math.max(0, all.length - TAIL_BYTES), all.length);
  }
}
