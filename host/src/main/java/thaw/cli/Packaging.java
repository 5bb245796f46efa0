package thaw.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import thaw.deployment.DeploymentZip;
import thaw.deployment.HandOver;
import thaw.deployment.JvmImage;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.ArchiveTraining;
import thaw.environment.EnvironmentSpec;
import thaw.environment.RuntimeProgram;
import thaw.function.Application;
import thaw.function.CodeSource;
import thaw.function.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.function.ImageConfig;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;

/** Makes packages: what a function consists of, by the workspace, put together and trained. */
final class Packaging {
  static final double MEGABYTE = 1e6;
  private static final String ZIP = "function.zip";
  private static final String ARCHITECTURE = HostArchitecture.NAME;

  /** As {@code uname -m} has it. */
  private static final String MACHINE = ARCHITECTURE.equals("arm64") ? "aarch64" : ARCHITECTURE;

  private static final String MANAGED_FACTS =
      "The zip for the managed runtime: code, layout and options as `thaw fix` has kept them, where a"
          + "\nresult was given.\n";

  /** What is no part of the code. */
  private static final Set<Class<? extends Change>> HOW_IT_STARTS =
      Set.of(Change.Archive.class, Change.JvmOptions.class, Change.SnapStart.class);

  private final Workspace workspace;
  private final Application application;
  private final SourceOptions source;
  private final JvmChoice jvm;
  private final FixEvents events;
  private final Optional<String> template;
  private final Progress progress;

  /**
   * @param template of the function's owner
   */
  Packaging(
      Workspace workspace,
      Application application,
      SourceOptions source,
      JvmChoice jvm,
      FixEvents events,
      Optional<String> template,
      Progress progress) {
    this.workspace = workspace;
    this.application = application;
    this.source = source;
    this.jvm = jvm;
    this.events = events;
    this.template = template;
    this.progress = progress;
  }

  /**
   * A package.
   *
   * @param summary for people
   * @param spec of its environments, here
   * @param bytes of what is deployed
   */
  record Made(String summary, EnvironmentSpec spec, long bytes) {}

  /** What is packaged of a function. */
  PackagePlan plan(FunctionDefinition function, Optional<FixAgain> kept)
      throws InterruptedException {
    if (!function.layers().isEmpty()) {
      throw new UserMistake(
          function.logicalId() + " has layers, and their contents cannot be packaged yet",
          "make their libraries dependencies of the function");
    }
    PackagedTemplate.of(template, function, Map.of()); // refused before anything is built
    if (kept.isEmpty()) {
      return new PackagePlan(
          workspace.specify(function, jvm), List.of(), Draft.UNCHANGED, events.texts());
    }
    FixKept result = kept.get().kept();
    Draft code =
        new Draft(
            result.kept().remedies().stream()
                .filter(each -> !HOW_IT_STARTS.contains(each.change().getClass()))
                .toList());
    EnvironmentSpec spec =
        new FixAgain(
                kept.get().result(),
                result.with(code),
                Optional.of(function.memory()),
                kept.get().jdk())
            .made(workspace, application, source, function, progress);
    return new PackagePlan(spec, result.kept().jvmOptions(), result.kept(), result.events());
  }

  /**
   * A package by a way.
   *
   * @param scratch a folder of ours, which the package's specification needs
   * @param target gets it
   */
  Made made(PackageCommand.Way way, PackagePlan plan, ImageOptions image, Path scratch, Path target)
      throws IOException, InterruptedException {
    return switch (way) {
      case PROVIDED -> provided(plan, scratch, target);
      case MANAGED -> managed(plan, target);
      case IMAGE -> image(plan, image.ask(), scratch, target);
      case RUNTIME -> onRuntime(plan, image.runtimeName(), image.ask(), scratch, target);
    };
  }

  private PackagedWay way(String name, PackagePlan plan, Path target) {
    return new PackagedWay(name, plan, template, ARCHITECTURE, plan.java().jdk(), target);
  }

  private StagedPackage.Parts parts(PackagePlan plan, PackageLayout layout, List<String> options) {
    RuntimeProgram.Java java = plan.java();
    return new StagedPackage.Parts(
        layout,
        StagedPackage.TASK,
        Optional.of(plan.spec().code().root()),
        Optional.empty(),
        java.client().jarNames(),
        java.client().kind().mainClass(),
        options,
        plan.function().environment(),
        MACHINE);
  }

