package thaw.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import thaw.deployment.Bom;
import thaw.deployment.DeploymentZip;
import thaw.deployment.HandOver;
import thaw.deployment.JvmImage;
import thaw.deployment.PackageManifest;
import thaw.deployment.PackagedTemplate;
import thaw.deployment.ProvidedPackage;
import thaw.environment.BootstrapTraining;
import thaw.environment.EnvironmentSpec;
import thaw.environment.RuntimeProgram;
import thaw.function.Application;
import thaw.function.DeploymentPackage;
import thaw.function.FunctionDefinition;
import thaw.function.Sha256;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.sandbox.Jdk;
import thaw.sandbox.Trees;
import thaw.snapshot.ArchiveFormat;
import thaw.snapshot.SnapshotStore;

/** Makes packages: what a function consists of, by the workspace, put together and trained. */
final class Packaging {
  private static final String ZIP = "function.zip";
  private static final String ARCHIVE = ArchiveFormat.AOT_CACHE.fileName();
  private static final int KEY_DIGITS = 32;
  private static final String MACHINE =
      System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
  private static final String ARCHITECTURE = MACHINE.equals("aarch64") ? "arm64" : MACHINE;
  private static final double MEGABYTE = 1e6;

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
  private final Progress progress;

  Packaging(
      Workspace workspace,
      Application application,
      SourceOptions source,
      JvmChoice jvm,
      FixEvents events,
      Progress progress) {
    this.workspace = workspace;
    this.application = application;
    this.source = source;
    this.jvm = jvm;
    this.events = events;
    this.progress = progress;
  }

  /**
   * The function without what is a matter of how it is started here.
   *
   * @param options of the JVM that were kept
   * @param kept all that was
   */
  private record Plain(
      EnvironmentSpec spec, List<String> options, Draft kept, List<byte[]> events) {}

