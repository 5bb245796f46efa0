package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.deployment.DeploymentZip;
import thaw.deployment.HandOver;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.ImageConfig;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.snapstart.ArchiveTraining;

/** Makes the packages that have a container image: of the function, or of its runtime. */
final class ImagePackaging {
  private final Packaging packaging;
  private final Workspace workspace;
  private final Optional<String> template;
  private final PackageTarget target;
  private final Progress progress;

  ImagePackaging(
      Packaging packaging,
      Workspace workspace,
      Optional<String> template,
      PackageTarget target,
      Progress progress) {
    this.packaging = packaging;
    this.workspace = workspace;
    this.template = template;
    this.target = target;
    this.progress = progress;
  }

  /**
   * A customer-managed runtime as an image, and the function as a zip for it.
   *
   * @param name of the runtime
   * @param ask how the image is wanted
   * @param scratch a folder of ours
   * @param folder gets the package
   */
  Packaging.Made onRuntime(
      PackagePlan plan, String name, ImageStage.Ask ask, Path scratch, Path folder)
      throws IOException, InterruptedException {
    PackageTraining training = packaging.training();
    Jdk jdk = target.jdkFor(plan.javaWithCache());
    PackagedWay way = packaging.way("runtime", plan, jdk, folder);
    FunctionDefinition function = plan.function();
    RuntimeStage stage = new RuntimeStage(plan, target, scratch);
    StagedPackage runtime;
    try (Progress.Work _ = progress.begin("laying out the runtime " + name)) {
      runtime = stage.laidOut(runtimeParts(plan), packaging.jvms());
    }
    train(training, stage, runtime, name);
    Path task = Files.createDirectory(scratch.resolve("task"));
    Optional<Path> layers = packaging.stagedLayers(plan, scratch);
    List<String> options = plan.optionsIn(PackageLayout.ON_RUNTIME);
    StagedPackage made =
        StagedPackage.stage(
                packaging.parts(plan, PackageLayout.ON_RUNTIME, options, layers),
                task,
                stage.root())
            .complete();
    EnvironmentSpec spec = training.train(plan, made, stage.program(), task, layers, way.id());
    made.requireWithinLimit();
    Path zip = folder.resolve(Packaging.ZIP);
    String image = "runtime" + ask.form().extension();
    Optional<String> pushed;
    try (Progress.Work _ = progress.begin("writing the runtime's image and the function's zip")) {
      DeploymentZip.write(task, zip);
      pushed = stage.write(ask, scratch.resolve("jib"), folder.resolve(image));
    }
    String text =
        PackagedTemplate.of(
            template,
            function,
            PackagedTemplate.onRuntime(function, Packaging.ZIP, target.architecture(), name));
    way.write(
        PackagedTemplate.onImage(packaging.withLayers(text, plan, layers, folder), way.id(), image),
        stage.modules(),
        options,
        filesOf(made, runtime, stage),
        runtimeFacts(image, jdk, stage, plan),
        Optional.of(new HandOver.Runtime(name, image, pushed)));
    return new Packaging.Made(
        way.summary(
            "%.1f MB zipped, %s; runtime %s: %s, image of %.1f MB compressed"
                .formatted(
                    Files.size(zip) / Packaging.MEGABYTE,
                    Packaging.archive(made, training),
                    name,
                    PackagedWay.inside(jdk.label(), plan.java()),
                    StagedPackage.bytes(folder.resolve(image)) / Packaging.MEGABYTE)),
        spec,
        Files.size(zip));
  }

  private static Map<String, Path> filesOf(
      StagedPackage made, StagedPackage runtime, RuntimeStage stage) {
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    runtime.manifestFiles().forEach(files::putIfAbsent);
    files.putAll(stage.systemFiles());
    return files;
  }

  /** Makes the class archive of the runtime alone. */
  private void train(
      PackageTraining training, RuntimeStage stage, StagedPackage runtime, String name)
      throws IOException, InterruptedException {
    Path trained = workspace.program().resolve("training-function");
    EnvironmentSpec alone =
        target.started(
            workspace.specifyProgram(
                ArchiveTraining.function(trained, RuntimeProgram.Image.RUNTIME),
                stage.program(),
                new DeploymentPackage(trained, "", 0),
                Optional.empty()));
    training.train(runtime, alone, ArchiveTraining.events(), "the runtime " + name);
  }

