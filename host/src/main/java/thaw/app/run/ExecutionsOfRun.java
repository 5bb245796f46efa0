package thaw.app.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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

  /** What running executions of the last list wait for: one that has changed has another head. */
  private volatile Map<ExecutionHead, List<String>> waits = Map.of();

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
    List<ExecutionHead> heads = kept.newest(MOST_LISTED);
    Map<ExecutionHead, List<String>> known = waits;
    Map<ExecutionHead, List<String>> now =
        heads.stream()
            .filter(head -> !head.status().hasEnded())
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    head -> Optional.ofNullable(known.get(head)).orElseGet(() -> waitsFor(head))));
    waits = now;
    return Json.text(
        MAPPER,
        new ListView(
            kept.nowMillis(),
            heads.stream().map(head -> view(head, now.getOrDefault(head, List.of()))).toList()));
  }

  private static ExecutionView view(ExecutionHead head, List<String> waitsFor) {
    return new ExecutionView(
        head.arn().id(),
        head.arn().name(),
        head.arn().function(),
        head.arn().version(),
        head.status().name(),
        head.startMillis(),
        head.endMillis(),
        head.events(),
        waitsFor);
  }

  private List<String> waitsFor(ExecutionHead head) {
    return kept.operations(head.arn()).stream()
        .filter(Operation::isAwaited)
        .map(each ->
            each.type().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                + " "
                + Objects.requireNonNullElse(each.name(), each.id()))
        .toList();
  }
}
