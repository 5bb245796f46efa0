package thaw.remedy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Remedies that are made alike, with the findings of {@code thaw why} that they answer. The one
 * table of it: what offers remedies and what shows findings reads it here.
 */
public enum Family {
  CLASS_ARCHIVE("class-archive", Kind.SAFE, "no-class-archive"),
  STORED_JARS("stored-jars", Kind.SAFE, "deflated-jars"),
  YOUNG_GENERATION("young-generation", Kind.SAFE),
  COMPACT_OBJECT_HEADERS("compact-object-headers", Kind.SAFE),
  NATIVE_REFLECTION("native-reflection", Kind.SAFE, "first-reflective-call"),
  COMPILE_THRESHOLD("compile-threshold", Kind.SAFE),
  C1_ONLY("c1-only", Kind.SAFE, "c2-at-small-memory"),
  STATIC_STATE(
      "static-NAME",
      Kind.REVIEWED,
      "client-built-in-handler",
      "run-time-injection",
      "work-in-handler"),
  PRIMING("prime-CLIENT", Kind.REVIEWED, "unprimed-first-call"),
  FIRST_REQUEST("first-request", Kind.REVIEWED, "unprimed-first-call"),
  HTTP_CLIENT("client-settings-http", Kind.REVIEWED, "slow-http-client", "several-http-clients"),
  CLIENT_SETTINGS("client-settings-CLIENT", Kind.REVIEWED, "client-without-settings"),
  SDK_V2("sdk-v2", Kind.REVIEWED, "sdk-v1"),
  QUIET_SDK_V1("quiet-sdk-v1", Kind.REVIEWED),
  SNAP_START("snap-start", Kind.DIFFERENT),
  RUNTIME_CLIENT("runtime-client", Kind.DIFFERENT),
  MEMORY("memory-MB", Kind.DIFFERENT, "small-memory");

  private final String id;
  private final Kind kind;
  private final Set<String> findings;

  Family(String id, Kind kind, String... findings) {
    this.id = id;
    this.kind = kind;
    this.findings = Set.of(findings);
  }

  /** Of its only remedy; where there are several, capitals stand for what tells them apart. */
  public String id() {
    return id;
  }

  /**
   * Of one of several remedies.
   *
   * @param part what stands in place of the capitals
   */
  public String id(String part) {
    return id.replaceAll("[A-Z]+$", "") + part;
  }

  public Kind kind() {
    return kind;
  }

  /** Of {@code thaw why}. */
  public Set<String> findings() {
    return findings;
  }

  public boolean answers(String finding) {
    return findings.contains(finding);
  }

  /** What answers a finding of this id, if its precondition holds. */
  public static List<Family> answering(String finding) {
    return Stream.of(values()).filter(family -> family.answers(finding)).toList();
  }

  /** A remedy of a family that has only one. */
  Remedy remedy(Optional<String> finding, String what, Prediction predicted, Change change) {
    return new Remedy(id, kind, finding, what, predicted, change);
  }
}
