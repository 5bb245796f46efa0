package thaw.load.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.json.Json;
import thaw.json.JsonViews;
import thaw.load.Failure;
import thaw.load.GeneratorUse;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.RateProfile;
import thaw.load.Schedule;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * {@code load.json}: runs of {@code thaw load} for other programs.
 *
 * <pre>{@code
 * {"format": "thaw-load-1",
 *  "runs": [{"name", "target", "schedule": {"kind", ...}, "scheduleText", "timeoutMillis", "begun",
 *    "complete", "valid", "reasons": [],
 *    "scheduled", "due", "sent", "answered", "failed", "throttled",
 *    "environments": {"first", "most", "added"}, "waits",
 *    "generator": {"wallMillis", "busiestThreadMillis", "processMillis", "collectionMillis",
 *                  "hostBusyMillis", "hostCpuMillis"},
 *    "totals": {"lag": D, "send": D, "service": D, "response": D, "responseWithoutColdStarts": D,
 *               "failedResponse": D},
 *    "failures": [{"kind", "text", "count"}],
 *    "coldStarts": [{"kind", "dueMillis", "responseMillis"}],
 *    "seconds": [{"index", "scheduled", "sent", "answered", "failed", "environments",
 *                 "lag": D, "send": D, "service": D, "response": D, "failedResponse": D,
 *                 "cpu": {"all", "host", "program", "functions"}}]}],
 *  "taxes": [{"name", "with", "without", "atMillis": {"p50", "p90", "p99", "p99.9"},
 *             "median": {"lowMillis", "highMillis", "coverage"}}]}
 * }</pre>
 *
 * D is {@code {"count", "min", "p50", "p90", "p99", "p99.9", "max", "mean", "deviation",
 * "histogram"}}, in milliseconds, or only {@code {"count": 0}}; its histogram is HdrHistogram's
 * compressed form (V2) in Base64, in nanoseconds: nothing that was recorded is lost. {@code cpu} is
 * how many CPUs there were and how many were busy: with all programs, with Thaw, and with functions
 * and local services. What is not known, such as {@code environments} of a foreign server, is not
 * there. Members may be added, none of these goes away.
 */
final class LoadJson {
  private static final String FORMAT = "thaw-load-1";

  /** Each run's members, and each of its seconds, on a line of their own. */
  private static final int DEEPEST_MEMBER_ON_ITS_LINE = 3;

  private static final int DEEPEST_ELEMENT_ON_ITS_LINE = 4;

  private static final double NANOS_PER_MILLI = 1e6;

  /** What is not here is written as it is in the program. */
  static final ObjectMapper MAPPER =
      Json.written()
          .addModule(
              new JsonViews()
                  .written(Instant.class, String.class, Instant::toString)
                  .written(Schedule.class, Map.class, LoadJson::schedule)
                  .written(LatencyDistribution.class, Map.class, LoadJson::figures)
                  .written(GeneratorUse.class, Map.class, LoadJson::use)
                  .written(LayerTax.class, Map.class, LoadJson::tax)
                  .written(LoadResult.class, Map.class, LoadJson::run))
          .build();

  private LoadJson() {}

  private record Document(String format, List<LoadResult> runs, List<LayerTax> taxes) {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param taxes none unless layers were compared
   */
  static void write(List<LoadResult> runs, List<LayerTax> taxes, Path file) {
    AtomicFile.write(file, text(runs, taxes));
  }

  static String text(List<LoadResult> runs, List<LayerTax> taxes) {
    return JsonLayout.text(
        MAPPER,
        new Document(FORMAT, runs, taxes),
        DEEPEST_MEMBER_ON_ITS_LINE,
        DEEPEST_ELEMENT_ON_ITS_LINE);
  }

