package thaw.app.why;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;
import thaw.recording.Frame;
import thaw.recording.ProfiledRun;
import thaw.recording.Recording;
import thaw.recording.Window;

/**
 * The code path that made a class load in a cold start.
 *
 * @param className of the class that was loaded
 * @param afterMillis since the start
 * @param phase in which it was loaded, for people
 * @param frames innermost first
 */
public record ClassLoadPath(
    String className, double afterMillis, String phase, List<String> frames) {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int SIMILAR = 5;

  public ClassLoadPath {
    frames = List.copyOf(frames);
  }

  static List<ClassLoadPath> of(String className, WhyRun run) throws InterruptedException {
    Recording recording = run.requesting(className);
    ProfiledRun profiled = recording.profiled().orElseThrow();
    if (profiled.requested().isEmpty()) {
      throw new UserMistake(
          className + " was not loaded in this cold start, or before the JVM could be asked",
          similar(className, profiled));
    }
    return profiled.requested().stream()
        .map(one ->
            new ClassLoadPath(
                one.className(),
                (one.nanos() - recording.startedNanos()) / NANOS_PER_MILLI,
                phase(recording, one.nanos()),
                one.frames().stream().map(Frame::text).toList()))
        .toList();
  }

  private static String phase(Recording recording, long nanos) {
    return recording.windows().stream()
        .filter(window -> window.covers(nanos))
        .map(window -> window.kind() == Window.Kind.INIT ? "init" : "the first invocation")
        .findFirst()
        .orElse("between two phases");
  }

  private static String similar(String className, ProfiledRun profiled) {
    String simple = className.substring(className.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    List<String> names =
        profiled.classLoads().stream()
            .map(load -> load.className())
            .filter(name -> name.toLowerCase(Locale.ROOT).contains(simple))
            .distinct()
            .sorted(Comparator.comparingInt(String::length))
            .limit(SIMILAR)
            .toList();
    return names.isEmpty()
        ? "give the binary name, such as com.example.Outer$Inner; why.html lists all classes"
        : "loaded were " + names.stream().collect(Collectors.joining(", "));
  }
}
