package thaw.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import thaw.lab.engine.CourseCode;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.RunFacts;
import thaw.lab.engine.SampleFile;
import thaw.lab.engine.Scope;

/**
 * The lessons that an interrupted run of several had measured already, so that the same command
 * does not measure them again. They are in a file beside the raw data, which is deleted when a run
 * has come to its end. One lesson alone needs none, its raw data say how far it is.
 *
 * <pre>
 * lessons [first-use, lambda-garbage], JDKs [...], quick=true, ...
 * first-use 2026-03-01T09:30:00Z
 * </pre>
 *
 * <p>A line for each lesson that was measured, with the start of its samples: raw data of another
 * run in the same folder are others, whatever they are of.
 */
final class LabContinuation {
  private static final String FILE = "unfinished.txt";

  private final Path out;
  private final String run;
  private final boolean several;
  private final Map<String, String> done = new LinkedHashMap<>();

  private LabContinuation(Path out, String run, boolean several) {
    this.out = out;
    this.run = run;
    this.several = several;
  }

  /** Reads what an interrupted run has left, if that run had the same lessons and scope. */
  static LabContinuation of(Path out, List<Lesson> lessons, Scope scope) {
    LabContinuation continuation =
        new LabContinuation(out, run(lessons, scope), lessons.size() > 1);
    if (continuation.several) {
      continuation.read();
    }
    return continuation;
  }

  private static String run(List<Lesson> lessons, Scope scope) {
    return "lessons %s, JDKs %s, quick=%s, rounds=%s, seed=%d, only %s"
        .formatted(
            lessons.stream().map(lesson -> lesson.syllabus().name()).toList(),
            scope.jdks().stream().map(jdk -> jdk.label() + " " + jdk.home()).toList(),
            scope.quick(),
            scope.rounds().isPresent() ? scope.rounds().getAsInt() : "each its own",
            scope.seed(),
            new TreeMap<>(scope.only()));
  }

  private void read() {
    Path file = out.resolve(FILE);
    try {
      List<String> lines =
          Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
      if (lines.isEmpty() || !lines.getFirst().equals(run)) {
        return;
      }
      for (String line : lines.subList(1, lines.size())) {
        int space = line.indexOf(' ');
        if (space > 0) {
          done.put(line.substring(0, space), line.substring(space + 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }

  /**
   * Returns the facts of the interrupted run's samples of this lesson, if they are complete and of
   * its present programs.
   *
   * @param code digest of the lesson's present programs
   */
  Optional<RunFacts> measured(Lesson lesson, String code) {
    String startedAt = done.get(lesson.syllabus().name());
    if (startedAt == null || !SampleFile.isComplete(out, lesson)) {
      return Optional.empty();
    }
    return SampleFile.facts(out, lesson)
        .filter(facts -> facts.startedAt().toString().equals(startedAt))
        .filter(facts -> CourseCode.isPresent(facts, lesson.syllabus(), code));
  }

  /** The lesson need not be measured again when the run is interrupted from now on. */
  void add(Lesson lesson, RunFacts facts) {
    if (several) {
      done.put(lesson.syllabus().name(), facts.startedAt().toString());
      write();
    }
  }

  private void write() {
    Path file = out.resolve(FILE);
    String text =
        run
            + "\n"
            + done.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue() + "\n")
                .collect(Collectors.joining());
    try {
      Path partial = Files.writeString(out.resolve(FILE + ".partial"), text);
      Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write " + file, e);
    }
  }

  /** The run has come to its end: the same command measures anew. */
  void end() {
    if (!several) {
      return;
    }
    try {
      Files.deleteIfExists(out.resolve(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException("could not remove " + out.resolve(FILE), e);
    }
  }
}
