package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.lab.result.Spread;

class LabFiguresTest {
  @ParameterizedTest
  @CsvSource({
    "12345.6, ms, '12,346'",
    "99.96, ms, 100",
    "12.34, ms, 12.3",
    "9.994, ms, 9.99",
    "1.234, ms, 1.23",
    "0.9949, ms, 0.995",
    "0.0123, ms, 0.012",
    "0.0004, ms, 0.000",
    "0, ms, 0",
    "-2.5, ms, -2.50",
    "3, ms, 3.00",
    "16, B, 16",
    "16.3, B, 16",
    "2.34, B, 2.34",
    "1048576, B, '1,048,576'",
    "7, '', 7",
    "7.5, '', 7.50",
    "250.7, '', 251",
    "0.34, ns, 0.340",
  })
  void figures_have_the_digits_that_say_something(double value, String unit, String text) {
    assertEquals(text, LabFigures.text(value, unit));
  }

  @Test
  void a_spread_is_the_farther_end_of_the_interval() {
    assertEquals(" ±50%", LabFigures.relative(new Spread(10, 9, 15, 11, 8), "ms"));
    assertEquals("", LabFigures.relative(new Spread(10, 9.95, 10, 11, 8), "ms"));
    assertEquals("", LabFigures.relative(new Spread(16, 16, 16, 11, 16), "B"));
    assertEquals(" ±24", LabFigures.relative(new Spread(0, 0, 24, 11, 0), "B"));
    assertEquals("9.00 to 15.0", LabFigures.interval(new Spread(10, 9, 15, 11, 8), "ms"));
    assertEquals("", LabFigures.interval(new Spread(16, 16, 16, 11, 16), "B"));
  }

  @Test
  void what_a_spread_is_depends_on_how_many_samples_there_are() {
    Spread many = LabExamples.spread(5, 0.1, 11);
    Spread few = LabExamples.spread(5, 0.1, 3);
    assertEquals(
        "Medians of 11 samples each, with the median's 95 % interval",
        LabFigures.meaning(List.of(many)));
    assertEquals(
        "Medians of 3 samples each, with the smallest and the largest of them",
        LabFigures.meaning(List.of(few)));
    assertEquals(
        "Medians of 3 to 11 samples each, with the median's 95 % interval (below 6 samples: the"
            + " smallest and the largest)",
        LabFigures.meaning(List.of(few, many)));
    assertEquals(
        "One sample each: nothing says how sure a figure is",
        LabFigures.meaning(List.of(LabExamples.spread(5, 0, 1))));
  }
}
