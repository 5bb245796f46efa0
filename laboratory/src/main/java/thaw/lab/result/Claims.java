package thaw.lab.result;

import java.util.List;
import java.util.function.Function;
import thaw.lab.result.Verdict.ForJdk;

/**
 * Claims that are held against each of the same places.
 *
 * @param places labels of JDKs, mostly
 */
public record Claims(List<String> places) {
  public Claims {
    places = List.copyOf(places);
  }

  /** Returns claims about every JDK that was measured. */
  public static Claims onJdksOf(Measurements samples) {
    return new Claims(samples.jdks());
  }

  /**
   * @param claim as it was published
   * @param answer what the samples say to it at a place
   */
  public Verdict verdict(String claim, String source, Function<String, ForJdk> answer) {
    return new Verdict(claim, source, places.stream().map(answer).toList());
  }
}
