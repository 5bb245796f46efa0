package thaw.app.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.ThawFile;
import thaw.app.shared.ClientWords;
import thaw.app.shared.Folders;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.deployment.PackageManifest;
import thaw.deployment.PackagedParts;
import thaw.deployment.StagedPackage;
import thaw.deployment.WorkerImage;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.function.packaging.CodeSource;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.service.process.ServiceJars;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuFolder;
import thaw.template.TemplateText;
import thaw.template.TemplateValue;

/** {@code --to worker}: an image of Thaw, and the template with its functions as they are built. */
final class WorkerRecipe {
  private static final String JDK = "25";

  private final PackageRequest request;
  private final Progress progress;

  private WorkerRecipe(PackageRequest request, Progress progress) {
    this.request = request;
    this.progress = progress;
  }

  /**
   * Makes the image, and puts it into its folder, whole or not at all.
   *
   * @throws UserMistake when it cannot be made as it was asked for
   */
  static PackageResult make(PackageRequest request, Progress progress) throws InterruptedException {
    refuseOfOneFunction(request);
    PackageFolder folder = new PackageFolder(request.out());
    folder.requireOwn();
    Path template =
        ApplicationReader.template(request.source().source())
            .orElseThrow(() ->
                new UserMistake(
                    "a worker needs a template, and " + request.source().source() + " has none",
                    "name a folder with a template.yaml; thaw init makes one"));
    Application application = request.source().read();
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    WorkerRecipe recipe = new WorkerRecipe(request, progress);
    return PackageScratch.with(
        progress,
        (workspace, scratch) -> recipe.made(workspace, application, template, folder, scratch));
  }

  private static void refuseOfOneFunction(PackageRequest request) {
    boolean ofOne =
        request.function().name().isPresent()
            || request.fixed().isPresent()
            || request.training().isPresent()
            || !request.events().isEmpty()
            || request.data().isGiven();
    if (ofOne || request.image().ask().base().isPresent()) {
      throw new UserMistake(
          "a worker has all functions of the template and a root file system of its own",
          "leave out --function, --fix, --event, --training, --seed, --before and --base");
    }
    if (request.architecture().isForeign()) {
      throw new UserMistake(
          "a worker's image for another machine cannot be made here",
          "make it on a machine of that architecture");
    }
  }

  private PackageResult made(
      Workspace workspace,
      Application application,
      Path template,
      PackageFolder folder,
      Path scratch)
      throws IOException, InterruptedException {
    WorkerImage image = new WorkerImage(Files.createDirectory(scratch.resolve("root")));
    Jdk jdk = workspace.jdk(request.function().jvm().jdk().orElse(JDK));
    putApplication(workspace, application, template, jdk, image, scratch);
    putPrograms(workspace, application, jdk, image);
    new WorkerTraining(workspace, progress).train(image);
    Optional<CriuCommand> criu = putCriu(workspace, image);
    Path staged = Files.createDirectory(scratch.resolve("made"));
    String name = "image" + request.image().ask().form().extension();
    Optional<String> pushed;
    try (Progress.Work _ = progress.begin("writing the worker's image")) {
      pushed =
          image.write(
              request.image().ask().form(),
              request.image().ask().registry(),
              HostArchitecture.NAME,
              scratch.resolve("jib"),
              staged.resolve(name));
    }
    PackageManifest.write(
        new PackagedParts(
            String.join(
                ", ", application.functions().stream().map(each -> each.logicalId()).toList()),
            PackageWay.WORKER.word(),
            jdk.label(),
            Optional.of(ClientWords.of(ClientKind.OFFICIAL, image.files().values())),
            Optional.empty()),
        HostArchitecture.NAME,
        image.modules(),
        List.of(),
        List.of(),
        image.files(),
        staged.resolve(PackageManifest.NAME));
    long bytes = StagedPackage.bytes(staged.resolve(name));
    folder.take(staged);
    String summary =
        "worker with %d functions: %s with %d modules, %s, image of %.1f MB%n%s"
            .formatted(
                application.functions().size(),
                jdk.label(),
                image.modules().size(),
                criu.map(found -> "CRIU " + found.version().text()).orElse("no CRIU"),
                bytes / PackageOrder.MEGABYTE,
                pushed.map(each -> "pushed: " + each + System.lineSeparator()).orElse(""));
    return new PackageResult(
        summary, bytes, request.out(), HostArchitecture.NAME, Optional.empty(), Optional.empty());
  }

  /** Adds the programs of services, Thaw, and a JVM for both. */
  private void putPrograms(Workspace workspace, Application application, Jdk jdk, WorkerImage image)
      throws IOException, InterruptedException {
    for (ServiceJars program : programs(application)) {
      image.putService(
          program.find(Folders.of(System.getenv()).services(), progress::line),
          Folders.SERVICES_VARIABLE);
    }
    try (Progress.Work _ = progress.begin("linking a JVM for the worker")) {
      image.putProgram(workspace.program());
      image.putJvm(PackageOrder.linkedJvms(workspace, progress), jdk);
      image.putSystem();
    }
  }

