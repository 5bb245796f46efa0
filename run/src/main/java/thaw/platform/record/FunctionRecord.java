package thaw.platform.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one function. Immutable; a change makes another one.
 *
 * @param fromTemplate whether the template says what {@code $LATEST} is
 * @param versions published ones by number; 0 for {@code $LATEST.PUBLISHED}
 * @param lastVersion the highest number ever given
 * @param published settings and code of {@code $LATEST} when it was published last
 * @param reserved requests that may run at once, set aside for this function
 * @param policies by qualifier; the function's own has the empty one, as in all maps here
 * @param recursion {@code Terminate} or {@code Allow}
 * @param codeSigningConfig ARN
 * @param scaling by version
 */
@RecordBuilder
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
    Map<String, ResourcePolicy> policies,
    TreeMap<String, ProvisionedRequest> provisioned,
    TreeMap<String, UrlConfig> urls,
    TreeMap<String, EventInvokeRecord> eventInvokes,
    Map<String, RuntimeManagement> runtimeManagement,
    String recursion,
    @Nullable String codeSigningConfig,
    TreeMap<String, CapacityProvider.Scaling> scaling)
    implements FunctionRecordBuilder.With {
  /** Documents of before there were capacity providers have no scaling. */
  @SuppressWarnings("ConstantValue")
  public FunctionRecord {
    scaling = scaling == null ? new TreeMap<>() : scaling;
  }

  /** The settings and code that a published version was made of. */
  record Published(FunctionSettings settings, @Nullable PackagedCode code) {}

  public static FunctionRecord of(
      String name, boolean fromTemplate, FunctionVersion latest, Map<String, String> tags) {
    return FunctionRecordBuilder.builder()
        .name(name)
        .fromTemplate(fromTemplate)
        .latest(latest)
        .versions(new TreeMap<>())
        .aliases(new TreeMap<>())
        .tags(Map.copyOf(tags))
        .policies(Map.of())
        .provisioned(new TreeMap<>())
        .urls(new TreeMap<>())
        .eventInvokes(new TreeMap<>())
        .runtimeManagement(Map.of())
        .recursion("Terminate")
        .scaling(new TreeMap<>())
        .build();
  }

  /** Returns whether one of the versions is durable. */
  public boolean hasDurableVersion() {
    return latest.isDurable() || versions.values().stream().anyMatch(FunctionVersion::isDurable);
  }

  /**
   * @param qualifier version or alias; of an alias with weights its main version; empty for the
   *     latest
   */
  public Optional<FunctionVersion> version(String qualifier) {
    if (qualifier.isEmpty() || qualifier.equals(FunctionVersion.LATEST)) {
      return Optional.of(latest);
    }
    if (isNumber(qualifier) || qualifier.equals(FunctionVersion.LATEST_PUBLISHED)) {
      return Optional.ofNullable(versions.get(number(qualifier)));
    }
    Alias alias = aliases.get(qualifier);
    return alias == null ? Optional.empty() : version(alias.version());
  }

  /**
   * Returns the revision id of a version or an alias; it is absent when there is no such version or
   * alias.
   */
  public Optional<String> revisionId(String qualifier) {
    Alias alias = aliases.get(qualifier);
    return alias == null
        ? version(qualifier).map(FunctionVersion::revisionId)
        : Optional.of(alias.revisionId());
  }

  @JsonIgnore
  public boolean isPublishedUnchanged() {
    return published != null
        && published.equals(new Published(latest.settings(), latest.code()))
        && versions.containsKey(lastVersion);
  }

  /** Environments provisioned for all its versions together. */
  public int provisionedTotal() {
    return provisioned.values().stream().mapToInt(ProvisionedRequest::requested).sum();
  }

  public static boolean isNumber(String qualifier) {
    return !qualifier.isEmpty() && qualifier.chars().allMatch(Character::isDigit);
  }

  /**
   * Returns the number by which a version is found in {@link #versions}.
   *
   * @return -1, which no version has, for what is too large to be one, and for 0
   */
  public static int number(String version) {
    if (version.equals(FunctionVersion.LATEST_PUBLISHED)) {
      return 0;
    }
    int number = version.length() > 9 ? 0 : Integer.parseInt(version);
    return number == 0 ? -1 : number;
  }

  /** Returns the version that is published without a number. */
  public Optional<FunctionVersion> latestPublished() {
    return Optional.ofNullable(versions.get(number(FunctionVersion.LATEST_PUBLISHED)));
  }

  /** {@code $LATEST} has another revision: what belongs to the function has changed. */
  public FunctionRecord withRevision(String revision) {
    return withLatest(latest.withRevision(revision));
  }

  public FunctionRecord withVersion(FunctionVersion other) {
    if (other.isLatest()) {
      return withLatest(other);
    }
    TreeMap<Integer, FunctionVersion> changed = new TreeMap<>(versions);
    changed.put(number(other.version()), other);
    return withVersions(changed);
  }

  public FunctionRecord withoutVersion(int number) {
    TreeMap<Integer, FunctionVersion> fewer = new TreeMap<>(versions);
    fewer.remove(number);
    return withVersions(fewer);
  }

  /**
   * Returns the function with a new version of the highest number, made of what {@code $LATEST} is.
   */
  public FunctionRecord withPublished(FunctionVersion version, FunctionVersion newLatest) {
    TreeMap<Integer, FunctionVersion> more = new TreeMap<>(versions);
    int number = number(version.version());
    more.put(number, version);
    return with()
        .latest(newLatest)
        .versions(more)
        .lastVersion(number)
        .published(new Published(newLatest.settings(), newLatest.code()))
        .build();
  }

  /**
   * @param policy without statements to remove it
   */
  public FunctionRecord withPolicy(String qualifier, ResourcePolicy policy) {
    Map<String, ResourcePolicy> changed = new LinkedHashMap<>(policies);
    if (policy.statements().isEmpty()) {
      changed.remove(qualifier);
    } else {
      changed.put(qualifier, policy);
    }
    return withPolicies(changed);
  }

  public FunctionRecord withProvisioned(String qualifier, @Nullable ProvisionedRequest request) {
    return withProvisioned(changed(provisioned, qualifier, request));
  }

  public FunctionRecord withUrl(String qualifier, @Nullable UrlConfig url) {
    return withUrls(changed(urls, qualifier, url));
  }

  public FunctionRecord withEventInvoke(String qualifier, @Nullable EventInvokeRecord config) {
    return withEventInvokes(changed(eventInvokes, qualifier, config));
  }

  public FunctionRecord withRuntimeManagement(String qualifier, RuntimeManagement management) {
    Map<String, RuntimeManagement> changed = new LinkedHashMap<>(runtimeManagement);
    changed.put(qualifier, management);
    return withRuntimeManagement(changed);
  }

  public FunctionRecord withScaling(
      String version, CapacityProvider.@Nullable Scaling environments) {
    return withScaling(changed(scaling, version, environments));
  }

  private static <V> TreeMap<String, V> changed(
      TreeMap<String, V> map, String key, @Nullable V value) {
    TreeMap<String, V> copy = new TreeMap<>(map);
    if (value == null) {
      copy.remove(key);
    } else {
      copy.put(key, value);
    }
    return copy;
  }
}
