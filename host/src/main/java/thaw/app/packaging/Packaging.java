package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.fix.FixAgain;
import thaw.app.fix.FixEvents;
import thaw.app.fix.FixKept;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.deployment.AmazonLinux;
import thaw.deployment.DeploymentZip;
import thaw.deployment.ForeignCode;
import thaw.deployment.HandOver;
import thaw.deployment.JvmModules;
import thaw.deployment.LinkedJvms;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedAgents;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.ForeignTree;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.handler.HandlerClass;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.SnapshotStore;

/** Makes packages: what a function consists of, by the workspace, put together and trained. */
final class Packaging {
  static final double MEGABYTE = 1e6;
  static final String ZIP = "function.zip";
  private static final String LAYERS = "layers.zip";

  private static final String MANAGED_FACTS =
      "The zip for the managed runtime: code, layout and options as `thaw fix` has kept them, where"
          + " a\n"
          + "result was given.\n";

  /** The changes that are no part of the code. */
  private static final Set<Class<? extends Change>> HOW_IT_STARTS =
      Set.of(Change.Archive.class, Change.JvmOptions.class, Change.SnapStart.class);

  private final Workspace workspace;
  private final Application application;
  private final SourceChoice source;
  private final JvmChoice jvm;
  private final FixEvents events;
  private final Optional<String> template;
  private final PackageTarget target;
  private final PackageAgain again;
  private final LinkedJvms jvms;
  private final Progress progress;

