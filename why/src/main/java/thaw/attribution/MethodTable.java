package thaw.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.attribution.owner.Libraries;
import thaw.recording.Frame;
import thaw.recording.Window;

/** Inclusive times of methods, of what the cold start waited for. */
final class MethodTable {
  private static final int ROWS = 400;

  private final Libraries libraries;
  private final Map<String, Row> rows = new HashMap<>();

  private static final class Row {
    private final String className;
    private double inclusive;
    private double self;
    private double init;

    Row(String className) {
      this.className = className;
    }
  }

  private MethodTable(Libraries libraries) {
    this.libraries = libraries;
  }

  /** The largest first; of later invocations nothing. */
  static List<Explanation.MethodTime> of(List<Scale.Sized> parts, Libraries libraries) {
    MethodTable table = new MethodTable(libraries);
    for (Scale.Sized part : parts) {
      if (part.part().window() != Window.Kind.LATER_INVOCATION) {
        table.add(part);
      }
    }
    return table.methods();
  }

  private void add(Scale.Sized sized) {
    Set<String> seen = new HashSet<>();
    boolean leaf = true;
    for (Frame frame : sized.part().frames()) {
      if (frame instanceof Frame.Java java) {
        Row row = rows.computeIfAbsent(java.text(), key -> new Row(java.className()));
        if (leaf) {
          row.self += sized.millis();
          leaf = false;
        }
        if (seen.add(java.text())) {
          row.inclusive += sized.millis();
          if (sized.part().window() != Window.Kind.FIRST_INVOCATION) {
            row.init += sized.millis();
          }
        }
      }
    }
  }

  private List<Explanation.MethodTime> methods() {
    List<Explanation.MethodTime> methods = new ArrayList<>();
    rows.forEach((name, row) ->
        methods.add(
            new Explanation.MethodTime(
                name, libraries.ofFrame(row.className).name(), row.inclusive, row.self, row.init)));
    methods.sort(
        Comparator.comparingDouble(Explanation.MethodTime::inclusiveMillis)
            .reversed()
            .thenComparing(Explanation.MethodTime::method));
    return methods.subList(0, Math.min(ROWS, methods.size()));
  }
}
