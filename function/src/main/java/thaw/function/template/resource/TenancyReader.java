package thaw.function.template.resource;

import java.util.List;
import java.util.Optional;
import thaw.template.ResourceProperties;

/** Reads whether environments of a function belong to tenants, and refuses what excludes that. */
final class TenancyReader {
  private static final String CONFIG = "TenancyConfig";
  private static final List<String> EXCLUDED =
      List.of("FunctionUrlConfig", "ProvisionedConcurrencyConfig");

  private TenancyReader() {}

  static boolean isolatesTenants(ResourceProperties properties, boolean snapStart) {
    Optional<ResourceProperties> config = properties.below(CONFIG);
    if (config.isEmpty()) {
      return false;
    }
    Optional<String> mode = config.get().text("TenantIsolationMode");
    if (!mode.equals(Optional.of("PER_TENANT"))) {
      throw config
          .get()
          .mistake(
              "TenantIsolationMode",
              "TenancyConfig's TenantIsolationMode must be PER_TENANT: " + mode.orElse("absent"),
              "write TenantIsolationMode: PER_TENANT");
    }
    if (snapStart) {
      refuse(properties, "SnapStart");
    }
    for (String property : EXCLUDED) {
      if (properties.members().member(property).isPresent()) {
        refuse(properties, property);
      }
    }
    return true;
  }

  private static void refuse(ResourceProperties properties, String property) {
    throw properties.mistake(
        property,
        CONFIG + " cannot be used with " + property + ", as on Lambda",
        "remove one of them");
  }
}
