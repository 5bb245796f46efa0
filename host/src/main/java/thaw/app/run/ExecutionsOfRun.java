package thaw.app.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.ExecutionTimelines;
import thaw.durable.ExecutionHead;
import thaw.durable.KeptExecutions;
import thaw.durable.Operation;
import thaw.explanation.ExecutionHtml;
import thaw.explanation.ExecutionJson;
import thaw.json.Json;
import thaw.live.LiveExecutions;

/** What the live page shows of durable executions. */
final class ExecutionsOfRun {
  private static final int MOST_LISTED = 100;
  private static final ObjectMapper MAPPER = Json.written().build();

  private final KeptExecutions kept;

  private ExecutionsOfRun(KeptExecutions kept) {
    this.kept = kept;
  }

  static LiveExecutions live(KeptExecutions kept) {
    ExecutionTimelines timelines = new ExecutionTimelines(kept);
    return new LiveExecutions(
        new ExecutionsOfRun(kept)::list,
        text -> ExecutionJson.text(timelines.of(text)),
        text -> ExecutionHtml.page(timelines.of(text)),
        ExecutionHtml::policy);
  }

  private record ListView(long now, List<ExecutionView> executions) {}

  /**
   * An execution in the list.
   *
   * @param ended ms since 1970, as is its begin; absent while it runs
   * @param waitsFor the operations that it waits for
   */
  private record ExecutionView(
      String id,
      String name,
      String function,
      String version,
      String status,
      long begun,
      @Nullable Long ended,
      long events,
      List<String> waitsFor) {}

  private String list() {
    return Json.text(
        MAPPER,
        new ListView(kept.nowMillis(), kept.newest(MOST_LISTED).stream().map(this::view).toList()));
  }

  private ExecutionView view(ExecutionHead head) {
    return new ExecutionView(
        head.arn().id(),
        head.arn().name(),
        head.arn().function(),
        head.arn().version(),
        head.status().name(),
        head.startMillis(),
        head.endMillis(),
        head.events(),
        head.status().hasEnded() ? List.of() : waitsFor(head));
  }

  private List<String> waitsFor(ExecutionHead head) {
    return kept.operations(head.arn()).stream()
        .filter(Operation::isAwaited)
        .map(each ->
            each.type().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ')
                + " "
                + Objects.requireNonNullElse(each.name(), each.id()))
        .toList();
  }
}
