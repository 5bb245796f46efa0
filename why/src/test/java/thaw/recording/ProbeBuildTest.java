package thaw.recording;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.CommittedBinaries;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;

@Thorough(
    "It compiles the C sources of probe for two processors; they change rarely, and then with the binary")
@SideBySide
class ProbeBuildTest {
  private static final Path BUILD = Path.of("../probe/build").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Timeout(value = 30, unit = TimeUnit.MINUTES) // a compiler of 90 MB, at work on a busy machine
  @Test
  void the_committed_libraries_are_what_the_sources_make() throws Exception {
    CommittedBinaries.requireAsBuilt(BUILD, Probe.class, "probe", 4, folder);
  }
}
