package thaw.gradle;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.execution.TaskExecutionGraph;
import org.gradle.api.file.ConfigurableFileTree;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.bundling.Zip;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.junitplatform.JUnitPlatformOptions;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramFile;
import thaw.program.ProgramParts;
import thaw.program.Templates;
import thaw.program.ThawException;

/** The tasks of one project, with what its block {@code thaw} says. */
record ThawTasks(
    Project project, ThawSettings settings, Configuration distribution, TaskProvider<Zip> zip) {
  void register() {
    register("thawRun", "Runs the functions behind the Lambda API.", RunTask.class, task -> {});
    result(
        "bench",
        "Measures cold starts, variant against variant.",
        BenchTask.class,
        task -> task.getEvent().convention(settings.getEvent()));
    result(
        "why",
        "Explains a cold start: phases, causes, libraries, methods, remedies.",
        WhyTask.class,
        task -> task.getEvent().convention(settings.getEvent()));
    result(
        "fix",
        "Makes a cold start shorter by remedies that it has measured.",
        FixTask.class,
        task -> task.getEvents().convention(settings.getEvent().map(List::of).orElse(List.of())));
    result(
        "package",
        "Makes a deployment package with a JVM and a class archive of its own.",
        PackageTask.class,
        task -> task.getEvents().convention(settings.getEvent().map(List::of).orElse(List.of())));
    TaskProvider<CheckTask> check =
        result(
            "check",
            "Fails when cold starts are over their budget or have grown.",
            CheckTask.class,
            task -> {
              task.getEvent().convention(settings.getEvent());
              task.getBudget().convention(settings.getBudget());
              task.getBaseline().convention(settings.getBaseline());
              task.getNotMeasured().convention("fail");
            });
    prepare();
    project
        .getTasks()
        .named(
            "check",
            task ->
                task.dependsOn((Callable<List<?>>) () -> isHeld() ? List.of(check) : List.of()));
  }

  /**
   * Prepares tests that use thaw-junit: they find the program, and the zip that a template names.
   */
  private void prepare() {
    TaskProvider<PrepareTask> prepare =
        project
            .getTasks()
            .register(
                "thawPrepare",
                PrepareTask.class,
                task -> {
                  task.setGroup(ThawPlugin.GROUP);
                  task.setDescription("Tells tests with thaw-junit where the program is.");
                  program(task);
                  Provider<Directory> folder = project.getLayout().getBuildDirectory().dir("thaw");
                  task.getResources().convention(folder.map(each -> each.dir("test-resources")));
                  task.getScripts().convention(folder.map(each -> each.dir("bin")));
                  task.getOutputs().upToDateWhen(each -> ((PrepareTask) each).namesTheProgram());
                });
    project
        .getExtensions()
        .getByType(JavaPluginExtension.class)
        .getSourceSets()
        .named(
            SourceSet.TEST_SOURCE_SET_NAME,
            test ->
                test.getResources()
                    .srcDir(
                        (Callable<Object>)
                            () ->
                                usesJunit()
                                    ? prepare.flatMap(PrepareTask::getResources)
                                    : List.of()));
    project
        .getTasks()
        .named(
            JavaPlugin.TEST_TASK_NAME,
            test ->
                test.getInputs()
                    .files(
                        (Callable<List<Object>>)
                            () -> usesJunit() ? readByTests(prepare.get()) : List.of())
                    .withPropertyName("thaw")
                    .withPathSensitivity(PathSensitivity.RELATIVE));
    project.getGradle().getTaskGraph().whenReady(this::checkPlatform);
  }

  /** By default Gradle looks for tests of JUnit 4: it finds none with thaw-junit, and goes on. */
  private void checkPlatform(TaskExecutionGraph graph) {
    Test test = project.getTasks().named(JavaPlugin.TEST_TASK_NAME, Test.class).get();
    if (graph.hasTask(test)
        && usesJunit()
        && !(test.getOptions() instanceof JUnitPlatformOptions)) {
      ThawException mistake =
          new ThawException(
              test.getPath() + " finds no test of JUnit 5 or later, as those with thaw-junit are",
              "add this to " + project.getBuildFile() + ": test { useJUnitPlatform() }");
      throw new GradleException(mistake.getMessage(), mistake);
    }
  }

  /** Returns what a test with thaw-junit reads beside its class path. */
  private List<Object> readByTests(PrepareTask prepare) {
    return List.of(inputs().all(), prepare.getScripts(), prepare.getProgramFiles());
  }

  private FunctionInputs inputs() {
    return new FunctionInputs(project, zip);
  }

  private boolean usesJunit() {
    return project
        .getConfigurations()
        .getByName(JavaPlugin.TEST_RUNTIME_CLASSPATH_CONFIGURATION_NAME)
        .getAllDependencies()
        .stream()
        .anyMatch(each -> each.getName().equals("thaw-junit"));
  }

  private boolean isHeld() {
    return settings.getBudget().isPresent() || settings.getBaseline().isPresent();
  }

  private <T extends ResultTask> TaskProvider<T> result(
      String command, String description, Class<T> type, Action<T> rest) {
    String name = "thaw" + Character.toUpperCase(command.charAt(0)) + command.substring(1);
    return register(
        name,
        description,
        type,
        task -> {
          task.getFunction().convention(settings.getFunction());
          task.getOut().convention(project.getLayout().getBuildDirectory().dir("thaw/" + command));
          task.getOutputs().upToDateWhen(each -> ((ResultTask) each).dependsOnProjectAlone());
          rest.execute(task);
        });
  }

  private <T extends ThawTask> TaskProvider<T> register(
      String name, String description, Class<T> type, Action<T> rest) {
    return project
        .getTasks()
        .register(
            name,
            type,
            task -> {
              task.setGroup(ThawPlugin.GROUP);
              task.setDescription(description);
              common(task);
              rest.execute(task);
            });
  }

  private void program(ProgramTask task) {
    task.getHome().convention(settings.getHome());
    task.getDistribution()
        .from((Callable<Object>) () -> task.getHome().isPresent() ? List.of() : distribution);
    task.getProgramFiles().from((Callable<Object>) () -> programFiles(task.getHome().getOrNull()));
    task.getJavaHome().convention(settings.getJavaHome());
  }

  /** Returns the program's files. When the program is missing, the task says so when it runs. */
  private FileCollection programFiles(@Nullable String home) {
    if (home == null) {
      return project.files();
    }
    try {
      ProgramParts parts = ProgramParts.of(ProgramFile.in(ProgramFile.PROPERTY, home));
      ConfigurableFileTree libraries = project.fileTree(parts.libraries().toFile());
      libraries.include("*.jar");
      return project.files(parts.files(), libraries, parts.sources());
    } catch (ThawException | IOException e) {
      return project.files();
    }
  }

  private void common(ThawTask task) {
    program(task);
    task.getSource().from(settings.getSource());
    task.getUsualSource().set(usualSource());
    task.getFunctionFiles().from(settings.getSource(), (Callable<List<Object>>) inputs()::all);
    task.getHandler().convention(settings.getHandler());
    task.getParameters().convention(settings.getParameters());
    task.getMemory().convention(settings.getMemory().map(String::valueOf));
    task.getJdk().convention(settings.getJdk());
    task.getRuntime().convention(settings.getRuntime());
    task.getRegion().convention(settings.getRegion());
    task.getOptions().convention(settings.getOptions());
    task.getProjectFolder().set(project.getLayout().getProjectDirectory());
    task.getGradleProgram().set(project.getGradle().getGradleHomeDir() + "/bin");
    task.getGradleUserHome().set(project.getGradle().getGradleUserHomeDir());
  }

  /** The folder with the template, else the zip. Of the latter the task depends by its files. */
  private Provider<File> usualSource() {
    File folder = project.getProjectDir();
    return project.provider(() ->
        Templates.in(folder.toPath()).isPresent()
            ? folder
            : zip.get().getArchiveFile().get().getAsFile());
  }
}
