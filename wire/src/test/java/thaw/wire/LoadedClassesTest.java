package thaw.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What a fresh JVM loads of this library, and of points of time, for the first object: each class
 * is 0.1 ms.
 */
class LoadedClassesTest {
  /** Numbers only. */
  private static final class Numbers implements Wired {
    private static final Field A = Field.of(1, "a");
    private static final Field B = Field.of(2, "b");
    private int a;
    private long b;

    @Override
    public void wire(Wire w) {
      a = w.int32(A, a);
      b = w.int64(B, b);
    }
  }

  @Test
  void plain_binary_loads_a_writer_a_reader_and_what_they_are() throws Exception {
    assertEquals(
        List.of(
            "Field",
            "Format",
            "Payload",
            "PlainReader",
            "PlainWriter",
            "Reader",
            "Wire",
            "Wired",
            "Writer"),
        loaded("PLAIN_BINARY"));
  }

  @Test
  void cbor_loads_a_writer_a_reader_and_what_they_are() throws Exception {
    assertEquals(
        List.of(
            "CborReader",
            "CborWriter",
            "Field",
            "Format",
            "Payload",
            "Reader",
            "Wire",
            "Wired",
            "Writer"),
        loaded("CBOR"));
  }

  @Test
  void protobuf_loads_a_writer_a_reader_and_what_they_are() throws Exception {
    assertEquals(
        List.of(
            "Field",
            "Format",
            "Payload",
            "ProtobufReader",
            "ProtobufWriter",
            "Reader",
            "Wire",
            "Wired",
            "Writer"),
        loaded("PROTOBUF"));
  }

  @Test
  void fix_loads_a_writer_a_reader_and_what_they_are() throws Exception {
    assertEquals(
        List.of(
            "Field",
            "FixReader",
            "FixWriter",
            "Format",
            "Reader",
            "TextNumbers",
            "Wire",
            "Wired",
            "Writer"),
        loaded("FIX"));
  }

  @Test
  void json_loads_nothing_of_other_formats() throws Exception {
    assertEquals(
        List.of(
            "Field",
            "Format",
            "JsonReader",
            "JsonWriter",
            "Reader",
            "TextNumbers",
            "Wire",
            "Wired",
            "Writer"),
        loaded("JSON"));
  }

  private static List<String> loaded(String format) throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xlog:class+load:stdout",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                LoadedClassesTest.class.getName(),
                format)
            .redirectErrorStream(true)
            .start();
    try {
      String log = new String(java.getInputStream().readAllBytes());
      java.waitFor(60, TimeUnit.SECONDS);
      assertEquals(0, java.exitValue(), log);
      TreeSet<String> classes = new TreeSet<>();
      for (String line : log.split("\n")) {
        if (line.contains("java.time.") && line.contains(" source: ")) {
          classes.add(line.substring(line.indexOf("java.time."), line.indexOf(" source: ")));
        }
        int at = line.indexOf("thaw.wire.");
        if (at >= 0 && line.contains(" source: ")) {
          String name = line.substring(at + "thaw.wire.".length(), line.indexOf(" source: "));
          if (!name.startsWith("LoadedClassesTest")) {
            classes.add(name);
          }
        }
      }
      return List.copyOf(classes);
    } finally {
      java.destroyForcibly();
    }
  }

  /** In the JVM of its own. */
  public static void main(String[] args) throws ReflectiveOperationException {
    Format format = (Format) Format.class.getField(args[0]).get(null);
    Numbers numbers = new Numbers();
    numbers.b = 7;
    if (format.read(format.write(numbers), new Numbers()).b != 7) {
      throw new AssertionError();
    }
  }
}
