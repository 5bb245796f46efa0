package thaw.race;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The writes of a function's classes, with the reads of the same variable that they depend on.
 * Places are instructions, with numbers of their own.
 */
final class WriteDependences {
  static final int NOWHERE = -1;

  private final Map<String, Map<Integer, Integer>> places = new HashMap<>();
  private final Map<Integer, Reads> writes = new TreeMap<>();
  private final Set<String> fields = new TreeSet<>();

  /**
   * Places where a variable is read before it is written.
   *
   * @param values what the written value is made of
   * @param checks what decides whether it is written
   */
  record Reads(Set<Integer> values, Set<Integer> checks) {}

  static String method(String owner, String name, String descriptor) {
    return owner + "." + name + descriptor;
  }

  void place(String method, int instruction, int site) {
    places.computeIfAbsent(method, any -> new HashMap<>()).put(instruction, site);
  }

  void write(int site, Reads reads) {
    writes.put(site, reads);
  }

  /** Notes that a field, by its subject, is written in two steps somewhere. */
  void steppedField(String subject) {
    fields.add(subject);
  }

  /** Returns the number of a place that matters, else {@link #NOWHERE}. */
  int site(String method, int instruction) {
    return places.getOrDefault(method, Map.of()).getOrDefault(instruction, NOWHERE);
  }

  boolean isStepped(String subject) {
    return fields.contains(subject);
  }

  /** Returns the dependences as the racing handler reads them: {@code write=values|checks}. */
  String properties() {
    StringBuilder text = new StringBuilder();
    writes.forEach((site, reads) ->
        text.append(site)
            .append('=')
            .append(text(reads.values()))
            .append('|')
            .append(text(reads.checks()))
            .append('\n'));
    return text.toString();
  }

  private static String text(Set<Integer> sites) {
    return sites.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
  }
}
