package thaw.app.workspace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.app.shared.Progress;
import thaw.app.shared.Stages;
import thaw.environment.Environment;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;
import thaw.experiment.Variant;
import thaw.experiment.Warning;
import thaw.experiment.matrix.SnapStart;
import thaw.experiment.matrix.VariantChoice;
import thaw.experiment.matrix.VariantMatrix;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.presentation.text.Text;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.remedy.priming.UsedPriming;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.PlatformLog;
import thaw.runtimeapi.log.Start;
import thaw.snapshot.archive.ArchiveFormat;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Makes variants that can be run from the points of a matrix. */
public final class Variants {
  /** SnapStart is for published versions only. */
  private static final String FIRST_VERSION = "1";

  private final Workspace workspace;
  private final Application application;
  private final Events events;
  private final Progress progress;
  private final List<Warning> leftOut = new ArrayList<>();
  private final Map<String, UsedPriming> primings = new LinkedHashMap<>();

  /** Gives the events of first invocations. */
  public interface Events {
    /**
     * @param plain how the function starts without snapshot and archive
     */
    byte[] of(EnvironmentSpec plain) throws InterruptedException;
  }

  /**
   * @param events of the first invocations
   */
  public Variants(Workspace workspace, Application application, Events events, Progress progress) {
    this.workspace = workspace;
    this.application = application;
    this.events = events;
    this.progress = progress;
  }

  /**
   * @param names of variants or of functions; when empty, all of them
   */
  public List<Variant> of(List<VariantMatrix> matrices, List<String> names)
      throws InterruptedException {
    List<VariantChoice> choices =
        matrices.stream().flatMap(matrix -> matrix.product().stream()).toList();
    Set<String> seen = new HashSet<>();
    for (VariantChoice choice : choices) {
      if (!seen.add(choice.name())) {
        throw new UserMistake(
            "two variants have the name " + choice.name(), "give each of them a name of its own");
      }
    }
    List<Variant> variants = new ArrayList<>();
    List<VariantChoice> selected = selected(choices, names);
    selected.forEach(choice -> choice.jdk().ifPresent(workspace::jdk)); // before anything is built
    Optional<UserMistake> first = Optional.empty();
    for (VariantChoice choice : selected) {
      try {
        variants.add(variant(choice));
      } catch (FunctionFailed e) {
        first = first.or(() -> Optional.of(e.mistake));
        leaveOut(choice, e.mistake);
      }
    }
    if (variants.isEmpty() && first.isPresent()) {
      throw first.get();
    }
    return variants;
  }

  /** Returns the functions of those variants, as far as they tell before anything is built. */
  public List<FunctionDefinition> functions(List<VariantMatrix> matrices, List<String> names) {
    List<VariantChoice> choices =
        matrices.stream().flatMap(matrix -> matrix.product().stream()).toList();
    List<VariantChoice> selected = selected(choices, names);
    selected.forEach(choice -> choice.jdk().ifPresent(workspace::jdk));
    return selected.stream().map(choice -> adapted(base(choice), choice)).toList();
  }

  /**
   * The function itself fails before it can be measured, which is no reason to measure no other.
   */
  private static final class FunctionFailed extends RuntimeException {
    private final UserMistake mistake;

    FunctionFailed(UserMistake mistake) {
      super(mistake);
      this.mistake = mistake;
    }
  }

  private void leaveOut(VariantChoice choice, UserMistake why) {
    Warning warning =
        new Warning(
            choice.name() + " is left out",
            String.valueOf(why.getMessage()),
            why.remedy(),
            false,
            choice.snapStart().equals(Optional.of(SnapStart.SNAPSHOT_GENERATED)));
    progress.line(
        "warning: %s: %s. Remedy: %s"
            .formatted(warning.message(), warning.evidence(), warning.remedy()));
    leftOut.add(warning);
  }

  /** Those of the last call that cannot be measured. */
  public List<Warning> leftOut() {
    return List.copyOf(leftOut);
  }

