package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.packaging.CodeSource;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** What a newer JDK is asked about classes and options. */
@SideBySide
class MoveFindingsTest {
  @TempDir Path folder;

  private final Jdk own = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
  private final MoveFindings findings = new MoveFindings(own);

  private String of(String source) throws Exception {
    assumeTrue(Files.exists(own.home().resolve("bin/jdeprscan")), "this JDK has no jdeprscan");
    Path classes = Files.createTempDirectory(folder, "classes");
    Sources.compile(classes, source);
    return findings.of(new CodeSource.Built(classes, List.of()), "", false);
  }

  @Test
  void own_uses_of_internals_and_of_what_is_to_be_removed_are_named() throws Exception {
    assertEquals(
        "jdeps finds own uses of internals: a.B of sun.misc.Signal; jdeprscan finds own uses of"
            + " what is to be removed: a.B of java.lang.System.runFinalization",
        of(
            """
            package a;
            public class B {
              public String handle(String event) {
                System.runFinalization();
                return new sun.misc.Signal(event).toString();
              }
            }
            """));
  }

  @Test
  void nothing_is_made_up_about_plain_code() throws Exception {
    assertEquals(
        "jdeps finds no own use of the JDK's internals; jdeprscan finds no own use of what is to be"
            + " removed",
        of("package a; public class B { public String handle(String event) { return event; } }"));
  }

  @Test
  void options_that_end_the_jvm_are_an_objection_and_ignored_ones_a_finding() {
    assertEquals(Optional.empty(), findings.objection(""));
    assertEquals(Optional.empty(), findings.objection("-XX:TieredStopAtLevel=1 -Da=b"));
    String objection = findings.objection("-Xmx64m -XX:+UseConcMarkSweepGC").orElseThrow();
    assertTrue(objection.endsWith("Unrecognized VM option 'UseConcMarkSweepGC'"), objection);
    assertTrue(objection.contains("JDK " + own.feature()), objection);

    String ignored =
        findings.of(new CodeSource.Built(folder, List.of()), "--illegal-access=permit", true);
    assertTrue(ignored.contains("Ignoring option --illegal-access=permit"), ignored);
    assertTrue(ignored.endsWith("no agent against Log4Shell"), ignored);
  }
}
