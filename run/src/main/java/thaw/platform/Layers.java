package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.function.Region;
import thaw.platform.record.Arn;
import thaw.platform.record.LayerUse;
import thaw.platform.record.LayerVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.ResourcePolicy;

/**
 * Layers, each with its versions. A version's number is never given again.
 *
 * <p>Thread-safe; {@code lock} guards {@code layers}.
 */
public final class Layers {
  private static final String KIND = "layer";
  private static final int MOST_LAYERS = 5;

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, Layer> layers = new TreeMap<>();
  private final Records records;

  /** A layer with the versions that are not deleted. */
  record Layer(String name, long lastVersion, TreeMap<Long, LayerVersion> versions) {}

  Layers(Records records) {
    this.records = records;
    records.all(KIND, Layer.class).forEach(layer -> layers.put(layer.name(), layer));
  }

  /** Gives it its number. */
  public LayerVersion publish(
      String name,
      PackagedCode code,
      String description,
      @Nullable List<String> runtimes,
      @Nullable List<String> architectures,
      @Nullable String license,
      long nowMillis) {
    lock.lock();
    try {
      Layer before = layers.getOrDefault(name, new Layer(name, 0, new TreeMap<>()));
      long number = before.lastVersion() + 1;
      LayerVersion version =
          new LayerVersion(
              name,
              number,
              code,
              description,
              runtimes,
              architectures,
              license,
              nowMillis,
              ResourcePolicy.EMPTY);
      TreeMap<Long, LayerVersion> more = new TreeMap<>(before.versions());
      more.put(number, version);
      keep(new Layer(name, number, more));
      return version;
    } finally {
      lock.unlock();
    }
  }

  private void keep(Layer layer) {
    records.put(KIND, layer.name(), layer);
    layers.put(layer.name(), layer);
  }

  public Optional<LayerVersion> find(String name, long version) {
    lock.lock();
    try {
      return Optional.ofNullable(layers.get(name)).map(layer -> layer.versions().get(version));
    } finally {
      lock.unlock();
    }
  }

  /** The latest version first. */
  public List<LayerVersion> versions(String name) {
    lock.lock();
    try {
      Layer layer = layers.get(name);
      return layer == null ? List.of() : List.copyOf(layer.versions().descendingMap().values());
    } finally {
      lock.unlock();
    }
  }

  /** Returns the digests of the code of all versions, in hexadecimal digits. */
  List<String> digests() {
    lock.lock();
    try {
      return layers.values().stream()
          .flatMap(layer -> layer.versions().values().stream())
          .map(version -> version.code().hex())
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of the zips of all versions. */
  public long totalCodeSizeBytes() {
    lock.lock();
    try {
      return layers.values().stream()
          .flatMap(layer -> layer.versions().values().stream())
          .mapToLong(version -> version.code().codeSizeBytes())
          .sum();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the names of layers that have versions, in order. */
  public List<String> names() {
    lock.lock();
    try {
      return layers.values().stream()
          .filter(layer -> !layer.versions().isEmpty())
          .map(Layer::name)
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** One that is not there is deleted already. */
  public void delete(String name, long version) {
    lock.lock();
    try {
      Layer layer = layers.get(name);
      if (layer != null && layer.versions().containsKey(version)) {
        TreeMap<Long, LayerVersion> fewer = new TreeMap<>(layer.versions());
        fewer.remove(version);
        keep(new Layer(name, layer.lastVersion(), fewer));
      }
    } finally {
      lock.unlock();
    }
  }

  public ResourcePolicy addPermission(
      String name, long version, String sid, JsonNode statement, @Nullable String revision) {
    return change(
        name,
        version,
        policy -> {
          requireRevision(policy, revision);
          return policy.with(sid, statement);
        });
  }

  public void removePermission(String name, long version, String sid, @Nullable String revision) {
    change(
        name,
        version,
        policy -> {
          ResourcePolicy fewer = policy.without(sid);
          requireRevision(policy, revision);
          return fewer;
        });
  }

  private static void requireRevision(ResourcePolicy policy, @Nullable String revision) {
    if (revision != null && !revision.equals(policy.revisionId())) {
      throw Refused.revision("GetLayerPolicy");
    }
  }

  private ResourcePolicy change(String name, long version, UnaryOperator<ResourcePolicy> change) {
    lock.lock();
    try {
      Layer layer = layers.get(name);
      LayerVersion before = layer == null ? null : layer.versions().get(version);
      if (layer == null || before == null) {
        throw Refused.notFound("Layer version " + Arn.layer(name, version) + " does not exist.");
      }
      LayerVersion changed = before.with(change.apply(before.policy()));
      TreeMap<Long, LayerVersion> versions = new TreeMap<>(layer.versions());
      versions.put(version, changed);
      keep(new Layer(name, layer.lastVersion(), versions));
      return changed.policy();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the uses of layers for a function's settings.
   *
   * @param arns of layer versions, in the order in which they are laid over each other
   */
  public List<LayerUse> resolve(Collection<String> arns) {
    if (arns.size() > MOST_LAYERS) {
      throw Refused.invalid("Cannot reference more than 5 layers.");
    }
    List<LayerUse> uses = new ArrayList<>();
    for (String arn : arns) {
      String[] parts = arn.split(":"); // arn:aws:lambda:REGION:ACCOUNT:layer:NAME:VERSION
      if (!parts[3].equals(Region.own())) {
        throw Refused.invalid(
            "Layers are not in the same region as the function. Layers are expected to be in region "
                + Region.own()
                + ".");
      }
      String layer = arn.substring(0, arn.lastIndexOf(':'));
      for (LayerUse other : uses) {
        if (other.arn().substring(0, other.arn().lastIndexOf(':')).equals(layer)) {
          throw Refused.invalid(
              "Two different versions of the same layer are not allowed to be referenced in the same"
                  + " function. "
                  + other.arn()
                  + " and "
                  + arn
                  + " are versions of the same layer.");
        }
      }
      LayerVersion version =
          find(parts[6], Long.parseLong(parts[7]))
              .filter(found -> found.arn().equals(arn))
              .orElseThrow(() -> Refused.invalid("Layer version " + arn + " does not exist."));
      uses.add(new LayerUse(arn, version.code()));
    }
    return uses;
  }
}
