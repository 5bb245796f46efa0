package thaw.gradle;

import java.nio.file.Path;
import java.util.Map;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramFile;
import thaw.program.ProgramZip;
import thaw.program.ThawException;

/**
 * A task that needs the program. A class that others extend, as Gradle takes a task's properties
 * from its class and those above it.
 */
@DisableCachingByDefault(because = "the program is on this machine")
public abstract class ProgramTask extends DefaultTask {
  @Input
  @Optional
  public abstract Property<String> getHome();

  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getDistribution();

  /** Program and libraries of the home, which an upgrade changes in place; sources of a clone. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract ConfigurableFileCollection getProgramFiles();

  @Input
  @Optional
  public abstract Property<String> getJavaHome();

  final Path program() {
    try {
      return getHome().isPresent()
          ? ProgramFile.in("thaw.home or THAW_HOME", getHome().get())
          : ProgramFile.in("thawDistribution", unpacked().toString());
    } catch (ThawException e) {
      throw new GradleException(e.getMessage(), e);
    }
  }

  /** Variables that say how the program itself runs. */
  final Map<String, String> programEnvironment() {
    return getJavaHome().isPresent() ? Map.of("THAW_JAVA_HOME", getJavaHome().get()) : Map.of();
  }

  private Path unpacked() {
    return ProgramZip.home(
        getDistribution().getSingleFile().toPath(), ProgramZip.cache(System.getenv()));
  }
}
