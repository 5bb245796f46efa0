package thaw.remedy;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AgentModules;
import thaw.attribution.evidence.CodeIndex;

/**
 * Remedies that are made alike, with the findings of {@code thaw why} that they answer. The one
 * table of it: what offers remedies and what shows findings reads it here.
 */
public enum Family {
  CLASS_ARCHIVE("class-archive", RemedyKind.SAFE, Edits.SETTINGS, "no-class-archive"),
  STORED_JARS("stored-jars", RemedyKind.SAFE, Edits.SETTINGS, "deflated-jars"),
  YOUNG_GENERATION("young-generation", RemedyKind.SAFE, Edits.SETTINGS),
  NATIVE_REFLECTION("native-reflection", RemedyKind.SAFE, Edits.SETTINGS, "first-reflective-call"),
  TLS_GROUPS("tls-groups", RemedyKind.SAFE, Edits.SETTINGS, "tls-key-share"),
  COMPILE_THRESHOLD("compile-threshold", RemedyKind.SAFE, Edits.SETTINGS),
  PROFILE_REPLAY("profile-replay", RemedyKind.SAFE, Edits.SETTINGS),
  C1_ONLY("c1-only", RemedyKind.SAFE, Edits.SETTINGS, "c2-at-small-memory"),
  ARCHIVE_ADDRESS("archive-address", RemedyKind.REVIEWED, Edits.SETTINGS),
  STATIC_STATE(
      "static-NAME",
      RemedyKind.REVIEWED,
      Edits.SOURCES,
      "client-built-in-handler",
      "run-time-injection",
      "container-for-each-event",
      "work-in-handler",
      "locale-data"),
  PRIMING("prime-CLIENT", RemedyKind.REVIEWED, Edits.SOURCES, "unprimed-first-call"),
  SDK_WARM_UP("sdk-warm-up", RemedyKind.REVIEWED, Edits.SOURCES, "unprimed-first-call"),
  FIRST_REQUEST("first-request", RemedyKind.REVIEWED, Edits.SOURCES, "unprimed-first-call"),
  FIRST_BINDING("first-binding", RemedyKind.REVIEWED, Edits.SOURCES, "pojo-handler"),
  LISTED_CLASSES("prime-classes", RemedyKind.REVIEWED, Edits.SOURCES),
  HTTP_CLIENT(
      "client-settings-http",
      RemedyKind.REVIEWED,
      Edits.SOURCES,
      "slow-http-client",
      "several-http-clients"),
  CLIENT_SETTINGS(
      "client-settings-CLIENT", RemedyKind.REVIEWED, Edits.SOURCES, "client-without-settings"),
  SPRING_AOT(
      "spring-aot",
      RemedyKind.REVIEWED,
      Edits.SOURCES,
      "run-time-injection",
      "hibernate-scan",
      "spring-data-repositories"),
  SPRING_LAZY("spring-lazy", RemedyKind.REVIEWED, Edits.RESOURCES, "run-time-injection"),
  POOL_IDLE("pool-idle", RemedyKind.REVIEWED, Edits.DATABASE, "connection-pool"),
  TEST_QUERY("test-query", RemedyKind.REVIEWED, Edits.DATABASE, "connection-validation"),
  CONNECTION("first-connection", RemedyKind.REVIEWED, Edits.DATABASE, "connection-in-handler"),
  DIALECT("hibernate-dialect", RemedyKind.REVIEWED, Edits.DATABASE, "hibernate-metadata"),
  SCHEMA_CHECK("schema-check", RemedyKind.REVIEWED, Edits.DATABASE, "hibernate-schema"),
  SCHEMA_UPDATE("schema-update", RemedyKind.DIFFERENT, Edits.DATABASE, "hibernate-schema"),
  ENTITY_LIST("entity-list", RemedyKind.REVIEWED, Edits.DATABASE, "hibernate-scan"),
  BYTECODE("no-bytecode", RemedyKind.REVIEWED, Edits.DATABASE, "hibernate-bytecode"),
  ENTITY_CACHE("no-entity-cache", RemedyKind.REVIEWED, Edits.DATABASE, "second-level-cache"),
  REPOSITORIES(
      "lazy-repositories", RemedyKind.REVIEWED, Edits.DATABASE, "spring-data-repositories"),
  SDK_V2("sdk-v2", RemedyKind.REVIEWED, Edits.SOURCES, "sdk-v1"),
  QUIET_SDK_V1("quiet-sdk-v1", RemedyKind.REVIEWED, Edits.SETTINGS),
  AGENT_MODULES("agent-modules", RemedyKind.REVIEWED, Edits.SETTINGS, "java-agent"),
  SNAP_START("snap-start", RemedyKind.DIFFERENT, Edits.SETTINGS),
  RUNTIME_CLIENT("runtime-client", RemedyKind.DIFFERENT, Edits.SETTINGS, "official-runtime-client"),
  RUNTIME("runtime-JDK", RemedyKind.DIFFERENT, Edits.SETTINGS),
  MEMORY("memory-MB", RemedyKind.DIFFERENT, Edits.SETTINGS, "small-memory");

  /** Nothing that primes clients of AWS's SDK has anything to do. */
  public static final String NO_CLIENT =
      "in the first invocation, with what was kept, no call of a client of the AWS SDK 2 was seen";

  /** SDK's own warm-up makes clients that block. */
  public static final String NO_BLOCKING_CLIENT =
      "it warms up clients that block, and in the first invocation no call of such a client of the AWS SDK 2 was seen";

