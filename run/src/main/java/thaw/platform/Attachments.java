package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.function.EventInvokeConfig;
import thaw.platform.async.AsyncTerms;
import thaw.platform.record.Arn;
import thaw.platform.record.EventInvokeRecord;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.ResourcePolicy;
import thaw.platform.record.RuntimeManagement;
import thaw.platform.record.RuntimeUse;
import thaw.platform.record.UrlConfig;

/**
 * Keeps what belongs to functions and their qualifiers: policies, tags, URLs, event invoke configs.
 */
public final class Attachments {
  private static final int MOST_TAGS = 50;

  private final Registry registry;
  private final FunctionRuntimes runtimes;
  private final Set<String> formerUrls = ConcurrentHashMap.newKeySet();

  Attachments(Registry registry, FunctionRuntimes runtimes) {
    this.registry = registry;
    this.runtimes = runtimes;
  }

  // ---- policies ----

  /**
   * @param revision of the policy or of what it belongs to, when the caller insists on it
   */
  public ResourcePolicy addPermission(
      String function,
      String qualifier,
      String sid,
      JsonNode statement,
      @Nullable String revision) {
    FunctionRecord changed =
        registry.change(
            function,
            record -> {
              ResourcePolicy before = policy(record, qualifier);
              requireRevision(record, qualifier, before, revision);
              return with(record, qualifier, before.with(sid, statement));
            });
    return policy(changed, qualifier);
  }

  private static ResourcePolicy policy(FunctionRecord record, String qualifier) {
    return record.policies().getOrDefault(qualifier, ResourcePolicy.EMPTY);
  }

  private static void requireRevision(
      FunctionRecord record, String qualifier, ResourcePolicy policy, @Nullable String revision) {
    if (revision != null
        && !revision.equals(policy.revisionId())
        && !record.revisionId(qualifier).equals(Optional.of(revision))) {
      throw Refused.revision("GetPolicy");
    }
  }

  /** A function has the revision of its policy from then on, as recorded. */
  private static FunctionRecord with(
      FunctionRecord record, String qualifier, ResourcePolicy policy) {
    FunctionRecord changed = record.withPolicy(qualifier, policy);
    return qualifier.isEmpty() ? changed.withRevision(policy.revisionId()) : changed;
  }

  /** Instead of all that was there. */
  public void putPolicy(
      String function, String qualifier, ResourcePolicy policy, @Nullable String revision) {
    registry.change(
        function,
        record -> {
          requirePolicyRevision(policy(record, qualifier), revision);
          return with(record, qualifier, policy);
        });
  }

  public void deletePolicy(String function, String qualifier, @Nullable String revision) {
    registry.change(
        function,
        record -> {
          ResourcePolicy before = policy(record, qualifier);
          if (before.statements().isEmpty()) {
            throw Refused.notFound("The resource you requested does not exist.");
          }
          requirePolicyRevision(before, revision);
          FunctionRecord changed = record.withPolicy(qualifier, ResourcePolicy.EMPTY);
          return qualifier.isEmpty()
              ? changed.withRevision(FunctionVersion.newRevision())
              : changed;
        });
  }

  private static void requirePolicyRevision(ResourcePolicy policy, @Nullable String revision) {
    if (revision != null && !revision.equals(policy.revisionId())) {
      throw Refused.revision("GetResourcePolicy");
    }
  }

  public void removePermission(
      String function, String qualifier, String sid, @Nullable String revision) {
    if (registry.find(function).isEmpty()) {
      throw Refused.notFound("No policy found for: " + Arn.function(function, qualifier));
    }
    registry.change(
        function,
        record -> {
          if (record.version(qualifier).isEmpty() && !FunctionRecord.isNumber(qualifier)) {
            throw Aliases.missing(function, qualifier);
          }
          ResourcePolicy before = policy(record, qualifier);
          if (before.statements().isEmpty()) {
            throw Refused.notFound("No policy is associated with the given resource.");
          }
          ResourcePolicy after = before.without(sid);
          requireRevision(record, qualifier, before, revision);
          return with(record, qualifier, after);
        });
  }

  public ResourcePolicy policy(String function, String qualifier) {
    return registry
        .find(function)
        .map(record -> record.policies().get(qualifier))
        .orElseThrow(() -> Refused.notFound("The resource you requested does not exist."));
  }

  // ---- tags ----

  public void tag(String function, Map<String, String> tags) {
    retag(function, before -> tagged(before, tags));
  }

  private void retag(String function, UnaryOperator<Map<String, String>> change) {
    registry.change(
        function,
        record ->
            record
                .withTags(change.apply(record.tags()))
                .withRevision(FunctionVersion.newRevision()));
  }

  static Map<String, String> tagged(Map<String, String> before, Map<String, String> more) {
    Map<String, String> changed = new LinkedHashMap<>(before);
    changed.putAll(more);
    if (changed.size() > MOST_TAGS) {
      throw Refused.invalid("Number of tags exceeds resource tag limit.");
    }
    return changed;
  }

  public void untag(String function, List<String> keys) {
    retag(function, before -> untagged(before, keys));
  }

  static Map<String, String> untagged(Map<String, String> before, List<String> keys) {
    Map<String, String> changed = new LinkedHashMap<>(before);
    keys.forEach(changed::remove);
    return changed;
  }

