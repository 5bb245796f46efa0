package thaw.app.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.attribution.Explanation;
import thaw.experiment.Sample;
import thaw.experiment.VariantResult;
import thaw.presentation.text.Figures;

/** What the first requests after restores did about connections. */
final class FirstRequests {
  /** The methods by which code gets a connection, from its pool or from a driver. */
  private static final List<String> GETTERS =
      List.of(
          "com.zaxxer.hikari.HikariDataSource.getConnection",
          "io.agroal.pool.DataSource.getConnection",
          "org.apache.tomcat.jdbc.pool.DataSourceProxy.getConnection",
          "org.apache.commons.dbcp2.BasicDataSource.getConnection",
          "java.sql.DriverManager.getConnection");

  private FirstRequests() {}

  /**
   * Returns it as a part of a sentence.
   *
   * @param explained a profiled restore; absent where there is none
   * @param wholeMillis of the restores that were measured
   */
  static String words(
      VariantResult restored, Optional<Explanation> explained, Optional<Double> wholeMillis) {
    if (restored.failures() > 0) {
      return "%d of %d first requests failed: %s"
          .formatted(restored.failures(), restored.samples().size(), cause(restored));
    }
    Optional<Double> waited =
        explained.flatMap(each ->
            each.methods().stream()
                .filter(method -> GETTERS.contains(method.method()))
                .map(method -> method.inclusiveMillis() - method.initMillis())
                .max(Comparator.naturalOrder())
                .map(millis -> each.within(wholeMillis.orElse(each.total().wallMillis()), millis)));
    return waited
        .filter(millis -> millis > 0)
        .map(millis ->
            "the first request waits %s ms until it has another".formatted(Figures.millis(millis)))
        .orElse("no first request failed");
  }

  /** Returns the first failure in one line; empty without one. */
  static String cause(VariantResult variant) {
    return variant.samples().stream()
        .map(Sample::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .map(failure ->
            (failure.type() + ": " + failure.message())
                .lines()
                .map(String::strip)
                .collect(Collectors.joining(" ")))
        .orElse("");
  }
}
