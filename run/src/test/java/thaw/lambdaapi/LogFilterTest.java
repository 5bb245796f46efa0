package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFilterTest {
  private static final String RECORD =
      "{\"level\":\"INFO\",\"arn\":\"a:$LATEST/b\",\"inner\":{\"n\":1}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "{ $.arn = \"a:$LATEST/b\" } # true",
        "{ ($.other = \"x\") || ($.arn = \"a:$LATEST/b\") } # true",
        "{ $.level = \"INFO\" && $.arn = \"x\" } # false",
        "{ ($.level = \"INFO\" && $.inner.n = 1) } # true",
        "{ $.level != \"INFO\" } # false",
        "{ $.missing != \"INFO\" } # false",
        "INFO # true",
        "INFO ERROR # false",
        "'\"LATEST/b\"' # true",
        "'' # true"
      })
  void a_line_fits_a_pattern_or_not(String pattern, boolean fits) {
    assertEquals(
        Optional.of(fits),
        LogFilter.of(pattern.equals("'\"LATEST/b\"'") ? "\"LATEST/b\"" : pattern)
            .map(filter -> filter.test(RECORD)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{ $.n > 1 }", "{ $.a IS NULL }", "[ip, user]", "%regex%", "{}"})
  void patterns_of_other_kinds_are_told_from_those_that_fit_nothing(String pattern) {
    assertEquals(Optional.empty(), LogFilter.of(pattern).map(filter -> filter.test(RECORD)));
  }

  @Test
  void a_line_that_is_no_record_fits_no_pattern_of_members() {
    assertEquals(
        Optional.of(false),
        LogFilter.of("{ $.arn != \"a\" }").map(filter -> filter.test("REPORT arn")));
  }
}