  private static Map<String, Object> run(LoadResult run) {
    LoadPlan plan = run.plan();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", plan.name());
    members.put("target", plan.target());
    members.put("schedule", plan.schedule());
    members.put("scheduleText", plan.schedule().toString());
    members.put("timeoutMillis", millis(plan.timeout()));
    members.put("begun", run.begun());
    members.put("complete", run.complete());
    members.put("valid", run.valid());
    members.put("reasons", run.reasons());
    members.put("scheduled", run.scheduled());
    members.put("due", run.due());
    members.put("sent", run.sent());
    members.put("answered", run.answered());
    members.put("failed", run.failed());
    members.put("throttled", run.throttled());
    run.environments().ifPresent(each -> members.put("environments", each));
    members.put("waits", run.waits());
    members.put("generator", run.use());
    Map<String, LatencyDistribution> totals = new LinkedHashMap<>();
    totals.put("lag", run.lag());
    totals.put("send", run.send());
    totals.put("service", run.service());
    totals.put("response", run.response());
    totals.put("responseWithoutColdStarts", run.warmResponse());
    totals.put("failedResponse", run.failedResponse());
    members.put("totals", totals);
    members.put("failures", run.failures().entrySet().stream().map(LoadJson::failures).toList());
    members.put("coldStarts", run.coldStarts());
    members.put("seconds", run.seconds());
    return members;
  }

  private static Map<String, Object> failures(Map.Entry<Failure, Long> each) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("kind", each.getKey().kind());
    members.put("text", each.getKey().text());
    members.put("count", each.getValue());
    return members;
  }

  private static Map<String, Object> schedule(Schedule schedule) {
    Map<String, Object> members = new LinkedHashMap<>();
    switch (schedule) {
      case Schedule.Even _ -> members.put("kind", "even");
      case Schedule.Poisson poisson -> {
        members.put("kind", "poisson");
        members.put("seed", poisson.seed());
      }
    }
    members.put("phases", schedule.profile().phases().stream().map(LoadJson::phase).toList());
    return members;
  }

  private static Map<String, Object> phase(RateProfile.Phase phase) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("fromRate", phase.from());
    members.put("toRate", phase.to());
    members.put("nanos", phase.length().toNanos());
    return members;
  }

  private static Map<String, Object> use(GeneratorUse use) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("wallMillis", millis(use.wall()));
    members.put("busiestThreadMillis", millis(use.busiest()));
    members.put("processMillis", millis(use.process()));
    members.put("collectionMillis", millis(use.collections()));
    members.put("hostBusyMillis", millis(use.host().busy()));
    members.put("hostCpuMillis", millis(use.host().all()));
    return members;
  }

  /** The figures of a distribution, in milliseconds; of no values only the count. */
  private static Map<String, Object> figures(LatencyDistribution all) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("count", all.count());
    if (!all.isEmpty()) {
      members.put("min", all.minMillis());
      LoadRows.SHARES.forEach(share -> members.put(LoadFigures.quantile(share), all.at(share)));
      members.put("max", all.maxMillis());
      members.put("mean", toNanos(all.meanMillis()));
      members.put("deviation", toNanos(all.deviationMillis()));
      members.put("histogram", all.encoded());
    }
    return members;
  }

  private static Map<String, Object> tax(LayerTax tax) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", tax.name());
    members.put("with", tax.with());
    members.put("without", tax.without());
    Map<String, Double> at = new LinkedHashMap<>();
    for (int i = 0; i < LayerTax.SHARES.size(); i++) {
      double millis = tax.atMillis().get(i);
      if (Double.isFinite(millis)) {
        at.put(LoadFigures.quantile(LayerTax.SHARES.get(i)), millis);
      }
    }
    members.put("atMillis", at);
    tax.median()
        .ifPresent(median -> {
          Map<String, Double> interval = new LinkedHashMap<>();
          interval.put("lowMillis", median.low());
          interval.put("highMillis", median.high());
          interval.put("coverage", median.coverage());
          members.put("median", interval);
        });
    return members;
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  /** Rounded to whole nanoseconds. */
  private static double toNanos(double millis) {
    return Math.round(millis * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
