package thaw.runtime.background;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
  private final PrintStream before = System.out;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private boolean broken;

  private final PrintStream breaks =
      new PrintStream(written) {
        @Override
        public void write(byte[] bytes, int from, int count) {
          if (broken) {
            setError();
          } else {
            super.write(bytes, from, count);
          }
        }
      };

  @AfterEach
  void restore() {
    System.setOut(before);
  }

  private static Batch batch(String event) {
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    return new Batch(new byte[][] {bytes}, bytes.length);
  }

  @Test
  void an_error_is_told_once_and_what_comes_later_is_not_written_again() throws Exception {
    System.setOut(breaks);
    StandardOutput sink = new StandardOutput();
    sink.deliver(batch("a"), 1);
    broken = true;
    assertThrows(IOException.class, () -> sink.deliver(batch("b"), 1));
    broken = false;
    sink.deliver(batch("b"), 1);
    sink.deliver(batch("c"), 1);
    assertEquals("a\nb\nc\n", written.toString(StandardCharsets.UTF_8));
  }
}
