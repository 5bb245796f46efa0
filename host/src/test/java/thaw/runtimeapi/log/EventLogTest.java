package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLogTest {
  private static final int TAIL_BYTES = 4096;

  private final List<PlatformEvent.Stamped> written = new ArrayList<>();
  private final EventLog eventLog = new EventLog(written::add);

  @Test
  void the_tail_is_the_last_bytes_of_what_was_written_since_the_invocation_began() {
    eventLog.add(new PlatformEvent.FunctionLine("of an invocation before"));
    eventLog.beginTail();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      String line = "line " + i + " with an ä, a € and a \uD83D\uDC15";
      eventLog.add(new PlatformEvent.FunctionLine(line));
      all.append(line).append('\n');
      byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
      byte[] end = Arrays.copyOfRange(text, Math.max(0, text.length - TAIL_BYTES), text.length);
      assertArrayEquals(end, eventLog.tail());
    }
    assertEquals(3_001, written.size());
  }

  @Test
  void the_tail_of_one_long_line_is_its_end() {
    eventLog.beginTail();
    eventLog.add(new PlatformEvent.FunctionLine("x".repeat(100_000)));
    assertEquals(
        "x".repeat(TAIL_BYTES - 1) + "\n", new String(eventLog.tail(), StandardCharsets.UTF_8));
  }
}
