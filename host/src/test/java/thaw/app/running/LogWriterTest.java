package thaw.app.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

class LogWriterTest {
  private final List<String> written = Collections.synchronizedList(new ArrayList<>());

  private static LogWriter<String> writer(Consumer<String> sink) {
    return new LogWriter<>(line -> line, String::length, sink, Duration.ofSeconds(60));
  }

  @Test
  void lines_come_by_themselves_in_order() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    LogWriter<String> writer =
        writer(text -> {
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
  void a_line_that_cannot_be_made_costs_the_others_nothing() {
    LogWriter<String> writer =
        new LogWriter<>(
            line -> {
              if (line.equals("b")) {
                throw new IllegalStateException("no text");
              }
              return line;
            },
            String::length,
            written::add,
            Duration.ofSeconds(60));
    writer.add("a");
    writer.add("b");
    writer.add("c");
    writer.close();
    assertEquals("a\nc\n", String.join("", written));
  }

  @Test
  void closing_writes_what_is_left_and_later_lines_are_not_lost() {
    LogWriter<String> writer = writer(written::add);
    writer.add("a");
    writer.close();
    writer.add("b");
    assertEquals("a\nb\n", String.join("", written));
  }

  @Test
  void each_threads_lines_keep_their_order_and_none_is_lost() {
    LogWriter<String> writer = writer(written::add);
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

  @Test
  void a_sink_that_takes_nothing_keeps_neither_the_end_nor_who_comes_later() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    LogWriter<String> writer =
        new LogWriter<>(
            line -> line,
            String::length,
            text -> {
              asked.countDown();
              awaitOpen(reads);
              written.add(text);
            },
            Duration.ofMillis(1));
    writer.add("a");
    assertTrue(asked.await(10, TimeUnit.SECONDS));
    writer.add("b");
    writer.close(); // or this test does not end
    writer.add("c");
    assertEquals(List.of(), written);
    reads.countDown();
  }

  @Test
  void who_adds_more_than_memory_is_to_hold_waits_for_the_sink_and_nothing_is_lost()
      throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    LogWriter<String> writer =
        writer(text -> {
          awaitOpen(reads);
          written.add(text);
        });
    Queue added = new Queue(writer);
    Deadline.await(Duration.ofSeconds(30), "it waits", added::waits);
    assertTrue(added.count() < 20, "MiB in memory: " + added.count()); // 8, and those in the sink
    reads.countDown();
    added.thread().join(30_000);
    writer.close();
    assertEquals(Queue.LINES, String.join("", written).lines().count());
  }

  @Test
  void the_end_releases_who_waits_for_the_sink() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    LogWriter<String> writer =
        new LogWriter<>(
            line -> line, String::length, text -> awaitOpen(reads), Duration.ofMillis(1));
    Queue added = new Queue(writer);
    Deadline.await(Duration.ofSeconds(30), "it waits", added::waits);
    writer.close();
    added.thread().join(30_000);
    assertEquals(Queue.LINES, added.count());
    reads.countDown();
  }

  /** Adds 40 lines of 1 MiB, on a thread of its own. */
  private static final class Queue {
    static final int LINES = 40;

    private final AtomicInteger added = new AtomicInteger();
    private final Thread thread;

    Queue(LogWriter<String> writer) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                for (int i = 0; i < LINES; i++) {
                  writer.add("x".repeat(1 << 20));
                  added.incrementAndGet();
                }
              });
    }

    Thread thread() {
      return thread;
    }

    int count() {
      return added.get();
    }

    boolean waits() {
      return thread.getState() == Thread.State.WAITING;
    }
  }

  private static void awaitOpen(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
