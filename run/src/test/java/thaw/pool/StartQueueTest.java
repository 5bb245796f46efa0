package thaw.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.sandbox.kernel.Deadline;

class StartQueueTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final StartQueue queue = new StartQueue(2);
  private final List<String> came = Collections.synchronizedList(new ArrayList<>());

  private StartQueue.Turn join(String name) {
    return queue.join(() -> came.add(name));
  }

  @Test
  void as_many_as_there_are_places_come_at_once_and_the_others_in_order() {
    StartQueue.Turn first = join("first");
    StartQueue.Turn second = join("second");
    StartQueue.Turn third = join("third");
    StartQueue.Turn fourth = join("fourth");
    assertTrue(first.hasCome() && second.hasCome());
    assertFalse(third.hasCome() || fourth.hasCome());
    second.close();
    assertEquals(List.of("third"), came);
    assertTrue(third.hasCome());
    assertFalse(fourth.hasCome());
    first.close();
    assertEquals(List.of("third", "fourth"), came);
    assertTrue(third.waited().isPositive());
  }

  @Test
  void who_leaves_before_his_turn_takes_no_place() {
    StartQueue.Turn first = join("first");
    join("second");
    join("third").close();
    join("fourth");
    first.close();
    assertEquals(List.of("fourth"), came);
  }

  @Test
  void a_place_is_given_back_once() {
    StartQueue.Turn first = join("first");
    join("second");
    join("third");
    join("fourth");
    first.close();
    first.close();
    assertEquals(List.of("third"), came);
  }

  @Test
  void who_wants_no_CPU_gives_his_place_to_the_next() throws Exception {
    join("hangs").watch(() -> 7);
    join("hangs too").watch(() -> 7);
    StartQueue.Turn third = join("third");
    Deadline.await(PATIENCE, "an idle place to be passed on", third::hasCome);
    third.close();
    assertEquals(List.of("third"), came);
  }

  @Test
  void who_could_run_keeps_his_place_though_the_host_gives_him_no_CPU() throws Exception {
    StartQueue.Turn hangs = join("hangs");
    StartQueue.Turn wants = join("wants a CPU");
    hangs.watch(() -> 7);
    wants.watch(System::nanoTime); // by the clock: on a CPU, or waiting for one
    StartQueue.Turn third = join("third");
    StartQueue.Turn fourth = join("fourth");
    third.watch(() -> 7);
    fourth.watch(System::nanoTime);
    StartQueue.Turn fifth = join("fifth");
    StartQueue.Turn sixth = join("sixth");
    sixth.watch(System::nanoTime);
    Deadline.await(PATIENCE, "two idle places to be passed on", fourth::hasCome);
    assertFalse(fifth.hasCome() || sixth.hasCome());
    assertEquals(2, queue.waiting());
  }

  @Test
  void who_takes_waits_until_another_has_left() throws Exception {
    StartQueue.Turn first = queue.take();
    StartQueue.Turn second = queue.take();
    Thread third =
        Thread.ofPlatform()
            .start(() -> {
              try (StartQueue.Turn turn = queue.take()) {
                came.add("third");
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Deadline.await(PATIENCE, "the third to wait", () -> queue.waiting() == 1);
    assertEquals(List.of(), came);
    first.close();
    third.join();
    assertEquals(List.of("third"), came);
    second.close();
  }
}
