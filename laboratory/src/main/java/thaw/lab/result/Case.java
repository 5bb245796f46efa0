package thaw.lab.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One thing that is compared with others: a value for each factor, such as {@code JDK=Temurin
 * 25.0.3+9, archive=AOT cache, use=first lambda}.
 *
 * @param factors in the order in which they are told
 */
public record Case(Map<String, String> factors) {
  /** The factor that names a JDK, by its {@link thaw.sandbox.jdk.Jdk#label}. */
  public static final String JDK = "JDK";

  public Case {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
  }

  /** Returns the case with these factors, given as names and values in turn. */
  public static Case of(String... namesAndValues) {
    Map<String, String> factors = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      factors.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new Case(factors);
  }

  /** Returns the same case with further factors, given as names and values in turn. */
  public Case with(String... namesAndValues) {
    Map<String, String> all = new LinkedHashMap<>(factors);
    all.putAll(of(namesAndValues).factors);
    return new Case(all);
  }

  /** The value of a factor that this case has. */
  public String get(String factor) {
    String value = factors.get(factor);
    if (value == null) {
      throw new IllegalArgumentException("no " + factor + " in " + this);
    }
    return value;
  }

  /** Returns which of some things a factor names, by their words. */
  public <T> T choice(String factor, T[] things, Function<T, String> words) {
    String value = get(factor);
    return Stream.of(things)
        .filter(thing -> words.apply(thing).equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown " + factor + ": " + value));
  }

  /** Returns whether all factors of another case have the same values here. */
  public boolean matches(Case wanted) {
    return factors.entrySet().containsAll(wanted.factors.entrySet());
  }

  /** Returns the values, for progress and messages. */
  @Override
  public String toString() {
    return String.join(", ", factors.values());
  }
}
