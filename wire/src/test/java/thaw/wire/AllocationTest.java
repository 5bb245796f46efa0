package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A writer and a reader that are used again allocate nothing for numbers: with C2, which might have
 * removed what is made, and with C1, which removes nothing. Each has a JVM of its own.
 */
class AllocationTest {
  private static final int WARM_UP = 30_000;
  private static final int MEASURED = 20_000;

  /** So many int32. */
  private static final class Ints implements Wired {
    private static final Field[] FIELDS = new Field[32];

    static {
      for (int i = 0; i < FIELDS.length; i++) {
        FIELDS[i] = Field.of(i + 1, "field" + i);
      }
    }

    private final int[] values;

    Ints(int count) {
      values = new int[count];
    }

    @Override
    public void wire(Wire w) {
      for (int i = 0; i < values.length; i++) {
        values[i] = w.int32(FIELDS[i], values[i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+TieredCompilation", "-XX:TieredStopAtLevel=1"})
  void numbers_are_written_and_read_without_an_allocation(String flag) throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                flag,
                "-Xbatch",
                "-cp",
                System.getProperty("java.class.path"),
                AllocationTest.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(java.getInputStream().readAllBytes());
      java.waitFor(60, TimeUnit.SECONDS);
      List<String> expected = new ArrayList<>();
      for (String format : FORMATS) {
        for (int count : COUNTS) {
          expected.add(format + " " + count + ": 0 bytes");
        }
      }
      assertEquals(String.join("\n", expected), said.strip());
    } finally {
      java.destroyForcibly();
    }
  }

  private static final String[] FORMATS = {
    "JSON", "YAML", "CBOR", "PLAIN_BINARY", "PROTOBUF", "FIX"
  };

  private static final int[] COUNTS = {8, 14, 16, 32};

  /** In the JVM of its own: says what each format allocates for objects of each size. */
  public static void main(String[] args) throws ReflectiveOperationException {
    var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    StringBuilder said = new StringBuilder();
    for (String name : FORMATS) {
      Format format = (Format) Format.class.getField(name).get(null);
      for (int count : COUNTS) {
        Writer writer = format.writer();
        Reader reader = format.reader();
        Ints from = new Ints(count);
        Ints to = new Ints(count);
        run(writer, reader, from, to, WARM_UP);
        thread.getCurrentThreadAllocatedBytes();
        long before = thread.getCurrentThreadAllocatedBytes();
        run(writer, reader, from, to, MEASURED);
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        said.append(name).append(' ').append(count).append(": ").append(allocated);
        said.append(" bytes\n");
      }
    }
    System.out.print(said);
  }

  private static void run(Writer writer, Reader reader, Ints from, Ints to, int times) {
    for (int i = 0; i < times; i++) {
      from.values[i % from.values.length] = i * 0x9e3779b9;
      writer.write(from);
      reader.reset(writer.buffer(), 0, writer.length()).read(to);
    }
    assertEquals(from.values[0], to.values[0]);
  }
}
