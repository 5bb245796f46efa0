package thaw.report;

import java.util.List;
import java.util.Map;
import thaw.load.Distribution;
import thaw.load.Failure;
import thaw.load.LayerTax;
import thaw.load.LoadResult;

/** The tables of {@code load.html}, which are there without any script. */
final class LoadSections {
  private final List<LoadResult> runs;

  LoadSections(List<LoadResult> runs) {
    this.runs = runs;
  }

  /** One card a run: what it may be trusted for, and what a user waited. */
  String cards() {
    StringBuilder cards = new StringBuilder();
    for (LoadResult run : runs) {
      LoadVerdict verdict = LoadVerdict.of(run);
      cards.append(
          """
          <div class="card %s">
          <h2>%s <span class="badge">%s</span></h2>
          <p class="target"><code>%s</code></p>
          """
              .formatted(
                  verdict == LoadVerdict.VALID ? "valid" : "invalid",
                  Html.text(run.plan().name()),
                  verdict,
                  Html.text(run.plan().target())));
      if (!run.reasons().isEmpty()) {
        cards.append("<div class=\"reasons\">").append(Html.list(run.reasons())).append("</div>\n");
      }
      cards.append("<dl class=\"tiles\">\n");
      Distribution response = run.response();
      for (double share : LoadRows.SHARES.subList(0, 3)) {
        tile(
            cards,
            LoadFigures.quantile(share),
            response.isEmpty() ? Figures.MISSING : LoadFigures.millis(response.at(share)) + " ms",
            false);
      }
      tile(cards, "answered", Figures.whole(run.answered()), false);
      tile(cards, "failed", Figures.whole(run.failed()), run.failed() > 0);
      tile(
          cards,
          "cold starts",
          run.knowsCold() ? Figures.whole(run.coldStarts().size()) : "unknown",
          false);
      cards.append("</dl>\n</div>\n");
    }
    return cards.toString();
  }

  private static void tile(StringBuilder cards, String term, String figure, boolean alarming) {
    cards.append(
        "<div%s><dt>%s</dt><dd>%s</dd></div>\n"
            .formatted(
                alarming ? " class=\"alarming\"" : "",
                Html.text(term),
                Html.text(figure).replace(" ms", "\u00a0<small>ms</small>")));
  }

  String quantiles() {
    StringBuilder rows = new StringBuilder();
    for (LoadResult run : runs) {
      rows.append(
          "<tbody><tr class=\"run\"><th class=\"name\" scope=\"rowgroup\">%s</th><td colspan=\"9\">%s</td></tr>\n"
              .formatted(
                  Html.text(run.plan().name()),
                  run.valid() ? "" : "<span class=\"failed\">" + LoadVerdict.of(run) + "</span>"));
      LoadRows.of(run).forEach(row -> rows.append(quantiles(row)));
      rows.append("</tbody>\n");
    }
    return rows.toString();
  }

  private static String quantiles(LoadRows row) {
    Distribution all = row.distribution();
    StringBuilder cells = new StringBuilder(figure(Figures.whole(all.count()), ""));
    if (all.isEmpty()) {
      cells.append(figure(Figures.MISSING, "weak").repeat(8));
    } else {
      cells.append(figure(LoadFigures.millis(all.minMillis()), ""));
      for (double share : LoadRows.SHARES) {
        cells.append(
            figure(
                LoadFigures.millis(all.at(share)),
                LoadFigures.onlyTheLargest(all, share) ? "weak" : ""));
      }
      cells.append(figure(LoadFigures.millis(all.maxMillis()), ""));
      cells.append(figure(LoadFigures.millis(all.meanMillis()), ""));
      cells.append(figure(LoadFigures.millis(all.deviationMillis()), ""));
    }
    return "<tr%s><th class=\"name\" scope=\"row\">%s</th>%s</tr>\n"
        .formatted(row.headline() ? " class=\"response\"" : "", Html.text(row.name()), cells);
  }

  private static String figure(String text, String style) {
    return "<td%s>%s</td>"
        .formatted(style.isEmpty() ? "" : " class=\"" + style + "\"", Html.text(text));
  }

