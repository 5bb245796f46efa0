package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import thaw.sandbox.jdk.Jdk;

class BuildJdksTest {
  private static Jdk jdk(int feature) {
    return new Jdk(Path.of("/jdk" + feature), feature, feature + ".0.1", "Some", "x" + feature);
  }

  private static final List<Jdk> INSTALLED =
      Stream.of(25, 21, 17, 11).map(BuildJdksTest::jdk).toList();

  private static List<Integer> order(Optional<Jdk> own, int runtime) {
    return BuildJdks.of(own, INSTALLED, runtime, _ -> true).inOrder().stream()
        .map(Jdk::feature)
        .toList();
  }

  @Test
  void java_home_comes_first_then_the_newest_that_is_not_above_the_runtime() {
    assertEquals(List.of(17, 11, 21, 25), order(Optional.empty(), 17));
    assertEquals(List.of(25, 17, 11, 21), order(Optional.of(jdk(25)), 17));
    assertEquals(List.of(25, 21, 17, 11), order(Optional.empty(), 0));
    assertEquals(List.of(11, 17, 21, 25), order(Optional.empty(), 8));
  }

  @Test
  void the_tool_may_need_another_one_than_the_runtime() {
    BuildJdks jdks = BuildJdks.of(Optional.empty(), INSTALLED, 11, _ -> true);
    assertEquals(17, jdks.first(JdkSpan.from(17)).orElseThrow().feature());
    assertEquals(11, jdks.first(JdkSpan.upTo(8)).orElseThrow().feature(), "the tool says why not");
    assertEquals(
        25, jdks.other(List.of(jdk(17), jdk(21)), JdkSpan.from(17)).orElseThrow().feature());
    assertEquals(Optional.empty(), jdks.other(List.of(jdk(25)), JdkSpan.from(25)));
  }

  @Test
  void one_that_the_user_cannot_start_is_none() {
    BuildJdks jdks = BuildJdks.of(Optional.of(jdk(25)), INSTALLED, 17, jdk -> jdk.feature() != 25);
    assertEquals(17, jdks.first(JdkSpan.ALL).orElseThrow().feature());
  }
}
