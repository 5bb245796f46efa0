package thaw.race;

/**
 * Tells how a race is mended: what to do, and the pattern that is safe beside the one that is not.
 */
record RaceAdvice(String remedy, String pattern) {
  static RaceAdvice of(RaceReport.Race race) {
    return switch (race.kind()) {
      case RACE -> ofRace(race.field(), race.type());
      case LOST_UPDATE, CHECK_THEN_ACT -> ofTwoSteps(race);
      case LEAK -> ofLeak(race.field(), race.type());
    };
  }

  private static RaceAdvice ofTwoSteps(RaceReport.Race race) {
    String field = race.field();
    if (race.type().endsWith("Map") || race.type().equals("java.util.Hashtable")) {
      return new RaceAdvice(
          "ask and change the map in one step, or hold one lock from the first step to the last",
          race.kind() == RaceReport.Kind.LOST_UPDATE
              ? field + ".merge(key, 1, Integer::sum); or compute, or replace with the old value"
              : field + ".computeIfAbsent(key, any -> make(any));");
    }
    if (race.type().startsWith("java.util.concurrent.atomic.")) {
      return new RaceAdvice(
          "read and write the atomic in one step",
          field + ".updateAndGet(old -> next(old)); or compareAndSet in a loop");
    }
    if (!race.type().isEmpty()) {
      return new RaceAdvice(
          "hold one lock from the first step to the last",
          "synchronized (" + field + ") { if (!" + field + ".contains(x)) " + field + ".add(x); }");
    }
    return race.kind() == RaceReport.Kind.LOST_UPDATE
        ? new RaceAdvice(
            "use an atomic, which reads and writes in one step, or hold one lock from the first"
                + " step to the last; volatile does not make an update one step",
            "private final AtomicLong " + field + " = new AtomicLong(); incrementAndGet()")
        : new RaceAdvice(
            "check again under the lock that guards the write, or let an atomic check and set in"
                + " one step",
            "synchronized (lock) { if ("
                + field
                + " == null) "
                + field
                + " = make(); } or compareAndSet of an atomic");
  }

  private static RaceAdvice ofLeak(String name, String type) {
    return type.equals("MDC")
        ? new RaceAdvice(
            "remove the key at the end of the request, also when it fails",
            "try { MDC.put(\""
                + name
                + "\", value); ... } finally { MDC.remove(\""
                + name
                + "\"); }")
        : new RaceAdvice(
            "remove the value at the end of the request, also when it fails, or hand it on as an"
                + " argument",
            "try { " + name + ".set(value); ... } finally { " + name + ".remove(); }");
  }

  private static RaceAdvice ofRace(String field, String type) {
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