  String failures() {
    StringBuilder rows = new StringBuilder();
    for (LoadResult run : runs) {
      for (Map.Entry<Failure, Long> each : LoadTerminal.mostFirst(run)) {
        rows.append(
            "<tr><th class=\"name\" scope=\"row\">%s</th><td>%s</td><td class=\"text\">%s</td><td class=\"text\">%s</td></tr>\n"
                .formatted(
                    Html.text(run.plan().name()),
                    Figures.whole(each.getValue()),
                    kind(each.getKey().kind()),
                    Html.text(each.getKey().text())));
      }
    }
    if (rows.isEmpty()) {
      return "<p>Every request was answered as expected.</p>\n";
    }
    return """
    <div class="scroll" tabindex="0" role="region" aria-labelledby="failures-title">
    <table>
    <thead><tr><th scope="col" class="name">run</th><th scope="col">requests</th><th scope="col" class="text">kind</th><th scope="col" class="text">what went wrong</th></tr></thead>
    <tbody>
    %s</tbody>
    </table>
    </div>
    """
        .formatted(rows);
  }

  private static String kind(Failure.Kind kind) {
    return switch (kind) {
      case UNKNOWN_HOST -> "unknown host";
      case NOT_CONNECTED -> "no connection";
      case TLS -> "TLS";
      case CLOSED -> "closed before the answer";
      case TIMEOUT -> "no answer in time";
      case PROTOCOL -> "not HTTP";
      case STATUS -> "other status";
      case BODY -> "other body";
      case FUNCTION_ERROR -> "function error";
      case THROTTLED -> "throttled";
      case UNANSWERED -> "unanswered at the end";
    };
  }

  String settings() {
    StringBuilder rows = new StringBuilder();
    for (LoadResult run : runs) {
      rows.append(
          "<tr><th class=\"name\" scope=\"row\">%s</th><td class=\"text\">%s</td><td class=\"text\">%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n"
              .formatted(
                  Html.text(run.plan().name()),
                  Html.text(run.plan().target()),
                  Html.text(run.plan().schedule().toString()),
                  LoadFigures.millis(run.plan().timeout().toNanos() / 1e9),
                  Figures.whole(run.scheduled()),
                  Figures.whole(run.sent()),
                  Figures.whole(run.waits()),
                  LoadFigures.millis(run.use().wall().toNanos() / 1e9),
                  Figures.percent(run.use().busiestShare()),
                  Figures.whole(run.use().collections().toMillis())));
    }
    return rows.toString();
  }

  static String taxes(List<LayerTax> taxes) {
    if (taxes.isEmpty()) {
      return "";
    }
    StringBuilder heads = new StringBuilder();
    LayerTax.SHARES.forEach(share ->
        heads
            .append("<th scope=\"col\">")
            .append(LoadFigures.quantile(share))
            .append(" ms</th>")
            .append(share == 0.5 ? "<th scope=\"col\" class=\"wide\">95 % of p50, ms</th>" : ""));
    StringBuilder rows = new StringBuilder();
    for (LayerTax tax : taxes) {
      rows.append("<tr><th class=\"name\" scope=\"row\">%s</th>".formatted(Html.text(tax.name())));
      for (int i = 0; i < LayerTax.SHARES.size(); i++) {
        rows.append(figure(LoadFigures.change(tax.atMillis().get(i)), "strong"));
        if (LayerTax.SHARES.get(i) == 0.5) {
          rows.append(
              figure(
                  tax.median()
                      .map(median ->
                          LoadFigures.change(median.low())
                              + " … "
                              + LoadFigures.change(median.high()))
                      .orElse("too few turns"),
                  ""));
        }
      }
      rows.append(
          "<td class=\"text\">%s against %s</td></tr>\n"
              .formatted(Html.text(tax.with()), Html.text(tax.without())));
    }
    return """
    <section id="taxes" aria-labelledby="taxes-title">
    <h2 id="taxes-title">What each layer costs</h2>
    <p class="hint">The difference of the runs' response times at each quantile. The runs took turns within one schedule; the interval of the median comes from the differences of these turns.</p>
    <div class="scroll flat" tabindex="0" role="region" aria-labelledby="taxes-title">
    <table>
    <thead><tr><th scope="col" class="name">layer</th>%s<th scope="col" class="text">compared</th></tr></thead>
    <tbody>
    %s</tbody>
    </table>
    </div>
    </section>
    """
        .formatted(heads, rows);
  }
}
