package thaw.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

class RegionTest {
  @AfterEach
  void restore() {
    Region.choose("", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"eu-central-1", "us-gov-west-1", "cn-north-1", "eusc-de-east-1", "us-iso-east-1"})
  void a_region_that_is_chosen_is_that_of_templates(String name) {
    Region.choose(name, "--region");
    assertEquals(name, Region.own());
    assertEquals(name, ReadOptions.defaults().region());
  }

  @Test
  void without_a_choice_it_is_that_of_AWS_examples() {
    Region.choose("", "AWS_REGION");
    assertEquals("us-east-1", Region.own());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Frankfurt", "eu-central", "eu-central-1a", "eu central 1", "../x-1"})
  void what_is_no_region_is_refused_by_who_says_it(String name) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> Region.choose(name, "AWS_REGION"));
    assertEquals("AWS_REGION must be a region of AWS: " + name, mistake.getMessage());
  }
}
