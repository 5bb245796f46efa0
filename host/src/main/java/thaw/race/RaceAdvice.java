package thaw.race;

/** How a race is mended: what to do, and the pattern that is safe beside the one that is not. */
public record RaceAdvice(String remedy, String pattern) {
  public static RaceAdvice of(RaceReport.Race race) {
    String field = race.field();
    // A JDK class that nobody can name in code stands for the one that it is nested in.
    String type = race.type().replaceFirst("\\$.*", "");
    return switch (type) {
      case "" ->
          new RaceAdvice(
              "keep the value in a local variable of the request, or make the field final, or let"
                  + " an atomic or a lock guard each access",
              "private final AtomicReference<T> "
                  + field
                  + " = new AtomicReference<>(); AtomicLong for a number");
      case "array" ->
          new RaceAdvice(
              "give each request an array of its own, or use an atomic array",
              "private final AtomicReferenceArray<T> "
                  + field
                  + " = new AtomicReferenceArray<>(SIZE);");
      case "java.text.SimpleDateFormat" ->
          new RaceAdvice(
              "use java.time.format.DateTimeFormatter, which is immutable",
              "private static final DateTimeFormatter "
                  + field
                  + " = DateTimeFormatter.ofPattern(\"...\");");
      case "java.util.HashMap", "java.util.LinkedHashMap", "java.util.WeakHashMap" ->
          new RaceAdvice(
              "use a ConcurrentHashMap, and computeIfAbsent in place of get and put",
              "private static final Map<K, V> " + field + " = new ConcurrentHashMap<>();");
      case "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque" ->
          new RaceAdvice(
              "use a concurrent queue, or a list that is local to the request",
              "private final Queue<T> " + field + " = new ConcurrentLinkedQueue<>();");
      default ->
          new RaceAdvice(
              "make a " + type + " for each request, or let a lock guard each use",
              "synchronized (lock) { use(" + field + "); }");
    };
  }
}
