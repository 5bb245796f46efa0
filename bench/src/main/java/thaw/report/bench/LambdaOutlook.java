package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import thaw.json.Json;
import thaw.model.FittedModel;
import thaw.model.LambdaModel;
import thaw.model.LeaveOut;
import thaw.model.ModelFile;
import thaw.model.ModelPhase;
import thaw.model.PublishedRestores;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalLines;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/**
 * Tells what AWS Lambda is expected to show of times that were measured here, for terminals, pages
 * and programs.
 *
 * @param nothing what is said where there is no row
 * @param untold what the model cannot tell of these times, one sentence each
 */
record LambdaOutlook(
    FittedModel fitted, List<LambdaRow> rows, String nothing, List<String> untold) {
  private static final ObjectMapper MAPPER = Json.written().build();

  LambdaOutlook {
    rows = List.copyOf(rows);
    untold = List.copyOf(untold);
  }

  /**
   * A sentence that is said below the rows.
   *
   * @param about with a colon, or nothing
   */
  record Note(String about, String text) {}

  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (!rows.isEmpty()) {
      addBasis(notes);
    }
    untold.stream()
        .filter(each -> !each.equals(nothing))
        .forEach(each -> notes.add(new Note("no figure: ", Text.clean(each))));
    return notes;
  }

  private void addBasis(List<Note> notes) {
    ModelFile file = fitted.file();
    notes.add(
        new Note(
            "",
            "from, to: an interval made for %s of new functions. %s The model rests on %s, taken on %s on %s: on another machine the figures are rougher than that. docs/measured/lambda-model.md has its errors.%s"
                .formatted(
                    Figures.percent(LambdaModel.CONFIDENCE),
                    checked(),
                    Figures.counted(file.fitted(), "published figure"),
                    file.measured(),
                    Text.clean(String.join(" and ", file.machines())),
                    own())));
    if (rows.stream().anyMatch(row -> row.phase() == ModelPhase.RESTORED)) {
      notes.add(
          new Note(
              "restored: ",
              "the figures of restored functions are of such as were primed, and whose version is often restored. The first restore of a version, with the first request, took %s ms for a handler that does nothing: docs/snapstart-failures.md"
                  .formatted(Figures.millis(PublishedRestores.read().leastMillis()))));
    }
    long lessSure = file.projects().stream().filter(each -> !each.remarks().isEmpty()).count();
    if (lessSure > 0) {
      notes.add(
          new Note(
              "of the fit: ",
              "something made the figures here of %d of %d projects less sure, such as a busy machine: docs/measured/lambda-model.md says what"
                  .formatted(lessSure, file.projects().size())));
    }
    fitted.remarks().forEach(each -> notes.add(new Note("of your figures: ", Text.clean(each))));
  }

  /** Counts of each phase how often it held of figures whose source the model did not know. */
  private Checked check() {
    LeaveOut others = fitted.withoutSource();
    return new Checked(
        others.checks().size(),
        others.inside(),
        phases().stream()
            .map(phase -> {
              LeaveOut own = others.where(each -> each.phase() == phase);
              return new CheckedPhase(
                  name(phase), phase.label(), own.checks().size(), own.inside());
            })
            .toList());
  }

  private String checked() {
    Checked check = check();
    List<String> held = new ArrayList<>();
    List<String> unchecked = new ArrayList<>();
    for (CheckedPhase each : check.phases()) {
      if (each.told() == 0) {
        unchecked.add(each.label());
      } else {
        held.add(
            "of %s %s of %s"
                .formatted(each.label(), Figures.whole(each.inside()), Figures.whole(each.told())));
      }
    }
    String all =
        "It held %s of %s that were told by other sources alone%s."
            .formatted(
                Figures.whole(check.inside()),
                Figures.counted(check.told(), "published figure"),
                held.isEmpty() ? "" : " (" + String.join(", ", held) + ")");
    return unchecked.isEmpty()
        ? all
        : all
            + " Of %s no figure could be told by another source, so nothing has checked it, and it need not be a part of a sum."
                .formatted(String.join(" and of ", unchecked));
  }

  /** Those of the rows, in their order. */
  private List<ModelPhase> phases() {
    return rows.stream().map(LambdaRow::phase).distinct().sorted().toList();
  }

  private String own() {
    return fitted.own().isEmpty()
        ? ""
        : " Of %s its factors are those of %s of your own account."
            .formatted(
                String.join(", ", fitted.phases()), Figures.counted(fitted.own().size(), "figure"));
  }

  /**
   * @param head of the column of names
   */
  void addTo(TerminalLines lines, String head) {
    if (rows.isEmpty()) {
      lines.wrapped("", nothing, Ink.ALARM);
      notes().forEach(each -> lines.wrapped(each.about(), each.text(), Ink.DIM));
      return;
    }
    List<Column> all =
        List.of(
            column("", "phase", LambdaRow::label),
            column("here", "ms", each -> Figures.millis(each.localMillis())),
            column("Lambda", "ms", each -> Figures.millis(each.expected().millis())),
            column("Lambda", "from", each -> Figures.millis(each.expected().low())),
            column("Lambda", "to", each -> Figures.millis(each.expected().high())));
    List<String> names = rows.stream().map(each -> Text.clean(each.name())).toList();
    lines.addAll(TerminalTable.fit(head, names, all, lines.columns()).lines(lines.ansi()));
    notes().forEach(each -> lines.wrapped(each.about(), each.text(), Ink.DIM));
  }

  private Column column(String above, String below, Function<LambdaRow, String> text) {
    return new Column(
        above, below, 0, rows.stream().map(each -> new Cell(text.apply(each), Ink.PLAIN)).toList());
  }

  private record Document(
      String measured,
      String machine,
      int published,
      int own,
      double confidence,
      Checked withoutSource,
      List<Expected> expected,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> untold) {}

  /**
   * Published figures that are told by those of other sources.
   *
   * @param phases those of the rows
   * @param inside the interval
   */
  private record Checked(int told, long inside, List<CheckedPhase> phases) {}

  private record CheckedPhase(String phase, @JsonIgnore String label, int told, long inside) {}

  private static String name(ModelPhase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  private record Expected(
      String variant,
      String phase,
      String statistic,
      double localMillis,
      double lambdaMillis,
      double lowMillis,
      double highMillis) {
    static Expected of(LambdaRow row) {
      return new Expected(
          row.name(),
          LambdaOutlook.name(row.phase()),
          row.statistic().label(),
          row.localMillis(),
          row.expected().millis(),
          row.expected().low(),
          row.expected().high());
    }
  }

  /** The member {@code asLambda} of documents. */
  ObjectNode json() {
    ModelFile file = fitted.file();
    return MAPPER.valueToTree(
        new Document(
            file.measured(),
            String.join("; ", file.machines()),
            file.fitted(),
            fitted.own().size(),
            LambdaModel.CONFIDENCE,
            check(),
            rows.stream().map(Expected::of).toList(),
            untold));
  }
}
