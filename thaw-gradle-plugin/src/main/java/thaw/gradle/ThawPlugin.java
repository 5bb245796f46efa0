package thaw.gradle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.bundling.Zip;

/** Adds the block {@code thaw}, the configuration {@code thawDistribution} and the tasks. */
public final class ThawPlugin implements Plugin<Project> {
  static final String GROUP = "thaw";
  private static final String DISTRIBUTION = "thawDistribution";

  @Override
  public void apply(Project project) {
    project.getPluginManager().apply(JavaPlugin.class);
    ThawSettings settings = project.getExtensions().create("thaw", ThawSettings.class);
    TaskProvider<Zip> zip = zip(project);
    conventions(project, settings);
    new ThawTasks(project, settings, distribution(project), zip).register();
  }

  private static Configuration distribution(Project project) {
    return project
        .getConfigurations()
        .create(
            DISTRIBUTION,
            each -> {
              each.setDescription("The program thaw, as the zip of its distribution.");
              each.setCanBeConsumed(false);
              each.setCanBeResolved(true);
              each.defaultDependencies(all ->
                  all.add(
                      project
                          .getDependencies()
                          .create("dev.thaw:thaw-distribution:" + version() + "@zip")));
            });
  }

  /** Classes and resources at the root and jars in lib, as Lambda has them. */
  private static TaskProvider<Zip> zip(Project project) {
    SourceSet main =
        project
            .getExtensions()
            .getByType(JavaPluginExtension.class)
            .getSourceSets()
            .getByName(SourceSet.MAIN_SOURCE_SET_NAME);
    return project
        .getTasks()
        .register(
            "thawZip",
            Zip.class,
            task -> {
              task.setGroup(GROUP);
              task.setDescription(
                  "Makes the zip that Lambda takes: classes, and libraries in lib.");
              task.getDestinationDirectory()
                  .set(project.getLayout().getBuildDirectory().dir(GROUP));
              task.getArchiveFileName().set("function.zip");
              task.setPreserveFileTimestamps(false);
              task.setReproducibleFileOrder(true);
              task.from(main.getOutput());
              task.into(
                  "lib",
                  libraries -> libraries.from(main.getRuntimeClasspath().minus(main.getOutput())));
            });
  }

  private static void conventions(Project project, ThawSettings settings) {
    Path folder = project.getProjectDir().toPath();
    settings.getHome().convention(project.getProviders().environmentVariable("THAW_HOME"));
    if (Files.isRegularFile(folder.resolve("budget.yaml"))) {
      settings
          .getBudget()
          .convention(project.getLayout().getProjectDirectory().file("budget.yaml"));
    }
  }

  private static String version() {
    try (InputStream file =
        Objects.requireNonNull(ThawPlugin.class.getResourceAsStream("version.properties"))) {
      Properties properties = new Properties();
      properties.load(file);
      return Objects.requireNonNull(properties.getProperty("version"));
    } catch (IOException e) {
      throw new UncheckedIOException("the version of the plug-in could not be read", e);
    }
  }
}
