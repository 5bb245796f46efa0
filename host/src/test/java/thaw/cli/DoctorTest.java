package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;
import thaw.sandbox.Capability;

/** What {@code thaw doctor} prints of what it has found. */
@SideBySide
class DoctorTest {
  @Test
  void programs_read_what_people_do() throws Exception {
    JsonNode document = Transcript.of("doctor", "--json").json();
    assertEquals("thaw-doctor-1", document.path("format").asText());
    assertTrue(document.path("capabilities").size() > 8, document::toString);
    for (JsonNode capability : document.path("capabilities")) {
      assertEquals(
          capability.path("available").asBoolean(),
          capability.path("remedy").asText().isEmpty(),
          capability::toString);
    }
    assertTrue(document.at("/jdks/0/feature").asInt() >= 11, document::toString);
  }

  @Test
  void details_stand_below_one_another_and_a_remedy_is_said_once() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DoctorCommand.print(
        List.of(
            Capability.present("CPU", "cgroup v2"),
            Capability.missing("snapshots", "CRIU was not found", "slow", "thaw setup"),
            Capability.missing("snapshots in a user namespace", "none", "slow", "thaw setup")),
        100,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    assertEquals(
        """
        [ok]      CPU                            cgroup v2
        [missing] snapshots                      CRIU was not found
            cost:   slow
            remedy: the same as below
        [missing] snapshots in a user namespace  none
            cost:   slow
            remedy: thaw setup
        """,
        out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void no_line_is_longer_than_the_terminal() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DoctorCommand.print(
        List.of(
            Capability.missing(
                "JDKs of the managed runtimes",
                "no JDK 11, no JDK 17 and no JDK 21",
                "functions with these runtimes run on the nearest JDK",
                "install JDK 11, 17 and 21 from your distribution")),
        60,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    assertEquals(
        """
        [missing] JDKs of the managed runtimes
                  no JDK 11, no JDK 17 and no JDK 21
            cost:   functions with these runtimes run on the nearest
                    JDK
            remedy: install JDK 11, 17 and 21 from your distribution
        """,
        out.toString(StandardCharsets.UTF_8));
  }
}
