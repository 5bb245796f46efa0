package thaw.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkNamesTest {
  @ParameterizedTest
  @CsvSource({
    "Debian 17.0.15+6-Debian-1deb12u1 | Temurin 25.0.3+9, JDK 17 | JDK 25",
    "Temurin 25.0.3+9, JDK 25",
    "Debian 17.0.15+6 | Temurin 17.0.15+6, Debian 17 | Temurin 17",
    "Temurin 25.0.3+9 | Temurin 25.0.2+10, JDK 25.0.3 | JDK 25.0.2",
    "Temurin 25+36 | Temurin 25.0.1+8 | GraalVM 25.0.1+8, Temurin 25 | Temurin 25.0.1 | GraalVM 25.0.1",
    "IBM Semeru 21.0.2+13 | Temurin 26-ea+10, JDK 21 | JDK 26",
    "Temurin 25.0.3+9 | Temurin 25.0.3+10, Temurin 25.0.3+9 | Temurin 25.0.3+10",
    "something else, something else",
  })
  void labels_become_as_short_as_they_stay_different(String labels, String names) {
    List<String> all = Arrays.asList(labels.split(" \\| "));
    JdkNames jdks = JdkNames.of(all);
    assertEquals(Arrays.asList(names.split(" \\| ")), all.stream().map(jdks::in).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "'First use on Temurin 25.0.3+9, ms', 'First use on JDK 25, ms'",
    "'Temurin 25.0.3+9 against Debian 17.0.15+6', 'JDK 25 against JDK 17'",
    "'Temurin 25.0.3', 'Temurin 25.0.3'",
  })
  void labels_are_found_in_texts(String text, String shortened) {
    JdkNames jdks = JdkNames.of(List.of("Debian 17.0.15+6", "Temurin 25.0.3+9"));
    assertEquals(shortened, jdks.in(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Temurin 25.0.3+9-LTS", "Temurin 25.0.3+9"})
  void a_label_that_begins_another_one_stays_itself(String label) {
    JdkNames jdks = JdkNames.of(List.of("Temurin 25.0.3+9", "Temurin 25.0.3+9-LTS"));
    assertEquals(label, jdks.in(label));
  }
}
