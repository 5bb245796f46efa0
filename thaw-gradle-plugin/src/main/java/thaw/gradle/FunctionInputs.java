package thaw.gradle;

import java.nio.file.Path;
import java.util.List;
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
    tree.exclude("build", ".gradle", ".git", ".idea", "bin", "out", "thaw-*", "*.log");
    Path folder = project.getProjectDir().toPath();
    Path output = project.getLayout().getBuildDirectory().get().getAsFile().toPath();
    if (output.startsWith(folder)) {
      tree.exclude(folder.relativize(output).toString());
    }
    return tree;
  }

  /** Archives that a template may name. */
  private ConfigurableFileTree built() {
    ConfigurableFileTree tree = project.fileTree(project.getLayout().getBuildDirectory());
    tree.include("libs/*.jar", "distributions/*.zip");
    return tree.builtBy("assemble");
  }
}
