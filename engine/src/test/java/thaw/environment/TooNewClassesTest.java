package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;

/** What is said of classes that a JVM is too old for. */
class TooNewClassesTest {
  private final List<String> told = new ArrayList<>();
  private final HeardOnce classes =
      new HeardOnce(
          TooNewClasses::in, event -> PlatformLog.remark(event.event()).ifPresent(told::add));

  private void says(String line) {
    classes.accept(PlatformEvent.Stamped.now(new PlatformEvent.FunctionLine(line)));
  }

  private static String error(int built, int known) {
    return "Exception: java.lang.UnsupportedClassVersionError: a/b/H$In has been compiled by a more"
        + " recent version of the Java Runtime (class file version "
        + built
        + ".0), this version of the Java Runtime only recognizes class file versions up to "
        + known
        + ".0";
  }

  @ParameterizedTest
  @CsvSource({
    "69, 61, 25, 17, ', or set Runtime: java25'",
    "65, 55, 21, 11, ', or set Runtime: java21'",
    "66, 65, 22, 21, ', or set Runtime: java25'",
    "70, 69, 26, 25, ''",
  })
  void the_class_and_both_versions_are_named_once(
      int built, int known, int builtFor, int runsOn, String runtime) {
    says("UnsupportedClassVersionError: of somebody else");
    says(error(built, known) + "\n\tat java.base/java.lang.ClassLoader.defineClass1");
    says("Error loading class a.b.H: " + error(built, known));
    assertEquals(
        List.of(
            "thaw: a.b.H$In was built for Java %d, and this function runs on Java %d: build it with --release %d%s"
                .formatted(builtFor, runsOn, runsOn, runtime)),
        told);
  }
}
