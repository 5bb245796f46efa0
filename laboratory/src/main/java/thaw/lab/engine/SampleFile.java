package thaw.lab.engine;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.experiment.sampling.JsonLines;
import thaw.experiment.sampling.SampleLog;
import thaw.json.Json;
import thaw.lab.result.Case;
import thaw.lab.result.Measurement;
import thaw.lab.result.Measurements;
import thaw.problem.UserMistake;
import thaw.store.FolderLock;

/**
 * The raw data of a lesson, one JSON document a line:
 *
 * <pre>
 * {"lesson":"first-use","edition":1,"code":"9f...","startedAt":"...","quick":false,"rounds":11,"seed":1,
 *  "host":{...},"jdks":{"Temurin 25.0.3+9":"1c..."},
 *  "cases":[{"JDK":"Temurin 25.0.3+9","archive":"no CDS","use":"lambda"},...]}
 * {"case":0,"round":1,"values":{"wall_ms":5.21}}
 * {"case":4,"round":1,"failure":"..."}
 * {"warnings":[{"message":"...","evidence":"...","remedy":"..."}]}
 * </pre>
 *
 * <p>There is an {@code "identity"} where {@link Lesson#identity} is not empty. Older files have
 * neither it nor {@code "jdks"}.
 *
 * <p>Each sample is on disk before the next one is taken; the last line is there when all were. A
 * line that a crash cut short is dropped when the file is read, with all that follows. Of a case
 * that a round has more than once, the first sample that did not fail counts.
 */
public final class SampleFile {
  static final ObjectMapper MAPPER = Json.written().addMixIn(Host.class, OfHost.class).build();

  private final JsonLines lines;

  private interface OfHost {
    @JsonProperty("cpu")
    String cpuModel();

    @JsonProperty("missing")
    List<String> missingGuarantees();
  }

  /**
   * The first line, of a lesson that has prepared its cases.
   *
   * @param jdks fingerprints of all that are compared, by their labels
   */
  record HeadLine(
      String lesson,
      int edition,
      String code,
      Optional<String> identity,
      String startedAt,
      boolean quick,
      int rounds,
      long seed,
      Host host,
      Optional<Map<String, String>> jdks,
      List<Map<String, String>> cases) {
    private RunFacts facts(List<Warning> warnings) {
      return new RunFacts(
          edition, code, Instant.parse(startedAt), host, quick, rounds, seed, warnings);
    }
  }

  /**
   * One sample: the values, or why there are none.
   *
   * @param number of the case in the first line
   */
  record SampleLine(
      @JsonProperty("case") int number,
      int round,
      Optional<Map<String, Double>> values,
      Optional<String> failure) {
    private Measurement sample(List<Case> cases) {
      return new Measurement(cases.get(number), round, values.orElse(Map.of()), failure);
    }
  }

  private record EndLine(List<Warning> warnings) {}

  /** The content of a file. */
  record Content(HeadLine head, Measurements samples, boolean complete, List<Warning> warnings) {}

  /**
   * @param folder of the results
   * @param lesson its name
   */
  SampleFile(Path folder, String lesson) {
    this.lines = new JsonLines(folder.resolve(lesson + ".jsonl"));
  }

  private Path path() {
    return lines.path();
  }

  /** The result of a lesson that was run earlier; empty when there is no file of it. */
  public static Optional<LessonResult> read(Path folder, Lesson lesson) {
    return content(folder, lesson)
        .map(content ->
            LessonResult.of(lesson, content.head().facts(content.warnings()), content.samples()));
  }

  /**
   * Reads the edition and code of a lesson's samples without concluding anything from them, as what
   * older samples are called may no longer be known. Warnings are left out.
   */
  public static Optional<RunFacts> facts(Path folder, Lesson lesson) {
    return content(folder, lesson).map(content -> content.head().facts(List.of()));
  }

  /** Returns whether there is a file of this lesson whose run has come to its end. */
  public static boolean isComplete(Path folder, Lesson lesson) {
    return content(folder, lesson).map(Content::complete).orElse(false);
  }

  private static Optional<Content> content(Path folder, Lesson lesson) {
    SampleFile file = new SampleFile(folder, lesson.syllabus().name());
    if (!Files.exists(file.path())) {
      return Optional.empty();
    }
    try {
      return content(file.lines.read());
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file.path(), e);
    }
  }

  /** Returns the content of a file's lines; empty when there is not even the first line. */
  static Optional<Content> content(List<ObjectNode> lines) {
    if (lines.isEmpty() || !lines.getFirst().has("lesson")) {
      return Optional.empty();
    }
    HeadLine head = MAPPER.convertValue(lines.getFirst(), HeadLine.class);
    List<Case> cases = head.cases().stream().map(Case::new).toList();
    Map<List<Object>, Measurement> samples = new LinkedHashMap<>();
    List<Warning> warnings = new ArrayList<>();
    boolean complete = false;
    for (JsonNode line : lines.subList(1, lines.size())) {
      if (line.has("warnings")) {
        complete = true;
        warnings.addAll(MAPPER.convertValue(line, EndLine.class).warnings());
      } else {
        Measurement sample = MAPPER.convertValue(line, SampleLine.class).sample(cases);
        samples.merge(
            List.of(sample.subject(), sample.round()), sample, SampleFile::firstThatDidNotFail);
      }
    }
    return Optional.of(
        new Content(
            head, new Measurements(cases, List.copyOf(samples.values())), complete, warnings));
  }

  private static Measurement firstThatDidNotFail(Measurement earlier, Measurement later) {
    return earlier.failure().isPresent() && later.failure().isEmpty() ? later : earlier;
  }

  /** Keeps other runs out of the folder until it is closed. */
  FolderLock lock() {
    try {
      return lines.lock();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /**
   * Opens it for a run.
   *
   * @param aside is told where samples of another experiment, or of a complete one, went
   */
  SampleLog<Measurement> open(LabFormat format, Consumer<Path> aside) {
    try {
      return SampleLog.open(lines, format, aside);
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private UserMistake unwritable(IOException e) {
    return new UserMistake(
        "cannot write results to " + path() + ": " + e,
        "name a folder that can be written with --out");
  }

  /** The last line. */
  void end(List<Warning> warnings) {
    try {
      lines.append(MAPPER.valueToTree(new EndLine(warnings)));
    } catch (IOException e) {
      throw new UncheckedIOException("could not append to " + path() + ": " + e, e);
    }
  }
}