  /**
   * @param template of the function's owner
   * @param target the machine that packages are for
   * @param again how they are made again
   */
  Packaging(
      Workspace workspace,
      Application application,
      SourceChoice source,
      JvmChoice jvm,
      FixEvents events,
      Optional<String> template,
      PackageTarget target,
      PackageAgain again,
      Progress progress) {
    this.workspace = workspace;
    this.application = application;
    this.source = source;
    this.jvm = jvm;
    this.events = events;
    this.template = template;
    this.target = target;
    this.again = again;
    this.jvms =
        new LinkedJvms(
            new SnapshotStore(workspace.cache().resolve("package-jvms"), progress::line));
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

  /** Returns the plan of a function's package. */
  PackagePlan plan(FunctionDefinition function, Optional<FixAgain> kept)
      throws InterruptedException {
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
   * @param folder gets it
   */
  Made made(PackageWay way, PackagePlan plan, ImageChoice image, Path scratch, Path folder)
      throws IOException, InterruptedException {
    if (target.jdk().isPresent()) {
      target.jdk().get().requireLinkedBy(plan.javaWithCache().jdk());
    }
    requireAgentsStart(way, plan.function(), image);
    warnOfForeignCode(plan.spec().code().root(), "");
    if (plan.layers().isPresent()) {
      warnOfForeignCode(plan.layers().get(), "a layer's ");
    }
    ImagePackaging images = new ImagePackaging(this, workspace, template, target, progress);
    return switch (way) {
      case PROVIDED -> provided(plan, scratch, folder);
      case MANAGED -> managed(plan, scratch, folder);
      case IMAGE -> images.image(plan, image.ask(), scratch, folder);
      case RUNTIME -> images.onRuntime(plan, image.runtimeName(), image.ask(), scratch, folder);
      case WORKER -> throw new IllegalArgumentException("a worker is of no single function");
    };
  }

  /** A script needs the shell that its first line names, and an agent's archive that of the JDK. */
  private void requireAgentsStart(PackageWay way, FunctionDefinition function, ImageChoice image) {
    Map<String, String> variables = function.environment();
    boolean isWrapped = PackagedAgents.wrapper(variables).isPresent();
    if (way == PackageWay.MANAGED || !isWrapped && PackagedAgents.named(variables).isEmpty()) {
      return;
    }
    if (way == PackageWay.RUNTIME) {
      throw new UserMistake(
          function.logicalId()
              + " starts an agent ("
              + (isWrapped ? PackagedAgents.WRAPPER : "-javaagent")
              + "), and a customer-managed runtime has neither a shell for its script nor the JDK's"
              + " archive, on which that of an agent is made",
          "use --to provided, --to managed or --to image, or leave the variable out");
    }
    if (isWrapped && way == PackageWay.IMAGE && image.ask().base().isEmpty()) {
      throw new UserMistake(
          function.logicalId()
              + " has "
              + PackagedAgents.WRAPPER
              + ", and an image without --base has no shell for that script",
          "name an image that has one (--base), set what the script sets in the template"
              + " (JAVA_TOOL_OPTIONS=-javaagent:/opt/...), or use --to provided");
    }
    if (!target.isHere()) {
      throw new UserMistake(
          function.logicalId()
              + " starts an agent, and its archive is made on that of the JDK, which jlink makes only"
              + " for its own architecture",
          "package it on a machine for " + target.architecture() + ", or use --to managed");
    }
  }

  private void warnOfForeignCode(Path folder, String whose) throws IOException {
    ForeignCode.in(folder, target.architecture())
        .forEach(sentence -> progress.line("warning: " + whose + sentence));
  }

  LinkedJvms jvms() {
    return jvms;
  }

  /** The contents of the function's layers as they will be on AWS. */
  Optional<Path> stagedLayers(PackagePlan plan, Path scratch) throws IOException {
    Optional<Path> opt = plan.layers().map(_ -> scratch.resolve("opt"));
    if (opt.isPresent()) {
      Files.createDirectories(opt.get());
      StagedPackage.stageLayers(plan.layers().get(), new ForeignTree(opt.get()), "");
    }
    return opt;
  }

  /** Writes the layers, if any, beside the function's zip, and returns a template that has both. */
  String withLayers(String text, PackagePlan plan, Optional<Path> opt, Path folder)
      throws IOException {
    String all = withVariables(text, plan);
    if (opt.isEmpty()) {
      return all;
    }
    DeploymentZip.write(opt.get(), folder.resolve(LAYERS));
    return PackagedTemplate.withLayers(all, template, plan.function(), LAYERS);
  }

  /** Returns a template with the variables that were kept. */
  String withVariables(String text, PackagePlan plan) {
    return PackagedTemplate.withVariables(
        text, PackagedTemplate.id(template, plan.function()), plan.kept().variables());
  }

  /**
   * @param jdk of the JVM in it
   */
  PackagedWay way(String name, PackagePlan plan, Jdk jdk, Path folder) {
    return way(name, plan, jdk, Optional.empty(), folder);
  }

  /**
   * @param base the system of the image that it is built on
   */
  PackagedWay way(String name, PackagePlan plan, Jdk jdk, Optional<String> base, Path folder) {
    return new PackagedWay(name, plan, template, target.architecture(), jdk, base, again, folder);
  }

  StagedPackage.Parts parts(
      PackagePlan plan, PackageLayout layout, List<String> options, Optional<Path> layers) {
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

  /**
   * A zip for {@code provided.al2023}.
   *
   * @param scratch a folder of ours
   * @param folder gets the package
   */
  private Made provided(PackagePlan plan, Path scratch, Path folder)
      throws IOException, InterruptedException {
    PackageTraining training = training(); // or it is refused, before anything is made
    RuntimeProgram.Java java = plan.javaWithCache();
    Jdk jdk = target.jdkFor(java);
    PackagedWay way = way("provided", plan, jdk, folder);
    List<String> options = plan.optionsIn(PackageLayout.PROVIDED);
    Path root = Files.createDirectory(scratch.resolve("task"));
    Optional<Path> layers = stagedLayers(plan, scratch);
    Set<String> modules = new TreeSet<>();
    StagedPackage staged =
        StagedPackage.stage(
            parts(plan, PackageLayout.PROVIDED, options, layers), root, scratch.resolve("system"));
    StagedPackage made;
    try (Progress.Work _ = progress.begin("linking a JVM for " + way.id())) {
      made = linked(staged, java, modules).complete();
    }
    Optional<String> problem = AmazonLinux.problem(root.resolve(PackageLayout.PROVIDED.jvm()));
    problem.ifPresent(text -> progress.line("warning: the JVM of " + jdk.label() + ": " + text));
    FunctionDefinition function = plan.function();
    RuntimeProgram program =
        target.bootstrap(root.resolve(PackageLayout.PROVIDED.jvm()), scratch.resolve("emulated"));
    made.requireWithinLimit(); // without its archive, before that is trained
    EnvironmentSpec spec = training.train(plan, made, program, root, layers, way.id());
    made.requireWithinLimit();
    Path zip = folder.resolve(ZIP);
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(root, zip);
    }
    way.write(
        withLayers(
            PackagedTemplate.of(
                template,
                function,
                PackagedTemplate.provided(function, ZIP, target.architecture())),
            plan,
            layers,
            folder),
        modules,
        options,
        made.manifestFiles(),
        providedFacts(jdk, modules.size(), plan, made)
            + problem.map(text -> "\nThe JVM: " + text + ".\n").orElse(""),
        Optional.empty());
    return new Made(
        way.summary(
            "%s, %.1f MB zipped, %.0f MB unpacked (Lambda takes 262), %s"
                .formatted(
                    PackagedWay.inside(jdk.label(), java),
                    Files.size(zip) / MEGABYTE,
                    made.bytes() / MEGABYTE,
                    archive(made, training))),
        spec,
        Files.size(zip));
  }

  /**
   * Returns the package with a JVM and the runtime client.
   *
   * @param modules gets those of the JVM
   */
  private StagedPackage linked(StagedPackage staged, RuntimeProgram.Java java, Set<String> modules)
      throws IOException, InterruptedException {
    return staged.with(
        java.client().root(),
        (jars, jvm, client) -> {
          modules.addAll(JvmModules.modules(java.jdk(), jars));
          target.link(jvms, java, modules, staged.hasAgents(), jvm, client);
        });
  }

  private String providedFacts(Jdk jdk, int modules, PackagePlan plan, StagedPackage made)
      throws IOException {
    return "A zip for the runtime provided.al2023 (%s): %s and the"
            .formatted(
                target.architecture(),
                PackagedWay.inside(jdk.label() + " with " + modules + " modules", plan.java()))
        + "\nfunction's own classes"
        + onOneClassPath(plan, made);
  }

  /**
   * Returns the package's training.
   *
   * @throws UserMistake where none is possible
   */
  PackageTraining training() {
    return new PackageTraining(workspace, target, progress);
  }

  /** The end of a sentence on what starts the function, and what that promises. */
  String onOneClassPath(PackagePlan plan, StagedPackage made) {
    return " on one class path, and an %s of them, ".formatted(PackageTraining.format(made).words())
        + trainedBy(plan);
  }

  /** The end of a sentence on an archive, and what that promises. */
  String trainedBy(PackagePlan plan) {
    return "trained by %d event(s)%s.\n"
            .formatted(
                plan.events().size(), target.isHere() ? "" : " on an emulated processor (QEMU)")
        + HandOver.CHECKED;
  }

  /** Returns the words for people about the class archive. */
  static String archive(StagedPackage made, PackageTraining training) throws IOException {
    return "class archive %.0f MB %s"
        .formatted(Files.size(made.archiveFile()) / MEGABYTE, training.share().words());
  }

  /**
   * The zip for the managed runtime, with what needs no JVM of its own.
   *
   * @param scratch a folder of ours
   * @param folder gets the package
   */
  private Made managed(PackagePlan plan, Path scratch, Path folder) throws IOException {
    RuntimeProgram.Java java = plan.java();
    if (plan.kept().has(Change.RuntimeClient.class)) {
      throw new UserMistake(
          "thaw fix has kept Thaw's runtime client, and a managed runtime starts AWS's",
          "use --to provided");
    }
    Path code = plan.spec().code().root();
    Path zip = folder.resolve(ZIP);
    Map<String, Path> files = new TreeMap<>();
    putJars(new ForeignTree(code), "lib/", "", files);
    Optional<Path> layers = stagedLayers(plan, scratch);
    if (layers.isPresent()) {
      putJars(new ForeignTree(layers.get()), "java/lib/", "/opt/", files);
    }
    requireRunsThere(plan.function(), code, files.values());
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(code, zip);
    }
    FunctionDefinition function = plan.function();
    PackagedWay way = way(PackagedWay.MANAGED, plan, java.jdk(), folder);
    String text =
        PackagedTemplate.of(
            template,
            function,
            PackagedTemplate.managed(
                function,
                ZIP,
                target.asked() ? Optional.of(target.architecture()) : Optional.empty()));
    List<String> options = plan.kept().deployedLike(Draft.UNCHANGED).jvmOptions();
    way.write(
        PackagedTemplate.starting(
            withLayers(text, plan, layers, folder), way.id(), options, plan.snapStart()),
        List.of(),
        options,
        PackagedWay.and(files, ZIP, zip),
        MANAGED_FACTS,
        Optional.empty());
    String without =
        plan.kept().isArchived()
            ? "; without the class archive that thaw fix has kept: AWS patches the JVM of a"
                + " managed runtime, --to provided takes it along"
            : "";
    return new Made(
        way.summary(
            "for %s, %.1f MB zipped%s"
                .formatted(function.runtime(), Files.size(zip) / MEGABYTE, without)),
        plan.spec(),
        Files.size(zip));
  }

  /**
   * Refuses classes that the JVM of the managed runtime does not load. Here nobody need have seen
   * that: a build takes this machine's JDK where the project names no version, and so may a start.
   */
  private static void requireRunsThere(
      FunctionDefinition function, Path code, Collection<Path> jars) {
    int runtime = JavaRuntimes.feature(function.runtime());
    Stream.concat(
            Stream.<CodeSource>of(new CodeSource.Folder(code)),
            jars.stream().map(CodeSource.Archive::new))
        .flatMap(each -> HandlerClass.of(each, function.handler()).stream())
        .findFirst()
        .filter(found -> found.release() > runtime)
        .ifPresent(found -> {
          throw new UserMistake(
              "the handler %s was compiled for Java %d, and %s runs classes for Java %d at most"
                  .formatted(function.handler(), found.release(), function.runtime(), runtime),
              "compile it for Java %d (Maven: maven.compiler.release, Gradle: options.release), or"
                      .formatted(runtime)
                  + " name a newer Runtime");
        });
  }

  /**
   * @param where the tree is on AWS
   */
  private static void putJars(
      ForeignTree tree, String folder, String where, Map<String, Path> files) {
    for (String jar : DeploymentPackage.jarsIn(tree, folder)) {
      files.put(where + folder + jar, tree.at(folder + jar));
    }
  }
}
