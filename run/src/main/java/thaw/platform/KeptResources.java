package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.KeptResource;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * The resources of one kind that are only kept and given back.
 *
 * <p>Thread-safe; {@code lock} guards {@code resources}.
 */
public final class KeptResources {
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, KeptResource> resources = new TreeMap<>();
  private final Kind kind;
  private final Records records;
  private final Registry registry;
  private final LongSupplier epochMillis;

  /** What differs between kinds. */
  enum Kind {
    CODE_SIGNING_CONFIG(
        "code-signing-config",
        "The Lambda code signing configuration %s is used by functions: %s",
        arn ->
            new Refused(
                Refused.Reason.NOT_FOUND_WITHOUT_TYPE,
                "The Lambda code signing configuration " + arn + " can not be found."),
        (function, arn) ->
            arn.equals(function.codeSigningConfig())
                ? Stream.of(Arn.function(function.name()))
                : Stream.of()),
    CAPACITY_PROVIDER(
        "capacity-provider",
        "Capacity provider %s is used by function versions: %s",
        arn -> Refused.notFound("Capacity provider not found: " + arn),
        (function, arn) ->
            Stream.concat(Stream.of(function.latest()), function.versions().values().stream())
                .filter(version ->
                    version.settings().capacity() != null
                        && version.settings().capacity().arn().equals(arn))
                .map(version -> Arn.function(function.name(), version.version())));

    private final String store;
    private final String used;
    private final Function<String, Refused> absent;
    private final BiFunction<FunctionRecord, String, Stream<String>> users;

    Kind(
        String store,
        String used,
        Function<String, Refused> absent,
        BiFunction<FunctionRecord, String, Stream<String>> users) {
      this.store = store;
      this.used = used;
      this.absent = absent;
      this.users = users;
    }
  }

  KeptResources(Kind kind, Records records, Registry registry, LongSupplier epochMillis) {
    this.kind = kind;
    this.records = records;
    this.registry = registry;
    this.epochMillis = epochMillis;
    records.all(kind.store, KeptResource.class).stream()
        .filter(resource -> resource.arn() != null) // as builds before 0.2 kept them
        .forEach(resource -> resources.put(resource.arn(), resource));
  }

  public KeptResource create(String arn, Map<String, JsonNode> members, Map<String, String> tags) {
    lock.lock();
    try {
      if (resources.containsKey(arn)) {
        throw Refused.conflict("Capacity provider already exists: " + arn);
      }
      return keep(new KeptResource(arn, members, Map.copyOf(tags), epochMillis.getAsLong()));
    } finally {
      lock.unlock();
    }
  }

  private KeptResource keep(KeptResource resource) {
    records.put(kind.store, resource.id(), resource);
    resources.put(resource.arn(), resource);
    return resource;
  }

  /** Returns the resources in the order of their names. */
  public List<KeptResource> all() {
    lock.lock();
    try {
      return List.copyOf(resources.values());
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  public KeptResource get(String arn) {
    return find(arn).orElseThrow(() -> kind.absent.apply(arn));
  }

  Optional<KeptResource> find(String arn) {
    lock.lock();
    try {
      return Optional.ofNullable(resources.get(arn));
    } finally {
      lock.unlock();
    }
  }

  /**
   * @param change of its members; what it throws leaves all as it was
   */
  public KeptResource update(String arn, UnaryOperator<Map<String, JsonNode>> change) {
    return change(
        arn,
        before ->
            new KeptResource(
                arn, change.apply(before.members()), before.tags(), epochMillis.getAsLong()));
  }

  private KeptResource change(String arn, UnaryOperator<KeptResource> change) {
    lock.lock();
    try {
      return keep(change.apply(get(arn)));
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused while something uses it
   */
  public KeptResource delete(String arn) {
    lock.lock();
    try {
      KeptResource resource = get(arn);
      List<String> users = users(arn);
      if (!users.isEmpty()) {
        throw Refused.conflict(kind.used.formatted(arn, String.join(", ", users)));
      }
      records.remove(kind.store, resource.id());
      resources.remove(arn);
      return resource;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the ARNs of those that use it, by function, the latest version of each first. */
  public List<String> users(String arn) {
    get(arn);
    return registry.all().stream().flatMap(function -> kind.users.apply(function, arn)).toList();
  }

  /** Does something while nothing is deleted. */
  void holding(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  public void tag(String arn, Map<String, String> tags) {
    change(arn, resource -> resource.withTags(Attachments.tagged(resource.tags(), tags)));
  }

  public void untag(String arn, List<String> keys) {
    change(arn, resource -> resource.withTags(Attachments.untagged(resource.tags(), keys)));
  }
}
