package thaw.explanation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.CauseShare;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.Classes;
import thaw.attribution.Explanation.Initialiser;
import thaw.attribution.Explanation.LoadedClass;
import thaw.attribution.Explanation.MethodTime;
import thaw.attribution.Explanation.Movable;
import thaw.attribution.Explanation.OwnerShare;
import thaw.attribution.Explanation.Phase;
import thaw.attribution.Explanation.Span;
import thaw.attribution.Explanation.Subject;
import thaw.attribution.Explanation.Total;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.presentation.text.Figures;
import thaw.recording.Frame;

/** Plausible explanations: the pet store of a well-known conference talk, at 256 MB. */
public final class WhyExamples {
  public static final Instant WHEN = Instant.parse("2026-03-01T12:00:00Z");
  public static final String GUICE = "com.google.inject:guice:7.0.0";
  static final String SDK = "software.amazon.awssdk:dynamodb:2.54.20";
  public static final String JACKSON =
      "com.fasterxml.jackson.core:jackson-databind (shaded in"
          + " com.amazonaws:aws-lambda-java-serialization:1.1.6)";
  public static final String PEER = "127.0.0.1:8000";

  private static final String RUNTIME =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda.";
  private static final String HANDLER = "com.example.petstore.CreatePetHandler.";

  private WhyExamples() {}

  /** Every cause is in it, most of them small. */
  public static Explanation petstore() {
    return petstore(1, 800, 3_200, WHEN);
  }

  /** What it was before Guice was in the way. */
  public static Explanation older() {
    return petstore(0.55, 300, 2_700, WHEN.minusSeconds(86_400));
  }

  private static Explanation petstore(double guice, int samples, int classes, Instant recordedAt) {
    List<PetstoreWays.Way> ways = new ArrayList<>();
    for (PetstoreWays.Way way : PetstoreWays.ALL) {
      double factor = way.owner().equals(GUICE) ? guice : 1;
      ways.add(
          new PetstoreWays.Way(
              way.phase(),
              way.cause(),
              way.owner(),
              way.requester(),
              way.millis() * factor,
              way.path()));
    }
    for (Cause cause : Cause.values()) {
      if (PetstoreWays.ALL.stream().noneMatch(way -> way.cause() == cause)
          && cause != Cause.UNEXPLAINED) {
        double millis = 0.4 + cause.ordinal() * 0.31;
        ways.add(
            new PetstoreWays.Way(
                PhaseName.FIRST_INVOCATION,
                cause,
                cause.kind() == Cause.Kind.CPU_WAIT ? "2 threads" : SDK,
                SDK,
                millis,
                RUNTIME + "main",
                HANDLER + "handleRequest",
                "software.amazon.awssdk.core.internal.http.pipeline.stages."
                    + "MakeHttpRequestStage.execute"));
      }
    }
    List<ProfileSample> profile = new ArrayList<>();
    for (PetstoreWays.Way way : ways) {
      // What the kernel counts, without a stack, is not sampled.
      if (way.cause() != Cause.THROTTLED && way.cause() != Cause.LAUNCH) {
        addSamples(profile, way, Math.max(1, (int) (samples * way.millis() / 500)));
      }
    }
    for (int i = 0; i < 60; i++) {
      profile.add(
          new ProfileSample(
              1 + i % 3,
              300 + i,
              "C2 CompilerThread0",
              false,
              PhaseName.FIRST_INVOCATION,
              Cause.JIT_THREADS,
              3.1,
              "JDK",
              "JDK",
              List.of(
                  new Frame.Native("libjvm.so", "PhaseIdealLoop::build_and_optimize()"),
                  new Frame.Native("libjvm.so", "Compile::Compile(ciEnv*, ciMethod*)"))));
    }
    List<Phase> phases = phases(ways, profile);
    double wall =
        phases.stream()
            .filter(phase -> phase.name() != PhaseName.LATER_INVOCATIONS)
            .mapToDouble(Phase::wallMillis)
            .sum();
    return new Explanation(
        new Subject(
            "CreatePet",
            "com.example.petstore.CreatePetHandler::handleRequest",
            256,
            "JDK 25.0.3",
            3,
            recordedAt,
            true,
            true,
            true),
        new Total(wall, wall * 1.4, 0.9837),
        phases,
        classes(classes),
        methods(guice),
        movable(),
        List.of(new Initialiser("com.example.petstore.CreatePetHandler", 41.2, 3.5)),
        findings(guice),
        timeline(phases),
        profile,
        List.of(
            new Explanation.HandlerLine(
                HANDLER + "handleRequest(CreatePetHandler.java:31)", 20, 30)),
        List.of(
            "The kernel's symbols are hidden from us (kptr_restrict), so its functions have no"
                + " names.",
            "Sampling made the profiled runs 8 % slower; the baseline run has no sampling."));
  }

