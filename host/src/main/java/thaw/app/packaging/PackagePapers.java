package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import thaw.app.shared.ClientWords;
import thaw.deployment.Bom;
import thaw.deployment.HandOver;
import thaw.deployment.PackageManifest;
import thaw.deployment.PackagedParts;
import thaw.deployment.PackagedTemplate;
import thaw.environment.launch.ManagedRuntime;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.NamedFile;
import thaw.function.FunctionDefinition;
import thaw.function.template.resource.ApplicationReader;
import thaw.sandbox.jdk.Jdk;

/**
 * The papers of a package: what every way to AWS has beside what is deployed.
 *
 * @param jdk of the JVM in it
 * @param base the system of the image that it is built on
 */
record PackagePapers(PackageWay way, PackageOrder order, Jdk jdk, Optional<String> base) {
  /** Returns the JVM and the runtime client in the package, for people. */
  static String inside(String jvm, RuntimeProgram.Java java) throws IOException {
    return jvm + ", " + ClientWords.of(java.client().kind(), java.client().jars());
  }

  /** Returns in what else the package differs from the function of the template, for people. */
  private List<String> differences() {
    List<String> notes = new ArrayList<>();
    FunctionDefinition function = order.plan().function();
    Optional<String> template = order.plan().template();
    Optional<ManagedRuntime> own = template.flatMap(_ -> ManagedRuntime.named(function.runtime()));
    if (way.bringsJvm() && own.isPresent() && own.get().feature() != jdk.feature()) {
      notes.add(
          "The template says %s: in this package %s runs on Java %d."
              .formatted(function.runtime(), order.shown(), jdk.feature()));
    }
    PackageFacts.otherMachine(function.otherArchitecture(), way, order.target())
        .ifPresent(notes::add);
    List<String> left = PackagedTemplate.leftOut(template, function);
    if (!left.isEmpty()) {
      notes.add(
          "Its template has %s alone, without the other functions (%s) and what refers to them."
                  .formatted(order.id(), String.join(", ", left))
              + " Deployed into the stack that has them it deletes those functions: there, put this"
              + " function's CodeUri and changed properties into your own template. All other"
              + " resources stay in it, so that a deployment keeps what they hold.");
    }
    return notes;
  }

  private Optional<CdkPapers> cdk() {
    return CdkPapers.of(
        ApplicationReader.template(order.again().request().source().source()), order.id());
  }

  /** Returns what is said of the package in a terminal. */
  String summary(String made) {
    StringBuilder text = new StringBuilder("%s: %s%n".formatted(order.shown(), made));
    differences().forEach(each -> text.append(each).append(System.lineSeparator()));
    cdk().ifPresent(each -> text.append(each.line()).append(System.lineSeparator()));
    return text.toString();
  }

  /**
   * @param text of the new template
   * @param modules of the JVM
   * @param options of the JVM
   * @param files of the package by their names
   * @param facts what was done, one sentence a line
   * @param runtime that the function needs
   */
  void write(
      String text,
      Collection<String> modules,
      List<String> options,
      Map<String, Path> files,
      String facts,
      Optional<HandOver.Runtime> runtime)
      throws IOException {
    String id = order.id();
    PackagePlan plan = order.plan();
    Path folder = order.folder();
    Files.writeString(folder.resolve("template.yaml"), text);
    PackageManifest.write(
        new PackagedParts(
            id,
            way.word(),
            jdk.label(),
            way.bringsJvm()
                ? Optional.of(ClientWords.of(plan.java().client().kind(), files.values()))
                : Optional.empty(),
            base),
        order.target().architecture(),
        modules,
        options,
        plan.events(),
        files,
        folder.resolve(PackageManifest.NAME));
    Map<String, Path> jars = new TreeMap<>(files);
    jars.keySet().removeIf(name -> !name.endsWith(".jar"));
    Bom.write(jdk.vendor(), jdk.version(), jars, folder.resolve(Bom.NAME));
    Path events = Files.createDirectories(folder.resolve("events"));
    Files.write(NamedFile.in(events, id + ".json"), plan.events().getFirst());
    HandOver.write(
        id,
        order.again().commands(plan.function(), id, way, folder.resolve("template.yaml")),
        order.target().architecture(),
        facts
            + differences().stream().map(each -> "\n" + each + "\n").collect(Collectors.joining())
            + "\n"
            + PackageFacts.expected(
                order.again().request().fixed(), way, plan.kept(), jdk.feature())
            + "\n"
            + PackageFacts.maintained(way, inside(jdk.label(), plan.java()))
            + cdk()
                .map(each ->
                    each.section(folder.resolve("template.yaml"), order.again().request().out()))
                .orElse(""),
        runtime,
        folder);
  }
}
