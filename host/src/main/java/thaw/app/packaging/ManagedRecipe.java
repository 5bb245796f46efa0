package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import thaw.app.shared.Progress;
import thaw.deployment.DeploymentZip;
import thaw.deployment.PackagedTemplate;
import thaw.files.ForeignTree;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.function.handler.HandlerClass;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;

/** {@code --to managed}: the zip for the managed runtime, with what needs no JVM of its own. */
final class ManagedRecipe {
  private static final String FACTS =
      "The zip for the managed runtime: code, layout and options as `thaw fix` has kept them, where"
          + " a\n"
          + "result was given.\n";

  private ManagedRecipe() {}

  static MadePackage make(PackageOrder order) throws IOException {
    PackagePlan plan = order.plan();
    FunctionDefinition function = plan.function();
    if (plan.kept().has(Change.RuntimeClient.class)) {
      throw new UserMistake(
          "thaw fix has kept Thaw's runtime client, and a managed runtime starts AWS's",
          "use --to provided");
    }

    // The code as it is, if it runs there
    Path code = plan.spec().code().root();
    Optional<Path> layers = order.layers();
    Map<String, Path> files = new TreeMap<>();
    putJars(new ForeignTree(code), "lib/", "", files);
    if (layers.isPresent()) {
      putJars(new ForeignTree(layers.get()), "java/lib/", "/opt/", files);
    }
    requireRunsThere(function, code, files.values());

    // The zip, and what stands beside it
    Path zip = order.folder().resolve(PackageOrder.ZIP);
    try (Progress.Work _ = order.progress().begin("zipping")) {
      DeploymentZip.write(code, zip);
    }
    String text =
        PackagedTemplate.of(
            plan.template(),
            function,
            PackagedTemplate.managed(
                function,
                PackageOrder.ZIP,
                order.target().asked()
                    ? Optional.of(order.target().architecture())
                    : Optional.empty()));
    List<String> options = plan.kept().deployedLike(Draft.UNCHANGED).jvmOptions();
    PackagePapers papers =
        new PackagePapers(PackageWay.MANAGED, order, plan.java().jdk(), Optional.empty());
    files.put(PackageOrder.ZIP, zip);
    papers.write(
        PackagedTemplate.starting(
            order.withLayers(text, layers), order.id(), options, plan.snapStart()),
        List.of(),
        options,
        files,
        FACTS,
        Optional.empty());
    return new MadePackage(
        papers.summary(
            "for %s, %.1f MB zipped%s"
                .formatted(
                    function.runtime(),
                    Files.size(zip) / PackageOrder.MEGABYTE,
                    plan.kept().isArchived()
                        ? "; without the class archive that thaw fix has kept: AWS patches the JVM of a"
                            + " managed runtime, --to provided takes it along"
                        : "")),
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
