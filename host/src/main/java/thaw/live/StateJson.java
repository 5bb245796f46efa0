package thaw.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import thaw.platform.pool.EnvironmentStatus;

/**
 * The state as JSON: all of it, or what a change after a given one has made what it is. Times are
 * milliseconds since 1970, durations milliseconds.
 */
final class StateJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final double MICROS_PER_MILLI = 1e3;

  private StateJson() {}

  /** Everything. */
  static ObjectNode all(LiveState.View view) {
    ObjectNode all = JSON.objectNode().put("change", view.change());
    addChanges(all, view, 0);
    all.set("names", names(view));
    return all;
  }

  /** Whether all that has changed since can still be told. */
  static boolean canTellSince(LiveState.View view, long seen) {
    return seen <= view.change() && seen >= view.forgottenChange();
  }

  /** What is not as it was then; {@code gone} has the environments that have ended. */
  static ObjectNode since(LiveState.View view, long seen) {
    ObjectNode changes = JSON.objectNode().put("change", view.change());
    addChanges(changes, view, seen);
    if (view.namesChange() > seen) {
      changes.set("names", names(view));
    }
    ArrayNode gone = changes.putArray("gone");
    view.ended()
        .forEach((environment, change) -> {
          if (change > seen) {
            gone.add(environment);
          }
        });
    return changes;
  }

  private static void addChanges(ObjectNode to, LiveState.View view, long seen) {
    to.put("now", System.currentTimeMillis());
    to.put("forgotten", view.requests().gone());
    ArrayNode functions = to.putArray("functions");
    view.functions()
        .forEach((name, known) -> {
          Figures figures = view.figures().get(name);
          if (known.changed() > seen || figures != null && figures.changed() > seen) {
            functions.add(function(known.facts(), figures == null ? new Figures() : figures, seen));
          }
        });
    ArrayNode environments = to.putArray("environments");
    for (Life life : view.lives().values()) {
      if (life.changed() > seen) {
        environments.add(environment(life));
      }
    }
    ArrayNode requests = to.putArray("requests");
    view.requests().since(seen).forEach(request -> requests.add(RequestJson.summary(request)));
  }

  private static ArrayNode names(LiveState.View view) {
    ArrayNode names = JSON.arrayNode();
    view.functions().keySet().forEach(names::add);
    return names;
  }

  private static ObjectNode function(FunctionFacts facts, Figures figures, long seen) {
    ObjectNode node =
        JSON.objectNode()
            .put("name", facts.name())
            .put("runtime", facts.runtime())
            .put("handler", facts.handler())
            .put("memorySizeMiB", facts.memoryMiB())
            .put("timeoutSeconds", facts.timeoutSeconds())
            .put("fromTemplate", facts.fromTemplate())
            .put("queuedEvents", facts.queuedEvents())
            .put("throttled", facts.throttles())
            .put("requests", figures.requests())
            .put("coldStarts", figures.coldStarts())
            .put("failed", figures.failed())
            .put("hostLimited", figures.limited())
            .put("hostWaitedMs", figures.host().waited().toMillis())
            .put("hostLimitedMs", figures.host().of().toMillis())
            .put("maxMemoryMiB", figures.maxMemoryMiB());
    putMillis(node, "p50Ms", figures.quantileMicros(50));
    putMillis(node, "p99Ms", figures.quantileMicros(99));
    putMillis(node, "coldP50Ms", figures.coldQuantileMicros(50));
    ArrayNode spells = node.putArray("spells");
    for (Figures.Spell spell : spells(figures.spells(), seen)) {
      spells
          .addObject()
          .put("at", spell.startMillis())
          .put("requests", spell.requests())
          .put("cold", spell.cold())
          .put("failed", spell.failed())
          .put("p50Ms", spell.p50Micros() / MICROS_PER_MILLI)
          .put("p99Ms", spell.p99Micros() / MICROS_PER_MILLI)
          .put("maxMemoryMiB", spell.maxMemoryMiB());
    }
    return node;
  }

  private static List<Figures.Spell> spells(List<Figures.Spell> all, long seen) {
    return all.stream().filter(spell -> spell.changed() > seen).toList();
  }

  private static void putMillis(ObjectNode node, String name, OptionalLong micros) {
    micros.ifPresent(value -> node.put(name, value / MICROS_PER_MILLI));
  }

  private static ObjectNode environment(Life life) {
    EnvironmentStatus status = life.status();
    ObjectNode node =
        JSON.objectNode()
            .put("id", status.environment())
            .put("function", status.function())
            .put("version", status.version())
            .put("initialization", status.initialization())
            .put("state", status.state().name().toLowerCase(Locale.ROOT))
            .put("since", status.since().toEpochMilli())
            .put("begun", life.begun().toEpochMilli())
            .put("requests", status.requests())
            .put("maxMemoryMiB", status.maxMemoryMiB());
    status.requestId().ifPresent(id -> node.put("requestId", id));
    return node;
  }

  /** {@code {"message": ...}}, as the Lambda API says what is wrong. */
  static ObjectNode message(String text) {
    return JSON.objectNode().setAll(Map.of("message", JSON.textNode(text)));
  }
}
