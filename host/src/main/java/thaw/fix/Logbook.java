package thaw.fix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import thaw.remedy.Draft;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyJson;
import thaw.remedy.WhyNot;

/**
 * Keeps what a search was told, each answer on disk before the next question. A search that is
 * begun again asks the same questions in the same order, gets the answers that are known, and so
 * goes on where the one before was ended. Refuses to know whether the function is still the same: a
 * key says so. What an examination offers is of a scope besides: a search of other remedies gets
 * the other answers all the same.
 *
 * <p>A line each, the key first. A draft is named by its remedies, with a digest of what each
 * changes:
 *
 * <pre>{@code
 * {"key": "...", "scope": "..."}
 * {"examined": ["class-archive#1f"], "scope", "remedies": [...], "byHand": [...], "notOffered": [...], "startMillis", "nanos"}
 * {"mended": ["class-archive#1f", "runtime-25#2e"], "remedies": [...]}
 * {"made": ["class-archive#1f"], "obstacle": null}
 * {"trial": "...", "draft": [], "totalMillis", "cpuMillis", "failure", "nanos", "turn"}
 * }</pre>
 */
public final class Logbook {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final String CONFIRMING = "confirming ";

  private final @Nullable Path file;
  private final String scope;
  private final Map<String, Examination> examined = new HashMap<>();
  private final Map<String, Remedy> mended = new HashMap<>();
  private final Map<String, Optional<String>> made = new LinkedHashMap<>();
  private final Map<String, Deque<Start>> starts = new HashMap<>();
  private final List<String> order; // of the drafts that were made
  private final int known;
  private String last = ""; // trial
  private int turns;
  private boolean isConfirmed;
  private boolean asked; // something that was not known

  /**
   * A start that was measured.
   *
   * @param nanos that it took, with all that belongs to it
   * @param turn in which it was, beside others: no two searches have the same ones
   */
  record Start(Workshop.Measured measured, long nanos, int turn) {}

  /**
   * What was found in a draft.
   *
   * @param nanos that it took, which is what it takes to explain the draft again
   */
  record Examination(Workshop.Examined found, long nanos) {}

  private Logbook(@Nullable Path file, String scope, List<JsonNode> lines) {
    this.file = file;
    this.scope = scope;
    lines.forEach(this::read);
    this.order = List.copyOf(made.keySet());
    this.known = starts.values().stream().mapToInt(Deque::size).sum();
  }

  /** One that remembers nothing. */
  public static Logbook none() {
    return new Logbook(null, "", List.of());
  }

  /** Returns the file's key; it is empty where there is no such file. */
  public static Optional<String> keyOf(Path file) {
    List<JsonNode> lines = lines(file);
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(lines.getFirst().path("key").textValue());
  }

  /** Returns the scope of the search that has gone on with the file last, likewise. */
  public static Optional<String> scopeOf(Path file) {
    List<JsonNode> lines = lines(file);
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(lines.getFirst().path("scope").textValue());
  }

  /**
   * Goes on with a file of this key; of another key or none, begins a new one.
   *
   * @param key what all answers depend on
   * @param scope what besides decides over the remedies that an examination offers
   */
  public static Logbook open(Path file, String key, String scope) {
    if (keyOf(file).equals(Optional.of(key))) {
      try {
        List<JsonNode> lines = lines(file);
        Logbook logbook = new Logbook(file, scope, lines.subList(1, lines.size()));
        lines.set(0, head(key, scope));
        rewrite(file, lines); // without a line that was being written
        return logbook;
      } catch (IllegalArgumentException e) {
        // Of another version: what it offers is not known here.
      }
    }
    rewrite(file, List.of(head(key, scope)));
    return new Logbook(file, scope, List.of());
  }

  private static ObjectNode head(String key, String scope) {
    return JSON.createObjectNode().put("key", key).put("scope", scope);
  }

  /** Starts that need not be repeated. */
  public int known() {
    return known;
  }

  /** Returns the last turn of the searches before. */
  int turns() {
    return turns;
  }

  /** Returns whether all that was asked until now was known. */
  boolean isReplaying() {
    return known > 0 && !asked;
  }

  /** Returns the place of a draft among those that were made before; empty where it was not. */
  OptionalInt placeOf(Draft draft) {
    int place = order.indexOf(name(draft));
    return place < 0 ? OptionalInt.empty() : OptionalInt.of(place);
  }

  /** Returns the number of known starts that a trial has not been given yet. */
  int left(String trial, Draft draft) {
    return starts.getOrDefault(trial + name(draft), new ArrayDeque<>()).size();
  }

  /** Returns whether the search before was ended in this trial. */
  boolean isLast(String trial) {
    return trial.equals(last);
  }

  /** Returns whether a search of this scope has come to its last run before. */
  boolean isConfirmed(Draft base) {
    return isConfirmed && hasExamined(base);
  }

  boolean hasExamined(Draft draft) {
    return examined.containsKey(name(draft));
  }

  /** Returns the name of the last run of sets. */
  static String confirming(KeptSets sets) {
    return CONFIRMING
        + name(sets.whole())
        + (sets.managed().equals(sets.whole()) ? "" : " and " + name(sets.managed()));
  }

