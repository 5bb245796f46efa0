package thaw.platform;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Alias;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.ResourcePolicy;

/** Names for versions of functions. */
public final class Aliases {
  private final Registry registry;
  private final Provisioning provisioning;

  Aliases(Registry registry, Provisioning provisioning) {
    this.registry = registry;
    this.provisioning = provisioning;
  }

  public Alias create(
      String function,
      String name,
      String version,
      String description,
      Map<String, Double> weights) {
    Alias alias = new Alias(name, version, description, weights, FunctionVersion.newRevision());
    if (registry.find(function).isEmpty()) {
      throw Refused.functionNotFound(Arn.function(function, version));
    }
    registry.change(
        function,
        record -> {
          requireVersions(record, alias);
          if (record.aliases().containsKey(name)) {
            throw Refused.conflict("Alias already exists: " + Arn.function(function, name));
          }
          return with(record, alias);
        });
    return alias;
  }

  private static FunctionRecord with(FunctionRecord record, Alias alias) {
    TreeMap<String, Alias> changed = new TreeMap<>(record.aliases());
    changed.put(alias.name(), alias);
    return record.withAliases(changed);
  }

  private static void requireVersions(FunctionRecord record, Alias alias) {
    requireVersion(record, alias.version());
    if (alias.weights().size() > 1) {
      throw Refused.invalid("Number of items in AdditionalVersionWeights cannot be greater than 1");
    }
    for (String weighted : alias.weights().keySet()) {
      if (weighted.equals(alias.version())) {
        throw Refused.invalid(
            "Invalid function version %s. Function version %s is already included in routing configuration."
                .formatted(weighted, weighted));
      }
      if (alias.version().equals(FunctionVersion.LATEST)) {
        throw new Refused(
            Refused.Reason.INVALID_PARAMETER_WITHOUT_TYPE,
            "$LATEST is not supported for an alias pointing to more than 1 version");
      }
      requireVersion(record, weighted);
    }
  }

  private static void requireVersion(FunctionRecord record, String version) {
    if (record.version(version).isEmpty()) {
      throw Refused.functionNotFound(Arn.function(record.name(), version));
    }
  }

  public Alias get(String function, String name) {
    Alias alias = registry.find(function).map(record -> record.aliases().get(name)).orElse(null);
    if (alias == null) {
      throw missing(function, name);
    }
    return alias;
  }

  static Refused missing(String function, String name) {
    return Refused.notFound("Cannot find alias arn: " + Arn.function(function, name));
  }

  /**
   * Returns the aliases of a function, in the order of their names.
   *
   * @param version only those that lead to it; null for all
   */
  public List<Alias> list(String function, @Nullable String version) {
    return registry.get(function).aliases().values().stream()
        .filter(alias ->
            version == null
                || alias.version().equals(version)
                || alias.weights().containsKey(version))
        .toList();
  }

  /** Updates an alias. A setting that is null stays as it is. */
  public Alias update(
      String function,
      String name,
      @Nullable String version,
      @Nullable String description,
      @Nullable Map<String, Double> weights,
      @Nullable String revision) {
    FunctionRecord changed =
        registry.change(
            function,
            record -> {
              Alias before = record.aliases().get(name);
              if (before == null) {
                throw Refused.notFound("Alias not found: " + Arn.function(function, name));
              }
              if (revision != null && !revision.equals(before.revisionId())) {
                throw Refused.revision("GetFunction/GetAlias");
              }
              Alias alias =
                  new Alias(
                      name,
                      version == null ? before.version() : version,
                      description == null ? before.description() : description,
                      weights == null ? before.weights() : weights,
                      FunctionVersion.newRevision());
              requireVersions(record, alias);
              return with(record, alias);
            });
    provisioning.follow(function, name);
    Alias alias = changed.aliases().get(name);
    if (alias == null) {
      throw missing(function, name);
    }
    return alias;
  }

  /** One that is not there is deleted already. */
  public void delete(String function, String name) {
    if (registry.get(function).provisioned().containsKey(name)) {
      provisioning.delete(function, name);
    }
    registry.change(
        function,
        record -> {
          TreeMap<String, Alias> fewer = new TreeMap<>(record.aliases());
          fewer.remove(name);
          return record
              .withAliases(fewer)
              .withPolicy(name, ResourcePolicy.EMPTY)
              .withEventInvoke(name, null)
              .withUrl(name, null);
        });
  }
}
