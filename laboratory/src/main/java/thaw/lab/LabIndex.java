package thaw.lab;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.LessonResult;
import thaw.lab.engine.Syllabus;
import thaw.lab.result.Verdict;

/** The course's table of contents, with what became of each lesson's claims on each JDK. */
final class LabIndex {
  private static final String ELSEWHERE = "this machine";

  private LabIndex() {}

  /**
   * @param results by the names of their lessons; of lessons that were measured
   * @param outdated lessons that were, with other programs
   */
  static String of(List<Lesson> lessons, Map<String, LessonResult> results, List<Lesson> outdated) {
    List<String> labels =
        results.values().stream()
            .flatMap(result -> result.samples().jdks().stream())
            .distinct()
            .toList();
    JdkNames jdks = JdkNames.of(labels);
    List<String> places = new ArrayList<>(labels.stream().map(jdks::in).sorted().toList());
    boolean elsewhere =
        results.values().stream()
            .anyMatch(result -> counts(result, jdks, places).containsKey(ELSEWHERE));
    if (elsewhere) {
      places.add(ELSEWHERE);
    }
    List<String> heads = new ArrayList<>(List.of("", "lesson", "question"));
    heads.addAll(places);
    List<List<String>> rows = new ArrayList<>();
    for (Lesson lesson : lessons) {
      rows.add(
          row(
              lesson.syllabus(),
              Optional.ofNullable(results.get(lesson.syllabus().name())),
              outdated.contains(lesson) ? "not measured since a change" : "not measured",
              jdks,
              places));
    }
    return """
    # The course

    Published experiments about the JVM and the machine below it, repeated by `thaw lab`. Each page has the wrong way
    beside the right one, the method, the figures of the JDKs named on it, what became of the published claims, and a
    rule. The last columns count verdicts.

    %s
    `thaw lab NAME` repeats a lesson on your JDKs, `thaw lab --all --quick` all of them. This page and what stands on
    the others below their line are written by `thaw lab --all --docs docs/course`, from the raw data in [data](data).
    """
        .formatted(Markdown.table(heads, rows, false));
  }

  private static List<String> row(
      Syllabus syllabus,
      Optional<LessonResult> result,
      String without,
      JdkNames jdks,
      List<String> places) {
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(syllabus.number()));
    cells.add("[" + Markdown.text(syllabus.title()) + "](" + syllabus.page() + ")");
    cells.add(Markdown.text(syllabus.question()));
    Map<String, Map<Verdict.Judgement, Integer>> counts =
        result.map(each -> counts(each, jdks, places)).orElse(Map.of());
    for (String place : places) {
      cells.add(result.isEmpty() ? without : summary(counts.getOrDefault(place, Map.of())));
    }
    return cells;
  }

  /** {@code 2 hold, 1 no longer}. */
  private static String summary(Map<Verdict.Judgement, Integer> counts) {
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().words(each.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static Map<String, Map<Verdict.Judgement, Integer>> counts(
      LessonResult result, JdkNames jdks, List<String> places) {
    Map<String, Map<Verdict.Judgement, Integer>> counts = new LinkedHashMap<>();
    for (Verdict verdict : result.conclusions().verdicts()) {
      for (Verdict.ForJdk answer : verdict.answers()) {
        String where = jdks.in(answer.where());
        // Such as "JDK 25, 128 MiB".
        String place =
            places.stream()
                .filter(each ->
                    where.matches(
                        "(?s).*\\b" + java.util.regex.Pattern.quote(each) + "(?![\\w.]).*"))
                .findFirst()
                .orElse(ELSEWHERE);
        counts
            .computeIfAbsent(place, _ -> new EnumMap<>(Verdict.Judgement.class))
            .merge(answer.judgement(), 1, Integer::sum);
      }
    }
    return counts;
  }
}