  /**
   * A zip for {@code provided.al2023}.
   *
   * @param template of the function's owner
   * @param scratch a folder of ours
   * @param target gets the package
   * @return what was made, for people
   */
  String provided(
      FunctionDefinition function,
      Optional<FixAgain> kept,
      Optional<String> template,
      Path scratch,
      Path target)
      throws IOException, InterruptedException {
    BootstrapTraining training = new BootstrapTraining(workspace.instance());
    training.requirePossible();
    Plain plain = plain(function, kept);
    EnvironmentSpec spec = plain.spec();
    if (!(spec.program() instanceof RuntimeProgram.Java java)) {
      throw new UserMistake(
          function.logicalId() + " brings its own runtime already", "deploy it as it is");
    }
    if (!ArchiveFormat.AOT_CACHE.isKnownTo(java.jdk())) {
      throw new UserMistake(
          "packages have an AOT cache of JDK 25, and this is " + java.jdk().label(),
          "use --jdk 25");
    }
    List<String> options = new ArrayList<>(java.optionsElsewhere(ProvidedPackage.clientOnAws()));
    options.addAll(plain.options());
    Path root = Files.createDirectory(scratch.resolve("task"));
    List<Set<String>> modules = new ArrayList<>();
    ProvidedPackage made;
    try (Progress.Work _ = progress.begin("linking a JVM for " + function.logicalId())) {
      made =
          ProvidedPackage.stage(
              new ProvidedPackage.Parts(
                  ProvidedPackage.TASK,
                  spec.code().root(),
                  Optional.empty(),
                  java.client().root(),
                  java.client().jarNames(),
                  java.client().kind().mainClass(),
                  options,
                  spec.function().environment(),
                  MACHINE),
              (jars, folder) -> {
                modules.add(JvmImage.modules(java.jdk(), jars));
                JvmImage.link(java.jdk(), modules.getFirst(), folder);
              },
              root);
    }
    train(training, made, spec.function(), plain.events());
    made.requireWithinLimit();
    Path zip = target.resolve(ZIP);
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(root, zip);
    }
    writeRest(
        made,
        spec.function(),
        java.jdk(),
        modules.getFirst(),
        options,
        plain.events(),
        template,
        target);
    return "%s: %s, %.1f MB zipped, %.0f MB unpacked (Lambda takes 262), class archive %.0f MB%n"
        .formatted(
            function.logicalId(),
            java.jdk().label(),
            Files.size(zip) / MEGABYTE,
            made.bytes() / MEGABYTE,
            Files.size(root.resolve(ProvidedPackage.ARCHIVE)) / MEGABYTE);
  }

  private Plain plain(FunctionDefinition function, Optional<FixAgain> kept)
      throws InterruptedException {
    if (!function.layers().isEmpty()) {
      throw new UserMistake(
          function.logicalId() + " has layers, and their contents cannot be packaged yet",
          "make their libraries dependencies of the function");
    }
    if (kept.isEmpty()) {
      return new Plain(
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
    return new Plain(spec, result.kept().jvmOptions(), result.kept(), result.events());
  }

  /**
   * The zip for the managed runtime, with what needs no JVM of its own.
   *
   * @param template of the function's owner
   * @param target gets the package
   * @return what was made, for people
   */
  String managed(
      FunctionDefinition function, Optional<FixAgain> kept, Optional<String> template, Path target)
      throws IOException, InterruptedException {
    Plain plain = plain(function, kept);
    EnvironmentSpec spec = plain.spec();
    if (!(spec.program() instanceof RuntimeProgram.Java java)) {
      throw new UserMistake(
          function.logicalId() + " is for no managed Java runtime", "deploy it as it is");
    }
    if (plain.kept().has(Change.RuntimeClient.class)) {
      throw new UserMistake(
          "thaw fix has kept Thaw's runtime client, and a managed runtime starts AWS's",
          "use --to provided");
    }
    Path zip = target.resolve(ZIP);
    try (Progress.Work _ = progress.begin("zipping")) {
      DeploymentZip.write(spec.code().root(), zip);
    }
    Map<String, Path> files = new TreeMap<>();
    for (Path jar : BuildProject.jars(spec.code().root().resolve("lib"))) {
      files.put("lib/" + jar.getFileName(), jar);
    }
    Map<String, Path> all = new LinkedHashMap<>(files);
    all.put(ZIP, zip);
    String text =
        PackagedTemplate.of(
            template, spec.function(), PackagedTemplate.managed(spec.function(), ZIP));
    String id = PackagedTemplate.id(template, spec.function());
    text =
        PackagedTemplate.starting(
            text, id, plain.options(), plain.kept().has(Change.SnapStart.class));
    Files.writeString(target.resolve("template.yaml"), text);
    PackageManifest.write(
        id,
        "managed",
        ARCHITECTURE,
        java.jdk().label(),
        List.of(),
        plain.options(),
        List.of(),
        all,
        target.resolve(PackageManifest.NAME));
    beside(id, "managed", java.jdk(), files, plain.events(), MANAGED_FACTS, target);
    return "%s: for %s, %.1f MB zipped%s%n"
        .formatted(
            id,
            spec.function().runtime(),
            Files.size(zip) / MEGABYTE,
            plain.kept().isArchived()
                ? "; without the class archive that thaw fix has kept: AWS patches the JVM of a"
                    + " managed runtime, --to provided takes it along"
                : "");
  }

  /** By a run of the package itself, unless one has been made of exactly these files and events. */
  private void train(
      BootstrapTraining training,
      ProvidedPackage made,
      FunctionDefinition function,
      List<byte[]> trainedBy)
      throws IOException, InterruptedException {
    SnapshotStore store =
        new SnapshotStore(workspace.cache().resolve("package-archives"), progress::line);
    store.prune();
    String key = key(made, function, trainedBy);
    Optional<Path> known = store.find(key);
    if (known.isPresent()) {
      made.archive(known.get().resolve(ARCHIVE));
      requireUsed(training, made, function, trainedBy.getFirst());
      return;
    }
    progress.line("training the AOT cache with " + trainedBy.size() + " event(s) ...");
    Path staged = store.stage();
    try {
      training.train(inPlace(made, function), trainedBy, staged.resolve(ARCHIVE));
      made.archive(staged.resolve(ARCHIVE));
      requireUsed(training, made, function, trainedBy.getFirst());
      store.publish(key, staged);
    } finally {
      Trees.delete(staged);
    }
  }

  private void requireUsed(
      BootstrapTraining training, ProvidedPackage made, FunctionDefinition function, byte[] event)
      throws InterruptedException {
    Optional<String> refusal = training.refusal(inPlace(made, function), event);
    if (refusal.isPresent()) {
      throw new UserMistake(
          "the package does not start from its AOT cache: " + refusal.get().strip(),
          "look at the function's JAVA_TOOL_OPTIONS, or package it without: --to managed");
    }
  }

  private EnvironmentSpec inPlace(ProvidedPackage made, FunctionDefinition function)
      throws InterruptedException {
    return workspace.specifyBootstrap(function, new DeploymentPackage(made.root(), "", 0));
  }

  private static String key(
      ProvidedPackage made, FunctionDefinition function, List<byte[]> trainedBy)
      throws IOException {
    List<byte[]> parts = new ArrayList<>();
    for (String part :
        List.of(
            made.facts(),
            function.handler(),
            "" + function.memory().mebibytes(),
            new TreeMap<>(function.environment()).toString())) {
      parts.add(part.getBytes(StandardCharsets.UTF_8));
    }
    parts.addAll(trainedBy);
    return Sha256.of(
            out -> {
              for (byte[] part : parts) {
                out.write(part);
                out.write(0);
              }
            })
        .hex()
        .substring(0, KEY_DIGITS);
  }

  private void writeRest(
      ProvidedPackage made,
      FunctionDefinition function,
      Jdk jdk,
      Set<String> modules,
      List<String> options,
      List<byte[]> trainedBy,
      Optional<String> template,
      Path target)
      throws IOException {
    String id = PackagedTemplate.id(template, function);
    Files.writeString(
        target.resolve("template.yaml"),
        PackagedTemplate.of(
            template, function, PackagedTemplate.provided(function, ZIP, ARCHITECTURE)));
    Map<String, Path> files = made.manifestFiles();
    PackageManifest.write(
        id,
        "provided",
        ARCHITECTURE,
        jdk.label(),
        modules,
        options,
        trainedBy,
        files,
        target.resolve(PackageManifest.NAME));
    beside(
        id,
        "provided",
        jdk,
        files.entrySet().stream()
            .filter(file -> file.getKey().endsWith(".jar"))
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one, TreeMap::new)),
        trainedBy,
        "A zip for the runtime provided.al2023 (%s): %s with %d modules, AWS's or Thaw's runtime client and the"
                .formatted(ARCHITECTURE, jdk.label(), modules.size())
            + "\nfunction's own classes on one class path, and an AOT cache of them, trained by "
            + trainedBy.size()
            + " event(s).\n"
            + HandOver.CHECKED,
        target);
  }

  /** What every package has beside it. */
  private static void beside(
      String id,
      String way,
      Jdk jdk,
      Map<String, Path> jars,
      List<byte[]> given,
      String facts,
      Path target)
      throws IOException {
    Bom.write(jdk.vendor(), jdk.version(), jars, target.resolve(Bom.NAME));
    Files.createDirectories(target.resolve("events"));
    Files.write(target.resolve("events").resolve(id + ".json"), given.getFirst());
    HandOver.write(
        id, "thaw package . --function " + id + " --to " + way + " --out package", facts, target);
  }
}
