package thaw.platform.catalog.resource;

import java.util.function.LongSupplier;
import thaw.platform.catalog.Deployments;
import thaw.platform.record.Records;
import thaw.platform.record.Registry;

/** The catalogs of resources beside functions, as the platform gives them out. */
public record ResourceCatalogs(
    EventSources eventSources, CodeSigningConfigs codeSigning, CapacityProviders capacity) {
  public static ResourceCatalogs of(
      Records records, Registry registry, Deployments deployments, LongSupplier epochMillis) {
    return new ResourceCatalogs(
        new EventSources(records),
        new CodeSigningConfigs(records, registry, epochMillis),
        new CapacityProviders(records, registry, deployments::activity, epochMillis));
  }
}
