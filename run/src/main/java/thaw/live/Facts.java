package thaw.live;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionSettings;
import thaw.pool.ThrottleReason;

/** Asks the platform what its environments do not tell: which functions there are, who waits. */
public record Facts(Platform platform, EventQueue events) {
  /** Sorted by name. */
  List<FunctionFacts> functions() {
    Map<String, Long> queued = events.sizes();
    Map<String, Map<ThrottleReason, Long>> throttled = new java.util.HashMap<>();
    platform
        .throttles()
        .forEach((of, count) ->
            throttled
                .computeIfAbsent(of.function(), _ -> new EnumMap<>(ThrottleReason.class))
                .put(of.reason(), count));
    List<FunctionFacts> functions = new ArrayList<>();
    for (FunctionRecord function : platform.catalog().all()) {
      FunctionSettings settings = function.latest().settings();
      functions.add(
          new FunctionFacts(
              function.name(),
              settings.runtime(),
              settings.handler(),
              settings.memoryMiB(),
              settings.timeoutSeconds(),
              function.fromTemplate(),
              queued.getOrDefault(function.name(), 0L),
              throttled.getOrDefault(function.name(), Map.of()),
              platform.use(function.name())));
    }
    return functions;
  }
}
