package thaw.lab.initorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.stats.Quantiles;

/** The steps that the function with work in all places reported of two requests. */
final class WorkSteps {
  static final Quantity WORK_IN_INIT =
      new Quantity("work_in_init_ms", "ms", "the same work in init, median of all places");
  static final Quantity WORK_IN_REQUEST =
      new Quantity("work_in_request_ms", "ms", "the same work in a request, median of all places");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Step> steps;
  private final int untilSecond;
  private final long readyNanos;

  private WorkSteps(List<Step> steps, int untilSecond, long readyNanos) {
    this.steps = steps;
    this.untilSecond = untilSecond;
    this.readyNanos = readyNanos;
  }

  private record Step(String key, long from, long to, double waitedMillis) {
    /**
     * Returns the time of the work. Waiting is part of it in a request, where the CPU share comes
     * to that; in init it is not, as other programs cause it.
     */
    double millis(WorkPhase phase) {
      double millis = (to - from) / 1e6;
      return phase == WorkPhase.INIT ? millis - waitedMillis : millis;
    }
  }

  static WorkSteps of(FunctionStart start) throws SampleFailure {
    List<Step> first = steps(start.responses().get(0));
    return new WorkSteps(steps(start.responses().get(1)), first.size(), start.readyNanos());
  }

  private static List<Step> steps(byte[] response) throws SampleFailure {
    List<Step> steps = new ArrayList<>();
    try {
      for (JsonNode step : JSON.readTree(response)) {
        steps.add(
            new Step(
                step.path("step").asText(),
                step.path("from").asLong(),
                step.path("to").asLong(),
                step.path("waited").asDouble()));
      }
    } catch (IOException e) {
      throw new SampleFailure("the function told no steps: " + e.getMessage());
    }
    return steps;
  }

  Map<Quantity, Double> values() throws SampleFailure {
    Map<Quantity, Double> values = new LinkedHashMap<>();
    List<Double> inInit = new ArrayList<>();
    List<Double> inRequest = new ArrayList<>();
    for (WorkPlace place : WorkPlace.values()) {
      int at = indexOf(place);
      WorkPhase phase = phase(place, at);
      values.put(place.order(), at + 1.0);
      values.put(place.phase(), (double) phase.ordinal());
      if (at >= 0) {
        double millis = steps.get(at).millis(phase);
        values.put(place.millis(), millis);
        (phase == WorkPhase.INIT ? inInit : inRequest).add(millis);
      }
    }
    if (inInit.isEmpty() || inRequest.isEmpty()) {
      throw new SampleFailure("no step ran in init, or none in the first request");
    }
    values.put(WORK_IN_INIT, median(inInit));
    values.put(WORK_IN_REQUEST, median(inRequest));
    return values;
  }

  /** Returns the index of the work's first run, or -1 when there was none. */
  private int indexOf(WorkPlace place) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).key().equals(place.key())) {
        return i;
      }
    }
    return -1;
  }

  private WorkPhase phase(WorkPlace place, int first) {
    if (first < 0) {
      return WorkPhase.NEVER;
    }
    if (steps.get(first).to() < readyNanos) {
      return WorkPhase.INIT;
    }
    boolean again =
        steps.subList(untilSecond, steps.size()).stream()
            .anyMatch(step -> step.key().equals(place.key()));
    return again ? WorkPhase.EVERY_REQUEST : WorkPhase.FIRST_REQUEST;
  }

  private static double median(List<Double> values) {
    return Quantiles.of(values.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }
}
