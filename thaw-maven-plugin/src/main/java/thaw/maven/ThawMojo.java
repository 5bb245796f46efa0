package thaw.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.jspecify.annotations.Nullable;
import thaw.program.BuildLog;
import thaw.program.ProgramCall;
import thaw.program.ProgramCommand;
import thaw.program.ProgramWords;
import thaw.program.ThawException;

/**
 * Has what all goals share: the module, the program, and the options that all commands have. Other
 * classes extend it, because Maven sets the parameters of a goal in fields of its class and those
 * above it.
 */
abstract class ThawMojo extends AbstractMojo {
  /** Leaves the goal out. */
  @Parameter(property = "thaw.skip", defaultValue = "false")
  private boolean skip;

  /**
   * Folder of Thaw, or the program's file. Default: the variable THAW_HOME, else the artefact
   * dev.thaw:thaw-distribution of the same version as this plug-in.
   */
  @Parameter(property = "thaw.home")
  private @Nullable String home;

  /** A JDK 25 or later for the program. Default: as the program finds one, such as JAVA_HOME. */
  @Parameter(property = "thaw.javaHome")
  private @Nullable File javaHome;

  /**
   * The source that is run: a folder with a template, a template, a jar, a zip, a folder of
   * classes. The default is the module's folder when it has a template, else its jar.
   */
  @Parameter(property = "thaw.source")
  private @Nullable File source;

  /**
   * Logical id or name of the function, or the path of its construct in CDK; needed where a
   * template has several.
   */
  @Parameter(property = "thaw.function")
  private @Nullable String function;

  /** Handler of a jar, a zip or a folder of classes: CLASS or CLASS::METHOD. */
  @Parameter(property = "thaw.handler")
  private @Nullable String handler;

  /** Values of the template's parameters. */
  @Parameter private Map<String, String> parameters = Map.of();

  /** Memory size in MB. */
  @Parameter(property = "thaw.memory")
  private @Nullable String memory;

  /** JDK that functions run on: a version or a folder. */
  @Parameter(property = "thaw.jdk")
  private @Nullable String jdk;

  /** Client of the Runtime API: official or thaw. */
  @Parameter(property = "thaw.runtime")
  private @Nullable String runtime;

  /** Region that functions find in AWS_REGION. */
  @Parameter(property = "thaw.region")
  private @Nullable String region;

  /** Further options of the command, each a word such as --reach-host or --seed=data. */
  @Parameter(property = "thaw.options")
  private List<String> options = List.of();

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init")
  private MavenProject project;

  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init")
  private MavenSession session;

  @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
  @SuppressWarnings("NullAway.Init")
  private PluginDescriptor plugin;

  @Component
  @SuppressWarnings("NullAway.Init")
  private RepositorySystem repositories;

  /** Does the work of a goal, once it is known that there is any. */
  abstract void run(Path source) throws MojoExecutionException, MojoFailureException;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    if (skip) {
      getLog().info("Thaw is skipped: thaw.skip is set.");
      return;
    }
    if (BuildEnvironment.isWithinThaw(System.getenv())) {
      getLog().info("Thaw is skipped: it runs this build itself.");
      return;
    }
    Optional<Path> found = ModuleSource.of(project, source);
    if (found.isEmpty()) {
      getLog().info("Thaw has nothing to do: the module has neither a template nor a jar.");
      return;
    }
    try {
      run(found.get());
    } catch (ThawException e) {
      throw new MojoExecutionException(e.getMessage(), e);
    }
  }

  /** Begins the words of a command with what is run. */
  ProgramWords begin(String command, Path source) {
    return new ProgramWords(command, source)
        .value("--handler", handler)
        .pairs("--parameter", parameters)
        .value("--memory", memory)
        .value("--jdk", jdk)
        .value("--runtime", runtime)
        .value("--region", region)
        .words(options);
  }

  Path program() throws MojoExecutionException {
    return new ProgramArtifact(
            repositories, session.getRepositorySession(), project.getRemotePluginRepositories())
        .program(home, System.getenv(), plugin.getVersion());
  }

  /** The function that is meant; not every command asks for one. */
  @Nullable String function() {
    return function;
  }

  MavenProject project() {
    return project;
  }

  MavenSession session() {
    return session;
  }

  Path folder() {
    return project.getBasedir().toPath();
  }

  /** A folder for results of this goal. */
  Path out(@Nullable File wanted, String goal) {
    return wanted == null
        ? Path.of(project.getBuild().getDirectory(), "thaw", goal)
        : wanted.toPath();
  }

  /** Variables that the program has beside those of this build. */
  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(BuildEnvironment.of(session));
    if (javaHome != null) {
      environment.put("THAW_JAVA_HOME", javaHome.toString());
    }
    return environment;
  }

  /** The command of the program with these words, as it is started in this build. */
  ProgramCommand command(Path program, List<String> words) {
    return ProgramCommand.of(program, words).in(folder()).with(environment());
  }

  /** Runs it to its end, however long that takes. */
  ProgramCall call(ProgramCommand command) throws MojoExecutionException {
    getLog().info(command.shown());
    try {
      return ProgramCall.run(command, new BuildLog(getLog()::info, getLog()::warn));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("The build was interrupted while Thaw was at work.", e);
    }
  }
}
