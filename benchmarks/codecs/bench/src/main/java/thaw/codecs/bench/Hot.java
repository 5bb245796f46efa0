package thaw.codecs.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import thaw.codecs.MeasuredCodec;
import thaw.codecs.Order;
import thaw.codecs.Orders;
import thaw.codecs.Shown;
import thaw.codecs.ints.Ints;
import thaw.wire.Format;

/** One codec in a JVM that has no other, writing and reading one object again and again. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Hot {
  private static final Format[] FORMATS = {
    Format.JSON,
    Format.YAML,
    Format.CBOR,
    Format.PLAIN_BINARY,
    Format.PROTOBUF,
    Format.FIX
  };

  /** Enough for C2, which takes a method after some 10,000 calls. */
  private static final int POLLUTING = 30_000;

  /** By then C2 is done; in CPU time, for a busy machine's wall time says nothing of it. */
  private static final long WARM_CPU_NANOS = 1_500_000_000L;

  private static final int BATCH = 1000;

  @Param({})
  public String codec;

  /** {@code order}, or a number of int fields. */
  @Param({})
  public String object;

  /** Whether all formats of wire were used before, with the same class. */
  @Param("false")
  public boolean polluted;

  private MeasuredCodec used;

  /** CPU time beside wall time: on a busy machine the two differ. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Counters {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public long cpuNanos;
    public long size;
    private long begin;

    @Setup(Level.Iteration)
    public void begin() {
      begin = THREADS.getCurrentThreadCpuTime();
    }

    @TearDown(Level.Iteration)
    public void end(Hot hot) throws Exception {
      cpuNanos = THREADS.getCurrentThreadCpuTime() - begin;
      size = hot.used.encode();
    }
  }

  @Setup
  public void make() throws Exception {
    if (polluted) {
      for (Format format : FORMATS) {
        pollute(format);
      }
    }
    used = object.equals("order") ? Orders.of(codec) : Ints.of(codec, Integer.parseInt(object));
    used.encode();
    String decoded = Shown.of(used.decode());
    if (!decoded.equals(expected())) {
      throw new IllegalStateException(codec + " decoded something else: " + decoded);
    }
    warm();
  }

  private void warm() throws Exception {
    long end = Counters.THREADS.getCurrentThreadCpuTime() + WARM_CPU_NANOS;
    while (Counters.THREADS.getCurrentThreadCpuTime() < end) {
      for (int i = 0; i < BATCH; i++) {
        used.encode();
        used.decode();
      }
    }
  }

  private String expected() throws Exception {
    if (object.equals("order")) {
      return Order.sample().toString();
    }
    MeasuredCodec jackson = Ints.of("jackson2", Integer.parseInt(object));
    jackson.encode();
    return jackson.decode().toString();
  }

  private void pollute(Format format) throws Exception {
    MeasuredCodec other = Ints.wire(format, codec, Integer.parseInt(object));
    for (int i = 0; i < POLLUTING; i++) {
      other.encode();
      other.decode();
    }
  }

  @Benchmark
  public Object roundTrip(Counters counters) throws Exception {
    used.encode();
    return used.decode();
  }
}
