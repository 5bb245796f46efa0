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

/**
 * Stands in for a function's handler: makes the requests of a plan, and responds with what was
 * found.
 */
public final class RaceHandler implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream response, Context context)
      throws IOException {
    Plan plan = Plan.read(Path.of(System.getenv("LAMBDA_TASK_ROOT")));
    Report report = new Report();
    Map<Integer, Set<String>> serial = new LinkedHashMap<>();
    for (int first = 0; first < plan.events.size(); first++) {
      for (Answer answer : new Burst(plan, -1 - first).serial(first)) {
        serial.computeIfAbsent(answer.event, any -> new HashSet<>()).add(answer.text);
      }
    }
    List<Answer> unlike = new ArrayList<>();
    for (int round = 0; round < plan.rounds; round++) {
      for (Answer answer : new Burst(plan, round).together()) {
        Set<String> usual = serial.get(answer.event);
        if (usual.size() == 1 && !usual.contains(answer.text)) {
          unlike.add(answer);
        }
      }
    }
    report.races(Shared.FOUND.values());
    report.responses(unlike, serial);
    response.write(report.toString().getBytes(StandardCharsets.UTF_8));
  }
}