  private static void addSamples(List<ProfileSample> profile, PetstoreWays.Way way, int count) {
    for (int i = 0; i < count; i++) {
      List<Frame> frames = new ArrayList<>();
      for (String path : way.path()) {
        frames.addFirst(frame(path, i % 7));
      }
      profile.add(
          new ProfileSample(
              1 + i % 3,
              40 + way.phase().ordinal() * 120 + i * 0.5,
              "main",
              true,
              way.phase(),
              way.cause(),
              way.millis() / count,
              way.requester(),
              way.owner(),
              frames));
    }
  }

  private static Frame frame(String path, int bci) {
    return switch (path.charAt(0)) {
      case '!' -> new Frame.Native("libjvm.so", path.substring(1));
      case '?' -> new Frame.Kernel(path.substring(1));
      default -> {
        int dot = path.lastIndexOf('.');
        yield new Frame.Java(path.substring(0, dot), path.substring(dot + 1), bci);
      }
    };
  }

  private static List<Phase> phases(List<PetstoreWays.Way> ways, List<ProfileSample> profile) {
    Map<PhaseName, Map<Cause, List<PetstoreWays.Way>>> grouped = new TreeMap<>();
    for (PetstoreWays.Way way : ways) {
      grouped
          .computeIfAbsent(way.phase(), _ -> new TreeMap<>())
          .computeIfAbsent(way.cause(), _ -> new ArrayList<>())
          .add(way);
    }
    List<Phase> phases = new ArrayList<>();
    grouped.forEach((phase, causes) -> {
      List<CauseShare> shares = new ArrayList<>();
      causes.forEach((cause, of) -> {
        int samples =
            (int)
                profile.stream()
                    .filter(each -> each.phase() == phase && each.cause() == cause)
                    .count();
        shares.add(
            new CauseShare(
                cause,
                of.stream().mapToDouble(PetstoreWays.Way::millis).sum(),
                samples,
                owners(of, PetstoreWays.Way::owner),
                owners(of, PetstoreWays.Way::requester),
                phase.ordinal() >= PhaseName.HANDLER_INIT.ordinal()
                    ? owners(of, _ -> HANDLER + "handleRequest")
                    : List.of()));
      });
      double known = shares.stream().mapToDouble(CauseShare::millis).sum();
      double unexplained = known / 60;
      shares.add(
          new CauseShare(Cause.UNEXPLAINED, unexplained, 0, List.of(), List.of(), List.of()));
      shares.sort(Comparator.comparingDouble(CauseShare::millis).reversed());
      double wall = known + unexplained;
      phases.add(new Phase(phase, wall, wall * 1.4, known / wall, shares));
    });
    return phases;
  }

  private static List<OwnerShare> owners(
      List<PetstoreWays.Way> ways, java.util.function.Function<PetstoreWays.Way, String> of) {
    Map<String, Double> sums = new LinkedHashMap<>();
    ways.forEach(way -> sums.merge(of.apply(way), way.millis(), Double::sum));
    return sums.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(entry -> new OwnerShare(entry.getKey(), entry.getValue()))
        .toList();
  }

