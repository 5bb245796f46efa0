package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
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
import thaw.sandbox.jdk.Jdk;

/**
 * A package in its folder: what every way to AWS has beside what is deployed.
 *
 * @param way as the option names it
 * @param plan what was packaged
 * @param template of the function's owner
 * @param architecture as Lambda names it
 * @param jdk of the JVM in it
 * @param base the system of the image that it is built on
 * @param again how it is made and tried again
 * @param target the folder
 */
record PackagedWay(
    String way,
    PackagePlan plan,
    Optional<String> template,
    String architecture,
    Jdk jdk,
    Optional<String> base,
    PackageAgain again,
    Path target) {
  static final String MANAGED = "managed";

  String id() {
    return PackagedTemplate.id(template, plan.function());
  }

  /** Returns the JVM and the runtime client in the package, for people. */
  static String inside(String jvm, RuntimeProgram.Java java) throws IOException {
    return jvm + ", " + ClientWords.of(java.client().kind(), java.client().jars());
  }

  /** Returns in what else the package differs from the function of the template, for people. */
  private List<String> differences() {
    List<String> notes = new ArrayList<>();
    FunctionDefinition function = plan.function();
    Optional<ManagedRuntime> own = template.flatMap(_ -> ManagedRuntime.named(function.runtime()));
    if (!way.equals(MANAGED) && own.isPresent() && own.get().feature() != jdk.feature()) {
      notes.add(
          "The template says %s: in this package %s runs on Java %d."
              .formatted(function.runtime(), id(), jdk.feature()));
    }
    List<String> left = PackagedTemplate.leftOut(template, function);
    if (!left.isEmpty()) {
      notes.add(
          "Its template has %s alone, without the other functions (%s) and what refers to them."
                  .formatted(id(), String.join(", ", left))
              + " All other resources stay in it, those that only these functions use as well: in the"
              + " stack that has them, a deployment keeps what they hold.");
    }
    return notes;
  }

  /** Returns what is said of the package in a terminal. */
  String summary(String made) {
    StringBuilder text = new StringBuilder("%s: %s%n".formatted(id(), made));
    differences().forEach(each -> text.append(each).append(System.lineSeparator()));
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
    String id = id();
    Files.writeString(target.resolve("template.yaml"), text);
    boolean isManaged = way.equals(MANAGED);
    PackageManifest.write(
        new PackagedParts(
            id,
            way,
            jdk.label(),
            isManaged
                ? Optional.empty()
                : Optional.of(ClientWords.of(plan.java().client().kind(), files.values())),
            base),
        architecture,
        modules,
        options,
        plan.events(),
        files,
        target.resolve(PackageManifest.NAME));
    Map<String, Path> jars = new TreeMap<>();
    files.forEach((name, file) -> {
      if (name.endsWith(".jar")) {
        jars.put(name, file);
      }
    });
    Bom.write(jdk.vendor(), jdk.version(), jars, target.resolve(Bom.NAME));
    Files.createDirectories(target.resolve("events"));
    Files.write(NamedFile.in(target.resolve("events"), id + ".json"), plan.events().getFirst());
    HandOver.write(
        id,
        again.commands(plan.function(), id, way, target.resolve("template.yaml")),
        architecture,
        facts
            + differences().stream().map(each -> "\n" + each + "\n").collect(Collectors.joining())
            + "\n"
            + PackageFacts.expected(again.request().fixed(), way, plan.kept(), jdk.feature())
            + "\n"
            + PackageFacts.maintained(way, inside(jdk.label(), plan.java())),
        runtime,
        target);
  }

  /** Returns these files and another one, all of which are deployed besides the class path. */
  static Map<String, Path> and(Map<String, Path> files, String name, Path file) {
    Map<String, Path> all = new LinkedHashMap<>(files);
    all.put(name, file);
    return all;
  }
}
