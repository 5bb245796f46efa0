package thaw.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import thaw.environment.Environment;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.ProvisionedRequest;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Provisioned;
import thaw.pool.ProvisionedStatus;

/**
 * Provisioned concurrency of versions and aliases. What an alias has belongs to its main version;
 * when the alias moves, the old version keeps its environments until the new one has all of its.
 */
public final class Provisioning {
  private static final String TENANTS =
      "Provisioned concurrency is not supported for functions with tenant isolation.";

  private final Registry registry;
  private final Deployments deployments;
  private final Concurrency concurrency;
  private final LongSupplier epochMillis;

  /** A configuration in the form of the API. */
  public record Config(String qualifier, ProvisionedRequest request, ProvisionedStatus status) {}

  Provisioning(
      Registry registry,
      Deployments deployments,
      Concurrency concurrency,
      LongSupplier epochMillis) {
    this.registry = registry;
    this.deployments = deployments;
    this.concurrency = concurrency;
    this.epochMillis = epochMillis;
  }

  public Config put(String function, String qualifier, int requested) {
    if (qualifier.isEmpty() || qualifier.equals(FunctionVersion.LATEST)) {
      throw Refused.invalid(
          "Provisioned Concurrency Configs cannot be applied to unpublished function versions.");
    }
    requireQualifier(function, qualifier);
    ProvisionedRequest request = new ProvisionedRequest(requested, epochMillis.getAsLong());
    FunctionRecord changed =
        registry.change(
            function,
            record -> {
              if (record.version(qualifier).filter(FunctionVersion::isLatest).isPresent()) {
                throw Refused.invalid(
                    "Provisioned Concurrency Configs cannot be applied to unpublished function"
                        + " versions.");
              }
              requireNoOther(record, qualifier);
              FunctionRecord more = record.withProvisioned(qualifier, request);
              concurrency.provision(function, more.provisionedTotal());
              return more;
            });
    begin(changed, qualifier, request.requested());
    return new Config(
        qualifier,
        request,
        new ProvisionedStatus(
            requested, 0, 0, ProvisionedStatus.State.IN_PROGRESS, Optional.empty()));
  }

  private static void requirePublished(String qualifier) {
    if (qualifier.equals(FunctionVersion.LATEST)) {
      throw Refused.invalid(
          "The function resource provided must be an alias or a published version.");
    }
  }

  private void requireQualifier(String function, String qualifier) {
    if (registry.find(function).flatMap(record -> record.version(qualifier)).isEmpty()) {
      throw FunctionRecord.isNumber(qualifier)
          ? Refused.functionNotFound(Arn.function(function, qualifier))
          : Aliases.missing(function, qualifier);
    }
  }

  private static void requireNoOther(FunctionRecord record, String qualifier) {
    String version = record.version(qualifier).map(FunctionVersion::version).orElse("");
    for (String other : record.provisioned().keySet()) {
      if (!other.equals(qualifier)
          && record.version(other).filter(each -> each.version().equals(version)).isPresent()) {
        throw Refused.conflict(
            FunctionRecord.isNumber(qualifier)
                ? "Version is pointed by a Provisioned Concurrency alias"
                : "Alias can't be used for Provisioned Concurrency configuration on an already"
                    + " Provisioned version");
      }
    }
  }

  private void begin(FunctionRecord record, String qualifier, int requested) {
    FunctionVersion version = record.version(qualifier).orElseThrow();
    if (version.separatesTenants()) { // an alias was moved to it, or an earlier Thaw took it
      endOthers(record.name());
      return;
    }
    Deployment deployment = deployments.of(record.name(), version);
    Provisioned<Environment> provisioned =
        deployments.provisioned(
            record.name(), deployment, requested, () -> endOthers(record.name()));
    deployment.provision(provisioned).ifPresent(Provisioned::retire);
    provisioned.begin();
  }

