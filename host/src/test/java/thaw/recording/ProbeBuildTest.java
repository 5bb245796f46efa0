package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;

@SideBySide
class ProbeBuildTest {
  private static final Path BUILD = Path.of("../probe/build").toAbsolutePath().normalize();
  private static final Pattern VERSION = Pattern.compile("(?m)^zig=(\\S+)$");

  @TempDir Path folder;

  /** Some seconds of compiling; the compiler is downloaded once, some 90 MB. */
  @Test
  void the_committed_libraries_are_what_the_sources_make() throws Exception {
    Matcher version = VERSION.matcher(Files.readString(BUILD));
    assumeTrue(version.find(), "probe/build names no version of its compiler");
    String python = Python.apart("ziglang", "ziglang==" + version.group(1));
    Python.Run run =
        Python.run(
            List.of(
                "env",
                "THAW_PROBE_TOOLS=" + Path.of(python).getParent().getParent(),
                "JAVA_HOME=" + System.getProperty("java.home"),
                BUILD.toString(),
                folder.toString()));
    assertEquals(0, run.exit(), run.output());
    List<Path> built;
    try (var files = Files.walk(folder)) {
      built = files.filter(Files::isRegularFile).map(folder::relativize).toList();
    }
    assertEquals(4, built.size(), built.toString());
    for (Path library : built) {
      try (InputStream committed = Probe.class.getResourceAsStream("probe/" + library)) {
        assertFalse(committed == null, library + " is not committed");
        assertArrayEquals(
            committed.readAllBytes(),
            Files.readAllBytes(folder.resolve(library)),
            library + ": run probe/build, and commit what it makes");
      }
    }
  }
}
