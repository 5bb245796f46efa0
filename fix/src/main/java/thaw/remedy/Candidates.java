package thaw.remedy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.function.LambdaLimits;
import thaw.function.MemorySize;

/** Remedies that change no source: what is known to help, where the evidence says so. */
public final class Candidates {
  private static final int FIRST_WITH_ARCHIVES = 13;
  private static final int FIRST_WITH_C1_FROM_LAMBDA = 17;

  /** JEP 416 made reflection use method handles; before, the option does nothing. */
  private static final int FIRST_WITH_METHOD_HANDLES_IN_REFLECTION = 18;

  private static final int FIRST_WITH_THESE_GROUPS = 17;

  /** JEP 527 puts another one before them. */
  private static final int LAST_WITH_THESE_GROUPS = 26;

  /** The JDK's own, of which P-256 and P-384 have changed places. */
  private static final String GROUPS =
      "x25519,secp384r1,secp256r1,secp521r1,x448,ffdhe2048,ffdhe3072,ffdhe4096,ffdhe6144,ffdhe8192";

  /** Its default is 1, another address at each start; before, the option was 0 or not there. */
  private static final int FIRST_WITH_RANDOM_ADDRESS = 17;

  private static final List<String> AT_ITS_ADDRESS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");

  /**
   * The largest share of a start that relocation takes: of functions with SDK 2, 8 % of the CPU
   * time in 16 against 16 starts, and nothing that could be told in 12 against 12.
   */
  private static final double MOST_OF_RELOCATION = 0.05;

  private static final double LEAST_OF_COLLECTIONS = 0.3;

  /**
   * A third of the compilers' time went, and the interpreter took a part of it. But what compiles
   * is missed by what waits for a CPU: three steps gained 0.20, 0.46 and 0.65 of that time.
   */
  private static final double MOST_OF_COMPILING = 0.55;

  private static final List<String> WITHOUT_REPLAY =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining");

  /** JEP 515 put them into the cache. */
  private static final int FIRST_WITH_PROFILES = 25;

  /** C1 alone makes no use of a profile, and compiles all that the training had it compile. */
  private static final Pattern MORE_THAN_C1 =
      Pattern.compile("-XX:-TieredCompilation|TieredStopAtLevel=(?!1\\b)");

  /** The part of the compilers' time that goes where no quota makes the start wait for it. */
  private static final double GONE_OF_COMPILING = 0.33;

  private static final Set<PhaseName> INIT =
      Set.of(PhaseName.BOOT, PhaseName.RUNTIME_CLIENT, PhaseName.HANDLER_INIT);

  private static final String ARCHIVE_WORDS =
      "start from an archive of the classes that the events need";
  private static final String STORED_WORDS = "store the libraries' jars without compression";

  private final Explanation explanation;
  private final Facts facts;
  private final WhyNot whyNot;
  private final List<Remedy> remedies = new ArrayList<>();

  /**
   * The facts that an explanation does not tell.
   *
   * @param jdk feature version
   * @param runtimeJdk that of the function's runtime on AWS, on which its options must start, too
   * @param draft that was explained
   * @param ownOptions the function's {@code JAVA_TOOL_OPTIONS}, empty where it has none
   */
  public record Facts(int jdk, int runtimeJdk, MemorySize memory, Draft draft, String ownOptions) {
    /** Returns the older of both: a JVM refuses to start with an option that it does not know. */
    private int oldest() {
      return Math.min(jdk, runtimeJdk);
    }
  }

  private Candidates(Explanation explanation, Facts facts, WhyNot whyNot) {
    this.explanation = explanation;
    this.facts = facts;
    this.whyNot = whyNot;
  }

  static List<Remedy> of(Explanation explanation, Facts facts) {
    return of(explanation, facts, new WhyNot());
  }

  /**
   * @param whyNot gets what stands in the way of those that answer a finding
   */
  public static List<Remedy> of(Explanation explanation, Facts facts, WhyNot whyNot) {
    Candidates candidates = new Candidates(explanation, facts, whyNot);
    candidates.obstacles();
    candidates.archive();
    candidates.storedJars();
    candidates.options();
    candidates.memory();
    return List.copyOf(candidates.remedies);
  }

