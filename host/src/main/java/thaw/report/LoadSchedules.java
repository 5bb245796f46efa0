package thaw.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import thaw.load.RateProfile;
import thaw.load.Schedule;

/** Schedules in {@code load.json}: each can be run again from there. */
final class LoadSchedules {
  private LoadSchedules() {}

  static ObjectNode json(Schedule schedule) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    switch (schedule) {
      case Schedule.Even(RateProfile profile) -> phases(node.put("kind", "even"), profile);
      case Schedule.Poisson(RateProfile profile, long seed) ->
          phases(node.put("kind", "poisson").put("seed", seed), profile);
      case Schedule.Replay replay -> {
        ArrayNode due = node.put("kind", "replay").put("name", replay.name()).putArray("dueNanos");
        for (long each : replay.nanos()) {
          due.add(each);
        }
      }
      case Schedule.Slice slice -> {
        node.put("kind", "slice")
            .put("fromNanos", slice.from().toNanos())
            .put("toNanos", slice.to().toNanos());
        node.set("whole", json(slice.whole()));
      }
    }
    return node;
  }

  private static void phases(ObjectNode node, RateProfile profile) {
    ArrayNode phases = node.putArray("phases");
    for (RateProfile.Phase phase : profile.phases()) {
      phases
          .addObject()
          .put("fromRate", phase.from())
          .put("toRate", phase.to())
          .put("nanos", phase.length().toNanos());
    }
  }

  /**
   * @throws IllegalArgumentException when it is none
   */
  static Schedule read(JsonNode node) {
    String kind = node.path("kind").asText();
    return switch (kind) {
      case "even" -> new Schedule.Even(profile(node));
      case "poisson" -> new Schedule.Poisson(profile(node), node.path("seed").asLong());
      case "replay" ->
          new Schedule.Replay(
              node.path("name").asText(),
              StreamSupport.stream(node.path("dueNanos").spliterator(), false)
                  .mapToLong(JsonNode::asLong)
                  .toArray());
      case "slice" ->
          new Schedule.Slice(
              read(node.path("whole")),
              Duration.ofNanos(node.path("fromNanos").asLong()),
              Duration.ofNanos(node.path("toNanos").asLong()));
      default -> throw new IllegalArgumentException("it has a schedule of the kind '" + kind + "'");
    };
  }

  private static RateProfile profile(JsonNode node) {
    List<RateProfile.Phase> phases = new ArrayList<>();
    node.path("phases")
        .forEach(phase ->
            phases.add(
                new RateProfile.Phase(
                    phase.path("fromRate").asDouble(),
                    phase.path("toRate").asDouble(),
                    Duration.ofNanos(phase.path("nanos").asLong()))));
    return new RateProfile(phases);
  }
}
