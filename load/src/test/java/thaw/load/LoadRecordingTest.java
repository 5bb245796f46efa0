package thaw.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LoadRecordingTest {
  private static final long SECOND = 1_000_000_000;
  private static final long BEGIN = 5 * SECOND;

  private final LoadRecording recording = new LoadRecording(new ShotLog(10));

  private Shot due(long number, long inRun) {
    Shot shot = new Shot(number, BEGIN + inRun, inRun, recording);
    recording.scheduled(shot);
    shot.ready(BEGIN + inRun + 1000);
    return shot;
  }

  @Test
  void latency_belongs_to_the_second_in_which_a_request_was_due() {
    recording.begin(BEGIN, 0, Long.MAX_VALUE);
    Shot shot = due(0, SECOND / 2);
    shot.sent(BEGIN + SECOND + 1);
    recording.answered(shot, shot.sentNanos(), BEGIN + 2 * SECOND + SECOND / 2);
    List<LoadSecond> seconds = recording.seconds();
    assertEquals(3, seconds.size());
    assertEquals(List.of(1L, 0L, 0L), seconds.stream().map(LoadSecond::scheduled).toList());
    assertEquals(List.of(0L, 1L, 0L), seconds.stream().map(LoadSecond::sent).toList());
    assertEquals(List.of(0L, 0L, 1L), seconds.stream().map(LoadSecond::answered).toList());
    assertEquals(2000, seconds.getFirst().response().at(0.5), 2);
    assertEquals(1500, seconds.getFirst().service().at(0.5), 1.5);
    assertEquals(500, seconds.getFirst().send().at(0.5), 0.5);
    assertEquals(0.001, seconds.getFirst().lag().at(0.5), 1e-6);
    assertTrue(seconds.get(1).response().isEmpty());
  }

  @Test
  void busy_cpus_belong_to_the_seconds_whose_middle_is_in_the_time_that_was_read() {
    recording.begin(BEGIN, 0, Long.MAX_VALUE);
    Shot shot = due(0, 0);
    recording.answered(shot, BEGIN, BEGIN + 2 * SECOND);
    CpuSecond busy = new CpuSecond(2, 1.5, 0.25, OptionalDouble.of(1));
    recording.cpu(new CpuMeter.Reading(BEGIN + SECOND - 1, BEGIN + 2 * SECOND + 1, busy));
    assertEquals(
        List.of(Optional.empty(), Optional.of(busy), Optional.empty()),
        recording.seconds().stream().map(LoadSecond::cpu).toList());
  }

  @Test
  void of_two_ends_only_the_first_counts() throws InterruptedException {
    recording.begin(BEGIN, 0, Long.MAX_VALUE);
    Shot shot = due(0, 0);
    Failure late = new Failure(Failure.Kind.TIMEOUT, "late");
    recording.failed(shot, 0, BEGIN + 10, late);
    recording.answered(shot, 0, BEGIN + 20);
    LoadSecond second = recording.seconds().get(0);
    assertEquals(0, second.answered());
    assertEquals(1, second.failed());
    assertTrue(second.response().isEmpty());
    assertTrue(second.send().isEmpty(), "it was not sent");
    assertEquals(Map.of(late, 1L), recording.failures());
    assertTrue(recording.awaitEnds(System.nanoTime()), "nothing is under way");
  }

  @Test
  void what_ends_after_its_part_of_the_run_keeps_its_place_in_it() {
    recording.begin(BEGIN, SECOND, 2 * SECOND);
    Shot late = new Shot(0, BEGIN + SECOND / 2, SECOND + SECOND / 2, recording);
    Shot later = new Shot(1, BEGIN + SECOND / 2, SECOND + SECOND / 2, recording);
    recording.scheduled(late);
    recording.scheduled(later);
    recording.answered(late, BEGIN + SECOND / 2, BEGIN + 3 * SECOND);
    long next = BEGIN + 7 * SECOND; // another part of the run was elsewhere meanwhile
    recording.begin(next, 2 * SECOND, 3 * SECOND);
    recording.answered(later, BEGIN + SECOND / 2, next + SECOND / 4);
    assertEquals(2, recording.seconds().get(1).response().count());
    assertEquals(1, recording.seconds().get(1).answered());
    assertEquals(1, recording.seconds().get(2).answered());
    assertEquals(3, recording.seconds().size());
  }

  @Test
  void cold_ones_may_be_told_before_or_after_their_answer() {
    recording.begin(BEGIN, 0, Long.MAX_VALUE);
    recording.cold(1, ColdRequest.Kind.RESTORE);
    for (int i = 0; i < 3; i++) {
      Shot shot = due(i, i * SECOND);
      recording.answered(shot, shot.due(), shot.due() + SECOND / 10);
    }
    recording.cold(0, ColdRequest.Kind.INIT);
    recording.cold(7, ColdRequest.Kind.INIT); // never answered
    recording.cold(11, ColdRequest.Kind.INIT); // not kept
    assertEquals(
        List.of(
            new ColdRequest(ColdRequest.Kind.INIT, 0, 100),
            new ColdRequest(ColdRequest.Kind.RESTORE, 1000, 100)),
        recording.coldStarts());
  }

  @Test
  void more_texts_of_failures_than_anybody_reads_are_one() {
    recording.begin(BEGIN, 0, Long.MAX_VALUE);
    for (int i = 0; i < 250; i++) {
      recording.failed(due(i, 0), 0, BEGIN + 1, new Failure(Failure.Kind.PROTOCOL, "text " + i));
    }
    assertEquals(101, recording.failures().size());
    assertEquals(150, recording.failures().get(new Failure(Failure.Kind.PROTOCOL, "others")));
  }

  @Test
  void the_end_of_all_is_awaited_but_not_for_ever() throws InterruptedException {
    recording.begin(System.nanoTime(), 0, Long.MAX_VALUE);
    Shot shot = due(0, 0);
    assertFalse(recording.awaitEnds(System.nanoTime()));
    Thread.startVirtualThread(shot::answered);
    assertTrue(recording.awaitEnds(System.nanoTime() + 20 * SECOND));
  }

  @Test
  void a_log_of_requests_knows_those_that_were_answered() {
    ShotLog log = new ShotLog(100_000);
    for (long number : new long[] {0, 16_383, 16_384, 99_999, 100_000, 1L << 40}) {
      log.answered(number, number * 1_000_000, 0);
    }
    for (long number : new long[] {0, 16_383, 16_384, 99_999}) {
      assertEquals(number, log.find(number, ColdRequest.Kind.INIT).orElseThrow().dueMillis());
    }
    for (long number : new long[] {-1, 1, 50_000, 100_000, 1L << 40}) {
      assertTrue(log.find(number, ColdRequest.Kind.INIT).isEmpty(), "request " + number);
    }
  }
}
