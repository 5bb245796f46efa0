package thaw.platform.record;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of a function besides its versions and aliases; see {@link FunctionRecord}. */
@RecordBuilder
public record AttachedSettings(
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
    implements AttachedSettingsBuilder.With {
  /**
   * @param policy without statements to remove it
   */
  public AttachedSettings withPolicy(String qualifier, ResourcePolicy policy) {
    Map<String, ResourcePolicy> changed = new LinkedHashMap<>(policies);
    if (policy.statements().isEmpty()) {
      changed.remove(qualifier);
    } else {
      changed.put(qualifier, policy);
    }
    return withPolicies(changed);
  }

  public AttachedSettings withProvisioned(String qualifier, @Nullable ProvisionedRequest request) {
    return withProvisioned(changed(provisioned, qualifier, request));
  }

  public AttachedSettings withUrl(String qualifier, @Nullable UrlConfig url) {
    return withUrls(changed(urls, qualifier, url));
  }

  public AttachedSettings withEventInvoke(String qualifier, @Nullable EventInvokeRecord config) {
    return withEventInvokes(changed(eventInvokes, qualifier, config));
  }

  public AttachedSettings withRuntimeManagement(String qualifier, RuntimeManagement management) {
    Map<String, RuntimeManagement> changed = new LinkedHashMap<>(runtimeManagement);
    changed.put(qualifier, management);
    return withRuntimeManagement(changed);
  }

  public AttachedSettings withScaling(
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
