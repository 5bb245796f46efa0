package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.deployment.Bom;
import thaw.deployment.HandOver;
import thaw.deployment.PackageManifest;
import thaw.deployment.PackagedTemplate;
import thaw.files.NamedFile;
import thaw.sandbox.jdk.Jdk;

/**
 * A package in its folder: what every way to AWS has beside what is deployed.
 *
 * @param way as the option names it
 * @param plan what was packaged
 * @param template of the function's owner
 * @param architecture as Lambda names it
 * @param jdk of the JVM in it
 * @param target the folder
 */
record PackagedWay(
    String way,
    PackagePlan plan,
    Optional<String> template,
    String architecture,
    Jdk jdk,
    Path target) {
  String id() {
    return PackagedTemplate.id(template, plan.function());
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
    PackageManifest.write(
        id,
        way,
        architecture,
        jdk.label(),
        modules,
        options,
        plan.trainedBy(),
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
        "thaw package . --function " + id + " --to " + way + " --out package",
        architecture,
        facts,
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
