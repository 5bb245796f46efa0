package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;

@SideBySide
class BuildsAtWorkTest {
  @TempDir Path processes;

  @ParameterizedTest
  @CsvSource({
    "/p, java -cp x org.codehaus.plexus.classworlds.launcher.Launcher package, true",
    "/p/app, java org.gradle.wrapper.GradleWrapperMain build, true",
    "/p, java org.gradle.wrapper.GradleWrapperMain -t classes, false",
    "/other, java org.codehaus.plexus.classworlds.launcher.Launcher package, false",
    "/, java org.codehaus.plexus.classworlds.launcher.Launcher package, false",
    "/p, java com.example.Main, false",
  })
  void a_build_is_known_by_its_program_and_its_folder(Path folder, String command, boolean isAtWork)
      throws IOException {
    Path process = Files.createDirectory(processes.resolve("17"));
    Files.writeString(process.resolve("cmdline"), command.replace(' ', '\0') + "\0");
    Files.createSymbolicLink(process.resolve("cwd"), folder);
    Files.createDirectory(processes.resolve("18")); // it has just ended
    assertEquals(
        isAtWork, new BuildsAtWork(processes).areAtWork(List.of(Path.of("/p/app/target/classes"))));
  }
}
