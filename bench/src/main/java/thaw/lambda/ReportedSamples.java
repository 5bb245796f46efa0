package thaw.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.environment.ProxyStatus;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.problem.UserMistake;

/** Makes samples of answers with their logs. */
final class ReportedSamples {
  /** The name that the samples have. */
  static final String SAMPLE = "lambda";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int LOG_LINES_OF_A_FAILURE = 12;

  private ReportedSamples() {}

  /**
   * @param version that was meant
   * @param startedAt when the request was sent
   * @return nothing when a warm environment has answered
   * @throws UserMistake when another version has, or when the log does not say
   */
  static Optional<Sample> sample(
      LambdaCalls.Answer answer, DeployedFunction version, int number, Instant startedAt) {
    if (!answer.version().isEmpty() && !answer.version().equals(version.version())) {
      throw new UserMistake(
          "version %s answered in place of %s: the alias shares its requests out"
              .formatted(answer.version(), version.version()),
          "name the version itself: " + version.name() + ":" + version.version());
    }
    LogTail log = answer.log();
    if (log.report().isEmpty()) {
      throw new UserMistake(
          "the log of request " + answer.requestId() + " has no REPORT",
          version.logFormat().equals("JSON")
              ? "set the function's SystemLogLevel to INFO: above it Lambda writes none"
              : "name an endpoint that is Lambda's, or thaw run's, with --endpoint-url");
    }
    return log.isCold()
        ? Optional.of(cold(answer, log.report().get(), number, startedAt))
        : Optional.empty();
  }

  private static Sample cold(
      LambdaCalls.Answer answer, Report report, int number, Instant startedAt) {
    LogTail log = answer.log();
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    log.initMillis().ifPresent(millis -> values.put(Metric.INIT, millis));
    log.restoreMillis().ifPresent(millis -> values.put(Metric.RESTORE, millis));
    values.put(Metric.HANDLER, report.durationMillis());
    report.billedMillis().ifPresent(millis -> values.put(Metric.BILLED, (double) millis));
    values.put(Metric.MAX_MEMORY, (double) report.maxMemoryUsedMiB());
    return new Sample(
        SAMPLE,
        number,
        startedAt,
        values,
        status(answer),
        failure(answer, report),
        new Sample.Remote(
            answer.requestId(),
            answer.version(),
            answer.roundTripNanos() / NANOS_PER_MILLI,
            log.sources()));
  }

  private static @Nullable Integer status(LambdaCalls.Answer answer) {
    OptionalInt status =
        answer.functionError().isEmpty() ? ProxyStatus.of(answer.payload()) : OptionalInt.empty();
    return status.isPresent() ? status.getAsInt() : null;
  }

  /** Its type is the function's own where it told one, else that of REPORT. */
  private static Sample.@Nullable Failure failure(LambdaCalls.Answer answer, Report report) {
    if (answer.functionError().isEmpty()) {
      return null;
    }
    JsonNode error = error(answer.payload());
    List<String> lines = answer.log().lines();
    return new Sample.Failure(
        error
            .path("errorType")
            .asText(report.errorType().orElse(report.status().orElse("Unhandled"))),
        error.path("errorMessage").asText("").lines().findFirst().orElse(""),
        lines.subList(Math.max(0, lines.size() - LOG_LINES_OF_A_FAILURE), lines.size()));
  }

  private static JsonNode error(byte[] payload) {
    try {
      return JSON.readTree(payload);
    } catch (IOException e) {
      return JSON.missingNode();
    }
  }
}
