package thaw.remedy;

import java.time.Instant;
import java.util.List;
import thaw.attribution.Explanation;

/** An explained cold start without anything in it: tests give it what they are about. */
public final class Explanations {
  public static final Explanation EMPTY =
      new Explanation(
          new Explanation.Subject(
              "f", "example.Handler", 512, "JDK 25", 1, Instant.EPOCH, true, true, true),
          new Explanation.Total(1000, 500, 1),
          List.of(),
          new Explanation.Classes(1, List.of(), List.of(), List.of()),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  private Explanations() {}
}
