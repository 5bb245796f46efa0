package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.shared.Progress;
import thaw.deployment.PackagedAgents;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.StagedPackage;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ImageConfig;
import thaw.problem.UserMistake;

/** {@code --to image}: a container image, from nothing or on a base image. */
final class ImageRecipe {
  private ImageRecipe() {}

  static MadePackage make(PackageOrder order) throws IOException, InterruptedException {
    PackagePlan plan = order.plan();
    ImageChoice.Ask ask = order.image().ask();

    // Refused before anything is made
    requireShell(plan, ask);
    order.requireAgentsTrainHere();
    PackageTraining training = new PackageTraining(order);
    requireLayersHere(plan);

    // The root file system: system, JVM, client, layers and code
    ImageStage stage =
        ask.base().isPresent()
            ? ImageStage.onBase(
                order.workspace().images().put(ask.base().get(), order.target().architecture()),
                order)
            : ImageStage.own(order);
    StagedPackage made;
    try (Progress.Work _ = order.progress().begin("laying out the image of " + order.shown())) {
      made = stage.laidOut();
    }

    // The archive, by a run of the image
    EnvironmentSpec spec =
        order.started(
            plan.function().withCode(new CodeSource.Image(stage.root(), ImageConfig.NONE)),
            stage.program(plan.function()),
            made.root(),
            Optional.empty());
    training.train(made, spec, plan.events(), order.shown());

    // The image, and what stands beside it
    String name = "image" + ask.form().extension();
    Path image = order.folder().resolve(name);
    Optional<String> pushed;
    try (Progress.Work _ = order.progress().begin("writing the image")) {
      pushed = stage.write(plan.function(), ask, image);
    }
    String inside =
        ask.base().isPresent()
            ? stage.words() + " and its runtime client"
            : PackagePapers.inside(stage.words(), plan.java());
    Map<String, Path> files = new LinkedHashMap<>(made.manifestFiles());
    files.putAll(stage.systemFiles());
    PackagePapers papers =
        new PackagePapers(PackageWay.IMAGE, order, stage.jdk(), stage.baseSystem());
    papers.write(
        PackagedTemplate.starting(
            order.withVariables(template(order, name, pushed)),
            order.id(),
            List.of(),
            plan.snapStart() || ask.snapStart()),
        stage.modules(),
        stage.options(),
        files,
        "A container image (%s): %s and the function's own classes"
                .formatted(order.target().architecture(), inside)
            + order.onOneClassPath(made),
        Optional.empty());
    long bytes = StagedPackage.bytes(image);
    return new MadePackage(
        papers.summary(
            "%s, image of %.1f MB compressed; unpacked %s; class archive %s"
                .formatted(
                    inside,
                    bytes / PackageOrder.MEGABYTE,
                    made.size().words(),
                    training.share().words())),
        spec,
        bytes);
  }

  /** An image from nothing has no shell for a layer's script. */
  private static void requireShell(PackagePlan plan, ImageChoice.Ask ask) {
    if (plan.isWrapped() && ask.base().isEmpty()) {
      throw new UserMistake(
          plan.function().shown()
              + " has "
              + PackagedAgents.WRAPPER
              + ", and an image without --base has no shell for that script",
          "name an image that has one (--base), set what the script sets in the template"
              + " (JAVA_TOOL_OPTIONS=-javaagent:/opt/...), or use --to provided");
    }
  }

  private static void requireLayersHere(PackagePlan plan) {
    List<String> elsewhere = PackagedTemplate.layersElsewhere(plan.template(), plan.function());
    if (!elsewhere.isEmpty()) {
      throw new UserMistake(
          "an image has no layers, and the contents of %s are not here"
              .formatted(String.join(", ", elsewhere)),
          "use --to provided, or write it as a layer with its contents: aws lambda get-layer-version"
              + " tells where they are");
    }
  }

  /** The owner's template with the image in place of the zip. */
  private static String template(PackageOrder order, String image, Optional<String> pushed) {
    String text =
        PackagedTemplate.withoutZip(
            PackagedTemplate.of(
                order.plan().template(),
                order.plan().function(),
                PackagedTemplate.image(
                    order.plan().function(), pushed.orElse(image), order.target().architecture())),
            order.id());
    return pushed.isPresent() ? PackagedTemplate.alsoHere(text, order.id(), image) : text;
  }
}
