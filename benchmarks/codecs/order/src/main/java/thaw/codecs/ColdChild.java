package thaw.codecs;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One sample of a cold start: what the first order costs that a codec writes and reads in this JVM,
 * from when nothing of the codec nor of the object is loaded. Before it there is nothing that
 * codecs need as well: no lambda, no string put together, no stream.
 */
final class ColdChild {
  private static final int NEXT = 100;

  private ColdChild() {}

  /** The name of a codec; prints what {@code ColdSample} reads. */
  public static void main(String[] arguments) throws Exception {
    String name = arguments[0];
    if (name.equals("nothing")) {
      print(0, 0, 0, 0, "nothing");
      return;
    }
    ThreadCpu cpu = new ThreadCpu();
    Orders.of("nothing"); // this class is no codec's
    new Begin();
    long cpuBegin = cpu.nanos();
    long begin = System.nanoTime();

    MeasuredCodec codec = Orders.of(name);
    int size = codec.encode();
    Object decoded = codec.decode();

    long end = System.nanoTime();
    long cpuEnd = cpu.nanos();
    new End();

    codec.encode();
    codec.decode();
    long nextBegin = System.nanoTime();
    for (int i = 0; i < NEXT; i++) {
      codec.encode();
      codec.decode();
    }
    long next = (System.nanoTime() - nextBegin) / NEXT;
    print(cpuEnd - cpuBegin, end - begin, size, next, Shown.of(decoded));
  }

  private static void print(long cpu, long wall, int size, long next, String shown)
      throws Exception {
    System.out.println(
        String.join(
            "\t",
            "sample",
            "" + cpu,
            "" + wall,
            "" + size,
            "" + next,
            "" + processMillis(),
            shown));
  }

  /** CPU of all threads, those of the JVM too, in the kernel's hundredths of a second. */
  private static long processMillis() throws Exception {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10;
  }
}
