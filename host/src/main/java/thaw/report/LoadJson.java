package thaw.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import thaw.load.Distribution;
import thaw.load.GeneratorUse;
import thaw.load.LayerTax;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;

/**
 * {@code load.json}: runs of {@code thaw load} for other programs, and for a later comparison.
 *
 * <pre>{@code
 * {"format": "thaw-load-1",
 *  "runs": [{"name", "target", "schedule": {"kind", ...}, "scheduleText", "timeoutMillis", "begun",
 *    "complete", "valid", "reasons": [],
 *    "scheduled", "due", "sent", "answered", "failed", "waits",
 *    "generator": {"wallMillis", "busiestThreadMillis", "processMillis", "collectionMillis",
 *                  "hostBusyMillis", "hostCpuMillis"},
 *    "totals": {"lag": D, "send": D, "service": D, "response": D, "responseWithoutColdStarts": D,
 *               "failedResponse": D},
 *    "failures": [{"kind", "text", "count"}],
 *    "coldStarts": [{"kind", "dueMillis", "responseMillis"}],
 *    "seconds": [{"index", "scheduled", "sent", "answered", "failed", "environments",
 *                 "lag": D, "send": D, "service": D, "response": D, "failedResponse": D}]}],
 *  "taxes": [{"name", "with", "without", "atMillis": {"p50", "p90", "p99", "p99.9"},
 *             "median": {"lowMillis", "highMillis", "coverage"}}]}
 * }</pre>
 *
 * D is {@code {"count", "min", "p50", "p90", "p99", "p99.9", "max", "mean", "deviation",
 * "histogram"}}, in milliseconds, or only {@code {"count": 0}}; its histogram is HdrHistogram's
 * compressed form (V2) in Base64, in nanoseconds: nothing that was recorded is lost. What is not
 * known, such as {@code environments} of a foreign server, is not there. Members may be added, none
 * of these goes away.
 */
public final class LoadJson {
  static final String FORMAT = "thaw-load-1";

  static final double NANOS_PER_MILLI = 1e6;

  /** Each run's members, and each of its seconds, on a line of their own. */
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 3;

  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private LoadJson() {}

  /**
   * What such a file holds.
   *
   * @param taxes none unless layers were compared
   */
  public record Content(List<LoadResult> runs, List<LayerTax> taxes) {
    public Content {
      runs = List.copyOf(runs);
      taxes = List.copyOf(taxes);
    }
  }

  /** Replaces the file in one step, and creates its folder. */
  public static void write(List<LoadResult> runs, List<LayerTax> taxes, Path file) {
    AtomicFile.write(file, text(runs, taxes));
  }

  /**
   * All that {@link #write} was given.
   *
   * @throws thaw.problem.UserMistake when the file is none of these
   */
  public static Content read(Path file) {
    return LoadJsonReader.read(file);
  }

  static String text(List<LoadResult> runs, List<LayerTax> taxes) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("format", FORMAT);
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> all.add(run(run)));
    ArrayNode layers = root.putArray("taxes");
    taxes.forEach(tax -> layers.add(tax(tax)));
    return JsonLayout.text(root, DEEPEST_MEMBER_ON_ITS_LINE, DEEPEST_ELEMENT_ON_ITS_LINE);
  }

  private static ObjectNode run(LoadResult run) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", run.plan().name())
            .put("target", run.plan().target());
    node.set("schedule", LoadSchedules.json(run.plan().schedule()));
    node.put("scheduleText", run.plan().schedule().toString())
        .put("timeoutMillis", millis(run.plan().timeout()))
        .put("begun", run.begun().toString())
        .put("complete", run.complete())
        .put("valid", run.valid());
    run.reasons().forEach(node.putArray("reasons")::add);
    node.put("scheduled", run.scheduled())
        .put("due", run.due())
        .put("sent", run.sent())
        .put("answered", run.answered())
        .put("failed", run.failed())
        .put("waits", run.waits());
    node.set("generator", generator(run.use()));
    ObjectNode totals = node.putObject("totals");
    totals.set("lag", distribution(run.lag()));
    totals.set("send", distribution(run.send()));
    totals.set("service", distribution(run.service()));
    totals.set("response", distribution(run.response()));
    totals.set("responseWithoutColdStarts", distribution(run.warmResponse()));
    totals.set("failedResponse", distribution(run.failedResponse()));
    ArrayNode failures = node.putArray("failures");
    run.failures()
        .forEach((failure, count) ->
            failures
                .addObject()
                .put("kind", failure.kind().name())
                .put("text", failure.text())
                .put("count", count));
    ArrayNode cold = node.putArray("coldStarts");
    run.coldStarts()
        .forEach(each ->
            cold.addObject()
                .put("kind", each.kind().name())
                .put("dueMillis", each.dueMillis())
                .put("responseMillis", each.responseMillis()));
    ArrayNode seconds = node.putArray("seconds");
    run.seconds().forEach(second -> seconds.add(second(second)));
    return node;
  }

  private static ObjectNode generator(GeneratorUse use) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("wallMillis", millis(use.wall()))
        .put("busiestThreadMillis", millis(use.busiest()))
        .put("processMillis", millis(use.process()))
        .put("collectionMillis", millis(use.collections()))
        .put("hostBusyMillis", millis(use.host().busy()))
        .put("hostCpuMillis", millis(use.host().all()));
  }

  private static ObjectNode second(LoadSecond second) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("index", second.index())
            .put("scheduled", second.scheduled())
            .put("sent", second.sent())
            .put("answered", second.answered())
            .put("failed", second.failed());
    second.environments().ifPresent(alive -> node.put("environments", alive));
    node.set("lag", distribution(second.lag()));
    node.set("send", distribution(second.send()));
    node.set("service", distribution(second.service()));
    node.set("response", distribution(second.response()));
    node.set("failedResponse", distribution(second.failedResponse()));
    return node;
  }

  private static ObjectNode distribution(Distribution distribution) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("count", distribution.count());
    if (distribution.isEmpty()) {
      return node;
    }
    return node.put("min", distribution.minMillis())
        .put("p50", distribution.at(0.5))
        .put("p90", distribution.at(0.9))
        .put("p99", distribution.at(0.99))
        .put("p99.9", distribution.at(0.999))
        .put("max", distribution.maxMillis())
        .put("mean", rounded(distribution.meanMillis()))
        .put("deviation", rounded(distribution.deviationMillis()))
        .put("histogram", distribution.encoded());
  }

  private static ObjectNode tax(LayerTax tax) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", tax.name())
            .put("with", tax.with())
            .put("without", tax.without());
    ObjectNode at = node.putObject("atMillis");
    for (int i = 0; i < LayerTax.SHARES.size(); i++) {
      double millis = tax.atMillis().get(i);
      if (Double.isFinite(millis)) {
        at.put(LoadFigures.quantile(LayerTax.SHARES.get(i)), millis);
      }
    }
    tax.median()
        .ifPresent(median ->
            node.putObject("median")
                .put("lowMillis", median.low())
                .put("highMillis", median.high())
                .put("coverage", median.coverage()));
    return node;
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  /** To whole nanoseconds. */
  private static double rounded(double millis) {
    return Math.round(millis * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
