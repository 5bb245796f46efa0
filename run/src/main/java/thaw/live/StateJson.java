package thaw.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import thaw.json.Json;
import thaw.pool.life.EnvironmentStatus;

/**
 * The state as JSON: all of it, or what a change after a given one has made what it is. Times are
 * milliseconds since 1970, durations milliseconds.
 */
final class StateJson {
  private static final ObjectMapper MAPPER = Json.written().build();
  private static final double MICROS_PER_MILLI = 1e3;

  private StateJson() {}

  /**
   * The state for a viewer.
   *
   * @param names of all functions; absent when they are what they were
   * @param gone environments that have ended; absent when this is everything
   * @param effects how many requests services have done something to
   */
  record StateView(
      long change,
      long now,
      long forgotten,
      List<FunctionView> functions,
      List<EnvironmentView> environments,
      List<RequestJson.RequestView> requests,
      List<HostView> host,
      Optional<List<String>> names,
      Optional<List<String>> gone,
      long effects) {}

  /** A {@link HostGauge.Sample} as JSON. */
  record HostView(long at, double cpuShare, long usedMiB, long memoryMiB) {
    private static HostView of(HostGauge.Sample sample) {
      return new HostView(sample.at(), sample.cpuShare(), sample.usedMiB(), sample.memoryMiB());
    }
  }

  record FunctionView(
      String name,
      String runtime,
      String handler,
      int memorySizeMiB,
      int timeoutSeconds,
      boolean fromTemplate,
      long queuedEvents,
      long throttled,
      long requests,
      long coldStarts,
      long failed,
      long hostLimited,
      long hostWaitedMs,
      long hostLimitedMs,
      long maxMemoryMiB,
      Optional<Double> p50Ms,
      Optional<Double> p99Ms,
      Optional<Double> coldP50Ms,
      List<SpellView> spells) {
    private static FunctionView of(FunctionFacts facts, FunctionFigures figures, long seen) {
      return new FunctionView(
          facts.name(),
          facts.runtime(),
          facts.handler(),
          facts.memoryMiB(),
          facts.timeoutSeconds(),
          facts.fromTemplate(),
          facts.queuedEvents(),
          facts.throttles(),
          figures.requests(),
          figures.coldStarts(),
          figures.failed(),
          figures.limited(),
          figures.host().waited().toMillis(),
          figures.host().of().toMillis(),
          figures.maxMemoryMiB(),
          millis(figures.quantileMicros(50)),
          millis(figures.quantileMicros(99)),
          millis(figures.coldQuantileMicros(50)),
          figures.spells().stream()
              .filter(spell -> spell.changed() > seen)
              .map(SpellView::of)
              .toList());
    }

    private static Optional<Double> millis(OptionalLong micros) {
      return micros.isPresent()
          ? Optional.of(micros.getAsLong() / MICROS_PER_MILLI)
          : Optional.empty();
    }
  }

  record SpellView(
      long at,
      long requests,
      long cold,
      long failed,
      double p50Ms,
      double p99Ms,
      long maxMemoryMiB) {
    private static SpellView of(FunctionFigures.Spell spell) {
      return new SpellView(
          spell.startMillis(),
          spell.requests(),
          spell.cold(),
          spell.failed(),
          spell.p50Micros() / MICROS_PER_MILLI,
          spell.p99Micros() / MICROS_PER_MILLI,
          spell.maxMemoryMiB());
    }
  }

  record EnvironmentView(
      String id,
      String function,
      String version,
      String initialization,
      String state,
      long since,
      long begun,
      long requests,
      long maxMemoryMiB,
      Optional<String> requestId) {
    private static EnvironmentView of(Life life) {
      EnvironmentStatus status = life.status();
      return new EnvironmentView(
          status.environment(),
          status.function(),
          status.version(),
          status.initialization(),
          status.state().name().toLowerCase(Locale.ROOT),
          status.since().toEpochMilli(),
          life.begun().toEpochMilli(),
          status.requests(),
          status.maxMemoryMiB(),
          status.requestId());
    }
  }

  private record MessageView(String message) {}

  /** Everything. */
  static StateView all(LiveState.View view) {
    return since(view, 0, Optional.of(names(view)), Optional.empty());
  }

  /** Returns whether all that has changed since can still be told. */
  static boolean canTellSince(LiveState.View view, long seen) {
    return seen <= view.change() && seen >= view.forgottenChange();
  }

  /** Returns the state that has changed since a viewer's last one. */
  static StateView since(LiveState.View view, long seen) {
    List<String> gone = new ArrayList<>();
    view.ended()
        .forEach((environment, change) -> {
          if (change > seen) {
            gone.add(environment);
          }
        });
    Optional<List<String>> names =
        view.namesChange() > seen ? Optional.of(names(view)) : Optional.empty();
    return since(view, seen, names, Optional.of(gone));
  }

  private static StateView since(
      LiveState.View view, long seen, Optional<List<String>> names, Optional<List<String>> gone) {
    return new StateView(
        view.change(),
        System.currentTimeMillis(),
        view.requests().gone(),
        functions(view, seen),
        view.lives().values().stream()
            .filter(life -> life.changed() > seen)
            .map(EnvironmentView::of)
            .toList(),
        view.requests().since(seen).stream().map(RequestJson::summary).toList(),
        view.host().since(seen).stream().map(HostView::of).toList(),
        names,
        gone,
        view.effects().total());
  }

  private static List<FunctionView> functions(LiveState.View view, long seen) {
    List<FunctionView> functions = new ArrayList<>();
    view.functions()
        .forEach((name, known) -> {
          FunctionFigures figures = view.figures().get(name);
          if (known.changed() > seen || figures != null && figures.changed() > seen) {
            functions.add(
                FunctionView.of(
                    known.facts(), figures == null ? new FunctionFigures() : figures, seen));
          }
        });
    return functions;
  }

  private static List<String> names(LiveState.View view) {
    return List.copyOf(view.functions().keySet());
  }

  /** {@code {"message": ...}}, as the Lambda API says what is wrong. */
  static String message(String text) {
    return text(new MessageView(text));
  }

  static String text(Object view) {
    return Json.text(MAPPER, view);
  }
}