  private void obstacles() {
    if (facts.draft().isArchived()) {
      whyNot.add(Family.CLASS_ARCHIVE, "the function starts from an archive already");
    } else if (facts.jdk() < FIRST_WITH_ARCHIVES) {
      older(Family.CLASS_ARCHIVE, facts.jdk(), FIRST_WITH_ARCHIVES);
    }
    if (facts.draft().hasStoredJars()) {
      whyNot.add(Family.STORED_JARS, "the jars are stored already");
    }
    older(Family.RUNTIME_CLIENT, facts.jdk(), OtherStarts.FIRST_OF_CLIENT);
    if (facts.draft().has(Change.RuntimeClient.class)) {
      whyNot.add(Family.RUNTIME_CLIENT, "the function starts with Thaw's client already");
    }
    older(Family.NATIVE_REFLECTION, facts.oldest(), FIRST_WITH_METHOD_HANDLES_IN_REFLECTION);
    taken(Family.NATIVE_REFLECTION, "useNativeAccessorOnly");
    older(Family.TLS_GROUPS, facts.oldest(), FIRST_WITH_THESE_GROUPS);
    if (facts.jdk() > LAST_WITH_THESE_GROUPS) {
      whyNot.add(Family.TLS_GROUPS, "JDK " + facts.jdk() + " has other groups");
    }
    taken(Family.TLS_GROUPS, "jdk.tls.namedGroups");
    if (facts.jdk() >= FIRST_WITH_C1_FROM_LAMBDA) {
      whyNot.add(Family.C1_ONLY, "Lambda has it from Java 17 on");
    }
    taken(Family.C1_ONLY, "TieredStopAtLevel");
    if (facts.draft().memory().isPresent()) {
      whyNot.add(Family.MEMORY, "the memory was doubled already");
    } else if (2 * facts.memory().mebibytes() > LambdaLimits.LARGEST_MEMORY_MIB) {
      whyNot.add(Family.MEMORY, "Lambda gives no function twice " + facts.memory());
    }
  }

  private void older(Family family, int jdk, int first) {
    if (jdk < first) {
      whyNot.add(family, "JDK %d is older than %d, the first that has it".formatted(jdk, first));
    }
  }

  private void taken(Family family, String option) {
    if (!isFree(option)) {
      whyNot.add(family, "JAVA_TOOL_OPTIONS has " + option + " already");
    }
  }

  private void archive() {
    if (facts.jdk() >= FIRST_WITH_ARCHIVES && !facts.draft().isArchived()) {
      finding(Family.CLASS_ARCHIVE)
          .ifPresent(
              finding -> add(Family.CLASS_ARCHIVE, finding, ARCHIVE_WORDS, new Change.Archive()));
    }
  }

  private void storedJars() {
    if (!facts.draft().hasStoredJars()) {
      finding(Family.STORED_JARS)
          .ifPresent(
              finding -> add(Family.STORED_JARS, finding, STORED_WORDS, new Change.StoredJars()));
    }
  }

  private void options() {
    archiveAddress();
    youngGeneration();
    namedOptions();
    compilerOptions();
  }

  private void youngGeneration() {
    double collections = millis(Cause.GC);
    if (collections > 0 && isFree("NewSize") && isFree("-Xmn")) {
      add(
          Family.YOUNG_GENERATION,
          Optional.empty(),
          new Prediction(LEAST_OF_COLLECTIONS * collections, collections),
          "a young generation that the start does not fill",
          "-XX:NewSize=" + facts.memory().mebibytes() / 4 + "m");
    }
  }

  private void namedOptions() {
    if (facts.oldest() >= FIRST_WITH_METHOD_HANDLES_IN_REFLECTION
        && isFree("useNativeAccessorOnly")) {
      finding(Family.NATIVE_REFLECTION)
          .ifPresent(finding ->
              add(
                  Family.NATIVE_REFLECTION,
                  Optional.of(finding.id()),
                  predicted(finding),
                  "reflective calls without method handles",
                  "-Djdk.reflect.useNativeAccessorOnly=true"));
    }
    if (facts.oldest() >= FIRST_WITH_THESE_GROUPS
        && facts.jdk() <= LAST_WITH_THESE_GROUPS
        && isFree("jdk.tls.namedGroups")) {
      finding(Family.TLS_GROUPS)
          .ifPresent(finding ->
              add(
                  Family.TLS_GROUPS,
                  Optional.of(finding.id()),
                  predicted(finding),
                  "TLS offers a key of P-384 in place of P-256",
                  "-Djdk.tls.namedGroups=" + GROUPS));
    }
  }

  /**
   * It is mapped where it was made for, and needs no relocation; where it cannot be, it is as ever.
   */
  private void archiveAddress() {
    boolean isMapped = facts.draft().isArchived() && facts.jdk() >= FIRST_WITH_RANDOM_ADDRESS;
    if (isMapped && isFree("ArchiveRelocationMode")) {
      double total = explanation.ownMillis();
      remedies.add(
          Family.ARCHIVE_ADDRESS.remedy(
              Optional.empty(),
              "the archive is mapped at the address that it was made for, which is then no longer"
                  + " random: an attacker who can make the JVM read or write memory knows where its"
                  + " classes are: "
                  + String.join(" ", AT_ITS_ADDRESS),
              new Prediction(0, MOST_OF_RELOCATION * total),
              new Change.JvmOptions(AT_ITS_ADDRESS, true)));
    }
  }

