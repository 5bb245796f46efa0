package thaw.gradle;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.Project;
import org.gradle.api.file.ConfigurableFileTree;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.bundling.Zip;

/**
 * Files of a project that its functions may be made of, or read. They are asked for when all
 * projects of the build are known.
 */
record FunctionInputs(Project project, TaskProvider<Zip> zip) {
  List<Object> all() {
    return List.of(zip, files(), built());
  }

  /** Template, events, data: what Thaw may read of the project's folder. */
  private ConfigurableFileTree files() {
    ConfigurableFileTree tree = project.fileTree(project.getProjectDir());
    tree.exclude("**/build", "**/.gradle", ".git", ".idea", "bin", "out", "thaw-*", "*.log");
    tree.exclude(outputs());
    return tree;
  }

  /**
   * Returns what tasks of this project and of those below it make: it is no input of Thaw's own
   * tasks.
   */
  private List<String> outputs() {
    Path folder = project.getProjectDir().toPath();
    return Stream.concat(Stream.of(project), project.getSubprojects().stream())
        .map(each -> each.getLayout().getBuildDirectory().get().getAsFile().toPath())
        .filter(each -> each.startsWith(folder))
        .map(each -> folder.relativize(each).toString().replace(File.separatorChar, '/'))
        .collect(Collectors.toList());
  }

  /** Archives that a template may name. */
  private ConfigurableFileTree built() {
    ConfigurableFileTree tree = project.fileTree(project.getLayout().getBuildDirectory());
    tree.include("libs/*.jar", "distributions/*.zip");
    return tree.builtBy("assemble");
  }
}
