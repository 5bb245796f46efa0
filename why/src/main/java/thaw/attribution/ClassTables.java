package thaw.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.attribution.owner.ApplicationClasses;
import thaw.attribution.owner.Libraries;
import thaw.recording.ClassLoad;

/** The classes that one cold start loaded, counted by package and by library. */
final class ClassTables {
  private static final double NANOS_PER_MILLI = 1e6;

  static final Comparator<Explanation.ClassGroup> LARGEST_FIRST =
      Comparator.comparingDouble(Explanation.ClassGroup::millis)
          .thenComparingInt(Explanation.ClassGroup::classes)
          .reversed()
          .thenComparing(Explanation.ClassGroup::name);

  private ClassTables() {}

  /**
   * Groups hold what was loaded up to the end of the first invocation; the list also has what later
   * phases of {@code windows} loaded.
   *
   * @param loads of one run, in their order
   * @param windows of the same run, in their order
   * @param millis of class loading in the baseline, by the class that was defined; empty where that
   *     is not known
   */
  static Explanation.Classes of(
      List<ClassLoad> loads,
      Libraries libraries,
      List<PhaseWindow> windows,
      Map<String, Double> millis) {
    if (windows.isEmpty()) {
      throw new IllegalArgumentException("must have a phase: windows=" + windows);
    }
    long start = windows.getFirst().fromNanos();
    long end = windows.getLast().toNanos();
    List<Explanation.LoadedClass> list = new ArrayList<>();
    PackageTree packages = new PackageTree();
    Map<String, Tally> byLibrary = new HashMap<>();
    Set<String> timed = new HashSet<>();
    for (ClassLoad load : loads) {
      if (load.nanos() >= end) {
        continue;
      }
      PhaseName phase = phase(windows, load.nanos());
      String library = libraries.of(load).name();
      boolean archived = load.isArchived();
      list.add(
          new Explanation.LoadedClass(
              load.className(),
              library,
              phase,
              archived,
              (load.nanos() - start) / NANOS_PER_MILLI));
      if (phase != PhaseName.LATER_INVOCATIONS) {
        // hidden classes share names, and the time of a name is that of all of them
        double time = timed.add(load.className()) ? millis.getOrDefault(load.className(), 0.0) : 0;
        Tally one = new Tally(1, archived ? 1 : 0, time);
        packages.add(ApplicationClasses.packageOf(load.className()), one);
        byLibrary.merge(library, one, Tally::plus);
      }
    }
    int loaded = byLibrary.values().stream().mapToInt(Tally::classes).sum();
    List<Explanation.ClassGroup> libraryGroups =
        byLibrary.entrySet().stream()
            .map(entry -> entry.getValue().group(entry.getKey()))
            .sorted(LARGEST_FIRST)
            .toList();
    return new Explanation.Classes(loaded, packages.groups(), libraryGroups, list);
  }

  /** Returns the phase of a moment. A moment between two windows belongs to the earlier one. */
  private static PhaseName phase(List<PhaseWindow> windows, long nanos) {
    PhaseName name = windows.getFirst().name();
    for (PhaseWindow window : windows) {
      if (nanos >= window.fromNanos()) {
        name = window.name();
      }
    }
    return name;
  }

  /** A number of classes, how many of them an archive had, and the time of all. */
  record Tally(int classes, int archived, double millis) {
    static final Tally NONE = new Tally(0, 0, 0);

    Tally plus(Tally other) {
      return new Tally(classes + other.classes, archived + other.archived, millis + other.millis);
    }

    Explanation.ClassGroup group(String name) {
      return new Explanation.ClassGroup(name, classes, archived, millis);
    }
  }
}
