package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import thaw.app.shared.Progress;
import thaw.deployment.DeploymentZip;
import thaw.deployment.HandOver;
import thaw.deployment.ImageWriter;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedAgents;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.sandbox.SandboxUser;
import thaw.sandbox.jdk.Jdk;
import thaw.snapstart.ArchiveTraining;

/**
 * {@code --to runtime}: a customer-managed runtime as an image, and the function as a zip for it.
 * The runtime has all modules of Java SE, the client and its archive, the same for every function
 * on the same JDK.
 */
final class RuntimeRecipe {
  private static final String LANG = "/var/lang";
  private static final String RUNTIME = "/var/runtime";
  private static final PackageLayout LAYOUT = PackageLayout.RUNTIME_ALONE;
  private static final String BOOTSTRAP = LAYOUT.bootstrap().orElseThrow();

  private RuntimeRecipe() {}

  static MadePackage make(PackageOrder order) throws IOException, InterruptedException {
    PackagePlan plan = order.plan();
    FunctionDefinition function = plan.function();
    String name = order.image().runtimeName();

    // Refused before anything is made
    requireNoAgents(plan);
    PackageTraining training = new PackageTraining(order);
    RuntimeProgram.Java java = plan.javaWithCache();
    Jdk jdk = order.target().jdkFor(java);

    // The runtime's root file system: system, JVM and client, and their archive
    Path root = Files.createDirectory(order.scratch().resolve("runtime"));
    Set<String> modules = order.target().allModules(java.jdk());
    StagedPackage runtime;
    Map<String, Path> system;
    try (Progress.Work _ = order.progress().begin("laying out the runtime " + name)) {
      runtime =
          StagedPackage.stage(parts(order), root.resolve("var/task"), root)
              .withClient(java.client().root());
      order.link(runtime, modules);
      runtime.complete();
      system = order.target().systemFiles(root.resolve(LANG.substring(1)), root);
    }
    RuntimeProgram.Image program = PackageTarget.program(root, BOOTSTRAP);
    Path ours = order.workspace().program().resolve("training-function");
    EnvironmentSpec alone =
        order.started(
            ArchiveTraining.function(ours, RuntimeProgram.Image.RUNTIME),
            program,
            ours,
            Optional.empty());
    training.train(runtime, alone, ArchiveTraining.events(), "the runtime " + name);

    // The function's task root, and its archive
    Path task = Files.createDirectory(order.scratch().resolve("task"));
    Optional<Path> layers = order.layers();
    List<String> options = plan.optionsIn(PackageLayout.ON_RUNTIME);
    StagedPackage made =
        StagedPackage.stage(order.parts(PackageLayout.ON_RUNTIME, options, layers), task, root)
            .complete();
    EnvironmentSpec spec = order.started(function, program, task, layers);
    training.train(made, spec, plan.events(), order.shown());
    made.requireWithinLimit();

    // The image, the zip, and what stands beside them
    Path zip = order.folder().resolve(PackageOrder.ZIP);
    String image = "runtime" + order.image().ask().form().extension();
    Optional<String> pushed;
    try (Progress.Work _ =
        order.progress().begin("writing the runtime's image and the function's zip")) {
      DeploymentZip.write(task, zip);
      pushed = write(order, root, order.folder().resolve(image));
    }
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    runtime.manifestFiles().forEach(files::putIfAbsent);
    files.putAll(system);
    String text =
        PackagedTemplate.of(
            plan.template(),
            function,
            PackagedTemplate.onRuntime(
                function, PackageOrder.ZIP, order.target().architecture(), name));
    PackagePapers papers = new PackagePapers(PackageWay.RUNTIME, order, jdk, Optional.empty());
    papers.write(
        PackagedTemplate.onImage(order.withLayers(text, layers), order.id(), image),
        modules,
        options,
        files,
        "A customer-managed runtime (`%s`, %s): %s; and the function's\nzip for it, with an AOT cache of client and function, %sThe runtime is the same for every function that is packaged on this JDK.\n"
            .formatted(
                image,
                order.target().architecture(),
                PackagePapers.inside(jdk.label() + " with " + modules.size() + " modules", java),
                order.trained()),
        Optional.of(new HandOver.Runtime(name, image, pushed)));
    return new MadePackage(
        papers.summary(
            "%.1f MB zipped, %.0f MB unpacked: %s; class archive %s; runtime %s: %s, image of %.1f MB compressed"
                .formatted(
                    Files.size(zip) / PackageOrder.MEGABYTE,
                    made.size().all() / PackageOrder.MEGABYTE,
                    made.size().words(),
                    training.share().words(),
                    name,
                    PackagePapers.inside(jdk.label(), java),
                    StagedPackage.bytes(order.folder().resolve(image)) / PackageOrder.MEGABYTE)),
        spec,
        Files.size(zip));
  }

  private static void requireNoAgents(PackagePlan plan) {
    if (plan.hasAgents()) {
      throw new UserMistake(
          plan.function().shown()
              + " starts an agent ("
              + (plan.isWrapped() ? PackagedAgents.WRAPPER : "-javaagent")
              + "), and a customer-managed runtime has neither a shell for its script nor the JDK's"
              + " archive, on which that of an agent is made",
          "use --to provided, --to managed or --to image, or leave the variable out");
    }
  }

  /** The same whatever the function is. */
  private static StagedPackage.Parts parts(PackageOrder order) {
    RuntimeProgram.Java java = order.plan().javaWithCache();
    return new StagedPackage.Parts(
        LAYOUT,
        StagedPackage.TASK,
        Optional.empty(),
        Optional.empty(),
        java.client().jarNames(),
        java.client().kind().mainClass(),
        java.optionsElsewhere(StagedPackage.clientOnAws(LAYOUT)),
        Map.of(),
        order.target().machine());
  }

  /**
   * @return the reference of what was pushed
   */
  private static Optional<String> write(PackageOrder order, Path root, Path file)
      throws IOException, InterruptedException {
    List<Path> trained = List.of(Path.of(LAYOUT.archive()), Path.of(LAYOUT.list()));
    ImageWriter.Start start =
        new ImageWriter.Start(
            List.of(BOOTSTRAP),
            List.of(),
            Map.of(),
            Map.of(),
            Optional.of(SandboxUser.NUMBERS),
            order.target().architecture());
    ImageChoice.Ask ask = order.image().ask();
    return new ImageWriter(root)
        .layer("system", at -> !at.startsWith(LANG) && !at.startsWith(RUNTIME))
        .layer(
            "runtime",
            at -> (at.startsWith(LANG) || at.startsWith(RUNTIME)) && !trained.contains(at))
        .layer("archive", trained::contains)
        .write(
            start,
            Optional.empty(),
            ask.form(),
            ask.registry(),
            order.scratch().resolve("jib"),
            file);
  }
}
