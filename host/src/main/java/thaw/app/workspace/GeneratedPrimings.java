package thaw.app.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.app.shared.ProgramVersion;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.Trees;
import thaw.function.packaging.DeploymentPackage;
import thaw.json.Json;
import thaw.recording.ClassLoad;
import thaw.recording.PrimingList;
import thaw.recording.StartLoads;
import thaw.remedy.EventSecrets;
import thaw.remedy.RequestPriming;
import thaw.remedy.priming.FrameworkRequest;
import thaw.remedy.priming.GeneratedPriming;
import thaw.remedy.priming.SafeCall;
import thaw.remedy.priming.UsedPriming;
import thaw.remedy.priming.ValueInitialisers;
import thaw.runtimeapi.log.Initialization;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.snapshot.SnapshotStore;

/**
 * Primings that are generated from a start of the function, and kept: classes differ a little from
 * start to start, and a snapshot is used again only for the same ones.
 */
final class GeneratedPrimings {
  /** The number that is to be raised when the same start gives another priming. */
  private static final String LAYOUT = "8";

  /** A path that not even a route with a variable or two has. */
  private static final String NOWHERE = "/thaw-priming/no/route/has/this/path";

  /** The option by which the hook finds the handler. */
  static final String OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /** Tells the hook that nobody collects its garbage after it. */
  private static final String UNCOLLECTED = "-Dthaw.priming.uncollected=true";

  private static final Path IN_BOX = Path.of("/var/thaw-priming");
  private static final String STEPS = "steps";
  private static final String DOCUMENT = "priming.json";
  private static final ObjectMapper MAPPER = Json.written().build();

  private final Instance instance;
  private final Path guest;
  private final SnapshotStore store;

  /**
   * @param guest the folder of the classes that do the steps
   */
  GeneratedPrimings(Instance instance, Path guest, SnapshotStore store) {
    this.instance = instance;
    this.guest = guest;
    this.store = store;
  }

  /** Those of a workspace, in its cache. */
  static GeneratedPrimings in(Workspace workspace) {
    return new GeneratedPrimings(
        workspace.instance(),
        workspace.program().resolve("training-function"),
        new SnapshotStore(workspace.cache().resolve("primings"), workspace::say));
  }

  /** A version whose hook does the steps before its snapshot. */
  record Primed(EnvironmentSpec spec, UsedPriming used) {}