  private List<VariantChoice> selected(List<VariantChoice> choices, List<String> names) {
    if (names.isEmpty()) {
      return choices;
    }
    List<VariantChoice> selected = new ArrayList<>();
    for (String name : names) {
      List<VariantChoice> called =
          choices.stream()
              .filter(choice -> choice.name().equals(name) || choice.base().equals(name))
              .toList();
      List<VariantChoice> matching = called.isEmpty() ? ofFunction(name, choices) : called;
      if (matching.isEmpty()) {
        throw unknown(name, choices);
      }
      selected.addAll(matching);
    }
    return selected;
  }

  /** Variants are named as their file names them, or by logical ids: a function has more names. */
  private List<VariantChoice> ofFunction(String name, List<VariantChoice> choices) {
    Optional<FunctionDefinition> function = application.named(name);
    return choices.stream()
        .filter(choice ->
            function.isPresent() && choice.function().flatMap(application::named).equals(function))
        .toList();
  }

  /** Functions are what most people name; a variant of one has the function's name first. */
  private UserMistake unknown(String name, List<VariantChoice> choices) {
    List<String> functions = choices.stream().map(this::shown).distinct().toList();
    List<String> all =
        Stream.concat(
                functions.stream(),
                choices.stream().flatMap(each -> Stream.of(each.base(), each.name())))
            .distinct()
            .toList();
    return new UserMistake(
        "no function or variant has the name " + name,
        Spelling.nearest(name, all)
            .map(near -> "use " + near)
            .orElse("use one of: " + String.join(", ", functions)));
  }

  private String shown(VariantChoice choice) {
    return application.named(choice.base()).map(FunctionDefinition::shown).orElse(choice.base());
  }

  private Variant variant(VariantChoice choice) throws InterruptedException {
    FunctionDefinition function = adapted(base(choice), choice);
    EnvironmentSpec plain =
        workspace.specify(
            function,
            new JvmChoice(
                choice.jdk(), choice.flags(), choice.client().orElse(ClientKind.OFFICIAL)));
    byte[] event = events.of(plain);
    EnvironmentSpec spec = startedAs(plain, choice.snapStart(), choice.name());
    List<String> facts = new ArrayList<>();
    facts.add(function.handler());
    facts.add(function.memory().mebibytes() + " MB");
    facts.add(spec.program().label());
    if (spec.program() instanceof RuntimeProgram.Java java) {
      java.unusualClient().ifPresent(facts::add);
    }
    if (!choice.flags().isEmpty()) {
      facts.add(String.join(" ", choice.flags()));
    }
    if (spec.start() != Start.PLAIN) {
      facts.add(spec.start().words());
    }
    return new Variant(
        choice.name(), String.join(", ", facts), spec, event, whyOptions(choice, function));
  }

  /** Returns the options of {@code thaw why} for a variant; empty if there are none for it. */
  private static Optional<String> whyOptions(VariantChoice choice, FunctionDefinition function) {
    if (choice.code().isPresent()
        || choice.handler().isPresent()
        || !choice.flags().isEmpty()
        || !choice.environment().isEmpty()) {
      return Optional.empty();
    }
    FunctionChoice same =
        new FunctionChoice(
            Optional.of(function.logicalId()),
            choice.memory(),
            TimeoutChoice.NONE,
            JvmChoice.on(choice.jdk(), choice.client().orElse(ClientKind.OFFICIAL)));
    String start = choice.snapStart().map(each -> " --snap-start " + each.option()).orElse("");
    return Optional.of("--function " + Text.quoted(function.shown()) + same.named() + start);
  }

  /**
   * Does or refuses the start that the user asked for. What only the template's {@code SnapStart}
   * asks for falls back to what this host can do, as in {@code thaw run}.
   */
  public EnvironmentSpec started(EnvironmentSpec latest, Optional<SnapStart> wanted, String name)
      throws InterruptedException {
    try {
      return startedAs(latest, wanted, name);
    } catch (FunctionFailed e) {
      throw e.mistake;
    }
  }

