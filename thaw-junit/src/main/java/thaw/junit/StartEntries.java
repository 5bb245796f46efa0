package thaw.junit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import thaw.program.ThawException;

/** The responses of one test, for its entries in the test report. */
final class StartEntries implements Consumer<LambdaResponse> {
  private final Queue<LambdaResponse> responses = new ConcurrentLinkedQueue<>();

  @Override
  public void accept(LambdaResponse response) {
    responses.add(response);
  }

  /**
   * One entry for each response, which it forgets then. When the end of one was not told, those of
   * the others are only looked for: the program has ended.
   *
   * @param jdk the test's own, if it has one
   */
  void publish(Optional<String> jdk, Consumer<Map<String, String>> report) {
    boolean isTelling = true;
    for (LambdaResponse next = responses.poll(); next != null; next = responses.poll()) {
      Map<String, String> entry = new LinkedHashMap<>();
      entry.put("thaw.function", next.function());
      entry.put("thaw.requestId", next.requestId());
      jdk.ifPresent(version -> entry.put("thaw.jdk", version));
      try {
        FunctionInvocation invocation =
            isTelling ? next.invocation() : next.invocation(Duration.ZERO);
        entry.put("thaw.start", invocation.start().toString());
        entry.put("thaw.durationMillis", "" + invocation.report().durationMillis());
        invocation
            .report()
            .initMillis()
            .ifPresent(millis -> entry.put("thaw.initMillis", "" + millis));
        invocation
            .report()
            .restoreMillis()
            .ifPresent(millis -> entry.put("thaw.restoreMillis", "" + millis));
      } catch (ThawException e) {
        entry.put(
            "thaw.start", "not known" + (isTelling ? ": " + e.getMessage() : ", as one before it"));
        isTelling = false;
      }
      report.accept(entry);
    }
  }
}
