package thaw.racing;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stands in for a function's handler: makes the requests of a plan, and responds with what was
 * found.
 */
public final class RaceHandler implements RequestStreamHandler {
  /** A little more, so that a clock that shows seconds shows another one. */
  private static final long SECOND_NANOS = 1_010_000_000;

  @Override
  public void handleRequest(InputStream event, OutputStream response, Context context)
      throws IOException {
    RacingPlan plan = RacingPlan.read(Path.of(System.getenv("LAMBDA_TASK_ROOT")));
    RacingReport report = new RacingReport();
    Map<Integer, Set<String>> serial = new LinkedHashMap<>();
    serial(plan, -1, serial);
    long first = System.nanoTime();
    Set<String> shared = new TreeSet<>();
    List<Answer> together = new ArrayList<>();
    for (int round = 0; round < plan.rounds; round++) {
      together.addAll(new RacingBurst(plan, round).together());
      Shared.with((known, dependences, found) -> shared.addAll(known.shared()));
    }
    // Once more, and at another time: what a clock or another service says is no race.
    awaitNextSecond(first);
    serial(plan, -1 - plan.events.size(), serial);
    List<Answer> unlike = new ArrayList<>();
    for (Answer answer : together) {
      Set<String> usual = serial.get(answer.event);
      if (usual.size() == 1 && !usual.contains(answer.text)) {
        unlike.add(answer);
      }
    }
    report.races(Shared.FOUND.values());
    report.shared(shared);
    report.responses(unlike, serial);
    response.write(report.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void serial(RacingPlan plan, int round, Map<Integer, Set<String>> responses)
      throws IOException {
    for (int first = 0; first < plan.events.size(); first++) {
      for (Answer answer : new RacingBurst(plan, round - first).serial(first)) {
        responses.computeIfAbsent(answer.event, any -> new HashSet<>()).add(answer.text);
      }
    }
  }

  private static void awaitNextSecond(long earlierNanos) {
    long until = earlierNanos + SECOND_NANOS;
    try {
      while (System.nanoTime() < until) {
        Thread.sleep(Math.max(1, (until - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
