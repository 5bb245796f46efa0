package thaw.function.template.resource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import thaw.function.packaging.BuildFiles;
import thaw.function.packaging.CodeLocation;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.GradleFiles;
import thaw.function.template.TemplateResource;
import thaw.template.ResourceProperties;

/**
 * How {@code sam build} is to build a function or layer, by its {@code Metadata}: {@code
 * SkipBuild}, and {@code BuildMethod} with what belongs to it.
 *
 * @param root the template's folder, from which paths go
 */
record BuildMetadata(Path root) {
  private static final String METHOD = "BuildMethod";
  private static final String MAKEFILE = "Makefile";

  /**
   * @param found what the folder would be by itself
   * @param metadata of the resource
   */
  CodeSource applied(
      TemplateResource resource, CodeSource found, Optional<ResourceProperties> metadata) {
    boolean isFolder =
        found instanceof CodeSource.Folder
            || found instanceof CodeSource.Project project && project.archive().isEmpty();
    if (metadata.isEmpty() || !isFolder || CodeLocation.isBuilt(found.path())) {
      return found;
    }
    if (metadata.get().text("SkipBuild").filter("true"::equalsIgnoreCase).isPresent()) {
      return new CodeSource.Folder(found.path());
    }
    return switch (metadata.get().text(METHOD).orElse("")) {
      case "makefile" -> make(resource, found.path(), metadata.get());
      case "maven" ->
          with(
              found,
              CodeSource.BuildTool.MAVEN,
              Files.isRegularFile(found.path().resolve(BuildFiles.POM)));
      case "gradle" -> with(found, CodeSource.BuildTool.GRADLE, GradleFiles.hasBuild(found.path()));
      default -> found; // that of the runtime, by the build's file
    };
  }

  private CodeSource make(TemplateResource resource, Path code, ResourceProperties metadata) {
    Path project = path(metadata, "ProjectRootDirectory").orElse(code);
    Path makefile = path(metadata, "ContextPath").orElse(project).resolve(MAKEFILE);
    if (!Files.isRegularFile(makefile)) {
      throw resource
          .place()
          .mistake(
              "the Makefile of " + resource.logicalId() + " does not exist: " + makefile,
              "write one with the rule build-" + resource.logicalId() + ", or correct the path");
    }
    return new CodeSource.Project(
        project,
        CodeSource.BuildTool.MAKE,
        Optional.of(
            new CodeSource.MakeRule(
                resource.logicalId(),
                absolute(makefile),
                absolute(path(metadata, "WorkingDirectory").orElse(project)))));
  }

  private static CodeSource with(CodeSource found, CodeSource.BuildTool tool, boolean isThere) {
    return isThere ? new CodeSource.Project(found.path(), tool) : found;
  }

  private Optional<Path> path(ResourceProperties metadata, String name) {
    return metadata.text(name).map(each -> root.resolve(each).normalize());
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }
}
