package thaw.runtime;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages of the logger: to standard output as they are, or in frames to a descriptor that
 * Lambda names:
 *
 * <pre>
 * | 4 bytes                                   | 4 bytes | 8 bytes                   | length  |
 * | 0xa55a0000 | level &lt;&lt; 2 | 2 | text ? 1 : 0 | length  | microseconds of Unix time | message |
 * </pre>
 *
 * Numbers are big-endian; 2 says that there is a time. For any thread.
 */
final class LogSink {
  private static final int MAGIC = 0xa55a0000;
  private static final int HAS_TIME = 2;
  private static final int HEAD_BYTES = 16;

  /** The stream of frames; null for standard output. */
  private final @Nullable OutputStream frames;

  LogSink(@Nullable OutputStream frames) {
    this.frames = frames;
  }

  /**
   * @param descriptor {@code _LAMBDA_TELEMETRY_LOG_FD}; standard output when it is null, no number,
   *     or cannot be written to
   */
  static LogSink of(@Nullable String descriptor) {
    if (descriptor == null) {
      return new LogSink(null);
    }
    int number;
    try {
      number = Integer.parseInt(descriptor);
    } catch (NumberFormatException e) {
      return new LogSink(null);
    }
    try {
      // Needs no rights inside the JVM, and costs 5 ms less than reflection does.
      return new LogSink(new FileOutputStream("/proc/self/fd/".concat(descriptor), true));
    } catch (IOException e) {
      return new LogSink(ofNumber(number));
    }
  }

  /**
   * Returns a stream to a descriptor that cannot be opened, such as a socket's; null when that
   * fails. It needs {@code --add-opens java.base/java.io=ALL-UNNAMED}.
   */
  private static @Nullable OutputStream ofNumber(int number) {
    try {
      Constructor<FileDescriptor> constructor =
          FileDescriptor.class.getDeclaredConstructor(int.class);
      constructor.setAccessible(true);
      return new FileOutputStream(constructor.newInstance(number));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /**
   * @param level 0 for none, 1 for TRACE to 6 for FATAL
   */
  @SuppressWarnings("CatchAndPrintStackTrace") // Standard error is the log that is left.
  synchronized void write(int level, boolean json, byte[] message) {
    if (frames == null) {
      System.out.write(message, 0, message.length);
      System.out.flush();
      return;
    }
    byte[] frame = new byte[HEAD_BYTES + message.length];
    put(frame, 0, MAGIC | level << 2 | HAS_TIME | (json ? 0 : 1));
    put(frame, 4, message.length);
    long micros = System.currentTimeMillis() * 1000;
    put(frame, 8, (int) (micros >>> 32));
    put(frame, 12, (int) micros);
    System.arraycopy(message, 0, frame, HEAD_BYTES, message.length);
    try {
      frames.write(frame);
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  private static void put(byte[] to, int at, int value) {
    to[at] = (byte) (value >>> 24);
    to[at + 1] = (byte) (value >>> 16);
    to[at + 2] = (byte) (value >>> 8);
    to[at + 3] = (byte) value;
  }
}