  static Classes classes(int count) {
    String[] packages = {
      "com.google.inject.internal",
      "software.amazon.awssdk.core",
      "java.util.concurrent",
      "com.example.petstore",
      "software.amazon.awssdk.services.dynamodb.model"
    };
    String[] libraries = {GUICE, SDK, "JDK", "function", SDK};
    List<LoadedClass> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int kind = i % 5;
      String name =
          i % 40 == 3
              ? "com.example.petstore.CreatePetHandler$$Lambda"
              : packages[kind] + ".Class" + i;
      list.add(
          new LoadedClass(
              name,
              libraries[kind],
              i < count / 3 ? PhaseName.BOOT : PhaseName.FIRST_INVOCATION,
              kind == 2,
              10 + i * 0.1));
    }
    List<ClassGroup> byPackage = new ArrayList<>();
    Map<String, ClassGroup> byLibrary = new LinkedHashMap<>();
    for (int i = 0; i < packages.length; i++) {
      ClassGroup group = new ClassGroup(packages[i], count / 5, i == 2 ? count / 5 : 0, 90 - i * 9);
      byPackage.add(group);
      byLibrary.merge(
          libraries[i],
          new ClassGroup(libraries[i], group.classes(), group.archived(), group.millis()),
          (a, b) ->
              new ClassGroup(
                  a.name(),
                  a.classes() + b.classes(),
                  a.archived() + b.archived(),
                  a.millis() + b.millis()));
    }
    return new Classes(count, byPackage, List.copyOf(byLibrary.values()), list);
  }

  private static List<MethodTime> methods(double guice) {
    return List.of(
        new MethodTime(HANDLER + "handleRequest", "function", 400, 0.4, 0),
        new MethodTime("com.google.inject.Guice.createInjector", GUICE, 185 * guice, 2, 0),
        new MethodTime(
            "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClientBuilder.buildClient",
            SDK,
            98.3,
            1.1,
            0),
        new MethodTime("java.math.BigDecimal.<clinit>", "JDK", 8.7, 8.7, 8.7));
  }

  private static List<Movable> movable() {
    return List.of(
        new Movable(
            "com.google.inject.Guice.createInjector",
            HANDLER + "handleRequest:42",
            185,
            "Nothing of the event reaches it."),
        new Movable(
            "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClientBuilder.buildClient",
            HANDLER + "handleRequest:45",
            98.3,
            "Nothing of the event reaches it."));
  }

  private static List<Finding> findings(double guice) {
    return List.of(
        new Finding(
            "client-built-in-handler",
            "An AWS client is built in the handler",
            "DynamoDbClient is built in the first invocation, which took 98.3 ms of its 420 ms.",
            HANDLER + "handleRequest, line 45",
            80.2,
            98.3,
            "Build it in a static field, so that init does it, on two whole CPUs."),
        new Finding(
            "no-class-archive",
            "No class archive: 2,133 classes are parsed from jars",
            "Class loading took 187 ms; 640 of 3,200 classes came from an archive.",
            "",
            150,
            203,
            "Enable SnapStart, or deploy an AOT cache made by `-XX:AOTCacheOutput`."),
        new Finding(
            "injection-at-run-time",
            "Dependency injection at run time",
            "Guice took %s ms.".formatted(Figures.millis(185 * guice)),
            "com.example.petstore.PetModule.configure, line 12",
            123,
            185,
            "Use Dagger, which wires at compile time, or wire by hand."),
        new Finding(
            "secure-random",
            "SecureRandom is set up and hardly used",
            "33.4 ms for one number.",
            HANDLER + "handleRequest, line 50",
            30,
            30,
            "Use ThreadLocalRandom where nobody may not guess the number."));
  }

  private static List<Span> timeline(List<Phase> phases) {
    List<Span> spans = new ArrayList<>();
    double at = 0;
    for (Phase phase : phases) {
      spans.add(new Span("phase", phase.name().label(), at, phase.wallMillis()));
      at += phase.wallMillis();
    }
    spans.add(new Span("method", "com.google.inject.Guice.createInjector", 130, 185));
    spans.add(new Span("method", "DefaultDynamoDbClientBuilder.buildClient", 320, 98.3));
    spans.add(new Span("wait", PEER, 460, 11.1));
    for (int i = 0; i < 20; i++) {
      spans.add(new Span("GC", "young collection " + (i + 1), 100 + i * 20, 0.5 + i % 4));
    }
    spans.sort(Comparator.comparingDouble(Span::startMillis));
    return spans;
  }

  /** The cold start of {@link #petstore} on a machine that other programs kept busy. */
  public static Explanation starved() {
    Explanation idle = petstore();
    int at = idle.phases().stream().map(Phase::name).toList().indexOf(PhaseName.FIRST_INVOCATION);
    Explanation.Phase last = idle.phases().get(at);
    List<Explanation.CauseShare> causes = new ArrayList<>(last.causes());
    double taken = 2 * idle.total().wallMillis();
    causes.addFirst(
        new Explanation.CauseShare(
            Cause.HOST_CONTENTION, taken, 0, List.of(), List.of(), List.of()));
    List<Explanation.Phase> phases = new ArrayList<>(idle.phases());
    phases.set(
        at,
        new Explanation.Phase(
            last.name(),
            last.wallMillis() + taken,
            last.cpuMillis(),
            last.explainedRatio(),
            causes));
    return idle.withTotal(
            new Explanation.Total(
                idle.total().wallMillis() + taken,
                idle.total().cpuMillis(),
                idle.total().explainedRatio()))
        .withPhases(phases);
  }

  /** Everything that can be empty is. */
  public static Explanation empty() {
    return new Explanation(
        new Subject("Nothing", "Handler", 128, "JDK 17.0.15", 0, WHEN, true, true, true),
        new Total(0, 0, 0),
        List.of(),
        new Classes(0, List.of(), List.of(), List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** Names that would be markup, script, escape sequences or separators elsewhere. */
  public static Explanation hostile() {
    String evil = "</script><script>alert(\"1\")</script> a&b; 'q' {{title}} \u001b[2J\u202eevil";
    OwnerShare owner = new OwnerShare(evil, 3);
    CauseShare cause =
        new CauseShare(Cause.CLASS_PARSE, 3, 3, List.of(owner), List.of(owner), List.of(owner));
    CauseShare rest = new CauseShare(Cause.UNEXPLAINED, 0, 0, List.of(), List.of(), List.of());
    Frame java = new Frame.Java("com.example.A<b>&c", "<clinit>", 3);
    Frame hidden = new Frame.Java("com.example.A$$Lambda/0x00007f", "lambda;x y", -1);
    Frame code = new Frame.Native("lib\"x.so", "foo<int>(char const*; bool)");
    return new Explanation(
        new Subject(evil, evil, 256, evil, 1, WHEN, true, true, true),
        new Total(3, 3, 1),
        List.of(new Phase(PhaseName.FIRST_INVOCATION, 3, 3, 1, List.of(cause, rest))),
        new Classes(
            1,
            List.of(new ClassGroup(evil, 1, 0, 1)),
            List.of(new ClassGroup(evil, 1, 0, 1)),
            List.of(new LoadedClass(evil, evil, PhaseName.BOOT, true, 1))),
        List.of(new MethodTime(evil, evil, 3, 1, 0)),
        List.of(new Movable(evil, evil, 1, evil)),
        List.of(new Initialiser(evil, 1, 1)),
        List.of(new Finding(evil, evil, evil, evil, 1, 2, evil)),
        List.of(new Span(evil, evil, 0, 3)),
        List.of(
            new ProfileSample(
                1,
                1,
                evil,
                true,
                PhaseName.FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                2,
                evil,
                evil,
                List.of(code, hidden, java)),
            new ProfileSample(
                1,
                2,
                evil,
                false,
                PhaseName.FIRST_INVOCATION,
                Cause.CLASS_PARSE,
                1,
                evil,
                evil,
                List.of())),
        List.of(),
        List.of(evil));
  }

  /** As much as a large function has: 12,000 classes, 30,000 samples, stacks 150 deep. */
  public static Explanation large() {
    Explanation small = petstore();
    Random random = new Random(1);
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      frames.add(
          new Frame.Java("org.springframework.beans.factory.support.Bean" + i / 8, "m" + i % 8, 1));
    }
    List<ProfileSample> profile = new ArrayList<>();
    List<Frame> stack = new ArrayList<>();
    Cause[] causes = Cause.values();
    for (int i = 0; i < 30_000; i++) {
      // Neighbours share most of their stacks, as in a program that runs.
      int kept =
          Math.min(stack.size(), 150 - (int) Math.min(149, -Math.log(random.nextDouble()) * 12));
      stack = new ArrayList<>(stack.subList(0, kept));
      while (stack.size() < 150) {
        stack.add(frames.get((int) (20_000 * Math.pow(random.nextDouble(), 3))));
      }
      profile.add(
          new ProfileSample(
              1 + i / 10_000,
              i % 10_000,
              i % 5 == 0 ? "pool-1-thread-1" : "main",
              i % 5 != 0,
              PhaseName.values()[1 + i % 10_000 / 3_334],
              causes[random.nextInt(causes.length)],
              0.33,
              SDK,
              SDK,
              stack.reversed()));
    }
    return small.withClasses(classes(12_000)).withProfile(profile);
  }
}
