package thaw.load.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import thaw.load.LatencyDistribution;
import thaw.load.LoadSecond;

class LoadBinsTest {
  /** Points of one second each with so many answers. */
  private static List<List<LoadSecond>> points(int... answered) {
    LatencyDistribution none = LatencyDistribution.ofNanos();
    return IntStream.range(0, answered.length)
        .mapToObj(i -> {
          long[] nanos = new long[answered[i]];
          Arrays.fill(nanos, 1_000_000);
          LatencyDistribution response = LatencyDistribution.ofNanos(nanos);
          return List.of(
              new LoadSecond(
                  i,
                  answered[i],
                  answered[i],
                  answered[i],
                  0,
                  OptionalInt.empty(),
                  none,
                  none,
                  response,
                  response,
                  none,
                  Optional.empty()));
        })
        .toList();
  }

  private static String bins(int... answered) {
    StringBuilder text = new StringBuilder();
    LoadBins.of(points(answered))
        .forEach(bin -> text.append(bin.from()).append('-').append(bin.to()).append(' '));
    return text.toString().strip();
  }

  @Test
  void points_with_twenty_requests_stand_alone() {
    assertEquals("0-1 1-2", bins(20, 100));
  }

  @Test
  void points_with_few_requests_are_put_together_until_they_have_twenty() {
    assertEquals("0-3 0-3 0-3 3-4", bins(7, 7, 7, 30));
    assertEquals("0-1 1-3 1-3", bins(20, 1, 1));
  }

  @Test
  void a_second_without_an_answer_stays_a_gap() {
    assertEquals("0-2 0-2 2-3 3-4 4-5", bins(5, 5, 0, 0, 5));
  }

  @Test
  void every_point_has_the_requests_of_its_bin() {
    List<List<LoadSecond>> points = points(7, 7, 7, 30);
    List<List<LoadSecond>> seconds = LoadBins.seconds(points, LoadBins.of(points));
    assertEquals(List.of(3, 3, 3, 1), seconds.stream().map(List::size).toList());
    assertEquals(2, seconds.get(1).getLast().index());
  }
}
