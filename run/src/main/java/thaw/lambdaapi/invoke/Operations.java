package thaw.lambdaapi.invoke;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import thaw.http.RequestTarget;

/** The table of operations, searched by method and path. */
public final class Operations {
  private static final int MOST_FOUND = 256;

  private final Map<String, List<Entry>> byShape = new HashMap<>();

  /** Operations that were found before by the path alone. Each request is looked up twice. */
  private final Map<String, Found> found = new ConcurrentHashMap<>();

  private record Entry(Operation operation, List<String> parts, Optional<String> condition) {}

  private record Found(String method, Match match) {}

  /**
   * The operation that a request asks for.
   *
   * @param path the template's parameters, decoded
   */
  public record Match(Operation operation, Map<String, String> path) {}

  public Operations(List<Operation> operations) {
    for (Operation operation : operations) {
      String[] template = operation.template().split("\\?");
      List<String> parts = segments(template[0]);
      Entry entry =
          new Entry(
              operation, parts, template.length > 1 ? Optional.of(template[1]) : Optional.empty());
      List<Entry> others =
          byShape.computeIfAbsent(shape(operation.method(), parts), _ -> new ArrayList<>());
      // A path with a condition is tried before the same one without.
      others.add(entry.condition().isPresent() ? 0 : others.size(), entry);
    }
  }

  private static String shape(String method, List<String> parts) {
    return method + parts.size();
  }

  /** Returns all operations, in no particular order. */
  public List<Operation> all() {
    return byShape.values().stream().flatMap(List::stream).map(Entry::operation).toList();
  }

  /**
   * @param rawPath with its percent-encoding: an encoded ARN is one segment
   * @param query first value of a parameter
   */
  public Optional<Match> find(
      String method, String rawPath, Function<String, Optional<String>> query) {
    Found known = found.get(rawPath);
    if (known != null && known.method().equals(method)) {
      return Optional.of(known.match());
    }
    List<String> path = segments(rawPath);
    boolean conditional = false;
    for (Entry entry : byShape.getOrDefault(shape(method, path), List.of())) {
      if (!fits(entry.parts(), path)) {
        continue;
      }
      conditional |= entry.condition().isPresent();
      if (holds(entry.condition(), query)) {
        Match match = new Match(entry.operation(), Map.copyOf(parameters(entry.parts(), path)));
        if (!conditional && found.size() < MOST_FOUND) {
          found.putIfAbsent(rawPath, new Found(method, match));
        }
        return Optional.of(match);
      }
    }
    return Optional.empty();
  }

  /** A slash at the end counts for nothing. */
  static List<String> segments(String rawPath) {
    List<String> segments = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= rawPath.length(); i++) {
      if (i == rawPath.length() || rawPath.charAt(i) == '/') {
        if (i > begin) {
          segments.add(rawPath.substring(begin, i));
        }
        begin = i + 1;
      }
    }
    return segments;
  }

  private static boolean fits(List<String> parts, List<String> path) {
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).startsWith("{") && !parts.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(
      Optional<String> condition, Function<String, Optional<String>> query) {
    if (condition.isEmpty()) {
      return true;
    }
    String[] wanted = condition.get().split("=");
    return query.apply(wanted[0]).filter(wanted[1]::equals).isPresent();
  }

  private static Map<String, String> parameters(List<String> parts, List<String> path) {
    Map<String, String> parameters = new HashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      if (part.startsWith("{")) {
        parameters.put(
            part.substring(1, part.length() - 1), RequestTarget.decodedPath(path.get(i)));
      }
    }
    return parameters;
  }
}
