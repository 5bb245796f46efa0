package thaw.report.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import thaw.load.ColdStart;
import thaw.load.Distribution;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.report.text.Text;

/**
 * What the script of {@code load.html} draws: of each run, columns of figures by time, cold starts,
 * and the curves of its percentiles.
 *
 * <p>A long run's seconds are put together, by their histograms, so that a chart has at most {@link
 * #MOST_POINTS} points: quantiles of several seconds are those of their requests, not a mean.
 */
final class LoadData {
  /** More than a wide screen has pixels for. */
  static final int MOST_POINTS = 1_800;

  /** Points of a percentile curve between 0 and 90 %, between 90 and 99 %, and so on. */
  private static final int POINTS_PER_NINE = 40;

  private LoadData() {}

  static JsonNode of(List<LoadResult> runs) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> all.add(run(run)));
    return root;
  }

  private static ObjectNode run(LoadResult run) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", Text.clean(run.plan().name()))
            .put("verdict", LoadVerdict.of(run).name());
    int width = Math.max(1, (run.seconds().size() + MOST_POINTS - 1) / MOST_POINTS);
    node.put("width", width);
    List<List<LoadSecond>> spells = new ArrayList<>();
    for (int from = 0; from < run.seconds().size(); from += width) {
      spells.add(run.seconds().subList(from, Math.min(run.seconds().size(), from + width)));
    }
    rate(node, "scheduled", spells, LoadSecond::scheduled);
    rate(node, "sent", spells, LoadSecond::sent);
    rate(node, "answered", spells, LoadSecond::answered);
    rate(node, "failed", spells, LoadSecond::failed);
    environments(node.putArray("environments"), spells);
    quantiles(node, "response", spells, LoadSecond::response);
    quantiles(node, "lag", spells, LoadSecond::lag);
    ArrayNode cold = node.putArray("cold");
    for (ColdStart each : run.coldStarts()) {
      cold.addArray()
          .add(short3(each.dueMillis() / 1e3))
          .add(short3(each.responseMillis()))
          .add(each.kind() == ColdStart.Kind.RESTORE ? 1 : 0);
    }
    curve(node.putArray("curve"), run.response());
    curve(node.putArray("warmCurve"), run.coldStarts().isEmpty() ? none() : run.warmResponse());
    return node;
  }

  private static Distribution none() {
    return Distribution.ofNanos();
  }

  private static void rate(
      ObjectNode node,
      String name,
      List<List<LoadSecond>> spells,
      ToLongFunction<LoadSecond> count) {
    ArrayNode column = node.putArray(name);
    for (List<LoadSecond> spell : spells) {
      column.add(short3((double) spell.stream().mapToLong(count).sum() / spell.size()));
    }
  }

  private static void environments(ArrayNode column, List<List<LoadSecond>> spells) {
    for (List<LoadSecond> spell : spells) {
      OptionalInt most =
          spell.stream()
              .map(LoadSecond::environments)
              .filter(OptionalInt::isPresent)
              .mapToInt(OptionalInt::getAsInt)
              .max();
      if (most.isPresent()) {
        column.add(most.getAsInt());
      } else {
        column.addNull();
      }
    }
  }

  private static void quantiles(
      ObjectNode node,
      String name,
      List<List<LoadSecond>> spells,
      Function<LoadSecond, Distribution> part) {
    List<Distribution> merged =
        spells.stream().map(spell -> Distribution.sum(spell.stream().map(part).toList())).toList();
    ObjectNode columns = node.putObject(name);
    column(columns.putArray("p50"), merged, each -> each.at(0.5));
    column(columns.putArray("p90"), merged, each -> each.at(0.9));
    column(columns.putArray("p99"), merged, each -> each.at(0.99));
    column(columns.putArray("max"), merged, Distribution::maxMillis);
  }

  private static void column(
      ArrayNode column, List<Distribution> merged, ToDoubleFunction<Distribution> figure) {
    for (Distribution each : merged) {
      if (each.isEmpty()) {
        column.addNull();
      } else {
        column.add(short3(figure.applyAsDouble(each)));
      }
    }
  }

  /**
   * Pairs of nines and milliseconds: 0 is the least, 1 is 90 %, 2 is 99 %, up to the share at which
   * one request is left, which is the maximum.
   */
  private static void curve(ArrayNode curve, Distribution response) {
    if (response.isEmpty()) {
      return;
    }
    double last = Math.log10(response.count());
    for (int i = 0; i < last * POINTS_PER_NINE; i++) {
      double nines = (double) i / POINTS_PER_NINE;
      point(curve, nines, i == 0 ? response.minMillis() : response.at(1 - Math.pow(10, -nines)));
    }
    point(curve, last, response.maxMillis());
  }

  private static void point(ArrayNode curve, double nines, double millis) {
    curve.addArray().add(short3(nines)).add(short3(millis));
  }

  /** As many digits as can be seen, without a long tail of nines: 3 decimals. */
  private static double short3(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
