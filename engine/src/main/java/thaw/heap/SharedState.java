package thaw.heap;

/**
 * Something that two clones of one snapshot have alike though it should be each one's own.
 *
 * @param className where a person finds it: the class with the field; for {@link Kind#JDK_RANDOM} a
 *     class that uses it
 * @param field the fields that lead to it, joined by points; empty for {@link Kind#JDK_RANDOM}
 * @param isStatic whether the first of the fields is static
 * @param type what it is: a class, with the algorithm where that matters
 * @param library whether code that came with the function holds it, instead of the function's
 */
public record SharedState(
    Kind kind, String className, String field, boolean isStatic, String type, boolean library) {
  private static final int LONGEST_WAY = 3;

  /** Tells what it is, and so what is to be done about it. */
  public enum Kind {
    /** A source of random numbers that goes on in each clone with the same numbers. */
    RANDOM_SOURCE(
        "gives the same random numbers in every clone",
        "seed it, or make it anew, from a new SecureRandom() in the handler or in afterRestore of"
            + " an org.crac Resource"),

    /** An id, token or salt. */
    MINTED_ID(
        "is the same in every clone and looks as if it should not be",
        "make it in the handler, or anew in afterRestore of an org.crac Resource"),

    /**
     * The randomness that the JDK keeps for all callers: Math.random(), ThreadLocalRandom, new
     * SplittableRandom().
     */
    JDK_RANDOM("gives the same random numbers in every clone", "use a new SecureRandom() instead");

    private final String effect;
    private final String remedy;

    Kind(String effect, String remedy) {
      this.effect = effect;
      this.remedy = remedy;
    }

    String remedy() {
      return remedy;
    }
  }

  /** {@code com.example.Handler.RANDOM}. */
  public String place() {
    return field.isEmpty() ? className : className + "." + field;
  }

  /** The same with the first and the last field of a long way only. */
  String shortPlace() {
    String[] way = field.split("\\.");
    return way.length <= LONGEST_WAY
        ? place()
        : className + "." + way[0] + "..." + way[way.length - 1];
  }

  /** One line without the remedy. */
  String text() {
    return kind == Kind.JDK_RANDOM
        ? "%s, which %s uses, %s".formatted(type, className, kind.effect)
        : "%s (%s%s) %s".formatted(place(), isStatic ? "" : "in an object, ", type, kind.effect);
  }

  String remedy() {
    return kind.remedy();
  }
}
