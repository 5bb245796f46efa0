package thaw.lab.engine;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import org.jspecify.annotations.Nullable;
import thaw.experiment.Host;
import thaw.experiment.JsonLines;
import thaw.experiment.Warning;
import thaw.lab.result.Case;
import thaw.lab.result.Sample;
import thaw.lab.result.Samples;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
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
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonLines lines;

  /**
   * @param folder of the results
   * @param lesson its name
   */
  SampleFile(Path folder, String lesson) {
    this.lines = new JsonLines(folder.resolve(lesson + ".jsonl"));
  }

  Path path() {
    return lines.path();
  }

  /** What a file has. */
  record Content(ObjectNode head, Samples samples, boolean complete, List<Warning> warnings) {}

  /** The result of a lesson that was run earlier; empty when there is no file of it. */
  public static Optional<LessonResult> read(Path folder, Lesson lesson) {
    SampleFile file = new SampleFile(folder, lesson.syllabus().name());
    return file.content()
        .map(content ->
            LessonResult.of(lesson, facts(content.head(), content.warnings()), content.samples()));
  }

  /**
   * Of which edition and code a lesson's samples are, without concluding anything from them: what
   * older samples are called may no longer be known. Warnings are left out.
   */
  public static Optional<RunFacts> facts(Path folder, Lesson lesson) {
    return new SampleFile(folder, lesson.syllabus().name())
        .content()
        .map(content -> facts(content.head(), List.of()));
  }

  /** Whether there is a file of this lesson whose run has come to its end. */
  public static boolean isComplete(Path folder, Lesson lesson) {
    return new SampleFile(folder, lesson.syllabus().name())
        .content()
        .map(Content::complete)
        .orElse(false);
  }

  /** Empty when there is no file, or not even its first line. */
  Optional<Content> content() {
    if (!Files.exists(path())) {
      return Optional.empty();
    }
    try {
      List<ObjectNode> all = lines.read();
      if (all.isEmpty() || !all.getFirst().has("lesson")) {
        return Optional.empty();
      }
      return Optional.of(content(all));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + path(), e);
    }
  }

  private static Content content(List<ObjectNode> lines) {
    ObjectNode head = lines.getFirst();
    List<Case> cases = new ArrayList<>();
    for (JsonNode factors : head.path("cases")) {
      cases.add(
          new Case(
              JSON.convertValue(factors, new TypeReference<LinkedHashMap<String, String>>() {})));
    }
    Map<List<Object>, Sample> samples = new LinkedHashMap<>();
    List<Warning> warnings = new ArrayList<>();
    boolean complete = false;
    for (JsonNode line : lines.subList(1, lines.size())) {
      if (line.has("warnings")) {
        complete = true;
        line.get("warnings").forEach(warning -> warnings.add(warning(warning)));
      } else {
        Sample sample = sample(line, cases);
        samples.merge(
            List.of(sample.subject(), sample.round()), sample, SampleFile::firstThatDidNotFail);
      }
    }
    return new Content(head, new Samples(cases, List.copyOf(samples.values())), complete, warnings);
  }

  private static Sample firstThatDidNotFail(Sample earlier, Sample later) {
    return earlier.failure().isPresent() && later.failure().isEmpty() ? later : earlier;
  }

  private static Sample sample(JsonNode line, List<Case> cases) {
    Map<String, Double> values = new LinkedHashMap<>();
    line.path("values")
        .properties()
        .forEach(value -> values.put(value.getKey(), value.getValue().asDouble()));
    return new Sample(
        cases.get(line.get("case").asInt()),
        line.get("round").asInt(),
        values,
        Optional.ofNullable(line.get("failure")).map(JsonNode::asText));
  }

  private static Warning warning(JsonNode node) {
    return new Warning(
        node.path("message").asText(),
        node.path("evidence").asText(),
        node.path("remedy").asText());
  }

  static RunFacts facts(ObjectNode head, List<Warning> warnings) {
    JsonNode host = head.path("host");
    return new RunFacts(
        head.path("edition").asInt(),
        head.path("code").asText(),
        Instant.parse(head.path("startedAt").asText()),
        new Host(
            host.path("kernel").asText(),
            host.path("cpu").asText(),
            host.path("cpus").asInt(),
            host.path("memoryMiB").asLong(),
            host.path("cgroup").asText(),
            host.path("missing").valueStream().map(JsonNode::asText).toList()),
        head.path("quick").asBoolean(),
        head.path("rounds").asInt(),
        head.path("seed").asLong(),
        warnings);
  }

  /**
   * The first line, of a lesson that has prepared its cases.
   *
   * @param jdks all that are compared
   */
  static ObjectNode head(Lesson lesson, RunFacts facts, List<Jdk> jdks, List<Case> cases) {
    ObjectNode head = JSON.createObjectNode();
    head.put("lesson", lesson.syllabus().name());
    head.put("edition", facts.edition()).put("code", facts.code());
    if (!lesson.identity().isEmpty()) {
      head.put("identity", lesson.identity());
    }
    head.put("startedAt", facts.startedAt().toString());
    head.put("quick", facts.quick()).put("rounds", facts.rounds()).put("seed", facts.seed());
    Host host = facts.host();
    ObjectNode machine = head.putObject("host");
    machine.put("kernel", host.kernel()).put("cpu", host.cpuModel()).put("cpus", host.cpus());
    machine.put("memoryMiB", host.memoryMiB()).put("cgroup", host.cgroup());
    host.missingGuarantees().forEach(machine.putArray("missing")::add);
    ObjectNode fingerprints = head.putObject("jdks");
    jdks.forEach(jdk -> fingerprints.put(jdk.label(), jdk.fingerprint()));
    ArrayNode all = head.putArray("cases");
    cases.forEach(subject -> all.add(JSON.valueToTree(subject.factors())));
    return head;
  }

  /** Keeps other runs out of the folder until it is closed. */
  FolderLock lock() {
    try {
      return lines.lock();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private UserMistake unwritable(IOException e) {
    return new UserMistake(
        "cannot write results to " + path() + ": " + e,
        "name a folder that can be written with --out");
  }

  /** Begins anew. */
  void begin(ObjectNode head) {
    try {
      Files.deleteIfExists(path());
    } catch (IOException e) {
      throw unwritable(e);
    }
    append(head);
  }

  /**
   * Goes on with what {@link #content} has read: what a crash has left behind that is dropped, so
   * that what is appended can be read.
   *
   * @param rounds that are wanted now
   */
  void goOn(int rounds) throws IOException {
    List<ObjectNode> all = lines.read();
    all.getFirst().put("rounds", rounds);
    lines.replace(all);
  }

  /** Makes room for another experiment; tells where the samples of this one are. */
  Path moveAside() {
    try {
      return lines.moveAside();
    } catch (IOException e) {
      throw new UncheckedIOException("could not move " + path() + " aside", e);
    }
  }

  void append(int subject, Sample sample) {
    ObjectNode line = JSON.createObjectNode();
    line.put("case", subject).put("round", sample.round());
    @Nullable String failure = sample.failure().orElse(null);
    if (failure == null) {
      ObjectNode values = line.putObject("values");
      sample.values().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(value -> values.put(value.getKey(), rounded(value.getValue())));
    } else {
      line.put("failure", failure);
    }
    append(line);
  }

  /** To six significant digits: nothing that is measured here is known better. */
  private static double rounded(double value) {
    return Double.isFinite(value)
        ? new java.math.BigDecimal(value).round(new java.math.MathContext(6)).doubleValue()
        : value;
  }

  /** The last line. */
  void end(List<Warning> warnings) {
    ObjectNode line = JSON.createObjectNode();
    ArrayNode all = line.putArray("warnings");
    for (Warning warning : warnings) {
      all.addObject()
          .put("message", warning.message())
          .put("evidence", warning.evidence())
          .put("remedy", warning.remedy());
    }
    append(line);
  }

  private void append(ObjectNode document) {
    try {
      lines.append(document);
    } catch (IOException e) {
      throw new UncheckedIOException("could not append to " + path() + ": " + e, e);
    }
  }
}