  /** Adds the CRIU that is installed, and returns it; without one it says what is missing. */
  private Optional<CriuCommand> putCriu(Workspace workspace, WorkerImage image) throws IOException {
    Optional<CriuCommand> criu = new CriuFolder(workspace.cache().resolve("criu")).installed();
    if (criu.isPresent()) {
      image.putCriu(criu.get().binary().resolve("../../..").normalize());
    } else {
      progress.line(
          "the image has no CRIU, so workers take no snapshots; thaw setup installs one first");
    }
    return criu;
  }

  /** Returns the services, separate from Thaw, that serve what the template declares. */
  private static List<ServiceJars> programs(Application application) {
    List<ServiceJars> programs = new ArrayList<>();
    if (!application.tables().isEmpty()) {
      programs.add(ServiceJars.DYNAMODB);
    }
    if (!application.queues().isEmpty()) {
      programs.add(ServiceJars.SQS);
    }
    if (!application.buckets().isEmpty()) {
      programs.add(ServiceJars.S3);
    }
    return programs;
  }

  /** Code is where the template names it, so the template stays as it is. */
  private void putApplication(
      Workspace workspace,
      Application application,
      Path template,
      Jdk jdk,
      WorkerImage image,
      Path scratch)
      throws IOException, InterruptedException {
    Path root = application.root().toAbsolutePath().normalize();
    Set<Path> put = new TreeSet<>();
    for (FunctionDefinition function : application.functions()) {
      EnvironmentSpec spec = workspace.specify(function, on(jdk));
      putCode(function.code(), spec.code().root(), root, put, image);
      for (CodeSource layer : function.layers()) {
        if (!(layer instanceof CodeSource.Archive || layer instanceof CodeSource.Folder)) {
          throw new UserMistake(
              "a layer of %s is built from a project, and a worker takes built ones: %s"
                  .formatted(function.logicalId(), layer.path()),
              "run sam build, and name .aws-sam/build");
        }
        putCode(layer, layer.path(), root, put, image);
      }
    }
    image.putOfApplication(template, Path.of("template" + extension(template)));
    Path usual = root.resolve("thaw.yaml");
    if (Files.exists(usual)) {
      putThawFile(usual, scratch, image);
    }
    for (String named : texts(TemplateText.read(template)).toList()) {
      boolean file =
          named.matches("[\\w./-]+\\.(ya?ml|json)") && Files.isRegularFile(root.resolve(named));
      if (file) {
        image.putOfApplication(root.resolve(named), relative(root, root.resolve(named)));
      }
    }
  }

  /** Adds the file without secrets, which would be readable for whoever pulls the image. */
  private void putThawFile(Path usual, Path scratch, WorkerImage image) throws IOException {
    ThawFile.InImage reduced = ThawFile.inImage(usual);
    Path file = Files.writeString(scratch.resolve("thaw.yaml"), reduced.text());
    image.putOfApplication(file, Path.of("thaw.yaml"));
    if (!reduced.left().isEmpty()) {
      progress.line(
          "the image lacks these members of thaw.yaml: %s; thaw deploy takes its variables for"
                  .formatted(String.join(", ", reduced.left()))
              + " secrets, and a worker reads them from files (--variables)");
    }
  }

  private static JvmChoice on(Jdk jdk) {
    return JvmChoice.on(Optional.of("" + jdk.feature()), ClientKind.OFFICIAL);
  }

  private static String extension(Path file) {
    String name = file.toString();
    return name.endsWith(".json") || name.endsWith(".template") ? ".json" : ".yaml";
  }

  /**
   * @param built what it consists of
   */
  private static void putCode(
      CodeSource source, Path built, Path root, Set<Path> put, WorkerImage image)
      throws IOException {
    if (source instanceof CodeSource.Image) {
      throw new UserMistake(
          "a worker takes no container images as functions: " + source.path(),
          "deploy that function by its own image, or name its jar or zip as CodeUri");
    }
    Path relative = relative(root, source.path());
    if (put.add(relative)) {
      image.putOfApplication(
          source instanceof CodeSource.Archive ? source.path() : built, relative);
    }
  }

  private static Path relative(Path root, Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    if (!absolute.startsWith(root)) {
      throw new UserMistake(
          "a worker's image has the template's folder, and this is outside of it: " + path,
          "run sam build, and name .aws-sam/build, which has all code");
    }
    return root.relativize(absolute);
  }

  private static Stream<String> texts(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> Stream.of(text.text());
      case TemplateValue.Items items -> items.items().stream().flatMap(WorkerRecipe::texts);
      case TemplateValue.Members members ->
          members.members().values().stream().flatMap(member -> texts(member.value()));
      case TemplateValue.Call call -> texts(call.argument());
    };
  }
}
