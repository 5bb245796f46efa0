package thaw.sandbox;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.CommittedBinaries;
import thaw.fixture.SideBySide;

@SideBySide
class BoxBuildTest {
  private static final Path BUILD = Path.of("../box/build").toAbsolutePath().normalize();

  @TempDir Path folder;

  @Test
  void the_committed_programs_are_what_the_sources_make() throws Exception {
    CommittedBinaries.requireAsBuilt(BUILD, Sandbox.class, "box", 2, folder);
  }
}
