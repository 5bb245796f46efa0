package thaw.platform.catalog;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Arn;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.ReleaseLifecycle;
import thaw.platform.record.RuntimeImages;

/**
 * Customer-managed runtimes: what their publishers make, change and delete. Refuses to know which
 * functions use them: AWS deletes a runtime whether or not it is used.
 *
 * <p>What is deleted stays for a while, so that it can be restored; its name is not free before.
 *
 * <p>Thread-safe; {@code lock} guards {@code runtimes}.
 */
public final class CustomerRuntimes {
  private static final String KIND = "runtime";

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, PublishedRuntime> runtimes = new TreeMap<>();
  private final Records records;
  private final RuntimeImages images;
  private final LongSupplier epochMillis;

  public CustomerRuntimes(Records records, RuntimeImages images, LongSupplier epochMillis) {
    this.records = records;
    this.images = images;
    this.epochMillis = epochMillis;
    records
        .all(KIND, PublishedRuntime.class)
        .forEach(runtime -> runtimes.put(runtime.name(), runtime));
  }

  public PublishedRuntime create(
      String name,
      @Nullable String description,
      @Nullable String license,
      ReleaseLifecycle lifecycle,
      Map<String, String> tags) {
    lifecycle.require(today());
    lock.lock();
    try {
      if (current(name).isPresent()) {
        throw Refused.conflict("Runtime already exists: " + Arn.runtime(name));
      }
      long now = epochMillis.getAsLong();
      return keep(
          new PublishedRuntime(
              name,
              UUID.randomUUID().toString(),
              description,
              license,
              lifecycle,
              Map.copyOf(tags),
              now,
              now,
              null,
              new TreeMap<>(),
              new TreeMap<>()));
    } finally {
      lock.unlock();
    }
  }

