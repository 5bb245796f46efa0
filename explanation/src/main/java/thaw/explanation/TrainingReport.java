package thaw.explanation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import thaw.attribution.TrainingCoverage;
import thaw.presentation.text.AtomicFile;
import thaw.presentation.text.JsonLayout;

/**
 * Shows which share of first requests a training covers, as lines and as {@code training.json}.
 *
 * <pre>{@code
 * {"format": "thaw-training-1", "function",
 *  "trained": events that have trained it; some of them were not started where they are many,
 *  "requests": [{"event", "unseen": whether it has trained nothing,
 *                "classes": that the first request needs,
 *                "missing": those of them that the archive has not,
 *                "share": 1 - missing / classes,
 *                "missingLeftOut": had the other events that were started trained it alone, or
 *                    null,
 *                "shareLeftOut": likewise,
 *                "origins": [{"name", "classes"}]}]}
 * }</pre>
 */
public final class TrainingReport {
  /** The file, in a folder of results. */
  public static final String NAME = "training.json";

  private static final String FORMAT = "thaw-training-1";
  private static final int MOST_ORIGINS = 4;
  private static final double HUNDRED = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().addModule(new Jdk8Module()).build();

  private TrainingReport() {}

  private record Document(String format, String function, int trained, List<Row> requests) {}

  private record Row(
      String event,
      boolean unseen,
      int classes,
      int missing,
      double share,
      OptionalInt missingLeftOut,
      Optional<Double> shareLeftOut,
      List<TrainingCoverage.Origin> origins) {
    static Row of(TrainingCoverage.Request request) {
      return new Row(
          request.event(),
          request.unseen(),
          request.classes(),
          request.missing(),
          request.share(),
          request.leftOut(),
          request.leftOutShare(),
          request.origins());
    }
  }

  /** Replaces the file in one step. */
  public static void write(String function, TrainingCoverage coverage, Path file) {
    AtomicFile.write(file, json(function, coverage));
  }

  static String json(String function, TrainingCoverage coverage) {
    return JsonLayout.lines(
        MAPPER,
        new Document(
            FORMAT,
            function,
            coverage.trained(),
            coverage.requests().stream().map(Row::of).toList()));
  }

  /** Returns what the training covers, in lines for people. */
  public static List<String> lines(TrainingCoverage coverage) {
    List<String> lines = new ArrayList<>();
    long trained = coverage.requests().stream().filter(request -> !request.unseen()).count();
    coverage
        .least()
        .ifPresent(request ->
            lines.add(
                "the training covers %s of the %,d classes of a first request with %s%s%s"
                    .formatted(
                        percent(request.share()),
                        request.classes(),
                        request.event(),
                        least(trained),
                        origins(request))));
    coverage
        .leastLeftOut()
        .ifPresent(request ->
            lines.add(
                "of an event that is left out of it, it covers %s%s (%s, the least of %d, each left out in turn%s)"
                    .formatted(
                        coverage.notStarted() > 0 ? "at least " : "",
                        percent(request.leftOutShare().orElseThrow()),
                        request.event(),
                        trained,
                        notStarted(coverage))));
    if (trained == 1 && coverage.unseen().isEmpty()) {
      lines.add(
          "how far it covers other events is unknown: there is one event; record more, or give some with --unseen");
    }
    coverage
        .unseen()
        .forEach(request ->
            lines.add(
                "the training covers %s of the %,d classes of a first request with %s, which is not in it%s"
                    .formatted(
                        percent(request.share()),
                        request.classes(),
                        request.event(),
                        origins(request))));
    return lines;
  }

  private static String least(long trained) {
    return trained > 1 ? ", the least of " + trained + " events" : "";
  }

  /**
   * Returns a note on trained events that were not started: what they load is unknown, and they may
   * have what seems to be missing.
   */
  private static String notStarted(TrainingCoverage coverage) {
    return coverage.notStarted() > 0
        ? "; %d more have trained it and were not started".formatted(coverage.notStarted())
        : "";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * HUNDRED);
  }

  private static String origins(TrainingCoverage.Request request) {
    if (request.origins().isEmpty()) {
      return "";
    }
    String named =
        request.origins().stream()
            .limit(MOST_ORIGINS)
            .map(origin -> origin.classes() + " " + origin.name())
            .collect(Collectors.joining(", "));
    int rest =
        request.origins().stream()
            .skip(MOST_ORIGINS)
            .mapToInt(TrainingCoverage.Origin::classes)
            .sum();
    return "; "
        + request.missing()
        + " are missing: "
        + named
        + (rest > 0 ? ", " + rest + " others" : "");
  }
}
