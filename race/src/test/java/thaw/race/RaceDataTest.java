package thaw.race;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.fixture.SeededPets;
import thaw.fixture.SideBySide;

/** Process test: what a function needs is put into the services before its races are looked for. */
@SideBySide
class RaceDataTest {
  @TempDir Path folder;

  @Test
  void a_function_that_cannot_be_invoked_before_is_a_mistake() throws Exception {
    SeededPets.write(folder);
    Transcript.of(
            "race", folder, "--function", "Get", "--event", "{\"id\": \"7\"}", "--before", "Put={}")
        .assertMistake(
            "--before Put failed: it answers 400",
            "mend it first, or give it an event that it can serve: --before Put=FILE");
  }
}
