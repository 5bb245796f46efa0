package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.deployment.ImageWriter;
import thaw.deployment.LinkedJvms;
import thaw.deployment.PackageLayout;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.RuntimeProgram;
import thaw.sandbox.SandboxUser;

/**
 * The root file system of a customer-managed runtime while it is made: a JVM with all modules of
 * Java SE, the runtime client and its archive. The same for every function on the same JDK.
 */
final class RuntimeStage {
  private static final String LANG = "/var/lang";
  private static final String RUNTIME = "/var/runtime";
  private static final PackageLayout LAYOUT = PackageLayout.RUNTIME_ALONE;

  private final RuntimeProgram.Java java;
  private final PackageTarget target;
  private final Path root;
  private final Set<String> modules;
  private final Map<String, Path> files = new LinkedHashMap<>();

  RuntimeStage(PackagePlan plan, PackageTarget target, Path scratch) throws IOException {
    this.java = plan.javaWithCache();
    this.target = target;
    this.root = Files.createDirectory(scratch.resolve("runtime"));
    this.modules = target.allModules(java.jdk());
  }

  Path root() {
    return root;
  }

  Set<String> modules() {
    return modules;
  }

  /**
   * Complete but for the archive of the client.
   *
   * @param jvms where its JVM may be kept
   */
  StagedPackage laidOut(StagedPackage.Parts parts, LinkedJvms jvms) throws IOException {
    StagedPackage made =
        StagedPackage.stage(parts, root.resolve("var/task"), root)
            .with(
                java.client().root(),
                (_, jvm, client) -> target.link(jvms, java, modules, false, jvm, client))
            .complete();
    files.putAll(target.systemFiles(root.resolve(LANG.substring(1)), root));
    return made;
  }

  /** Returns the program by which the image starts any function. */
  RuntimeProgram.Image program() {
    return new RuntimeProgram.Image(
        RuntimeProgram.Image.RUNTIME,
        root,
        RuntimeProgram.Image.UNFINISHED,
        List.of(LAYOUT.bootstrap().orElseThrow()),
        StagedPackage.TASK,
        Map.of(),
        false,
        false);
  }

  /** Returns the files of the image other than those of the class path, by their paths in it. */
  Map<String, Path> systemFiles() {
    return files;
  }

  /**
   * @return the reference of what was pushed
   */
  Optional<String> write(ImageStage.Ask ask, Path scratch, Path file)
      throws IOException, InterruptedException {
    List<Path> trained = List.of(Path.of(LAYOUT.archive()), Path.of(LAYOUT.list()));
    ImageWriter.Start start =
        new ImageWriter.Start(
            List.of(LAYOUT.bootstrap().orElseThrow()),
            List.of(),
            Map.of(),
            Map.of(),
            Optional.of(SandboxUser.NUMBERS),
            target.architecture());
    ImageWriter writer =
        new ImageWriter(root)
            .layer("system", at -> !at.startsWith(LANG) && !at.startsWith(RUNTIME))
            .layer(
                "runtime",
                at -> (at.startsWith(LANG) || at.startsWith(RUNTIME)) && !trained.contains(at))
            .layer("archive", trained::contains);
    return writer.write(start, Optional.empty(), ask.form(), ask.registry(), scratch, file);
  }
}