  /** Ends the reason why code of another language is left alone. */
  public static final String JAVA_ONLY = "thaw fix edits Java only";

  private final String id;
  private final RemedyKind kind;
  private final Edits edits;
  private final Set<String> findings;

  private enum Edits {
    SETTINGS,
    RESOURCES,
    SOURCES,
    DATABASE
  }

  Family(String id, RemedyKind kind, Edits edits, String... findings) {
    this.id = id;
    this.kind = kind;
    this.edits = edits;
    this.findings = Set.of(findings);
  }

  /**
   * Returns whether its remedies change sources, or settings that sources may set as well; one of
   * another kind may change the build's files.
   */
  public boolean editsSources() {
    return edits == Edits.SOURCES || edits == Edits.DATABASE;
  }

  /** Returns whether its remedies change files of the module, which has to be built again. */
  public boolean editsModule() {
    return edits != Edits.SETTINGS;
  }

  /** Returns whether its remedies change a {@code pom.xml} in a way that they know of no other. */
  public boolean editsPom() {
    return this == SPRING_AOT || this == SDK_V2;
  }

  /** Returns whether its remedies change how sources use a database. */
  public boolean editsDatabaseUse() {
    return edits == Edits.DATABASE;
  }

  /** Returns whether its remedies are offered for starts from a class archive only. */
  public boolean needsArchive() {
    return switch (this) {
      case COMPILE_THRESHOLD, PROFILE_REPLAY, ARCHIVE_ADDRESS -> true;
      default -> false;
    };
  }

  /**
   * Returns the id of its only remedy; where there are several, capitals stand for what tells them
   * apart.
   */
  public String id() {
    return id;
  }

  /**
   * Returns the id of one of several remedies.
   *
   * @param part what stands in place of the capitals
   */
  public String id(String part) {
    return id.replaceAll("[A-Z]+$", "") + part;
  }

  public RemedyKind kind() {
    return kind;
  }

  /** Returns the findings of {@code thaw why} that it answers. */
  public Set<String> findings() {
    return findings;
  }

  public boolean answers(String finding) {
    return findings.contains(finding);
  }

  private boolean makes(String remedy) {
    String head = id("");
    return head.equals(id) ? remedy.equals(id) : remedy.startsWith(head);
  }

  /** Returns the family whose remedies may have this id, or that has it itself. */
  public static Optional<Family> of(String remedy) {
    return Stream.of(values())
        .filter(family -> family.makes(remedy))
        .max(Comparator.comparingInt(family -> family.id("").length()));
  }

  /**
   * Returns whether a list of ids names a remedy, by its own or by its family's.
   *
   * @param named none for all
   */
  public static boolean isNamed(String remedy, Set<String> named) {
    return named.isEmpty()
        || named.contains(remedy)
        || of(remedy).filter(family -> named.contains(family.id())).isPresent();
  }

  /** Returns whether a list of ids names one of its remedies. */
  public boolean isNamed(Set<String> named) {
    return named.isEmpty() || named.stream().anyMatch(id -> of(id).equals(Optional.of(this)));
  }

  /** Returns the families that answer a finding of this id, if their precondition holds. */
  public static List<Family> answering(String finding) {
    return Stream.of(values()).filter(family -> family.answers(finding)).toList();
  }

  /** Returns those of them that can help the function that was explained. */
  public static List<Family> answering(Explanation explanation, Finding finding) {
    return answering(finding.id()).stream()
        .filter(family -> !family.editsSources() || CodeIndex.isJava(finding.place()))
        .filter(family -> family.suits(explanation))
        .toList();
  }

  private boolean suits(Explanation explanation) {
    return (!editsModule() || explanation.subject().hasSources())
        && (!editsPom() || explanation.subject().hasPom())
        && switch (this) {
          case STATIC_STATE -> !explanation.handlerLines().isEmpty();
          case PRIMING -> ClientPriming.isSeen(explanation);
          case SDK_WARM_UP -> !CalledClients.of(explanation).isEmpty();
          case AGENT_MODULES -> AgentModules.canBeChosen(explanation);
          case FIRST_REQUEST -> explanation.subject().isRequest();
          default -> true;
        };
  }

  /**
   * Returns what of the start itself says that it has nothing for the remedy, whatever the language
   * of the code is.
   */
  Optional<String> unsuited(Explanation explanation) {
    return switch (this) {
      case SDK_WARM_UP ->
          !CalledClients.of(explanation).isEmpty()
              ? Optional.empty()
              : Optional.of(ClientPriming.isSeen(explanation) ? NO_BLOCKING_CLIENT : NO_CLIENT);
      case PRIMING ->
          ClientPriming.isSeen(explanation) || !CalledClients.of(explanation).isEmpty()
              ? Optional.empty()
              : Optional.of(NO_CLIENT);
      default -> Optional.empty();
    };
  }

  /** A remedy of a family that has only one. */
  public Remedy remedy(Optional<String> finding, String what, Prediction predicted, Change change) {
    return new Remedy(id, kind, finding, what, predicted, change);
  }

  /** Returns why it leaves the code at a place alone; empty where that is Java, or no place. */
  public Optional<String> language(String place) {
    if (!editsSources() || CodeIndex.isJava(place)) {
      return Optional.empty();
    }
    return Optional.of(
        "the code is " + (place.contains(".kt") ? "Kotlin" : "not Java") + ", and " + JAVA_ONLY);
  }
}