  Optional<Examination> examined(Draft draft) {
    return answer(examined.get(name(draft)));
  }

  void examined(Draft draft, Examination examination) {
    Workshop.Examined found = examination.found();
    ObjectNode line = JSON.createObjectNode();
    line.set("examined", ids(draft));
    line.put("scope", scope);
    line.set("remedies", RemedyJson.tree(found.remedies()));
    line.set("byHand", JSON.valueToTree(found.byHand()));
    line.set("notOffered", JSON.valueToTree(found.notOffered()));
    line.put("startMillis", found.startMillis());
    line.put("nanos", examination.nanos());
    append(line);
  }

  /** The last remedy of a draft, with what it turned out to need. */
  Optional<Remedy> mended(Draft draft) {
    return answer(mended.get(name(draft)));
  }

  void mended(Draft draft, Remedy last) {
    ObjectNode line = JSON.createObjectNode();
    line.set("mended", ids(draft));
    line.set("remedies", RemedyJson.tree(List.of(last)));
    append(line);
  }

  Optional<Optional<String>> made(Draft draft) {
    return answer(made.get(name(draft)));
  }

  void made(Draft draft, Optional<String> obstacle) {
    ObjectNode line = JSON.createObjectNode();
    line.set("made", ids(draft));
    line.put("obstacle", obstacle.orElse(null));
    append(line);
  }

  /** The next one of those that are known. */
  Optional<Start> start(String trial, Draft draft) {
    return answer(starts.getOrDefault(trial + name(draft), new ArrayDeque<>()).poll());
  }

  void started(String trial, Draft draft, Start start) {
    ObjectNode line = JSON.createObjectNode().put("trial", trial);
    line.set("draft", ids(draft));
    line.put("totalMillis", start.measured().totalMillis());
    line.put("cpuMillis", start.measured().cpuMillis());
    line.put("failure", start.measured().failure().orElse(null));
    line.put("nanos", start.nanos());
    line.put("turn", start.turn());
    append(line);
  }

  private <T> Optional<T> answer(@Nullable T known) {
    asked |= known == null;
    return Optional.ofNullable(known);
  }

  private void read(JsonNode line) {
    if (line.has("examined") && !line.path("scope").asText().equals(scope)) {
      return; // another one
    }
    if (line.has("examined")) {
      List<ByHand> byHand =
          line.path("byHand")
              .valueStream()
              .map(each -> JSON.convertValue(each, ByHand.class))
              .toList();
      examined.put(
          line.path("examined").toString(),
          new Examination(
              new Workshop.Examined(
                  RemedyJson.read(line.path("remedies")),
                  byHand,
                  line.path("notOffered")
                      .valueStream()
                      .map(each -> JSON.convertValue(each, WhyNot.NotOffered.class))
                      .toList(),
                  line.path("startMillis").asDouble()),
              line.path("nanos").asLong()));
    } else if (line.has("mended")) {
      mended.put(line.path("mended").toString(), RemedyJson.read(line.path("remedies")).getFirst());
    } else if (line.has("made")) {
      made.put(
          line.path("made").toString(), Optional.ofNullable(line.path("obstacle").textValue()));
    } else if (line.has("trial")) {
      last = line.path("trial").asText();
      isConfirmed |= last.startsWith(CONFIRMING);
      starts
          .computeIfAbsent(
              line.path("trial").asText() + line.path("draft"), _ -> new ArrayDeque<>())
          .add(
              new Start(
                  new Workshop.Measured(
                      line.path("totalMillis").asDouble(),
                      line.path("cpuMillis").asDouble(),
                      Optional.ofNullable(line.path("failure").textValue())),
                  line.path("nanos").asLong(),
                  line.path("turn").asInt()));
      turns = Math.max(turns, line.path("turn").asInt());
    }
  }

  /** Returns the name of a draft, which is shown in lines and used as a key. */
  static String name(Draft draft) {
    return ids(draft).toString();
  }

  private static ArrayNode ids(Draft draft) {
    ArrayNode ids = JSON.createArrayNode();
    for (Remedy remedy : draft.remedies()) {
      String change = Integer.toHexString(RemedyJson.text(remedy.change()).hashCode());
      ids.add(remedy.id() + "#" + change); // another examination may offer another one by this id
    }
    return ids;
  }

  private void append(ObjectNode line) {
    if (file != null) {
      try {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException("could not write to " + file + ": " + e, e);
      }
    }
  }

  /** Whole lines: what ended the program may have ended one. */
  private static List<JsonNode> lines(Path file) {
    List<JsonNode> lines = new ArrayList<>();
    if (Files.notExists(file)) {
      return lines;
    }
    try {
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        lines.add(JSON.readTree(line));
      }
    } catch (JsonProcessingException e) {
      return lines; // as far as it can be read
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
    return lines;
  }

  private static void rewrite(Path file, List<? extends JsonNode> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    try {
      Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
      Path whole = file.resolveSibling(file.getFileName() + ".partial");
      Files.writeString(whole, text);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write to " + file + ": " + e, e);
    }
  }
}