  /** Environments of versions that nobody asks for any more. */
  private void endOthers(String function) {
    FunctionRecord record = registry.find(function).orElse(null);
    if (record == null) {
      return;
    }
    for (FunctionVersion version : record.versions().values()) {
      boolean wanted =
          record.provisioned().keySet().stream()
              .anyMatch(qualifier ->
                  record.version(qualifier).filter(each -> each.equals(version)).isPresent());
      if (!wanted) {
        deployments.of(function, version).provision(null).ifPresent(Provisioned::retire);
      }
    }
  }

  /** An alias was moved. */
  void follow(String function, String alias) {
    FunctionRecord record = registry.get(function);
    ProvisionedRequest request = record.provisioned().get(alias);
    FunctionVersion version = record.version(alias).orElse(null);
    if (request != null
        && version != null
        && !version.isLatest()
        && deployments.of(function, version).provisioned().isEmpty()) {
      begin(record, alias, request.requested());
    }
  }

  /** Begins again, after a restart, to provide the environments that were requested before it. */
  void resume() {
    for (FunctionRecord record : registry.all()) {
      if (!record.provisioned().isEmpty()) {
        concurrency.provision(record.name(), record.provisionedTotal());
        record
            .provisioned()
            .forEach((qualifier, request) -> {
              if (record.version(qualifier).isPresent()) {
                begin(record, qualifier, request.requested());
              }
            });
      }
    }
  }

  public Config get(String function, String qualifier) {
    requirePublished(qualifier);
    requireQualifier(function, qualifier);
    FunctionRecord record = registry.get(function);
    ProvisionedRequest request = record.provisioned().get(qualifier);
    if (request == null) {
      throw new Refused(
          Refused.Reason.PROVISIONED_CONFIG_NOT_FOUND,
          "No Provisioned Concurrency Config found for this function");
    }
    return config(record, qualifier, request);
  }

  public List<Config> list(String function) {
    FunctionRecord record = registry.get(function);
    List<Config> configs = new ArrayList<>();
    record
        .provisioned()
        .forEach((qualifier, request) -> configs.add(config(record, qualifier, request)));
    return configs;
  }

  private Config config(FunctionRecord record, String qualifier, ProvisionedRequest request) {
    Optional<FunctionVersion> target = record.version(qualifier);
    if (target.filter(FunctionVersion::separatesTenants).isPresent()) {
      return new Config(
          qualifier,
          request,
          new ProvisionedStatus(
              request.requested(), 0, 0, ProvisionedStatus.State.FAILED, Optional.of(TENANTS)));
    }
    ProvisionedStatus status =
        target
            .flatMap(version -> deployments.of(record.name(), version).provisioned())
            .map(Provisioned::status)
            .orElse(null);
    if (status == null) {
      status =
          new ProvisionedStatus(
              request.requested(), 0, 0, ProvisionedStatus.State.IN_PROGRESS, Optional.empty());
    }
    int elsewhere =
        status.state() == ProvisionedStatus.State.IN_PROGRESS ? moving(record, qualifier) : 0;
    return new Config(
        qualifier,
        request,
        elsewhere == 0
            ? status
            : new ProvisionedStatus(
                status.requested(), elsewhere, elsewhere, status.state(), status.reason()));
  }

  /** Returns the number of environments that a moving alias still has at its earlier version. */
  private int moving(FunctionRecord record, String qualifier) {
    if (FunctionRecord.isNumber(qualifier)) {
      return 0;
    }
    @Nullable FunctionVersion target = record.version(qualifier).orElse(null);
    return record.versions().values().stream()
        .filter(version -> !version.equals(target))
        .filter(version -> !record.provisioned().containsKey(version.version()))
        .flatMap(version -> deployments.of(record.name(), version).provisioned().stream())
        .mapToInt(provisioned -> provisioned.status().available())
        .max()
        .orElse(0);
  }

  public void delete(String function, String qualifier) {
    requirePublished(qualifier);
    requireQualifier(function, qualifier);
    FunctionRecord changed =
        registry.change(function, record -> record.withProvisioned(qualifier, null));
    concurrency.provision(function, changed.provisionedTotal());
    endOthers(function);
  }
}
