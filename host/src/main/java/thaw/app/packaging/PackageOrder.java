package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.deployment.DeploymentZip;
import thaw.deployment.ForeignCode;
import thaw.deployment.HandOver;
import thaw.deployment.JvmModules;
import thaw.deployment.LinkedJvms;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.ForeignTree;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.snapshot.SnapshotStore;

/**
 * A package to be made, and the steps that several recipes have.
 *
 * @param plan what is packaged
 * @param target the machine that it is for
 * @param again how it is made again
 * @param scratch a folder of ours, which the environments of the package need
 */
record PackageOrder(
    PackagePlan plan,
    PackageTarget target,
    PackageAgain again,
    Workspace workspace,
    Progress progress,
    Path scratch) {
  static final double MEGABYTE = 1e6;
  static final String ZIP = "function.zip";
  private static final String LAYERS = "layers.zip";

  /** The same with a scratch folder of its own. */
  PackageOrder in(Path folder) {
    return new PackageOrder(plan, target, again, workspace, progress, folder);
  }

  /** Returns the folder that gets the package. */
  Path folder() {
    return scratch.resolve("made");
  }

  /** Returns the logical id of the function in the package's template. */
  String id() {
    return PackagedTemplate.id(plan.template(), plan.function());
  }

  /** Returns the name of the function for people. */
  String shown() {
    return plan.function().title().orElse(id());
  }

  ImageChoice image() {
    return again.request().image();
  }

  /** Tells of native code for other machines. */
  void warnOfForeignCode() throws IOException {
    warnOfForeignCode(plan.spec().code().root(), "");
    if (plan.layers().isPresent()) {
      warnOfForeignCode(plan.layers().get(), "a layer's ");
    }
  }

  private void warnOfForeignCode(Path folder, String whose) throws IOException {
    ForeignCode.in(folder, target.architecture())
        .forEach(sentence -> progress.line("warning: " + whose + sentence));
  }

  /** An agent's archive is made on that of the JDK, which jlink makes for its own machine alone. */
  void requireAgentsTrainHere() {
    if (plan.hasAgents() && !target.isHere()) {
      throw new UserMistake(
          plan.function().shown()
              + " starts an agent, and its archive is made on that of the JDK, which jlink makes only"
              + " for its own architecture",
          "package it on a machine for " + target.architecture() + ", or use --to managed");
    }
  }

  /** The contents of the function's layers as they will be on AWS. */
  Optional<Path> layers() throws IOException {
    if (plan.layers().isEmpty()) {
      return Optional.empty();
    }
    Path opt = Files.createDirectories(scratch.resolve("opt"));
    StagedPackage.stageLayers(plan.layers().get(), new ForeignTree(opt), "");
    return Optional.of(opt);
  }

  /**
   * @param layers what is at {@code /opt}, where it is no part of the package itself
   */
  StagedPackage.Parts parts(PackageLayout layout, List<String> options, Optional<Path> layers) {
    RuntimeProgram.Java java = plan.java();
    return new StagedPackage.Parts(
        layout,
        StagedPackage.TASK,
        Optional.of(plan.spec().code().root()),
        layers,
        java.client().jarNames(),
        java.client().kind().mainClass(),
        options,
        plan.function().environment(),
        target.machine());
  }

  /** Adds the runtime client, and a JVM with the modules that the class path needs: these. */
  Set<String> link(StagedPackage staged) throws IOException {
    RuntimeProgram.Java java = plan.javaWithCache();
    staged.withClient(java.client().root());
    Set<String> modules = JvmModules.modules(java.jdk(), staged.classPath().values());
    link(staged, modules);
    return modules;
  }

  /**
   * Adds a JVM to a package with its client.
   *
   * @param modules with those that they require
   */
  void link(StagedPackage staged, Set<String> modules) throws IOException {
    target.link(linkedJvms(workspace, progress), plan.java(), modules, staged);
  }

  /**
   * Returns how a package starts here.
   *
   * @param code the task root
   * @param layers what is at {@code /opt}
   */
  EnvironmentSpec started(
      FunctionDefinition function, RuntimeProgram program, Path code, Optional<Path> layers) {
    return target.started(
        workspace.specifyProgram(
            function,
            program,
            new DeploymentPackage(code, "", 0),
            layers.map(opt -> new DeploymentPackage(opt, "", 0))));
  }

  /** Returns where JVMs are kept. */
  static LinkedJvms linkedJvms(Workspace workspace, Progress progress) {
    return new LinkedJvms(
        new SnapshotStore(workspace.cache().resolve("package-jvms"), progress::line));
  }

  /** Writes the layers, if any, beside the function's zip, and returns a template that has both. */
  String withLayers(String text, Optional<Path> layers) throws IOException {
    String all = withVariables(text);
    if (layers.isEmpty()) {
      return all;
    }
    DeploymentZip.write(layers.get(), folder().resolve(LAYERS));
    return PackagedTemplate.withLayers(all, plan.template(), plan.function(), LAYERS);
  }

  /** Returns a template with the variables that were kept. */
  String withVariables(String text) {
    return PackagedTemplate.withVariables(text, id(), plan.kept().variables());
  }

  /** The end of a sentence on what starts the function, and what that promises. */
  String onOneClassPath(StagedPackage made) {
    return " on one class path, and an %s of them, ".formatted(made.archiveFormat().words())
        + trained();
  }

  /** The end of a sentence on an archive, and what that promises. */
  String trained() {
    return "trained by %d event(s)%s.\n"
            .formatted(
                plan.events().size(), target.isHere() ? "" : " on an emulated processor (QEMU)")
        + HandOver.CHECKED;
  }
}
