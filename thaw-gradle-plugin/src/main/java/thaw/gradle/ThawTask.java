package thaw.gradle;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.BuildLog;
import thaw.program.ProgramCall;
import thaw.program.ProgramCommand;
import thaw.program.ProgramWords;
import thaw.program.ThawException;

/**
 * A task that runs a command of the program: what it runs, and the options that all commands have.
 */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class ThawTask extends ProgramTask {
  /** The source that is run. Its files are in {@link #getFunctionFiles}. */
  @Internal
  public abstract ConfigurableFileCollection getSource();

  /** The file that is run when the source names nothing. */
  @Internal
  public abstract Property<File> getUsualSource();

  /** All that the source is made of. */
  @InputFiles
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract ConfigurableFileCollection getFunctionFiles();

  @Input
  @Optional
  @Option(option = "handler", description = "Handler of a jar, zip or classes folder.")
  public abstract Property<String> getHandler();

  @Input
  public abstract MapProperty<String, String> getParameters();

  @Input
  @Optional
  @Option(option = "memory", description = "Memory size in MB.")
  public abstract Property<String> getMemory();

  @Input
  @Optional
  @Option(option = "jdk", description = "JDK that functions run on: a version or a folder.")
  public abstract Property<String> getJdk();

  @Input
  @Optional
  @Option(option = "runtime", description = "Client of the Runtime API: official or thaw.")
  public abstract Property<String> getRuntime();

  @Input
  @Optional
  @Option(option = "region", description = "Region that functions find in AWS_REGION.")
  public abstract Property<String> getRegion();

  @Input
  @Option(option = "option", description = "A further word of the command, as --option=--all.")
  public abstract ListProperty<String> getOptions();

  /** The folder in which the program runs; relative paths in options begin there. */
  @Internal
  public abstract DirectoryProperty getProjectFolder();

  /** The command of Gradle itself, for a program that has to build the project. */
  @Internal
  public abstract Property<String> getGradleProgram();

  @Internal
  public abstract DirectoryProperty getGradleUserHome();

  Path source() {
    return getSource().isEmpty()
        ? getUsualSource().get().toPath()
        : getSource().getSingleFile().toPath();
  }

  /** A command with its source and what says how functions run. */
  final ProgramWords begin(String command) {
    return new ProgramWords(command, source())
        .value("--handler", getHandler().getOrNull())
        .pairs("--parameter", getParameters().get())
        .value("--memory", getMemory().getOrNull())
        .value("--jdk", getJdk().getOrNull())
        .value("--runtime", getRuntime().getOrNull())
        .value("--region", getRegion().getOrNull())
        .words(getOptions().get());
  }

  /** Runs the command to its end, however long that takes. */
  final ProgramCall call(ProgramWords words) {
    ProgramCommand command =
        ProgramCommand.of(program(), words.all())
            .in(getProjectFolder().get().getAsFile().toPath())
            .with(environment());
    getLogger().info(command.shown());
    try {
      return ProgramCall.run(
          command,
          new BuildLog(getLogger()::lifecycle, line -> getLogger().warn("warning: {}", line)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GradleException("The build was interrupted while Thaw was at work.", e);
    } catch (ThawException e) {
      throw new GradleException(e.getMessage(), e);
    }
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(programEnvironment());
    environment.put("GRADLE_USER_HOME", getGradleUserHome().get().toString());
    environment.put("PATH", System.getenv("PATH") + File.pathSeparator + getGradleProgram().get());
    return environment;
  }

  /**
   * Returns an exception with what the program said is wrong with its arguments, or with itself.
   */
  static GradleException mistake(String what, ProgramCall ended) {
    ThawException told = ended.mistake(what);
    return new GradleException(told.getMessage(), told);
  }
}