  public Map<String, String> tags(String function) {
    return registry.get(function).tags();
  }

  // ---- function URLs ----

  public void putUrl(String function, UrlConfig url) {
    formerUrls.add(url.id());
    registry.change(function, record -> record.withUrl(url.qualifier(), url));
  }

  public Optional<UrlConfig> url(String function, String qualifier) {
    return registry.find(function).map(record -> record.urls().get(qualifier));
  }

  public List<UrlConfig> urls(String function) {
    return registry
        .find(function)
        .map(record -> List.copyOf(record.urls().values()))
        .orElseThrow(() -> Refused.notFound("Function does not exist"));
  }

  public void deleteUrl(String function, String qualifier) {
    registry.change(function, record -> record.withUrl(qualifier, null));
  }

  /** The function to which a URL belongs. */
  public record UrlOwner(String function, UrlConfig url) {}

  /**
   * Finds the function to which a URL belongs, for the HTTP handler that serves function URLs.
   *
   * @param id the first label of the URL's host
   */
  public Optional<UrlOwner> urlOwner(String id) {
    for (FunctionRecord record : registry.all()) {
      for (UrlConfig url : record.urls().values()) {
        if (url.id().equals(id)) {
          formerUrls.add(id);
          return Optional.of(new UrlOwner(record.name(), url));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns whether a URL that has no owner any more had one since this program runs: AWS answers
   * for it otherwise than for one that never was.
   */
  public boolean isFormerUrl(String id) {
    return formerUrls.contains(id);
  }

  // ---- event invoke configs ----

  public void putEventInvoke(String function, String qualifier, EventInvokeRecord config) {
    registry.change(function, record -> record.withEventInvoke(latestFor(qualifier), config));
  }

  /** An event of an unqualified function is one of {@code $LATEST}. */
  private static String latestFor(String qualifier) {
    return qualifier.isEmpty() ? FunctionVersion.LATEST : qualifier;
  }

  public EventInvokeRecord eventInvoke(String function, String qualifier) {
    return findEventInvoke(function, qualifier)
        .orElseThrow(() ->
            Refused.notFound(
                "The function "
                    + Arn.function(function, latestFor(qualifier))
                    + " doesn't have an EventInvokeConfig"));
  }

  Optional<EventInvokeRecord> findEventInvoke(String function, String qualifier) {
    return registry.find(function).map(record -> record.eventInvokes().get(latestFor(qualifier)));
  }

  /**
   * Returns the terms under which a function's events are processed now.
   *
   * @param qualifier empty for the function itself
   */
  public AsyncTerms terms(String function, String qualifier) {
    EventInvokeConfig config =
        findEventInvoke(function, qualifier)
            .map(EventInvokeRecord::config)
            .orElse(EventInvokeConfig.NONE);
    Optional<FunctionRecord> record = registry.find(function);
    Optional<String> deadLetters =
        record
            .flatMap(known -> known.version(qualifier).or(() -> Optional.of(known.latest())))
            .flatMap(version -> Optional.ofNullable(version.settings().deadLetterTarget()));
    boolean suspended =
        record.filter(known -> Integer.valueOf(0).equals(known.reserved())).isPresent();
    return new AsyncTerms(config, deadLetters, suspended);
  }

  public Map<String, EventInvokeRecord> eventInvokes(String function) {
    return registry
        .find(function)
        .map(FunctionRecord::eventInvokes)
        .orElseThrow(() -> Refused.notFound("The function doesn't exist."));
  }

  public void deleteEventInvoke(String function, String qualifier) {
    eventInvoke(function, qualifier);
    registry.change(function, record -> record.withEventInvoke(latestFor(qualifier), null));
  }

  // ---- runtime management, recursion ----

  /**
   * @throws Refused when it holds a customer-managed runtime at a version that it does not have
   */
  public void putRuntimeManagement(
      String function, String qualifier, RuntimeManagement management) {
    registry.change(
        function,
        record -> {
          FunctionRecord held =
              record
                  .version(qualifier)
                  .filter(version -> version.settings().runtimeConfig() != null)
                  .map(version -> held(record, version, management))
                  .orElse(record);
          return held.withRuntimeManagement(RuntimeManagement.key(qualifier), management);
        });
  }

  /**
   * Returns the record as the new management has it: with {@code FunctionUpdate} the runtime's
   * version stays where it is until the function is changed.
   */
  private FunctionRecord held(
      FunctionRecord record, FunctionVersion version, RuntimeManagement management) {
    RuntimeUse use = Objects.requireNonNull(version.settings().runtimeConfig());
    String named = management.runtimeVersionArn();
    if (named != null) {
      runtimes.requireVersion(use, named);
    }
    return management.updateOn().equals("FunctionUpdate")
        ? record.withVersion(runtimes.described(record.name(), version))
        : record;
  }

  public RuntimeManagement runtimeManagement(String function, String qualifier) {
    return registry
        .get(function)
        .runtimeManagement()
        .getOrDefault(RuntimeManagement.key(qualifier), RuntimeManagement.DEFAULT);
  }

  public void putRecursion(String function, String recursion) {
    registry.change(function, record -> record.withRecursion(recursion));
  }
}
