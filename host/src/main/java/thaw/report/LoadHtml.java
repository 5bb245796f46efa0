package thaw.report;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import thaw.load.HostUse;
import thaw.load.LayerTax;
import thaw.load.LoadResult;

/**
 * Runs of load as one HTML file that needs no network. Verdicts and tables are there without any
 * script; the charts are drawn by the page's own script from the data that it carries.
 */
public final class LoadHtml {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private LoadHtml() {}

  /**
   * Replaces the file in one step, and creates its folder.
   *
   * @param taxes none unless layers were compared
   */
  public static void write(List<LoadResult> runs, List<LayerTax> taxes, Path file) {
    AtomicFile.write(file, page(runs, taxes));
  }

  static String page(List<LoadResult> runs, List<LayerTax> taxes) {
    Template template = Template.ofResource("load.html");
    LoadSections sections = new LoadSections(runs);
    Map<String, String> fillings = new HashMap<>(PagePolicy.fillings(template));
    fillings.put("title", Html.text(title(runs)));
    fillings.put("measured", Html.text(measured(runs)));
    fillings.put("headline", headline(runs, taxes));
    fillings.put("cards", sections.cards());
    fillings.put("quantiles", sections.quantiles());
    fillings.put("taxes", LoadSections.taxes(taxes));
    fillings.put("taxes-link", taxes.isEmpty() ? "" : "<a href=\"#taxes\">Layers</a>\n");
    fillings.put("failures", sections.failures());
    fillings.put("settings", sections.settings());
    fillings.put("meanings", Html.list(LoadRows.MEANINGS));
    fillings.put("data", LoadData.of(runs));
    return template.fill(fillings);
  }

  private static String title(List<LoadResult> runs) {
    List<String> schedules =
        runs.stream().map(run -> run.plan().schedule().toString()).distinct().toList();
    String load = schedules.size() == 1 ? schedules.getFirst() : "Load by several schedules";
    OptionalDouble busiest =
        runs.stream()
            .map(run -> run.use().host())
            .filter(HostUse::wasLimit)
            .mapToDouble(HostUse::share)
            .max();
    return busiest.isEmpty()
        ? load
        : load
            + ", limited by the host (%s busy)".formatted(Figures.percent(busiest.getAsDouble()));
  }

  private static String measured(List<LoadResult> runs) {
    Optional<String> begun =
        runs.stream().map(LoadResult::begun).min(Comparator.naturalOrder()).map(MINUTE::format);
    long requests = runs.stream().mapToLong(LoadResult::sent).sum();
    return "Open-loop load: %s, %s sent%s."
        .formatted(
            Figures.counted(runs.size(), "run"),
            Figures.counted(requests, "request"),
            begun.map(minute -> ", from " + minute).orElse(""));
  }

  private static String headline(List<LoadResult> runs, List<LayerTax> taxes) {
    long invalid = runs.stream().filter(run -> !run.valid()).count();
    StringBuilder text = new StringBuilder();
    for (LoadResult run : runs) {
      text.append(
          "<b%s>%s</b>: %s. "
              .formatted(
                  run.failed() > 0 ? " class=\"failed\"" : "",
                  Html.text(run.plan().name()),
                  Html.text(LoadOutcome.of(run).words())));
      if (run.use().host().wasLimit()) {
        text.append(
            "<b class=\"failed\">Beware: %s.</b> ".formatted(Html.text(run.use().host().words())));
      }
    }
    if (invalid == 0) {
      text.append(runs.size() == 1 ? "The run is <b>valid</b>:" : "All runs are <b>valid</b>:")
          .append(" the generator kept to the schedule.");
    } else {
      text.append(
          "<b class=\"failed\">%s of %s</b> must not be trusted, for the reasons below."
              .formatted(Figures.whole(invalid), Figures.counted(runs.size(), "run")));
    }
    if (!taxes.isEmpty()) {
      text.append(" Each layer at p50: ")
          .append(
              taxes.stream()
                  .map(tax ->
                      "%s <b>%s ms</b>"
                          .formatted(
                              Html.text(tax.name()), LoadFigures.change(tax.atMillis().getFirst())))
                  .collect(Collectors.joining(", ")))
          .append('.');
    }
    return text.toString().replace(" ms", "\u00a0ms");
  }
}
