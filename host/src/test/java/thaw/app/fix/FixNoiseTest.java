package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.experiment.NoiseWatch;
import thaw.sandbox.SandboxHost;

class FixNoiseTest {
  private static final String SEEN = "the JVMs of others ran (2.0 CPUs): end them";

  @TempDir Path folder;

  private FixNoise noise() {
    SandboxHost host = SandboxHost.probe();
    return new FixNoise(
        () -> NoiseWatch.goOn(host, OptionalLong::empty), folder.resolve("state/noise"));
  }

  @Test
  void what_was_seen_during_a_last_run_holds_where_its_starts_are_used_again() throws Exception {
    Path file = folder.resolve("state/noise");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "busy\n" + SEEN + "\n");

    for (int search = 0; search < 2; search++) {
      FixNoise noise = noise();
      noise.begin();
      noise.repeat();
      assertTrue(noise.isBusy());
      assertEquals(List.of(SEEN), noise.sentences().stream().filter(SEEN::equals).toList());
      noise.end();
      assertTrue(Files.readString(file).contains(SEEN), "it is kept for the next search");
    }

    FixNoise fresh = noise();
    fresh.begin();
    assertFalse(fresh.sentences().contains(SEEN), "these are other starts");
  }
}
