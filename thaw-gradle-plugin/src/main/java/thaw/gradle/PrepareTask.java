package thaw.gradle;

import java.nio.file.Path;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramScript;
import thaw.program.ThawException;

/** Tells tests with thaw-junit where the program is. */
@DisableCachingByDefault(because = "the program is on this machine")
public abstract class PrepareTask extends ProgramTask {
  /** A folder of test resources. */
  @OutputDirectory
  public abstract DirectoryProperty getResources();

  @OutputDirectory
  public abstract DirectoryProperty getScripts();

  @TaskAction
  public void prepare() {
    try {
      script().write(file(), getResources().get().getAsFile().toPath());
    } catch (ThawException e) {
      throw new GradleException(e.getMessage(), e);
    }
  }

  /**
   * Returns whether the program is where the script says; the cache of unpacked zips may be
   * emptied.
   */
  boolean namesTheProgram() {
    return script().isIn(file());
  }

  private ProgramScript script() {
    return new ProgramScript(program(), programEnvironment());
  }

  private Path file() {
    return getScripts().get().getAsFile().toPath().resolve("thaw");
  }
}
