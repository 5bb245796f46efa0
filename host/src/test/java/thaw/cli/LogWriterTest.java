package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LogWriterTest {
  private final List<String> written = Collections.synchronizedList(new ArrayList<>());

  @Test
  void lines_come_by_themselves_in_order() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    LogWriter<String> writer =
        new LogWriter<>(
            line -> line,
            text -> {
              written.add(text);
              done.countDown();
            });
    writer.add("a");
    writer.add("b");
    assertTrue(done.await(10, TimeUnit.SECONDS));
    writer.close();
    assertEquals("a\nb\n", String.join("", written));
  }

  @Test
  void closing_writes_what_is_left_and_later_lines_are_not_lost() {
    LogWriter<String> writer = new LogWriter<>(line -> line, written::add);
    writer.add("a");
    writer.close();
    writer.add("b");
    assertEquals("a\nb\n", String.join("", written));
  }

  @Test
  void each_threads_lines_keep_their_order_and_none_is_lost() {
    LogWriter<String> writer = new LogWriter<>(line -> line, written::add);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int thread = 0; thread < 8; thread++) {
        String name = "t" + thread + " ";
        threads.submit(() -> {
          for (int i = 0; i < 2000; i++) {
            writer.add(name + i);
          }
        });
      }
    }
    writer.close();
    List<String> lines = String.join("", written).lines().toList();
    assertEquals(16_000, lines.size());
    for (int thread = 0; thread < 8; thread++) {
      String name = "t" + thread + " ";
      List<String> own = lines.stream().filter(line -> line.startsWith(name)).toList();
      for (int i = 0; i < own.size(); i++) {
        assertEquals(name + i, own.get(i));
      }
    }
  }
}
