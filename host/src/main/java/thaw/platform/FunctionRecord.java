package thaw.platform;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one function. Immutable; a change makes another one.
 *
 * @param fromTemplate whether the template says what {@code $LATEST} is
 * @param versions published ones by number
 * @param lastVersion the highest number ever given
 * @param published settings and code of {@code $LATEST} when it was published last
 * @param reserved requests that may run at once, set aside for this function
 * @param policies by qualifier; the function's own has the empty one, as in all maps here
 * @param recursion {@code Terminate} or {@code Allow}
 */
public record FunctionRecord(
    String name,
    boolean fromTemplate,
    FunctionVersion latest,
    TreeMap<Integer, FunctionVersion> versions,
    int lastVersion,
    @Nullable Published published,
    TreeMap<String, Alias> aliases,
    Map<String, String> tags,
    @Nullable Integer reserved,
    Map<String, Policy> policies,
    TreeMap<String, ProvisionedRequest> provisioned,
    TreeMap<String, UrlConfig> urls,
    TreeMap<String, EventInvokeRecord> eventInvokes,
    Map<String, RuntimeManagement> runtimeManagement,
    String recursion) {
  /** What a published version was made of. */
  public record Published(FunctionSettings settings, @Nullable PackagedCode code) {}

  static FunctionRecord of(
      String name, boolean fromTemplate, FunctionVersion latest, Map<String, String> tags) {
    return new FunctionRecord(
        name,
        fromTemplate,
        latest,
        new TreeMap<>(),
        0,
        null,
        new TreeMap<>(),
        Map.copyOf(tags),
        null,
        Map.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        Map.of(),
        "Terminate");
  }

  /**
   * @param qualifier version or alias; of an alias with weights its main version; empty for the
   *     latest
   */
  public Optional<FunctionVersion> version(String qualifier) {
    if (qualifier.isEmpty() || qualifier.equals(FunctionVersion.LATEST)) {
      return Optional.of(latest);
    }
    if (isNumber(qualifier)) {
      return Optional.ofNullable(versions.get(number(qualifier)));
    }
    Alias alias = aliases.get(qualifier);
    return alias == null ? Optional.empty() : version(alias.version());
  }

  /** Of a version or an alias itself; absent when there is none. */
  Optional<String> revisionId(String qualifier) {
    Alias alias = aliases.get(qualifier);
    return alias == null
        ? version(qualifier).map(FunctionVersion::revisionId)
        : Optional.of(alias.revisionId());
  }

  @JsonIgnore
  boolean isPublishedUnchanged() {
    return published != null
        && published.equals(new Published(latest.settings(), latest.code()))
        && versions.containsKey(lastVersion);
  }

  /** Environments provisioned for all its versions together. */
  int provisionedTotal() {
    return provisioned.values().stream().mapToInt(ProvisionedRequest::requested).sum();
  }

  static boolean isNumber(String qualifier) {
    return !qualifier.isEmpty() && qualifier.chars().allMatch(Character::isDigit);
  }

  /** 0, which no version has, for what is too large to be one. */
  static int number(String digits) {
    return digits.length() > 9 ? 0 : Integer.parseInt(digits);
  }

  FunctionRecord withLatest(FunctionVersion other) {
    return copy(other, versions, lastVersion, published, aliases);
  }

  /** {@code $LATEST} has another revision: what belongs to the function has changed. */
  FunctionRecord withRevision(String revision) {
    return withLatest(latest.withRevision(revision));
  }

  FunctionRecord withVersion(FunctionVersion other) {
    if (other.isLatest()) {
      return withLatest(other);
    }
    TreeMap<Integer, FunctionVersion> changed = new TreeMap<>(versions);
    changed.put(number(other.version()), other);
    return copy(latest, changed, lastVersion, published, aliases);
  }

  FunctionRecord withoutVersion(int number) {
    TreeMap<Integer, FunctionVersion> fewer = new TreeMap<>(versions);
    fewer.remove(number);
    return copy(latest, fewer, lastVersion, published, aliases);
  }

  /** With a new version of the highest number, made of what {@code $LATEST} is. */
  FunctionRecord withPublished(FunctionVersion version, FunctionVersion newLatest) {
    TreeMap<Integer, FunctionVersion> more = new TreeMap<>(versions);
    int number = number(version.version());
    more.put(number, version);
    return copy(
        newLatest, more, number, new Published(newLatest.settings(), newLatest.code()), aliases);
  }

  FunctionRecord withAliases(TreeMap<String, Alias> changed) {
    return copy(latest, versions, lastVersion, published, changed);
  }

  private FunctionRecord copy(
      FunctionVersion newLatest,
      TreeMap<Integer, FunctionVersion> newVersions,
      int newLastVersion,
      @Nullable Published newPublished,
      TreeMap<String, Alias> newAliases) {
    return new FunctionRecord(
        name,
        fromTemplate,
        newLatest,
        newVersions,
        newLastVersion,
        newPublished,
        newAliases,
        tags,
        reserved,
        policies,
        provisioned,
        urls,
        eventInvokes,
        runtimeManagement,
        recursion);
  }

  FunctionRecord with(Extras extras) {
    return new FunctionRecord(
        name,
        fromTemplate,
        latest,
        versions,
        lastVersion,
        published,
        aliases,
        extras.tags(),
        extras.reserved(),
        extras.policies(),
        extras.provisioned(),
        extras.urls(),
        extras.eventInvokes(),
        extras.runtimeManagement(),
        extras.recursion());
  }

  Extras extras() {
    return new Extras(
        tags, reserved, policies, provisioned, urls, eventInvokes, runtimeManagement, recursion);
  }
}