  /**
   * A zip for {@code provided.al2023}.
   *
   * @param scratch a folder of ours
   * @param target gets the package
   */
  private Made provided(PackagePlan plan, Path scratch, Path target)
      throws IOException, InterruptedException {
    PackageTraining training = new PackageTraining(workspace, progress);
    RuntimeProgram.Java java = plan.javaWithCache();
    PackagedWay way = way("provided", plan, target);
    List<String> options = plan.optionsIn(PackageLayout.PROVIDED);
    Path root = Files.createDirectory(scratch.resolve("task"));
    List<Set<String>> modules = new ArrayList<>();
    StagedPackage made;
    try (Progress.Work _ = progress.begin("linking a JVM for " + way.id())) {
      made =
          StagedPackage.stage(
                  parts(plan, PackageLayout.PROVIDED, options), root, scratch.resolve("system"))
              .with(java.client().root(), (jars, folder) -> link(java, jars, folder, modules))
              .complete();
    }
    FunctionDefinition function = plan.function();
    EnvironmentSpec spec =
        workspace.specifyProgram(
            function,
            new RuntimeProgram.Bootstrap("provided.al2023"),
            new DeploymentPackage(root, "", 0));
    training.train(made, spec, plan.events(), way.id());
    made.requireWithinLimit();
    Path zip = target.resolve(ZIP);
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(root, zip);
    }
    way.write(
        PackagedTemplate.of(
            template, function, PackagedTemplate.provided(function, ZIP, ARCHITECTURE)),
        modules.getFirst(),
        options,
        made.manifestFiles(),
        "A zip for the runtime provided.al2023 (%s): %s with %d modules, AWS's or Thaw's runtime client and the"
                .formatted(ARCHITECTURE, java.jdk().label(), modules.getFirst().size())
            + "\nfunction's own classes on one class path, and an AOT cache of them, trained by "
            + plan.events().size()
            + " event(s).\n"
            + HandOver.CHECKED,
        Optional.empty());
    return new Made(
        "%s: %s, %.1f MB zipped, %.0f MB unpacked (Lambda takes 262), class archive %.0f MB%n"
            .formatted(
                way.id(),
                java.jdk().label(),
                Files.size(zip) / MEGABYTE,
                made.bytes() / MEGABYTE,
                Files.size(made.archiveFile()) / MEGABYTE),
        spec,
        Files.size(zip));
  }

  private static void link(
      RuntimeProgram.Java java, List<Path> jars, Path folder, List<Set<String>> modules)
      throws IOException {
    modules.add(JvmImage.modules(java.jdk(), jars));
    JvmImage.link(java.jdk(), modules.getFirst(), folder);
  }

  /**
   * The zip for the managed runtime, with what needs no JVM of its own.
   *
   * @param target gets the package
   */
  private Made managed(PackagePlan plan, Path target) throws IOException {
    RuntimeProgram.Java java = plan.java();
    if (plan.kept().has(Change.RuntimeClient.class)) {
      throw new UserMistake(
          "thaw fix has kept Thaw's runtime client, and a managed runtime starts AWS's",
          "use --to provided");
    }
    Path code = plan.spec().code().root();
    Path zip = target.resolve(ZIP);
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(code, zip);
    }
    Map<String, Path> files = new TreeMap<>();
    for (String jar : DeploymentPackage.jarsIn(code.resolve("lib"))) {
      files.put("lib/" + jar, code.resolve("lib").resolve(jar));
    }
    FunctionDefinition function = plan.function();
    PackagedWay way = way("managed", plan, target);
    String text = PackagedTemplate.of(template, function, PackagedTemplate.managed(function, ZIP));
    way.write(
        PackagedTemplate.starting(text, way.id(), plan.options(), plan.snapStart()),
        List.of(),
        plan.options(),
        PackagedWay.and(files, ZIP, zip),
        MANAGED_FACTS,
        Optional.empty());
    String without =
        plan.kept().isArchived()
            ? "; without the class archive that thaw fix has kept: AWS patches the JVM of a"
                + " managed runtime, --to provided takes it along"
            : "";
    return new Made(
        "%s: for %s, %.1f MB zipped%s%n"
            .formatted(way.id(), function.runtime(), Files.size(zip) / MEGABYTE, without),
        plan.spec(),
        Files.size(zip));
  }

  /**
   * A customer-managed runtime as an image, and the function as a zip for it.
   *
   * @param name of the runtime
   * @param ask how the image is wanted
   * @param scratch a folder of ours
   * @param target gets the package
   */
  private Made onRuntime(
      PackagePlan plan, String name, ImageStage.Ask ask, Path scratch, Path target)
      throws IOException, InterruptedException {
    PackageTraining training = new PackageTraining(workspace, progress);
    PackagedWay way = way("runtime", plan, target);
    FunctionDefinition function = plan.function();
    RuntimeStage stage = new RuntimeStage(plan, scratch);
    StagedPackage runtime;
    try (Progress.Work _ = progress.begin("laying out the runtime " + name)) {
      runtime = stage.laidOut(runtimeParts(plan));
    }
    Path trained = workspace.program().resolve("training-function");
    training.train(
        runtime,
        workspace.specifyProgram(
            ArchiveTraining.function(trained, RuntimeProgram.Image.RUNTIME),
            stage.program(),
            new DeploymentPackage(trained, "", 0)),
        ArchiveTraining.events(),
        "the runtime " + name);
    Path task = Files.createDirectory(scratch.resolve("task"));
    List<String> options = plan.optionsIn(PackageLayout.ON_RUNTIME);
    StagedPackage made =
        StagedPackage.stage(parts(plan, PackageLayout.ON_RUNTIME, options), task, stage.root())
            .complete();
    EnvironmentSpec spec =
        workspace.specifyProgram(function, stage.program(), new DeploymentPackage(task, "", 0));
    training.train(made, spec, plan.events(), way.id());
    made.requireWithinLimit();
    Path zip = target.resolve(ZIP);
    String image = "runtime" + ask.form().extension();
    Optional<String> pushed;
    try (Progress.Work _ = progress.begin("writing the runtime's image and the function's zip")) {
      DeploymentZip.write(task, zip);
      pushed = stage.write(ARCHITECTURE, ask, scratch.resolve("jib"), target.resolve(image));
    }
    String text =
        PackagedTemplate.of(
            template, function, PackagedTemplate.onRuntime(function, ZIP, ARCHITECTURE, name));
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    runtime.manifestFiles().forEach(files::putIfAbsent);
    files.putAll(stage.systemFiles());
    way.write(
        PackagedTemplate.onImage(text, way.id(), image),
        stage.modules(),
        options,
        files,
        "A customer-managed runtime (`%s`, %s): %s with %d modules and AWS's or Thaw's runtime client; and the function's"
                .formatted(image, ARCHITECTURE, plan.java().jdk().label(), stage.modules().size())
            + "\nzip for it, with an AOT cache of client and function, trained by "
            + plan.events().size()
            + " event(s). The runtime is the same for every function that is packaged on this JDK.\n"
            + HandOver.CHECKED,
        Optional.of(new HandOver.Runtime(name, image, pushed)));
    return new Made(
        "%s: %.1f MB zipped, class archive %.0f MB; runtime %s: %s, image of %.1f MB compressed%n"
            .formatted(
                way.id(),
                Files.size(zip) / MEGABYTE,
                Files.size(made.archiveFile()) / MEGABYTE,
                name,
                plan.java().jdk().label(),
                StagedPackage.bytes(target.resolve(image)) / MEGABYTE),
        spec,
        Files.size(zip));
  }

  /** The same whatever the function is. */
  private static StagedPackage.Parts runtimeParts(PackagePlan plan) {
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
        MACHINE);
  }

  /**
   * A container image.
   *
   * @param ask how
   * @param scratch a folder of ours
   * @param target gets the package
   */
  private Made image(PackagePlan plan, ImageStage.Ask ask, Path scratch, Path target)
      throws IOException, InterruptedException {
    PackageTraining training = new PackageTraining(workspace, progress);
    PackagedWay way = way("image", plan, target);
    FunctionDefinition function = plan.function();
    ImageStage stage =
        ask.base().isPresent()
            ? ImageStage.onBase(workspace.images().put(ask.base().get()), plan, scratch)
            : ImageStage.own(plan, scratch);
    StagedPackage made;
    try (Progress.Work _ = progress.begin("laying out the image of " + way.id())) {
      made = stage.laidOut(parts(plan, PackageLayout.IMAGE, stage.options()));
    }
    EnvironmentSpec spec =
        workspace.specifyProgram(
            function.withCode(new CodeSource.Image(stage.root(), ImageConfig.NONE)),
            stage.program(function),
            new DeploymentPackage(made.root(), "", 0));
    training.train(made, spec, plan.events(), way.id());
    Path image = target.resolve("image" + ask.form().extension());
    Optional<String> pushed;
    try (Progress.Work _ = progress.begin("writing the image")) {
      pushed = stage.write(function, ARCHITECTURE, ask, image);
    }
    String text =
        PackagedTemplate.withoutZip(
            PackagedTemplate.of(
                template,
                function,
                PackagedTemplate.image(
                    function, pushed.orElse(image.getFileName().toString()), ARCHITECTURE)),
            way.id());
    if (pushed.isPresent()) {
      text = PackagedTemplate.alsoHere(text, way.id(), image.getFileName().toString());
    }
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    files.putAll(stage.systemFiles());
    way.write(
        PackagedTemplate.starting(text, way.id(), List.of(), plan.snapStart() || ask.snapStart()),
        stage.modules(),
        stage.options(),
        files,
        "A container image (%s): %s, AWS's or Thaw's runtime client and the function's own classes on one class path,"
                .formatted(ARCHITECTURE, stage.words())
            + "\nand an AOT cache of them, trained by "
            + plan.events().size()
            + " event(s).\n"
            + HandOver.CHECKED,
        Optional.empty());
    long bytes = StagedPackage.bytes(image);
    return new Made(
        "%s: %s, image of %.1f MB compressed, class archive %.0f MB%n"
            .formatted(
                way.id(),
                stage.words(),
                bytes / MEGABYTE,
                Files.size(made.archiveFile()) / MEGABYTE),
        spec,
        bytes);
  }
}