  private EnvironmentSpec startedAs(EnvironmentSpec latest, Optional<SnapStart> wanted, String name)
      throws InterruptedException {
    boolean template = latest.function().snapStart() && wanted.isEmpty();
    return switch (wanted.orElse(template ? SnapStart.SNAPSHOT : SnapStart.NONE)) {
      case NONE -> latest;
      case AOT -> archived(latest, ArchiveFormat.AOT_CACHE, name);
      case APPCDS -> archived(latest, ArchiveFormat.DYNAMIC_CDS, name);
      case SNAPSHOT ->
          required(
              restored(latest.withVersion(FIRST_VERSION), name, template, Optional.empty()),
              name,
              template);
      case SNAPSHOT_PRIMING ->
          required(
              restored(
                  latest.withVersion(FIRST_VERSION),
                  name,
                  template,
                  Optional.of(events.of(latest))),
              name,
              template);
      case SNAPSHOT_GENERATED ->
          required(
              restored(
                  generated(latest.withVersion(FIRST_VERSION), name),
                  name,
                  template,
                  Optional.empty()),
              name,
              template);
      case SNAPSHOT_POOLS ->
          required(
              restored(
                  pooled(latest.withVersion(FIRST_VERSION), name),
                  name,
                  template,
                  Optional.empty()),
              name,
              template);
    };
  }

  /** The version with a hook of ours around the pools that its own snapshot has. */
  private EnvironmentSpec pooled(EnvironmentSpec version, String name) throws InterruptedException {
    List<String> fields =
        restored(version, name, false, Optional.empty())
            .snapshot()
            .map(snapshot -> PoolHook.fields(snapshot.heldConnections()))
            .orElse(List.of());
    if (fields.isEmpty()) {
      throw new FunctionFailed(
          new UserMistake(
              name + " has no connections of a pool of HikariCP in a field when it is published",
              "measure it as it is: --snap-start snapshot"));
    }
    return version.observed(PoolHook.options(fields), List.of());
  }

  /** The version with a priming of ours. */
  private EnvironmentSpec generated(EnvironmentSpec version, String name)
      throws InterruptedException {
    Optional<String> obstacle = GeneratedPrimings.obstacle(version);
    if (obstacle.isEmpty()) {
      obstacle = workspace.snapshots().obstacle(version);
    }
    if (obstacle.isPresent()) {
      throw new FunctionFailed(refused(name, obstacle.get())); // others may be measured
    }
    try (Stages stages = workspace.stages(() -> "preparing " + name)) {
      stages.reach("classes of the first request");
      GeneratedPrimings.Primed primed =
          GeneratedPrimings.in(workspace).of(version, events.of(version));
      primings.put(name, primed.used());
      return primed.spec();
    } catch (UserMistake e) {
      throw new FunctionFailed(e);
    }
  }

  /** Returns the primings that were generated for the last call's variants, by their names. */
  public Map<String, UsedPriming> primings() {
    return new LinkedHashMap<>(primings);
  }

  /** Returns the version with an archive, asked for by name: no other start takes its place. */
  private EnvironmentSpec archived(EnvironmentSpec latest, ArchiveFormat format, String name)
      throws InterruptedException {
    if (latest.program() instanceof RuntimeProgram.Java java && !format.isKnownTo(java.jdk())) {
      throw new UserMistake(
          name
              + " cannot start from an "
              + format.words()
              + ": "
              + java.jdk().label()
              + " has none",
          "an AOT cache needs JDK 25, an AppCDS archive JDK 13: choose another with --jdk");
    }
    progress.line("preparing the " + format.words() + " of " + name + " ...");
    List<String> log = new ArrayList<>();
    FunctionArchives.Result result =
        workspace
            .functionArchives()
            .archived(
                latest,
                format,
                Environment.newLogStream(latest),
                event -> event.text().ifPresent(log::add));
    return switch (result) {
      case FunctionArchives.Result.Archived(EnvironmentSpec spec) -> spec;
      case FunctionArchives.Result.Unavailable(String why) ->
          throw new UserMistake(
              name + " cannot start from an " + format.words() + ": " + why,
              "measure without: --snap-start none");
      case FunctionArchives.Result.Failed(String type, String message) -> {
        log.forEach(progress::line);
        throw new FunctionFailed(
            new UserMistake(
                "the training run of " + name + " failed: " + type + ": " + message,
                "look at the function's log above"));
      }
    };
  }