  /**
   * Returns what the hook could not do, which it reports in the log of the function that was
   * dumped.
   */
  static List<String> problems(List<String> log) {
    return log.stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith("thaw priming: "))
        .toList();
  }

  /** Returns why there can be no generated priming, in one line; empty when there can be one. */
  static Optional<String> obstacle(EnvironmentSpec spec) {
    if (!(spec.program() instanceof RuntimeProgram.Java java)) {
      return Optional.of("only functions on a managed Java runtime have a generated priming");
    }
    return java.unusualClient().map(client -> client + " has no hook for a generated priming");
  }

  /**
   * Returns the version with its priming, which is made unless there is one for exactly the
   * version's contents and this event.
   *
   * @param version published
   * @throws thaw.problem.UserMistake when the function cannot serve the event
   */
  Primed of(EnvironmentSpec version, byte[] event) throws InterruptedException {
    try {
      String key = key(version, event);
      Optional<Path> known = store.find(key);
      Path folder = known.isPresent() ? known.get() : made(version, event, key);
      FullCollection collection = FullCollection.of(version);
      EnvironmentSpec primed =
          version.observed(
              options(collection), List.of(Bind.readOnly(folder.resolve(STEPS), IN_BOX)));
      GeneratedPriming priming =
          MAPPER.readValue(folder.resolve(DOCUMENT).toFile(), GeneratedPriming.class);
      return new Primed(primed, new UsedPriming(priming, collection.options()));
    } catch (IOException e) {
      throw new UncheckedIOException("could not keep the priming of " + version.version(), e);
    }
  }

  private static List<String> options(FullCollection collection) {
    List<String> options = new ArrayList<>(List.of("-Dthaw.priming=" + IN_BOX, OPEN));
    if (collection.leftOut()) {
      options.add(UNCOLLECTED);
    }
    options.addAll(collection.options());
    return options;
  }

  private Path made(EnvironmentSpec version, byte[] event, String key)
      throws IOException, InterruptedException {
    store.prune();
    Path staged = store.stage();
    try {
      Recorded recorded = recorded(version, event, staged);
      GeneratedPriming priming = recorded.priming();
      Path steps = staged.resolve(STEPS);
      Files.writeString(steps, priming.steps());
      Files.setPosixFilePermissions(steps, PosixFilePermissions.fromString("rw-r--r--"));
      MAPPER.writeValue(staged.resolve(DOCUMENT).toFile(), priming);
      return store.publish(recorded.isWhole() ? key : ofNobody(key), staged);
    } finally {
      Trees.delete(staged); // gone when it was published
    }
  }

  /** Nobody finds it: what could not be tried this time is tried the next time. */
  private static String ofNobody(String key) {
    return DigestUtils.sha256Hex(key + UUID.randomUUID()).substring(0, key.length());
  }

  /**
   * A priming as one start gives it.
   *
   * @param isWhole whether all that is to be tried could be
   */
  private record Recorded(GeneratedPriming priming, boolean isWhole) {}

  /** A start as a version with SnapStart has it: its hooks run, and credentials are fetched. */
  private Recorded recorded(EnvironmentSpec version, byte[] event, Path folder)
      throws IOException, InterruptedException {
    EnvironmentSpec published = version.withInitialization(Initialization.SNAP_START);
    StartLoads loads = StartLoads.of(instance, published, event);
    try (PackageClasses classes =
        PackageClasses.of(version.code().root(), version.layers().map(DeploymentPackage::root))) {
      List<String> before = loads.init().stream().map(ClassLoad::className).toList();
      List<PrimingList.PrimedClass> list =
          PrimingList.of(List.of(loads))
              .initialising(List.of(loads), new ValueInitialisers(classes, before))
              .classes();
      String handler = version.function().handler().split("::", 2)[0];
      Set<String> loaded = loads.all().map(ClassLoad::className).collect(Collectors.toSet());
      List<SafeCall> wanted =
          paths(event)
              .map(each ->
                  FrameworkRequest.of(
                      FrameworkRequest.declaring(classes, version.function().handler()),
                      loaded,
                      each))
              .orElse(List.of());
      PrimingTrial.Verdicts verdicts =
          wanted.isEmpty()
              ? new PrimingTrial.Verdicts(List.of(), true)
              : new PrimingTrial(instance, guest, folder).of(published, classes, wanted);
      List<SafeCall> tried = new ArrayList<>();
      List<SafeCall> omitted = new ArrayList<>();
      for (int i = 0; i < wanted.size(); i++) {
        SafeCall call = wanted.get(i);
        verdicts
            .against()
            .get(i)
            .ifPresentOrElse(
                why -> omitted.add(new SafeCall(call.step(), call.words(), why)),
                () -> tried.add(call));
      }
      GeneratedPriming priming =
          GeneratedPriming.of(
              version.function().logicalId(),
              handler,
              list.stream().map(PrimingList.PrimedClass::name).toList(),
              list.stream()
                  .filter(PrimingList.PrimedClass::initialised)
                  .map(PrimingList.PrimedClass::name)
                  .collect(Collectors.toSet()),
              before,
              FrameworkRequest.takesStream(classes, version.function().handler())
                  ? Optional.empty()
                  : Optional.of(inOneLine(event)),
              tried,
              omitted);
      return new Recorded(priming, verdicts.isWhole());
    }
  }

  private static Optional<FrameworkRequest.Paths> paths(byte[] event) {
    return RequestPriming.elsewhere(event, NOWHERE)
        .flatMap(nowhere ->
            RequestPriming.elsewhere(event, "/error")
                .map(error -> new FrameworkRequest.Paths(nowhere, error)));
  }

  /**
   * Returns the event in one line, without anybody's credentials: people put it beside their
   * sources.
   */
  private static String inOneLine(byte[] event) {
    Optional<JsonNode> read = Json.read(event);
    if (read.isPresent() && read.get() instanceof ObjectNode object) {
      EventSecrets.remove(object);
      return object.toString();
    }
    return read.map(JsonNode::toString).orElse("null");
  }

  private static String key(EnvironmentSpec version, byte[] event) {
    String facts =
        String.join(
            "\n",
            LAYOUT,
            ProgramVersion.read(),
            version.function().logicalId(),
            version.function().handler(),
            new TreeMap<>(version.function().environment()).toString(),
            new TreeMap<>(version.services()).toString(),
            version.code().root() + " " + version.code().codeSha256(),
            version.layers().map(layers -> layers.root().toString()).orElse(""),
            version.program().identity(),
            HexFormat.of().formatHex(event));
    return DigestUtils.sha256Hex(facts).substring(0, 32);
  }
}
