package thaw.platform;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What belongs to a function besides its versions and aliases; see {@link FunctionRecord}. */
record Extras(
    Map<String, String> tags,
    @Nullable Integer reserved,
    Map<String, Policy> policies,
    TreeMap<String, ProvisionedRequest> provisioned,
    TreeMap<String, UrlConfig> urls,
    TreeMap<String, EventInvokeRecord> eventInvokes,
    Map<String, RuntimeManagement> runtimeManagement,
    String recursion) {
  Extras withTags(Map<String, String> other) {
    return new Extras(
        other, reserved, policies, provisioned, urls, eventInvokes, runtimeManagement, recursion);
  }

  Extras withReserved(@Nullable Integer other) {
    return new Extras(
        tags, other, policies, provisioned, urls, eventInvokes, runtimeManagement, recursion);
  }

  /**
   * @param policy without statements to remove it
   */
  Extras withPolicy(String qualifier, Policy policy) {
    Map<String, Policy> changed = new LinkedHashMap<>(policies);
    if (policy.statements().isEmpty()) {
      changed.remove(qualifier);
    } else {
      changed.put(qualifier, policy);
    }
    return new Extras(
        tags, reserved, changed, provisioned, urls, eventInvokes, runtimeManagement, recursion);
  }

  Extras withProvisioned(String qualifier, @Nullable ProvisionedRequest request) {
    return new Extras(
        tags,
        reserved,
        policies,
        changed(provisioned, qualifier, request),
        urls,
        eventInvokes,
        runtimeManagement,
        recursion);
  }

  Extras withUrl(String qualifier, @Nullable UrlConfig url) {
    return new Extras(
        tags,
        reserved,
        policies,
        provisioned,
        changed(urls, qualifier, url),
        eventInvokes,
        runtimeManagement,
        recursion);
  }

  Extras withEventInvoke(String qualifier, @Nullable EventInvokeRecord config) {
    return new Extras(
        tags,
        reserved,
        policies,
        provisioned,
        urls,
        changed(eventInvokes, qualifier, config),
        runtimeManagement,
        recursion);
  }

  Extras withRuntimeManagement(String qualifier, RuntimeManagement management) {
    Map<String, RuntimeManagement> changed = new LinkedHashMap<>(runtimeManagement);
    changed.put(qualifier, management);
    return new Extras(
        tags, reserved, policies, provisioned, urls, eventInvokes, changed, recursion);
  }

  Extras withRecursion(String other) {
    return new Extras(
        tags, reserved, policies, provisioned, urls, eventInvokes, runtimeManagement, other);
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