  /**
   * @param priming of an invocation before the snapshot
   */
  private EnvironmentSpec restored(
      EnvironmentSpec version, String name, boolean mayFallBack, Optional<byte[]> priming)
      throws InterruptedException {
    Snapshots snapshots = workspace.snapshots();
    Optional<String> obstacle = snapshots.obstacle(version);
    if (obstacle.isPresent() && !mayFallBack) {
      throw refused(name, obstacle.get());
    }
    List<String> log = new ArrayList<>();
    String stream = Environment.newLogStream(version);
    Consumer<PlatformEvent.Stamped> events =
        each ->
            each.text()
                .or(() -> PlatformLog.remark(each.event()))
                .map(PlatformLog::lines)
                .ifPresent(log::add);
    try (Stages stages = workspace.stages(() -> "preparing " + name)) {
      EnvironmentSpec published =
          priming.isPresent()
              ? snapshots.warm(version, priming.get(), stream, events, stages::reach)
              : snapshots.published(version, stream, events, stages::reach);
      GeneratedPrimings.problems(log).forEach(each -> progress.line(name + ": " + each));
      return published;
    } catch (UserMistake e) {
      log.forEach(progress::line);
      throw new FunctionFailed(e);
    }
  }

  private static EnvironmentSpec required(
      EnvironmentSpec published, String name, boolean mayFallBack) {
    if (published.snapshot().isEmpty() && !mayFallBack) {
      throw refused(name, "none could be taken, as said above");
    }
    return published;
  }

  private static UserMistake refused(String name, String reason) {
    return new UserMistake(
        name + " cannot start from a snapshot: " + reason,
        "do what thaw doctor says (thaw setup installs CRIU); thaw bench and why leave snapshots out"
            + " with --snap-start none");
  }

  /**
   * Code without a function takes the configuration of the function with the same handler, so that
   * memory size, runtime and variables are those of what it is compared with.
   */
  private FunctionDefinition base(VariantChoice choice) {
    Optional<FunctionDefinition> sameHandler =
        application.functions().stream()
            .filter(f -> choice.handler().isPresent() && f.handler().equals(choice.handler().get()))
            .findFirst();
    if (choice.code().isPresent() && choice.function().isEmpty() && sameHandler.isPresent()) {
      return sameHandler.get().withCode(bare(choice).code());
    }
    if (choice.code().isPresent() && choice.function().isEmpty()) {
      return bare(choice);
    }
    String wanted = choice.function().orElse("");
    return FunctionChoice.chosen(application, wanted);
  }

  private static FunctionDefinition bare(VariantChoice choice) {
    ReadOptions options = ReadOptions.defaults();
    return ApplicationReader.read(
            choice.code().orElseThrow(), choice.handler().map(options::withHandler).orElse(options))
        .functions()
        .getFirst();
  }

  private FunctionDefinition adapted(FunctionDefinition function, VariantChoice choice) {
    Map<String, String> environment = new HashMap<>(function.environment());
    environment.putAll(choice.environment());
    FunctionDefinition other =
        choice.code().isPresent() && choice.function().isPresent()
            ? ApplicationReader.read(
                    choice.code().get(), ReadOptions.defaults().withHandler(function.handler()))
                .functions()
                .getFirst()
            : function;
    return JvmChoice.on(choice.jdk(), function)
        .with()
        .code(other.code())
        .handler(choice.handler().orElse(function.handler()))
        .memory(choice.memory().orElse(function.memory()))
        .environment(environment)
        .build();
  }
}