  /** By name. */
  public List<PublishedRuntime> all() {
    lock.lock();
    try {
      return List.copyOf(runtimes.keySet()).stream()
          .flatMap(name -> current(name).stream())
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  public PublishedRuntime get(String name) {
    return find(name)
        .orElseThrow(() -> Refused.notFound("Runtime not found: " + Arn.runtime(name)));
  }

  Optional<PublishedRuntime> find(String name) {
    lock.lock();
    try {
      return current(name);
    } finally {
      lock.unlock();
    }
  }

  public PublishedRuntime.Version version(String runtime, String name) {
    return version(get(runtime), name);
  }

  private static PublishedRuntime.Version version(PublishedRuntime runtime, String name) {
    PublishedRuntime.Version version = runtime.versions().get(name);
    if (version == null) {
      throw Refused.notFound(
          "Runtime version not found: " + Arn.runtimeVersion(runtime.name(), name));
    }
    return version;
  }

  public PublishedRuntime.Alias alias(String runtime, String name) {
    return alias(get(runtime), name);
  }

  private static PublishedRuntime.Alias alias(PublishedRuntime runtime, String name) {
    PublishedRuntime.Alias alias = runtime.aliases().get(name);
    if (alias == null) {
      throw Refused.notFound("Runtime alias not found: " + Arn.runtimeAlias(runtime.name(), name));
    }
    return alias;
  }

  /** As it is to be read today: that of the alias, else that of the runtime. */
  public ReleaseLifecycle lifecycle(PublishedRuntime.Alias alias) {
    return (alias.lifecycle().isNone() ? get(alias.runtime()).lifecycle() : alias.lifecycle())
        .on(today());
  }

  /** As it is to be read today. */
  public ReleaseLifecycle lifecycle(PublishedRuntime runtime) {
    return runtime.lifecycle().on(today());
  }

  LocalDate today() {
    return LocalDate.ofInstant(Instant.ofEpochMilli(epochMillis.getAsLong()), ZoneOffset.UTC);
  }

  /**
   * @param description null to keep it
   * @param license null to keep it
   * @param lifecycle none removes it
   */
  public PublishedRuntime update(
      String name,
      @Nullable String description,
      @Nullable String license,
      ReleaseLifecycle lifecycle) {
    lifecycle.require(today());
    return change(
        name,
        runtime -> {
          requireActive(runtime);
          return runtime.described(
              description == null ? runtime.description() : description,
              license == null ? runtime.license() : license,
              lifecycle,
              epochMillis.getAsLong());
        });
  }

  /**
   * @param dryRun only says what would be
   */
  public PublishedRuntime.Version createVersion(
      String runtime, String name, String imageUri, @Nullable String releaseNotes, boolean dryRun) {
    requireNewVersion(get(runtime), name);
    RuntimeImages.Image image = images.check(imageUri);
    long now = epochMillis.getAsLong();
    PublishedRuntime.Version version =
        new PublishedRuntime.Version(runtime, name, image, releaseNotes, now, now, null);
    if (!dryRun) {
      change(
          runtime,
          published -> {
            requireNewVersion(published, name);
            return published.with(version);
          });
    }
    return version;
  }

  private static void requireNewVersion(PublishedRuntime runtime, String name) {
    requireActive(runtime);
    if (runtime.versions().containsKey(name)) {
      throw Refused.conflict(
          "Runtime version already exists: " + Arn.runtimeVersion(runtime.name(), name));
    }
  }

  public PublishedRuntime.Version updateVersion(String runtime, String name, String releaseNotes) {
    PublishedRuntime changed =
        change(
            runtime,
            published -> {
              PublishedRuntime.Version version = version(published, name);
              requireActive(published);
              requireActive(version);
              return published.with(version.withNotes(releaseNotes, epochMillis.getAsLong()));
            });
    return version(changed, name);
  }

  public PublishedRuntime.Alias createAlias(
      String runtime,
      String name,
      String version,
      @Nullable String description,
      ReleaseLifecycle lifecycle) {
    lifecycle.require(today());
    PublishedRuntime changed =
        change(
            runtime,
            published -> {
              requireActive(published);
              if (published.aliases().containsKey(name)) {
                throw Refused.conflict(
                    "Runtime alias already exists: " + Arn.runtimeAlias(runtime, name));
              }
              requireActive(version(published, version));
              long now = epochMillis.getAsLong();
              return published.with(
                  new PublishedRuntime.Alias(
                      runtime, name, version, description, lifecycle, now, now, null));
            });
    return alias(changed, name);
  }

  /**
   * Lets an alias lead to another version: functions have it from their next cold start on.
   *
   * @param description null to keep it
   * @param lifecycle none for that of the runtime
   */
  public PublishedRuntime.Alias updateAlias(
      String runtime,
      String name,
      String version,
      @Nullable String description,
      ReleaseLifecycle lifecycle) {
    lifecycle.require(today());
    PublishedRuntime changed =
        change(
            runtime,
            published -> {
              PublishedRuntime.Alias before = alias(published, name);
              requireActive(published);
              requireActive(before);
              requireActive(version(published, version));
              return published.with(
                  new PublishedRuntime.Alias(
                      runtime,
                      name,
                      version,
                      description == null ? before.description() : description,
                      lifecycle,
                      before.createdMillis(),
                      epochMillis.getAsLong(),
                      null));
            });
    return alias(changed, name);
  }

  /** All that belongs to it must be deleted, or wait for that, before. */
  public void delete(String name, Duration window) {
    change(
        name,
        runtime -> {
          List<String> inUse =
              Stream.concat(
                      runtime.aliases().values().stream()
                          .filter(PublishedRuntime.Alias::isActive)
                          .map(PublishedRuntime.Alias::arn),
                      runtime.versions().values().stream()
                          .filter(PublishedRuntime.Version::isActive)
                          .map(PublishedRuntime.Version::arn))
                  .toList();
          if (!inUse.isEmpty()) {
            throw Refused.conflict(
                "Runtime "
                    + runtime.arn()
                    + " has versions or aliases that are not deleted: "
                    + String.join(", ", inUse));
          }
          return runtime.isActive() ? runtime.deletedAt(after(window), now()) : runtime;
        });
  }

  /** No alias may lead to it, but for such as are to be deleted too. */
  public void deleteVersion(String runtime, String name, Duration window) {
    change(
        runtime,
        published -> {
          PublishedRuntime.Version version = version(published, name);
          List<String> users =
              published.aliases().values().stream()
                  .filter(alias -> alias.isActive() && alias.version().equals(name))
                  .map(PublishedRuntime.Alias::arn)
                  .toList();
          if (!users.isEmpty()) {
            throw Refused.conflict(
                "Runtime version "
                    + version.arn()
                    + " is referenced by alias: "
                    + String.join(", ", users));
          }
          return version.isActive()
              ? published.with(version.deletedAt(after(window), now()))
              : published;
        });
  }

  public void deleteAlias(String runtime, String name, Duration window) {
    change(
        runtime,
        published -> {
          PublishedRuntime.Alias alias = alias(published, name);
          return alias.isActive()
              ? published.with(alias.deletedAt(after(window), now()))
              : published;
        });
  }

  private long now() {
    return epochMillis.getAsLong();
  }

  private Long after(Duration window) {
    return now() + window.toMillis();
  }

  public PublishedRuntime restore(String name) {
    return change(name, runtime -> runtime.isActive() ? runtime : runtime.deletedAt(null, now()));
  }

  public PublishedRuntime.Version restoreVersion(String runtime, String name) {
    PublishedRuntime changed =
        change(
            runtime,
            published -> {
              PublishedRuntime.Version version = version(published, name);
              if (version.isActive()) {
                return published;
              }
              requireActive(published);
              return published.with(version.deletedAt(null, now()));
            });
    return version(changed, name);
  }

  /** Its runtime, and the version that it leads to, must be there before. */
  public PublishedRuntime.Alias restoreAlias(String runtime, String name) {
    PublishedRuntime changed =
        change(
            runtime,
            published -> {
              PublishedRuntime.Alias alias = alias(published, name);
              if (alias.isActive()) {
                return published;
              }
              requireActive(published);
              PublishedRuntime.Version version = published.versions().get(alias.version());
              if (version == null) {
                throw Refused.conflict(
                    "Runtime version is deleted: " + Arn.runtimeVersion(runtime, alias.version()));
              }
              requireActive(version);
              return published.with(alias.deletedAt(null, now()));
            });
    return alias(changed, name);
  }

  private static void requireActive(PublishedRuntime runtime) {
    requireActive(runtime.isActive(), runtime.arn());
  }

  private static void requireActive(PublishedRuntime.Version version) {
    requireActive(version.isActive(), version.arn());
  }

  private static void requireActive(PublishedRuntime.Alias alias) {
    requireActive(alias.isActive(), alias.arn());
  }

  private static void requireActive(boolean active, String arn) {
    if (!active) {
      throw Refused.conflict(
          "The operation cannot be performed at this time. The resource is currently in the"
              + " following state: PENDING_DELETION: "
              + arn);
    }
  }

  private PublishedRuntime change(String name, UnaryOperator<PublishedRuntime> change) {
    lock.lock();
    try {
      return keep(change.apply(get(name)));
    } finally {
      lock.unlock();
    }
  }

  private PublishedRuntime keep(PublishedRuntime runtime) {
    if (!Objects.equals(runtimes.get(runtime.name()), runtime)) {
      records.put(KIND, runtime.name(), runtime);
      runtimes.put(runtime.name(), runtime);
    }
    return runtime;
  }

  /** Only with the lock. What was to be deleted by now is. */
  private Optional<PublishedRuntime> current(String name) {
    PublishedRuntime runtime = runtimes.get(name);
    if (runtime == null) {
      return Optional.empty();
    }
    long now = epochMillis.getAsLong();
    if (PublishedRuntime.isOver(runtime.deletionMillis(), now)) {
      records.remove(KIND, name);
      runtimes.remove(name);
      return Optional.empty();
    }
    return Optional.of(keep(runtime.at(now)));
  }
}
