package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;
import thaw.sandbox.Tool;

/** What goes wrong; what goes well needs the network, and CI does it before the tests. */
class CriuSetupTest {
  @TempDir Path temporary;

  private final List<String> progress = new ArrayList<>();

  @Test
  void a_mirror_that_does_not_answer_is_named_and_nothing_is_left() throws IOException {
    assumeTrue(Tool.run(List.of("apt-get", "--version")).succeeded(), "there is no apt-get");
    Files.createDirectories(temporary.resolve("criu/new-of-one-that-was-killed/root"));
    UserMistake mistake = fails("https://127.0.0.1:1/debian");
    assertTrue(
        mistake
            .getMessage()
            .startsWith("CRIU could not be had from https://127.0.0.1:1/debian: E:"),
        mistake.getMessage());
    assertTrue(mistake.remedy().contains("--mirror"), mistake.remedy());
    try (Stream<Path> left = Files.list(temporary.resolve("criu"))) {
      assertEquals(List.of("lock"), left.map(path -> path.getFileName().toString()).toList());
    }
  }

  @Test
  void a_mirror_that_is_no_url_is_refused_before_anything_is_done() {
    for (String wrong : List.of("ftp.debian.org", "file:/etc", "http://a b", "http://x\ndeb")) {
      assertTrue(fails(wrong).getMessage().contains("must be an http or https URL"), wrong);
    }
    assertTrue(Files.notExists(temporary.resolve("criu")));
    assertEquals(List.of(), progress);
  }

  private UserMistake fails(String mirror) {
    CriuSetup setup = new CriuSetup(new CriuFolder(temporary.resolve("criu")), progress::add);
    return assertThrows(UserMistake.class, () -> setup.install(Optional.of(mirror)));
  }
}
