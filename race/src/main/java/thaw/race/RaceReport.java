package thaw.race;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.json.Json;

/**
 * Reports what was found in a function's JVM.
 *
 * @param unlike concurrent responses that no serial request had; the first of them are in {@code
 *     responses}
 * @param shared fields whose state several requests shared and changed in a run, raced on or not
 */
public record RaceReport(
    List<Race> races, List<UnlikeResponse> responses, int unlike, List<String> shared) {
  private static final ObjectMapper MAPPER = Json.tolerant().build();

  /** Tells what requests do to each other. */
  public enum Kind {
    /** Two accesses that nothing orders, at least one of which writes. */
    RACE("Race on", "two requests use it, one of them writes, and nothing orders them"),
    /** A value is read, changed and written, and another request can write in between. */
    LOST_UPDATE(
        "Lost update of",
        "a request writes what it made of an earlier read, and another one can write in between"),
    /** A value that was read decides on a write, and another request can write in between. */
    CHECK_THEN_ACT(
        "Stale check of",
        "a request writes because of what it read, and another one can write in between"),
    /** A value that one request has left with its thread is read by the next one. */
    LEAK("Value left over in", "a request reads what an earlier one of its thread has set");

    private final String title;
    private final String meaning;

    Kind(String title, String meaning) {
      this.title = title;
      this.meaning = meaning;
    }

    String meaning() {
      return meaning;
    }

    /** Returns the words that stand before the name of the place. */
    String title() {
      return title;
    }
  }

  /**
   * Two accesses that go wrong together.
   *
   * @param subject class and field, with {@code #} between them
   * @param type of the object whose state it is, {@code array}, or empty for the field itself
   * @param between another request's write that can come between two steps of one request; absent
   *     where the two accesses are of two requests
   */
  public record Race(
      Kind kind,
      String subject,
      String type,
      Access first,
      Access second,
      Optional<Access> between) {
    String className() {
      return subject.substring(0, subject.indexOf('#'));
    }

    public String field() {
      return subject.substring(subject.indexOf('#') + 1);
    }

    /** The place to mend: where it is written. */
    Access place() {
      if (kind == Kind.LEAK) {
        return first;
      }
      return first.writes() && !second.writes() ? first : second;
    }
  }

  /**
   * One of two accesses.
   *
   * @param stack innermost frame first
   */
  record Access(int thread, boolean writes, List<Frame> stack) {
    /** Returns its place in the code; it is empty if the place is not known. */
    String text() {
      return stack.isEmpty() ? "" : stack.getFirst().text();
    }
  }

  /**
   * A frame of a stack.
   *
   * @param line 0 where it is not known
   */
  record Frame(String className, String method, String file, int line) {
    String text() {
      return className
          + "."
          + method
          + (file.isEmpty() ? "" : "(" + file + (line > 0 ? ":" + line : "") + ")");
    }
  }

  /** A response that one request after the other never had. */
  record UnlikeResponse(int event, String serial, String concurrent) {}

  /**
   * Returns the suspects without what a run has shown to be a race, and without what it has shown
   * to be guarded.
   */
  List<SharedSuspect> seenInCodeOnly(List<SharedSuspect> suspects) {
    Set<String> shown = new HashSet<>(shared);
    races.forEach(race -> shown.add(race.subject()));
    return suspects.stream().filter(suspect -> !shown.contains(suspect.subject())).toList();
  }

  boolean isClean() {
    return races.isEmpty() && unlike == 0;
  }

  static RaceReport read(byte[] json) {
    try {
      return MAPPER.readValue(
          new String(json, java.nio.charset.StandardCharsets.UTF_8), RaceReport.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the racing handler's response is not a report", e);
    }
  }
}
