package thaw.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.json.Json;
import thaw.json.JsonViews;
import thaw.load.ColdRequest;
import thaw.load.CpuSecond;
import thaw.load.Failure;
import thaw.load.GeneratorUse;
import thaw.load.LatencyDistribution;
import thaw.load.LayerTax;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.LoadSecond;
import thaw.load.schedule.RateProfile;
import thaw.load.schedule.Schedule;
import thaw.stats.MedianInterval;

/** The form of load runs in {@code load.json}: {@link LoadJson} has the schema. */
final class LoadViews {
  private static final double NANOS_PER_MILLI = 1e6;

  static final ObjectMapper MAPPER =
      Json.tolerant()
          .addMixIn(LoadSecond.class, OfSecond.class)
          .addMixIn(CpuSecond.class, OfCpuSecond.class)
          .addMixIn(MedianInterval.class, OfInterval.class)
          .addMixIn(Schedule.class, OfSchedule.class)
          .addMixIn(Schedule.Even.class, OfEven.class)
          .addMixIn(Schedule.Poisson.class, OfPoisson.class)
          .addMixIn(Schedule.Slice.class, OfSlice.class)
          .addMixIn(RateProfile.Phase.class, OfPhase.class)
          .addModule(
              new JsonViews()
                  .written(Instant.class, String.class, Instant::toString)
                  .written(Duration.class, Long.class, Duration::toNanos)
                  .written(
                      RateProfile.class,
                      RateProfile.Phase[].class,
                      profile -> profile.phases().toArray(RateProfile.Phase[]::new))
                  .written(LatencyDistribution.class, Figures.class, Figures::of)
                  .written(GeneratorUse.class, Use.class, Use::of)
                  .written(LayerTax.class, Tax.class, Tax::of)
                  .written(LoadResult.class, Run.class, Run::of))
          .build();

  private LoadViews() {}

  private interface OfSecond {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    OptionalInt environments();

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    Optional<CpuSecond> cpu();
  }

  private interface OfCpuSecond {
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    OptionalDouble functions();
  }

  private interface OfInterval {
    @JsonProperty("lowMillis")
    double low();

    @JsonProperty("highMillis")
    double high();
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Schedule.Even.class, name = "even"),
    @JsonSubTypes.Type(value = Schedule.Poisson.class, name = "poisson"),
    @JsonSubTypes.Type(value = Schedule.Slice.class, name = "slice")
  })
  private interface OfSchedule {}

  private interface OfEven {
    @JsonProperty("phases")
    RateProfile profile();
  }

  @JsonPropertyOrder("seed")
  private interface OfPoisson extends OfEven {}

  @JsonPropertyOrder({"fromNanos", "toNanos"})
  private interface OfSlice {
    @JsonProperty("fromNanos")
    Duration from();

    @JsonProperty("toNanos")
    Duration to();
  }

  private interface OfPhase {
    @JsonProperty("fromRate")
    double from();

    @JsonProperty("toRate")
    double to();

    @JsonProperty("nanos")
    Duration length();
  }

  private record Run(
      String name,
      String target,
      Schedule schedule,
      String scheduleText,
      double timeoutMillis,
      Instant begun,
      boolean complete,
      boolean valid,
      List<String> reasons,
      long scheduled,
      long due,
      long sent,
      long answered,
      long failed,
      long throttled,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<LoadResult.Environments> environments,
      long waits,
      GeneratorUse generator,
      Totals totals,
      List<Failures> failures,
      List<ColdRequest> coldStarts,
      List<LoadSecond> seconds) {
    static Run of(LoadResult run) {
      LoadPlan plan = run.plan();
      List<Failures> failures = new ArrayList<>();
      run.failures()
          .forEach((each, count) -> failures.add(new Failures(each.kind(), each.text(), count)));
      return new Run(
          plan.name(),
          plan.target(),
          plan.schedule(),
          plan.schedule().toString(),
          millis(plan.timeout()),
          run.begun(),
          run.complete(),
          run.valid(),
          run.reasons(),
          run.scheduled(),
          run.due(),
          run.sent(),
          run.answered(),
          run.failed(),
          run.throttled(),
          run.environments(),
          run.waits(),
          run.use(),
          new Totals(
              run.lag(),
              run.send(),
              run.service(),
              run.response(),
              run.warmResponse(),
              run.failedResponse()),
          failures,
          run.coldStarts(),
          run.seconds());
    }
  }

  private record Totals(
      LatencyDistribution lag,
      LatencyDistribution send,
      LatencyDistribution service,
      LatencyDistribution response,
      LatencyDistribution responseWithoutColdStarts,
      LatencyDistribution failedResponse) {}

  private record Failures(Failure.Kind kind, String text, long count) {}

  private record Use(
      double wallMillis,
      double busiestThreadMillis,
      double processMillis,
      double collectionMillis,
      double hostBusyMillis,
      double hostCpuMillis) {
    static Use of(GeneratorUse use) {
      return new Use(
          millis(use.wall()),
          millis(use.busiest()),
          millis(use.process()),
          millis(use.collections()),
          millis(use.host().busy()),
          millis(use.host().all()));
    }
  }

  /** The figures of a distribution, in milliseconds; of no values only the count. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Figures(
      long count,
      @Nullable Double min,
      @Nullable Double p50,
      @Nullable Double p90,
      @Nullable Double p99,
      @JsonProperty("p99.9") @Nullable Double p999,
      @Nullable Double max,
      @Nullable Double mean,
      @Nullable Double deviation,
      @Nullable String histogram) {
    static Figures of(LatencyDistribution all) {
      return all.isEmpty()
          ? new Figures(0, null, null, null, null, null, null, null, null, null)
          : new Figures(
              all.count(),
              all.minMillis(),
              all.at(0.5),
              all.at(0.9),
              all.at(0.99),
              all.at(0.999),
              all.maxMillis(),
              toNanos(all.meanMillis()),
              toNanos(all.deviationMillis()),
              all.encoded());
    }
  }

  private record Tax(
      String name,
      String with,
      String without,
      Map<String, Double> atMillis,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<MedianInterval> median) {
    static Tax of(LayerTax tax) {
      Map<String, Double> at = new LinkedHashMap<>();
      for (int i = 0; i < LayerTax.SHARES.size(); i++) {
        double millis = tax.atMillis().get(i);
        if (Double.isFinite(millis)) {
          at.put(LoadFigures.quantile(LayerTax.SHARES.get(i)), millis);
        }
      }
      return new Tax(tax.name(), tax.with(), tax.without(), at, tax.median());
    }
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / NANOS_PER_MILLI;
  }

  /** Rounded to whole nanoseconds. */
  private static double toNanos(double millis) {
    return Math.round(millis * NANOS_PER_MILLI) / NANOS_PER_MILLI;
  }
}