  private void compilerOptions() {
    double gain = MOST_OF_COMPILING * millis(Cause.JIT_THREADS) + ofContention();
    if (gain > 0 && facts.draft().isArchived() && isFree("CompileThreshold")) {
      String option = "-XX:CompileThresholdScaling=3";
      remedies.add(
          Family.COMPILE_THRESHOLD.remedy(
              Optional.empty(),
              "methods are compiled after three times as many calls: " + option,
              new Prediction(0, gain),
              new Change.JvmOptions(List.of(option), true)));
    }
    if (gain > 0
        && facts.draft().isArchived()
        && facts.jdk() >= FIRST_WITH_PROFILES
        && isFree("AOTReplayTraining")
        && isFree("AOTRecordTraining")
        && !MORE_THAN_C1.matcher(facts.ownOptions()).find()) {
      remedies.add(
          Family.PROFILE_REPLAY.remedy(
              Optional.empty(),
              "the JVM compiles what this start calls often, not at once all that the training"
                  + " compiled: "
                  + String.join(" ", WITHOUT_REPLAY),
              new Prediction(0, gain),
              new Change.JvmOptions(WITHOUT_REPLAY, true)));
    }
    if (facts.jdk() < FIRST_WITH_C1_FROM_LAMBDA && isFree("TieredStopAtLevel")) {
      finding(Family.C1_ONLY)
          .ifPresent(finding ->
              add(
                  Family.C1_ONLY,
                  Optional.of(finding.id()),
                  predicted(finding),
                  "the fast compiler only, as Lambda has it from Java 17 on",
                  "-XX:TieredStopAtLevel=1"));
    }
  }

  /**
   * In init the compilers have CPUs of their own, and nothing waits for them. But where there are
   * more threads than CPUs, because of other programs, what is not compiled is not waited for, up
   * to all that init has waited for a CPU. That is in the size of this machine's starts already.
   */
  private double ofContention() {
    double waited = 0;
    double beside = 0;
    for (Explanation.Phase phase : explanation.phases()) {
      if (INIT.contains(phase.name())) {
        waited += millis(phase, share -> share.cause() == Cause.HOST_CONTENTION);
        beside += phase.cpuMillis() - millis(phase, Candidates::isOnCpu);
      }
    }
    double wall = explanation.total().wallMillis();
    return wall > 0
        ? Math.min(waited, GONE_OF_COMPILING * Math.max(0, beside)) * explanation.ownMillis() / wall
        : 0;
  }

  private static boolean isOnCpu(Explanation.CauseShare share) {
    return switch (share.cause().kind()) {
      case BLOCKED, CPU_WAIT -> false;
      default -> share.cause() != Cause.JIT_THREADS;
    };
  }

  private static double millis(Explanation.Phase phase, Predicate<Explanation.CauseShare> which) {
    return phase.causes().stream().filter(which).mapToDouble(Explanation.CauseShare::millis).sum();
  }

  private void memory() {
    int twice = 2 * facts.memory().mebibytes();
    if (facts.draft().memory().isEmpty() && twice <= LambdaLimits.LARGEST_MEMORY_MIB) {
      finding(Family.MEMORY)
          .ifPresent(finding ->
              remedies.add(
                  new Remedy(
                      Family.MEMORY.id("" + twice),
                      Family.MEMORY.kind(),
                      Optional.of(finding.id()),
                      "MemorySize: " + twice + ", for another price",
                      predicted(finding),
                      new Change.Memory(new MemorySize(twice)))));
    }
  }

  private boolean isFree(String option) {
    return !facts.ownOptions().contains(option)
        && facts.draft().jvmOptions().stream().noneMatch(each -> each.contains(option));
  }

  private double millis(Cause cause) {
    return explanation.phases().stream()
        .mapToDouble(phase -> millis(phase, share -> share.cause() == cause))
        .sum();
  }

  private Optional<Finding> finding(Family family) {
    return explanation.findings().stream().filter(each -> family.answers(each.id())).findFirst();
  }

  private static Prediction predicted(Finding finding) {
    return new Prediction(finding.lowMillis(), finding.highMillis());
  }

  private void add(Family family, Finding finding, String what, Change change) {
    remedies.add(family.remedy(Optional.of(finding.id()), what, predicted(finding), change));
  }

  private void add(
      Family family, Optional<String> finding, Prediction predicted, String what, String option) {
    remedies.add(
        family.remedy(
            finding, what + ": " + option, predicted, new Change.JvmOptions(List.of(option))));
  }
}
