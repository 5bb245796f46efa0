package thaw.explanation;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.PhaseName;
import thaw.explanation.WhyMatrix.Line;
import thaw.presentation.text.Text;

/**
 * The data for the script of {@code why.html}: tables as rows of plain values, names that repeat as
 * indices, the profile as {@link FrameTreeJson} has it.
 *
 * @param phases whose causes {@code details} has
 * @param counted whether each of them belongs to the cold start
 * @param details by the number of the cause
 * @param classLibraries those of {@code classes}, by their indices
 * @param host the number of the cause that stands for other programs
 * @param waiting the numbers of causes of a thread that was not on a CPU
 */
record WhyData(
    List<String> phases,
    List<Boolean> counted,
    List<CauseRow> causes,
    List<KindRow> kinds,
    Map<Integer, Details> details,
    List<MethodRow> methods,
    List<GroupRow> packages,
    List<GroupRow> libraries,
    List<ClassRow> classes,
    List<String> classLibraries,
    List<String> allPhases,
    FrameTreeJson.FlameView flame,
    int host,
    List<Integer> waiting) {
  /** The longest: the others took less than a sample each, and {@code why.json} has them all. */
  static final int MOST_METHODS = 3_000;

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record CauseRow(String label, int kind) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record KindRow(String label, String style) {}

  /**
   * Tells to whom a cause belongs, who asked for it, and which method of the function was the
   * reason: rows of a name and the milliseconds in each phase.
   */
  record Details(
      List<List<Object>> owners, List<List<Object>> requesters, List<List<Object>> firstParty) {}

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record MethodRow(
      String method,
      String library,
      double inclusiveMillis,
      double selfMillis,
      double initMillis,
      double otherMillis) {
    private static MethodRow of(MethodTime method) {
      return new MethodRow(
          Text.clean(method.method()),
          Text.clean(method.library()),
          WhyJson.millis(method.inclusiveMillis()),
          WhyJson.millis(method.selfMillis()),
          WhyJson.millis(method.initMillis()),
          WhyJson.millis(method.inclusiveMillis() - method.initMillis()));
    }
  }

  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record GroupRow(String name, int classes, int archived, double millis) {
    private static GroupRow of(ClassGroup group) {
      return new GroupRow(
          Text.clean(group.name()),
          group.classes(),
          group.archived(),
          WhyJson.millis(group.millis()));
    }
  }

  /**
   * @param archived 0 or 1
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  record ClassRow(String name, int library, int phase, int archived, double atMillis) {}

  static WhyData of(Explanation explanation, Optional<Explanation> older) {
    WhyMatrix matrix = new WhyMatrix(explanation);
    Map<String, Integer> libraries = new LinkedHashMap<>();
    List<ClassRow> classes = classes(explanation, libraries);
    return new WhyData(
        matrix.phases().stream().map(phase -> phase.name().label()).toList(),
        matrix.phases().stream().map(phase -> WhyMatrix.counts(phase.name())).toList(),
        Arrays.stream(Cause.values())
            .map(cause -> new CauseRow(cause.label(), cause.kind().ordinal()))
            .toList(),
        Arrays.stream(Cause.Kind.values())
            .map(kind -> new KindRow(KindText.label(kind), KindText.style(kind)))
            .toList(),
        details(matrix),
        explanation.methods().stream()
            .sorted(Comparator.comparingDouble(MethodTime::inclusiveMillis).reversed())
            .limit(MOST_METHODS)
            .map(MethodRow::of)
            .toList(),
        explanation.classes().byPackage().stream().map(GroupRow::of).toList(),
        explanation.classes().byLibrary().stream().map(GroupRow::of).toList(),
        classes,
        List.copyOf(libraries.keySet()),
        Arrays.stream(PhaseName.values()).map(PhaseName::label).toList(),
        FrameTreeJson.of(explanation, older),
        Cause.HOST_CONTENTION.ordinal(),
        Arrays.stream(Cause.values())
            .filter(
                cause -> cause.kind() == Cause.Kind.BLOCKED || cause.kind() == Cause.Kind.CPU_WAIT)
            .map(Cause::ordinal)
            .toList());
  }

  private static Map<Integer, Details> details(WhyMatrix matrix) {
    Map<Integer, Details> details = new LinkedHashMap<>();
    for (Cause cause : matrix.causes()) {
      details.put(
          cause.ordinal(),
          new Details(
              rows(matrix.lines(cause, CauseShare::owners)),
              rows(matrix.lines(cause, CauseShare::requesters)),
              rows(matrix.lines(cause, CauseShare::firstParty))));
    }
    return details;
  }

  private static List<List<Object>> rows(List<Line> lines) {
    List<List<Object>> rows = new ArrayList<>();
    for (Line line : lines) {
      List<Object> row = new ArrayList<>();
      row.add(Text.clean(line.name()));
      for (double cell : line.cells()) {
        row.add(WhyJson.millis(cell));
      }
      rows.add(row);
    }
    return rows;
  }

  /**
   * @param libraries gets those of the classes, with their indices
   */
  private static List<ClassRow> classes(Explanation explanation, Map<String, Integer> libraries) {
    List<ClassRow> rows = new ArrayList<>();
    for (LoadedClass each : explanation.classes().list()) {
      String library = Text.clean(each.library());
      rows.add(
          new ClassRow(
              Text.clean(each.name()),
              libraries.computeIfAbsent(library, _ -> libraries.size()),
              each.phase().ordinal(),
              each.archived() ? 1 : 0,
              WhyJson.millis(each.atMillis())));
    }
    return rows;
  }
}
