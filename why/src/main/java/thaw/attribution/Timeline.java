package thaw.attribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import thaw.recording.Frame;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;

/**
 * The waterfall: phases at their true size, and below them what the first profiled run did when,
 * with each window stretched to the size that it has in the baseline.
 */
final class Timeline {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Bars that nobody can see are left out. */
  private static final double LEAST_SHARE = 0.004;

  private static final int METHODS = 40;
  private static final int WAITS = 40;

  private final Recording run;
  private final ProfiledRun profiled;
  private final Map<Window.Kind, Double> lengths;
  private final Owners owners;
  private final List<Explanation.Span> spans = new ArrayList<>();
  private final double least;

  private Timeline(
      Recording run, ProfiledRun profiled, Map<Window.Kind, Double> lengths, Owners owners) {
    this.owners = owners;
    this.run = run;
    this.profiled = profiled;
    this.lengths = lengths;
    this.least = LEAST_SHARE * lengths.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * @param lengths of each window in the baseline, milliseconds
   * @param parts of the first profiled run
   */
  static List<Explanation.Span> of(
      Recording run,
      ProfiledRun profiled,
      Map<Window.Kind, Double> lengths,
      List<Explanation.Phase> phases,
      List<Part> parts,
      Owners owners) {
    Timeline timeline = new Timeline(run, profiled, lengths, owners);
    timeline.addPhases(phases);
    timeline.addMethods(parts);
    timeline.addWaits(parts);
    timeline.addCollections();
    timeline.spans.sort(Comparator.comparingDouble(Explanation.Span::startMillis));
    return timeline.spans;
  }

  private void addPhases(List<Explanation.Phase> phases) {
    double at = 0;
    for (Explanation.Phase phase : phases) {
      if (phase.name() != PhaseName.LATER_INVOCATIONS) {
        spans.add(new Explanation.Span("phase", phase.name().label(), at, phase.wallMillis()));
        at += phase.wallMillis();
      }
    }
  }

  /** Returns the place on the true time axis of a moment in the profiled run. */
  private double place(long nanos) {
    double at = 0;
    for (Window window : run.windows()) {
      Double length = lengths.get(window.kind());
      if (length == null) {
        continue;
      }
      if (nanos < window.endNanos()) {
        double share = (double) (nanos - window.beginNanos()) / Math.max(1, window.nanos());
        return at + length * Math.clamp(share, 0, 1);
      }
      at += length;
    }
    return at;
  }

  /**
   * Adds a bar for each method that is not the JDK's, from the first sample in a row to the last; a
   * gap that nobody could see ends no row.
   */
  private void addMethods(List<Part> parts) {
    Map<String, Double> inclusive = new LinkedHashMap<>();
    List<Part> samples =
        parts.stream()
            .filter(part -> part.nanos() > 0 && part.critical())
            .filter(part -> part.window() != Window.Kind.LATER_INVOCATION)
            .filter(part -> part.thread().equals("main") && hasMethods(part))
            .sorted(Comparator.comparingLong(Part::nanos))
            .toList();
    for (Part part : samples) {
      methods(part).forEach(name -> inclusive.merge(name, part.weight(), Double::sum));
    }
    Set<String> largest =
        inclusive.entrySet().stream()
            .filter(entry -> entry.getValue() / NANOS_PER_MILLI > least)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .limit(METHODS)
            .map(Map.Entry::getKey)
            .collect(LinkedHashSet::new, Set::add, Set::addAll);
    Map<String, long[]> open = new LinkedHashMap<>();
    for (Part part : samples) {
      Set<String> here = methods(part);
      open.entrySet()
          .removeIf(entry -> {
            // A stack that was not walked to its end ends no method.
            if (here.contains(entry.getKey())
                || place(part.nanos()) - place(entry.getValue()[1]) < least) {
              return false;
            }
            close("method", entry.getKey(), entry.getValue()[0], entry.getValue()[1]);
            return true;
          });
      for (String name : here) {
        if (largest.contains(name)) {
          open.computeIfAbsent(name, key -> new long[] {part.nanos(), part.nanos()})[1] =
              part.nanos();
        }
      }
    }
    open.forEach((name, times) -> close("method", name, times[0], times[1]));
  }

  /** The function's and its libraries', the outermost first. */
  private Set<String> methods(Part part) {
    Set<String> names = new LinkedHashSet<>();
    for (Frame frame : part.frames().reversed()) {
      if (owners.isFunctions(frame)) {
        names.add(frame.text());
      }
    }
    return names;
  }

  /** One in which the walk of the stack came to no Java frame says nothing of methods. */
  private static boolean hasMethods(Part part) {
    return !part.frames().isEmpty() && part.frames().getLast() instanceof Frame.Java;
  }

  private void addWaits(List<Part> parts) {
    parts.stream()
        .filter(part -> part.blocked() && part.nanos() > 0)
        .filter(part -> part.window() != Window.Kind.LATER_INVOCATION)
        .sorted(Comparator.comparingDouble(Part::weight).reversed())
        .limit(WAITS)
        .forEach(this::addWait);
  }

  /** A wait may begin before its window, and be longer than what is left of it. */
  private void addWait(Part part) {
    run.windows().stream()
        .filter(window -> window.kind() == part.window())
        .findFirst()
        .ifPresent(window -> {
          long begin = window.beginNanos();
          long end = window.endNanos();
          close(
              "wait",
              part.cause().label() + ": " + part.owner(),
              Math.clamp(part.nanos(), begin, end),
              Math.clamp(part.nanos() + (long) part.weight(), begin, end));
        });
  }

  private void addCollections() {
    for (ProfiledRun.Span span : profiled.collections()) {
      if (run.windows().stream()
          .anyMatch(window ->
              window.kind() != Window.Kind.LATER_INVOCATION && window.covers(span.beginNanos()))) {
        double start = place(span.beginNanos());
        spans.add(new Explanation.Span("GC", "collection", start, place(span.endNanos()) - start));
      }
    }
  }

  private void close(String lane, String name, long begin, long end) {
    double start = place(begin);
    double millis = place(end) - start;
    // Of methods that do nothing but call the next one, the outermost tells enough.
    boolean told =
        spans.stream()
            .anyMatch(span ->
                span.lane().equals("method")
                    && Math.abs(span.startMillis() - start) < least
                    && Math.abs(span.millis() - millis) < least);
    if (millis >= least && !(lane.equals("method") && told)) {
      spans.add(new Explanation.Span(lane, name, start, millis));
    }
  }
}
