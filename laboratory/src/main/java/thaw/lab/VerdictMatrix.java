package thaw.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.lab.engine.LessonResult;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;

/**
 * A lesson's claims by the places where they were judged, the same for the terminal and for pages.
 *
 * @param places JDKs by their short names, the oldest first, then what is no JDK
 */
record VerdictMatrix(List<String> places, List<Row> rows) {
  /**
   * One claim.
   *
   * @param answers one for each place; empty where the claim is not about it
   */
  record Row(String claim, String source, List<Optional<ForJdk>> answers) {}

  static VerdictMatrix of(LessonResult result, JdkNames jdks) {
    List<Verdict> verdicts = result.conclusions().verdicts();
    Set<String> judged = new LinkedHashSet<>();
    verdicts.forEach(verdict -> verdict.answers().forEach(answer -> judged.add(answer.where())));
    Set<String> places = new LinkedHashSet<>();
    result.samples().jdks().stream()
        .filter(judged::contains)
        .sorted(Comparator.comparingInt(JdkFeature::release))
        .forEach(places::add);
    places.addAll(judged);
    List<Row> rows = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      rows.add(
          new Row(
              jdks.in(verdict.claim()),
              verdict.source(),
              places.stream().map(place -> answer(verdict, place, jdks)).toList()));
    }
    return new VerdictMatrix(places.stream().map(jdks::in).toList(), rows);
  }

  private static Optional<ForJdk> answer(Verdict verdict, String place, JdkNames jdks) {
    return verdict.answers().stream()
        .filter(answer -> answer.where().equals(place))
        .findFirst()
        .map(answer -> new ForJdk(jdks.in(place), answer.judgement(), jdks.in(answer.evidence())));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns the sign of a judgement, to be seen at once, also without colours. */
  static String sign(Verdict.Judgement judgement) {
    return switch (judgement) {
      case HOLDS -> "✓";
      case NO_LONGER -> "✗";
      case UNDECIDED -> "?";
      case NOT_APPLICABLE -> "–";
    };
  }
}
