package thaw.platform;

import java.util.function.LongSupplier;
import thaw.platform.record.Records;
import thaw.platform.record.Registry;

/** The catalogs of resources beside functions, as the platform gives them out. */
public record ResourceCatalogs(
    EventSourceMappings eventSources, CodeSigning codeSigning, CapacityProviders capacity) {
  static ResourceCatalogs of(
      Records records, Registry registry, Deployments deployments, LongSupplier epochMillis) {
    return new ResourceCatalogs(
        new EventSourceMappings(records),
        new CodeSigning(
            new KeptResources(
                KeptResources.Kind.CODE_SIGNING_CONFIG, records, registry, epochMillis),
            registry),
        new CapacityProviders(
            new KeptResources(KeptResources.Kind.CAPACITY_PROVIDER, records, registry, epochMillis),
            registry,
            deployments::activity));
  }
}
