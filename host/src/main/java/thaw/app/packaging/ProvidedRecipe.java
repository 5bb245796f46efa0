package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.app.shared.Progress;
import thaw.deployment.AmazonLinux;
import thaw.deployment.DeploymentZip;
import thaw.deployment.PackageLayout;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.sandbox.jdk.Jdk;

/** {@code --to provided}: a zip for the runtime provided.al2023. */
final class ProvidedRecipe {
  private ProvidedRecipe() {}

  static MadePackage make(PackageOrder order) throws IOException, InterruptedException {
    // Refused before anything is made
    order.requireAgentsTrainHere();
    PackageTraining training = new PackageTraining(order);
    PackagePlan plan = order.plan();
    RuntimeProgram.Java java = plan.javaWithCache();

    // The task root: code, client, JVM and bootstrap
    Path root = Files.createDirectory(order.scratch().resolve("task"));
    Optional<Path> layers = order.layers();
    List<String> options = plan.optionsIn(PackageLayout.PROVIDED);
    StagedPackage made =
        StagedPackage.stage(
            order.parts(PackageLayout.PROVIDED, options, layers),
            root,
            order.scratch().resolve("system"));
    Set<String> modules;
    try (Progress.Work _ = order.progress().begin("linking a JVM for " + order.shown())) {
      modules = order.link(made);
    }
    made.complete();

    // What Lambda would refuse or could not start
    Path jvm = root.resolve(PackageLayout.PROVIDED.jvm());
    Jdk jdk = order.target().jdkFor(java);
    Optional<String> problem = AmazonLinux.problem(jvm);
    problem.ifPresent(
        text -> order.progress().line("warning: the JVM of " + jdk.label() + ": " + text));
    made.requireWithinLimit(); // without its archive, before that is trained

    // The archive, by a run of the package
    RuntimeProgram program = order.target().bootstrap(jvm, order.scratch().resolve("emulated"));
    EnvironmentSpec spec = order.started(plan.function(), program, root, layers);
    training.train(made, spec, plan.events(), order.shown());
    made.requireWithinLimit();

    // The zip, and what stands beside it
    Path zip = order.folder().resolve(PackageOrder.ZIP);
    try (Progress.Work _ = order.progress().begin("zipping")) {
      DeploymentZip.write(root, zip);
    }
    PackagePapers papers = new PackagePapers(PackageWay.PROVIDED, order, jdk, Optional.empty());
    papers.write(
        order.withLayers(
            PackagedTemplate.of(
                plan.template(),
                plan.function(),
                PackagedTemplate.provided(
                    plan.function(), PackageOrder.ZIP, order.target().architecture())),
            layers),
        modules,
        options,
        made.manifestFiles(),
        "A zip for the runtime provided.al2023 (%s): %s and the\nfunction's own classes%s%s"
            .formatted(
                order.target().architecture(),
                PackagePapers.inside(jdk.label() + " with " + modules.size() + " modules", java),
                order.onOneClassPath(made),
                problem.map(text -> "\nThe JVM: " + text + ".\n").orElse("")),
        Optional.empty());
    return new MadePackage(
        papers.summary(
            "%s, %.1f MB zipped, %.0f MB unpacked (Lambda takes 262): %s; class archive %s"
                .formatted(
                    PackagePapers.inside(jdk.label(), java),
                    Files.size(zip) / PackageOrder.MEGABYTE,
                    made.size().all() / PackageOrder.MEGABYTE,
                    made.size().words(),
                    training.share().words())),
        spec,
        Files.size(zip));
  }
}
