package thaw.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.problem.UserMistake;

/**
 * The raw data of a lesson, one JSON document a line:
 *
 * <pre>
 * {"lesson":"first-use","edition":1,"code":"9f...","startedAt":"...","quick":false,"rounds":11,"seed":1,
 *  "host":{...},"cases":[{"JDK":"Temurin 25.0.3+9","archive":"no CDS","use":"lambda"},...]}
 * {"case":0,"round":1,"values":{"wall_ms":5.21}}
 * {"case":4,"round":1,"failure":"..."}
 * {"warnings":[{"message":"...","evidence":"...","remedy":"..."}]}
 * </pre>
 *
 * <p>Each sample is on disk before the next one is taken; the last line is there when all were. A
 * line that a crash cut short is dropped when the file is read.
 */
public final class SampleFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /**
   * @param folder of the results
   * @param lesson its name
   */
  SampleFile(Path folder, String lesson) {
    this.file = folder.resolve(lesson + ".jsonl");
  }

  Path path() {
    return file;
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

  /** Whether there is a file of this lesson whose run has come to its end. */
  public static boolean isComplete(Path folder, Lesson lesson) {
    return new SampleFile(folder, lesson.syllabus().name())
        .content()
        .map(Content::complete)
        .orElse(false);
  }

  /** Empty when there is no file, or not even its first line. */
  Optional<Content> content() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      List<JsonNode> lines = documents();
      if (lines.isEmpty() || !lines.getFirst().has("lesson")) {
        return Optional.empty();
      }
      return Optional.of(content(lines));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }

  private List<JsonNode> documents() throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      try {
        documents.add(JSON.readTree(line));
      } catch (JsonProcessingException e) {
        break; // cut short by a crash: nothing valid follows
      }
    }
    return documents;
  }

  private static Content content(List<JsonNode> lines) {
    ObjectNode head = (ObjectNode) lines.getFirst();
    List<Case> cases = new ArrayList<>();
    for (JsonNode factors : head.path("cases")) {
      cases.add(
          new Case(
              JSON.convertValue(factors, new TypeReference<LinkedHashMap<String, String>>() {})));
    }
    List<Sample> samples = new ArrayList<>();
    List<Warning> warnings = new ArrayList<>();
    boolean complete = false;
    for (JsonNode line : lines.subList(1, lines.size())) {
      if (line.has("warnings")) {
        complete = true;
        line.get("warnings").forEach(warning -> warnings.add(warning(warning)));
      } else {
        samples.add(sample(line, cases));
      }
    }
    return new Content(head, new Samples(cases, samples), complete, warnings);
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

  /** The first line. */
  static ObjectNode head(String lesson, RunFacts facts, List<Case> cases) {
    ObjectNode head = JSON.createObjectNode();
    head.put("lesson", lesson).put("edition", facts.edition()).put("code", facts.code());
    head.put("startedAt", facts.startedAt().toString());
    head.put("quick", facts.quick()).put("rounds", facts.rounds()).put("seed", facts.seed());
    Host host = facts.host();
    ObjectNode machine = head.putObject("host");
    machine.put("kernel", host.kernel()).put("cpu", host.cpuModel()).put("cpus", host.cpus());
    machine.put("memoryMiB", host.memoryMiB()).put("cgroup", host.cgroup());
    host.missingGuarantees().forEach(machine.putArray("missing")::add);
    ArrayNode all = head.putArray("cases");
    cases.forEach(subject -> all.add(JSON.valueToTree(subject.factors())));
    return head;
  }

  /** Begins anew. */
  void begin(ObjectNode head) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UserMistake(
          "cannot write results to " + file + ": " + e,
          "name a folder that can be written with --out");
    }
    append(head);
  }

  /** Drops what a crash has left of a last line, so that what is appended stands in its own. */
  void repair() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(end);
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
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      byte[] line = (JSON.writeValueAsString(document) + "\n").getBytes(StandardCharsets.UTF_8);
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException("could not append to " + file + ": " + e, e);
    }
  }
}
