package thaw.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Ink;
import thaw.presentation.text.Text;

/** A {@link VerdictMatrix} in lines of a terminal: signs below their places, then the claim. */
final class MatrixLines {
  private static final String BETWEEN = "  ";

  private final VerdictMatrix matrix;
  private final int columns;
  private final boolean ansi;
  private final List<String> heads = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  private MatrixLines(VerdictMatrix matrix, int columns, boolean ansi) {
    this.matrix = matrix;
    this.columns = columns;
    this.ansi = ansi;
  }

  /** The last line says what the signs mean, and how many there are of each. */
  static List<String> of(VerdictMatrix matrix, int columns, boolean ansi) {
    MatrixLines all = new MatrixLines(matrix, columns, ansi);
    all.heads();
    matrix.rows().forEach(all::row);
    all.legend();
    return all.lines;
  }

  /** Numbers, explained above, where the places' names would take the claims' room. */
  private void heads() {
    List<String> places = matrix.places().stream().map(Text::clean).toList();
    int wide = places.stream().mapToInt(place -> Text.width(place + BETWEEN)).sum();
    for (int i = 0; i < places.size(); i++) {
      String number = Integer.toString(i + 1);
      boolean fits = wide <= columns / 3;
      heads.add(fits ? places.get(i) : number);
      if (!fits) {
        lines.addAll(dim(Text.wrap(number + ": ", places.get(i), columns)));
      }
    }
    lines.add(Ink.DIM.on(String.join(BETWEEN, heads), ansi));
  }

  private List<String> dim(List<String> texts) {
    return texts.stream().map(text -> Ink.DIM.on(text, ansi)).toList();
  }

  private void row(VerdictMatrix.Row row) {
    StringBuilder signs = new StringBuilder();
    StringBuilder inked = new StringBuilder();
    for (int i = 0; i < heads.size(); i++) {
      Optional<ForJdk> answer = row.answers().get(i);
      String sign = answer.map(given -> VerdictMatrix.sign(given.judgement())).orElse(" ");
      int before = (Text.width(heads.get(i)) - 1) / 2;
      int after = Text.width(heads.get(i)) - 1 - before + BETWEEN.length();
      signs.append(" ".repeat(before)).append(sign).append(" ".repeat(after));
      inked
          .append(" ".repeat(before))
          .append(answer.map(given -> ink(given.judgement()).on(sign, ansi)).orElse(sign))
          .append(" ".repeat(after));
    }
    List<String> claim = Text.wrap(signs.toString(), Text.clean(row.claim()), columns);
    lines.add(inked + claim.getFirst().substring(signs.length()));
    lines.addAll(claim.subList(1, claim.size()));
  }

  private void legend() {
    Map<Verdict.Judgement, Integer> counts =
        Verdict.counts(
            matrix.rows().stream()
                .flatMap(row -> row.answers().stream())
                .flatMap(Optional::stream));
    List<String> parts = new ArrayList<>();
    counts.forEach((judgement, count) ->
        parts.add(
            VerdictMatrix.sign(judgement)
                + " "
                + Figures.whole(count)
                + " "
                + judgement.words(count)));
    lines.addAll(dim(Text.wrap("", String.join(", ", parts), columns)));
  }

  private static Ink ink(Verdict.Judgement judgement) {
    return switch (judgement) {
      case HOLDS -> Ink.FASTER;
      case NO_LONGER -> Ink.BOLD;
      case UNDECIDED, NOT_APPLICABLE -> Ink.DIM;
    };
  }
}