  /** Returns the sentences on the runtime's image in the hand-over. */
  private String runtimeFacts(String image, Jdk jdk, RuntimeStage stage, PackagePlan plan)
      throws IOException {
    return "A customer-managed runtime (`%s`, %s): %s; and the function's"
            .formatted(
                image,
                target.architecture(),
                PackagedWay.inside(
                    jdk.label() + " with " + stage.modules().size() + " modules", plan.java()))
        + "\nzip for it"
        + ", with an AOT cache of client and function, "
        + packaging.trainedBy(plan)
        + "The runtime is the same for every function that is packaged on this JDK.\n";
  }

  /** The same whatever the function is. */
  private StagedPackage.Parts runtimeParts(PackagePlan plan) {
    RuntimeProgram.Java java = plan.javaWithCache();
    return new StagedPackage.Parts(
        PackageLayout.RUNTIME_ALONE,
        StagedPackage.TASK,
        Optional.empty(),
        Optional.empty(),
        java.client().jarNames(),
        java.client().kind().mainClass(),
        java.optionsElsewhere(StagedPackage.clientOnAws(PackageLayout.RUNTIME_ALONE)),
        Map.of(),
        target.machine());
  }

  /**
   * A container image.
   *
   * @param ask how
   * @param scratch a folder of ours
   * @param folder gets the package
   */
  Packaging.Made image(PackagePlan plan, ImageStage.Ask ask, Path scratch, Path folder)
      throws IOException, InterruptedException {
    PackageTraining training = packaging.training();
    FunctionDefinition function = plan.function();
    requireLayersHere(function);
    ImageStage stage = stage(plan, ask, scratch);
    PackagedWay way = packaging.way("image", plan, stage.jdk(), stage.baseSystem(), folder);
    StagedPackage made;
    try (Progress.Work _ = progress.begin("laying out the image of " + way.id())) {
      made =
          stage.laidOut(
              packaging.parts(plan, PackageLayout.IMAGE, stage.options(), Optional.empty()),
              packaging.jvms());
    }
    EnvironmentSpec spec =
        target.started(
            workspace.specifyProgram(
                function.withCode(new CodeSource.Image(stage.root(), ImageConfig.NONE)),
                stage.program(function),
                new DeploymentPackage(made.root(), "", 0),
                Optional.empty()));
    training.train(made, spec, plan.events(), way.id());
    Path image = folder.resolve("image" + ask.form().extension());
    Optional<String> pushed;
    try (Progress.Work _ = progress.begin("writing the image")) {
      pushed = stage.write(function, ask, image);
    }
    String inside =
        ask.base().isPresent()
            ? stage.words() + " and its runtime client"
            : PackagedWay.inside(stage.words(), plan.java());
    String text = template(function, way, image.getFileName().toString(), pushed);
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    files.putAll(stage.systemFiles());
    way.write(
        PackagedTemplate.starting(
            packaging.withVariables(text, plan),
            way.id(),
            List.of(),
            plan.snapStart() || ask.snapStart()),
        stage.modules(),
        stage.options(),
        files,
        "A container image (%s): %s and the function's own classes"
                .formatted(target.architecture(), inside)
            + packaging.onOneClassPath(plan, made),
        Optional.empty());
    long bytes = StagedPackage.bytes(image);
    return new Packaging.Made(
        way.summary(
            "%s, image of %.1f MB compressed, %s"
                .formatted(inside, bytes / Packaging.MEGABYTE, Packaging.archive(made, training))),
        spec,
        bytes);
  }

  private ImageStage stage(PackagePlan plan, ImageStage.Ask ask, Path scratch)
      throws IOException, InterruptedException {
    return ask.base().isPresent()
        ? ImageStage.onBase(
            workspace.images().put(ask.base().get(), target.architecture()), plan, target, scratch)
        : ImageStage.own(plan, target, scratch);
  }

  private void requireLayersHere(FunctionDefinition function) {
    List<String> elsewhere = PackagedTemplate.layersElsewhere(template, function);
    if (!elsewhere.isEmpty()) {
      throw new UserMistake(
          "an image has no layers, and the contents of %s are not here"
              .formatted(String.join(", ", elsewhere)),
          "use --to provided, or write it as a layer with its contents: aws lambda get-layer-version"
              + " tells where they are");
    }
  }

  /** The owner's template with the image in place of the zip. */
  private String template(
      FunctionDefinition function, PackagedWay way, String image, Optional<String> pushed) {
    String text =
        PackagedTemplate.withoutZip(
            PackagedTemplate.of(
                template,
                function,
                PackagedTemplate.image(function, pushed.orElse(image), target.architecture())),
            way.id());
    return pushed.isPresent() ? PackagedTemplate.alsoHere(text, way.id(), image) : text;
  }
}
