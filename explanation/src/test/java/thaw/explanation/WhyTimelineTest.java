package thaw.explanation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.Span;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.presentation.page.ChartRow;
import thaw.recording.Frame;

class WhyTimelineTest {
  private static final Explanation EMPTY = WhyExamples.empty();

  private static ProfileSample sample(double millis, String... leafFirst) {
    List<Frame> frames = new ArrayList<>();
    for (String frame : leafFirst) {
      frames.add(new Frame.Java("app.Own", frame, 0));
    }
    return new ProfileSample(
        1, 0, "main", true, PhaseName.FIRST_INVOCATION, Cause.JSON, millis, "", "", frames);
  }

  private static Span method(String name, double from, double millis) {
    return new Span("method", "app.Own." + name, from, millis);
  }

  private static List<String> indented(Explanation explanation) {
    return WhyTimeline.whole(explanation).lanes().getFirst().rows().stream()
        .map(row -> "  ".repeat(row.depth()) + row.name().replace("app.Own.", ""))
        .toList();
  }

  @Test
  void a_method_is_indented_below_the_one_that_samples_have_above_it() {
    Explanation explanation =
        EMPTY
            .withTimeline(
                List.of(
                    method("first", 0, 10),
                    method("outer", 10, 50),
                    method("inner", 10, 30),
                    method("leaf", 20, 10),
                    method("later", 45, 10),
                    method("last", 70, 5)))
            .withProfile(
                List.of(
                    sample(10, "first"),
                    sample(20, "inner", "outer"),
                    sample(10, "leaf", "inner", "outer"),
                    sample(10, "later", "outer"),
                    sample(5, "last")));
    assertEquals(
        List.of("first", "outer", "  inner", "    leaf", "  later", "last"), indented(explanation));
  }

  @Test
  void a_method_whose_caller_is_not_known_is_not_indented() {
    Explanation explanation =
        EMPTY
            .withTimeline(List.of(method("outer", 0, 50), method("inner", 10, 30)))
            .withProfile(List.of(sample(10, "outer"), sample(20, "inner")));
    assertEquals(List.of("outer", "inner"), indented(explanation));
  }

  @Test
  void without_the_host_phases_are_as_long_as_their_own_time_and_follow_each_other() {
    Explanation starved = WhyExamples.starved();
    WhyTimeline whole = WhyTimeline.whole(starved);
    WhyTimeline own = WhyTimeline.withoutHost(starved);
    assertTrue(starved.hostMillis() > 0);
    double taken = starved.phases().stream().mapToDouble(OwnClock::hostMillis).sum();
    assertEquals(whole.end() - taken, own.end(), 1e-6);
    for (int i = 0; i < starved.phases().size(); i++) {
      double host = OwnClock.hostMillis(starved.phases().get(i));
      ChartRow row = own.phases().get(i);
      assertTrue(
          row.marks().stream().noneMatch(mark -> mark.style().contains("by-host")), row.name());
      assertEquals(
          host > 0, row.lines().stream().anyMatch(line -> line.endsWith(", left out")), row.name());
    }
  }
}
