package thaw.platform.catalog.resource;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.platform.catalog.Activity;
import thaw.platform.catalog.Attachments;
import thaw.platform.catalog.Definitions;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * Capacity providers, and which versions of functions are to run on them. Refuses to know
 * instances: see {@link Definitions}.
 *
 * <p>Thread-safe; {@code lock} guards {@code providers}.
 */
public final class CapacityProviders {
  private static final String KIND = "capacity-provider";

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, CapacityProvider> providers = new TreeMap<>();
  private final Records records;
  private final Registry registry;
  private final BiFunction<String, FunctionVersion, Activity> activity;
  private final LongSupplier epochMillis;

  /** A version of a function that is to run on one. */
  public record User(String function, FunctionVersion version) {
    public String arn() {
      return Arn.function(function, version.version());
    }
  }

  /**
   * @param activity whether a version of a function, by its name, is to have environments
   */
  public CapacityProviders(
      Records records,
      Registry registry,
      BiFunction<String, FunctionVersion, Activity> activity,
      LongSupplier epochMillis) {
    this.records = records;
    this.registry = registry;
    this.activity = activity;
    this.epochMillis = epochMillis;
    records
        .all(KIND, CapacityProvider.class)
        .forEach(provider -> providers.put(provider.name(), provider));
  }

  public CapacityProvider create(
      String name, Map<String, JsonNode> members, Map<String, String> tags) {
    lock.lock();
    try {
      if (providers.containsKey(name)) {
        throw Refused.conflict("Capacity provider already exists: " + Arn.capacityProvider(name));
      }
      return keep(new CapacityProvider(name, members, Map.copyOf(tags), epochMillis.getAsLong()));
    } finally {
      lock.unlock();
    }
  }

  private CapacityProvider keep(CapacityProvider provider) {
    records.put(KIND, provider.name(), provider);
    providers.put(provider.name(), provider);
    return provider;
  }

  /** Returns the capacity providers in the order of their names. */
  public List<CapacityProvider> all() {
    lock.lock();
    try {
      return List.copyOf(providers.values());
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  public CapacityProvider get(String name) {
    lock.lock();
    try {
      CapacityProvider provider = providers.get(name);
      if (provider == null) {
        throw Refused.notFound("Capacity provider not found: " + Arn.capacityProvider(name));
      }
      return provider;
    } finally {
      lock.unlock();
    }
  }

  /** {@link CapacityProvider#cpuTarget}; empty for one that is not known, as of a template. */
  public OptionalDouble cpuTarget(String arn) {
    lock.lock();
    try {
      CapacityProvider provider = providers.get(arn.substring(arn.lastIndexOf(':') + 1));
      return provider == null || !provider.arn().equals(arn)
          ? OptionalDouble.empty()
          : provider.cpuTarget();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param change of its members; what it throws leaves all as it was
   */
  public CapacityProvider update(String name, UnaryOperator<Map<String, JsonNode>> change) {
    return change(
        name,
        before ->
            new CapacityProvider(
                name, change.apply(before.members()), before.tags(), epochMillis.getAsLong()));
  }

  private CapacityProvider change(String name, UnaryOperator<CapacityProvider> change) {
    lock.lock();
    try {
      return keep(change.apply(get(name)));
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused while a version of a function is to run on it
   */
  public CapacityProvider delete(String name) {
    lock.lock();
    try {
      CapacityProvider provider = get(name);
      List<String> users = users(name).stream().map(User::arn).toList();
      if (!users.isEmpty()) {
        throw Refused.conflict(
            "Capacity provider "
                + provider.arn()
                + " is used by function versions: "
                + String.join(", ", users));
      }
      records.remove(KIND, name);
      providers.remove(name);
      return provider;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the versions that use a capacity provider, by function, the latest version of each
   * first.
   */
  public List<User> users(String name) {
    String arn = get(name).arn();
    List<User> users = new ArrayList<>();
    for (FunctionRecord function : registry.all()) {
      add(users, function.name(), function.latest(), arn);
      function.versions().values().forEach(version -> add(users, function.name(), version, arn));
    }
    return users;
  }

  private static void add(List<User> users, String function, FunctionVersion version, String arn) {
    CapacityProvider.@Nullable Use use = version.settings().capacity();
    if (use != null && use.arn().equals(arn)) {
      users.add(new User(function, version));
    }
  }

  /**
   * A function may be made for it.
   *
   * @throws Refused when there is none of that ARN
   */
  public void require(String arn) {
    String name = arn.substring(arn.lastIndexOf(':') + 1);
    if (!get(name).arn().equals(arn)) {
      throw Refused.notFound("Capacity provider not found: " + arn);
    }
  }

  // ---- how many environments versions are to have ----

  /**
   * @param scaling null to have AWS's defaults again
   * @throws Refused when the version is not to run on a capacity provider
   */
  public FunctionVersion scale(
      String function, String version, CapacityProvider.@Nullable Scaling scaling) {
    FunctionVersion scaled = managed(registry.get(function), version);
    registry.extend(function, extras -> extras.withScaling(version, scaling));
    return scaled;
  }

  /** Whether a version is to have environments; active as well where it is on none of these. */
  public Activity activity(String function, FunctionVersion version) {
    return activity.apply(function, version);
  }

  /** Returns how many environments a version is to have; null where nobody said it. */
  public CapacityProvider.@Nullable Scaling scaling(String function, String version) {
    FunctionRecord record = registry.get(function);
    managed(record, version);
    return record.scaling().get(version);
  }

  private static FunctionVersion managed(FunctionRecord function, String qualifier) {
    FunctionVersion version =
        function
            .version(qualifier)
            .orElseThrow(() -> Refused.functionNotFound(Arn.function(function.name(), qualifier)));
    if (version.settings().capacity() == null) {
      throw Refused.invalid(
          "The function version "
              + Arn.function(function.name(), qualifier)
              + " has no CapacityProviderConfig. A scaling configuration is for functions on Lambda"
              + " Managed Instances.");
    }
    return version;
  }

  public void tag(String name, Map<String, String> tags) {
    change(name, provider -> provider.withTags(Attachments.tagged(provider.tags(), tags)));
  }

  public void untag(String name, List<String> keys) {
    change(name, provider -> provider.withTags(Attachments.untagged(provider.tags(), keys)));
  }
}
