package thaw.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of the probe's file, before any address has a name. The layout is drawn above {@code
 * probe/src/recording.h}.
 *
 * @param interval CPU time between two samples of a thread, nanoseconds
 * @param look wall time between two looks at the main thread, nanoseconds
 * @param methods by the number that the JVM gave them
 * @param threads names by thread number
 * @param samples how many were taken, those included for which there was no room
 * @param handlerNanos what taking them cost the sampled threads
 * @param dropped records for which there was no room
 */
record ProbeLog(
    long interval,
    long look,
    long mainThread,
    boolean perf,
    boolean kernelFrames,
    int perfError,
    long samples,
    long handlerNanos,
    long dropped,
    List<OnCpu> onCpu,
    List<Blocked> blocked,
    List<Loaded> loaded,
    List<Mark> marks,
    Map<Long, String> threads,
    Map<Long, Method> methods) {
  private static final String MAGIC = "THAWPRB\0";
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 4096;
  private static final int HEAD_BYTES = 8;

  private static final int ABLE_PERF = 1;
  private static final int ABLE_KERNEL_FRAMES = 2;

  /** A method as JVMTI names it: {@code Ljava/lang/String;} and {@code <init>}. */
  record Method(String signature, String name) {}

  /** A Java frame, not yet named. */
  record JavaFrame(long method, int bci) {}

  record OnCpu(long nanos, long thread, long[] kernel, long[] nativeFrames, JavaFrame[] java) {}

  record Blocked(
      long beginNanos,
      long endNanos,
      long thread,
      int kind,
      long[] nativeFrames,
      JavaFrame[] java,
      String peer) {}

  /** The class that was asked for is being loaded. */
  record Loaded(long nanos, long thread, String signature, JavaFrame[] java) {}

  /**
   * @param cpuNanos what the launcher's and the main thread had used until then; 0 of marks that
   *     other threads set
   * @param waitingNanos what they had waited for a CPU
   */
  record Mark(Kind kind, long nanos, long cpuNanos, long waitingNanos) {
    enum Kind {
      AGENT_LOADED,
      VM_START,
      VM_INIT,
      GC_START,
      GC_FINISH,
      VM_DEATH
    }
  }

  /** Bytes that the probe has written, and how far its samples have names. */
  record Progress(long written, long resolved) {}

  static Progress progress(Path file) throws IOException {
    ByteBuffer header = read(file, 0, 64);
    return new Progress(header.getLong(24), header.getLong(32));
  }

  static ProbeLog read(Path file) throws IOException {
    ByteBuffer header = read(file, 0, 128);
    byte[] magic = new byte[MAGIC.length()];
    header.get(0, magic);
    if (!new String(magic, UTF_8).equals(MAGIC) || header.getInt(8) != VERSION) {
      throw new IOException("not what this probe writes: " + file);
    }
    int abilities = header.getInt(68);
    ProbeLog log =
        new ProbeLog(
            header.getLong(48),
            header.getLong(56),
            Integer.toUnsignedLong(header.getInt(64)),
            (abilities & ABLE_PERF) != 0,
            (abilities & ABLE_KERNEL_FRAMES) != 0,
            header.getInt(72),
            header.getLong(88),
            header.getLong(80),
            header.getLong(40),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new HashMap<>(),
            new HashMap<>());
    long end = Math.min(header.getLong(24), header.getLong(16));
    ByteBuffer records = read(file, HEADER_BYTES, end);
    try {
      log.add(records);
    } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
      throw new IOException("not what this probe writes: " + file, e); // but its function
    }
    return log;
  }

  private static ByteBuffer read(Path file, long from, long to) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (to < from || to > channel.size()) {
        throw new IOException("too short: " + file);
      }
      ByteBuffer bytes =
          ByteBuffer.allocate(Math.toIntExact(to - from)).order(ByteOrder.nativeOrder());
      while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
        // until all is there
      }
      if (bytes.hasRemaining()) {
        throw new IOException("too short: " + file);
      }
      return bytes.flip();
    }
  }

  /** A record that was being written when the process was stopped has no type, and is passed. */
  private void add(ByteBuffer records) {
    int at = 0;
    while (at + HEAD_BYTES <= records.limit()) {
      int size = records.getInt(at);
      if (size < HEAD_BYTES || at + size > records.limit()) {
        return;
      }
      add(records.getShort(at + 4), records.slice(at + HEAD_BYTES, size - HEAD_BYTES));
      at += size;
    }
  }

  private void add(int type, ByteBuffer sliced) {
    ByteBuffer data = sliced.order(ByteOrder.nativeOrder());
    switch (type) {
      case 1 -> onCpu.add(onCpu(data));
      case 2 -> {
        int length = Short.toUnsignedInt(data.getShort(8));
        String signature = text(data, 16, length);
        String name = text(data, 16 + length, Short.toUnsignedInt(data.getShort(10)));
        methods.put(data.getLong(0), new Method(signature, name));
      }
      case 3 ->
          threads.put(
              Integer.toUnsignedLong(data.getInt(8)),
              text(data, 16, Short.toUnsignedInt(data.getShort(12))));
      case 4 ->
          marks.add(
              new Mark(
                  Mark.Kind.values()[data.getInt(8) - 1],
                  data.getLong(0),
                  data.getLong(16),
                  data.getLong(24)));
      case 5 -> blocked.add(blocked(data));
      case 6 -> {
        int count = Short.toUnsignedInt(data.getShort(12));
        loaded.add(
            new Loaded(
                data.getLong(0),
                Integer.toUnsignedLong(data.getInt(8)),
                text(data, 16 + 16 * count, Short.toUnsignedInt(data.getShort(14))),
                frames(data, 16, count)));
      }
      default -> {
        // being written
      }
    }
  }

  private static OnCpu onCpu(ByteBuffer data) {
    int kernel = Short.toUnsignedInt(data.getShort(12));
    int nativeFrames = Short.toUnsignedInt(data.getShort(14));
    return new OnCpu(
        data.getLong(0),
        Integer.toUnsignedLong(data.getInt(8)),
        addresses(data, 32, kernel),
        addresses(data, 32 + 8 * kernel, nativeFrames),
        frames(data, 32 + 8 * (kernel + nativeFrames), Short.toUnsignedInt(data.getShort(16))));
  }

  private static Blocked blocked(ByteBuffer data) {
    int nativeFrames = Short.toUnsignedInt(data.getShort(24));
    int java = Short.toUnsignedInt(data.getShort(26));
    return new Blocked(
        data.getLong(0),
        data.getLong(8),
        Integer.toUnsignedLong(data.getInt(16)),
        data.getInt(20),
        addresses(data, 32, nativeFrames),
        frames(data, 32 + 8 * nativeFrames, java),
        text(data, 32 + 8 * nativeFrames + 16 * java, Short.toUnsignedInt(data.getShort(28))));
  }

  private static long[] addresses(ByteBuffer data, int at, int count) {
    long[] addresses = new long[count];
    for (int i = 0; i < count; i++) {
      addresses[i] = data.getLong(at + 8 * i);
    }
    return addresses;
  }

  private static JavaFrame[] frames(ByteBuffer data, int at, int count) {
    JavaFrame[] frames = new JavaFrame[count];
    for (int i = 0; i < count; i++) {
      frames[i] = new JavaFrame(data.getLong(at + 16 * i), data.getInt(at + 16 * i + 8));
    }
    return frames;
  }

  private static String text(ByteBuffer data, int at, int length) {
    byte[] bytes = new byte[length];
    data.get(at, bytes);
    return new String(bytes, UTF_8);
  }
}
