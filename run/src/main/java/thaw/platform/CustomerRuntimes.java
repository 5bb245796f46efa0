package thaw.platform;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
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
 * <p>Thread-safe.
 */
public final class CustomerRuntimes {
  private final RuntimeStore runtimes;
  private final RuntimeImages images;
  private final LongSupplier epochMillis;

  /**
   * The description that a publisher gives of a runtime.
   *
   * @param description null to keep it
   * @param license null to keep it
   * @param lifecycle none removes it
   */
  public record About(
      @Nullable String description, @Nullable String license, ReleaseLifecycle lifecycle) {}

  /**
   * The version to which an alias is to lead.
   *
   * @param description null to keep it
   * @param lifecycle none for that of the runtime
   */
  public record Target(String version, @Nullable String description, ReleaseLifecycle lifecycle) {}

  CustomerRuntimes(Records records, RuntimeImages images, LongSupplier epochMillis) {
    this.runtimes = new RuntimeStore(records, epochMillis);
    this.images = images;
    this.epochMillis = epochMillis;
  }

  public PublishedRuntime create(String name, About about, Map<String, String> tags) {
    about.lifecycle().require(today());
    return runtimes.add(
        name,
        () -> {
          long now = now();
          return new PublishedRuntime(
              name,
              UUID.randomUUID().toString(),
              about.description(),
              about.license(),
              about.lifecycle(),
              Map.copyOf(tags),
              now,
              now,
              null,
              new TreeMap<>(),
              new TreeMap<>());
        });
  }

  /** Returns all runtimes, in the order of their names. */
  public List<PublishedRuntime> all() {
    return runtimes.all();
  }

  /**
   * @throws Refused when there is none
   */
  public PublishedRuntime get(String name) {
    return runtimes.get(name);
  }

  Optional<PublishedRuntime> find(String name) {
    return runtimes.find(name);
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

  /**
   * Returns the lifecycle as it is to be read today: that of the alias, else that of the runtime.
   */
  public ReleaseLifecycle lifecycle(PublishedRuntime.Alias alias) {
    return (alias.lifecycle().isNone() ? get(alias.runtime()).lifecycle() : alias.lifecycle())
        .on(today());
  }

  /** Returns the lifecycle as it is to be read today. */
  public ReleaseLifecycle lifecycle(PublishedRuntime runtime) {
    return runtime.lifecycle().on(today());
  }

  LocalDate today() {
    return LocalDate.ofInstant(Instant.ofEpochMilli(now()), ZoneOffset.UTC);
  }

  public PublishedRuntime update(String name, About about) {
    about.lifecycle().require(today());
    return runtimes.change(
        name,
        runtime -> {
          requireActive(runtime);
          return runtime.described(
              about.description() == null ? runtime.description() : about.description(),
              about.license() == null ? runtime.license() : about.license(),
              about.lifecycle(),
              now());
        });
  }

  /**
   * @param dryRun only says what would be
   */
  public PublishedRuntime.Version createVersion(
      String runtime, String name, String imageUri, @Nullable String releaseNotes, boolean dryRun) {
    requireNewVersion(get(runtime), name);
    RuntimeImages.Image image = images.check(imageUri);
    long now = now();
    PublishedRuntime.Version version =
        new PublishedRuntime.Version(runtime, name, image, releaseNotes, now, now, null);
    if (!dryRun) {
      runtimes.change(
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
        runtimes.change(
            runtime,
            published -> {
              PublishedRuntime.Version version = version(published, name);
              requireActive(published);
              requireActive(version);
              return published.with(version.withNotes(releaseNotes, now()));
            });
    return version(changed, name);
  }

  public PublishedRuntime.Alias createAlias(String runtime, String name, Target target) {
    return putAlias(runtime, name, target, CustomerRuntimes::requireNewAlias);
  }

  /** Lets an alias lead to another version: functions have it from their next cold start on. */
  public PublishedRuntime.Alias updateAlias(String runtime, String name, Target target) {
    return putAlias(runtime, name, target, CustomerRuntimes::activeAlias);
  }

  /** The alias that is to be replaced, where there may be one. */
  private interface Before {
    PublishedRuntime.@Nullable Alias of(PublishedRuntime runtime, String name);
  }

  private static PublishedRuntime.@Nullable Alias requireNewAlias(
      PublishedRuntime runtime, String name) {
    requireActive(runtime);
    if (runtime.aliases().containsKey(name)) {
      throw Refused.conflict(
          "Runtime alias already exists: " + Arn.runtimeAlias(runtime.name(), name));
    }
    return null;
  }

  private static PublishedRuntime.Alias activeAlias(PublishedRuntime runtime, String name) {
    PublishedRuntime.Alias before = alias(runtime, name);
    requireActive(runtime);
    requireActive(before);
    return before;
  }

  private PublishedRuntime.Alias putAlias(
      String runtime, String name, Target target, Before before) {
    target.lifecycle().require(today());
    PublishedRuntime changed =
        runtimes.change(
            runtime,
            published -> {
              PublishedRuntime.Alias replaced = before.of(published, name);
              requireActive(version(published, target.version()));
              long now = now();
              String kept = replaced == null ? null : replaced.description();
              return published.with(
                  new PublishedRuntime.Alias(
                      runtime,
                      name,
                      target.version(),
                      target.description() == null ? kept : target.description(),
                      target.lifecycle(),
                      replaced == null ? now : replaced.createdMillis(),
                      now,
                      null));
            });
    return alias(changed, name);
  }

  /** All that belongs to it must be deleted, or wait for that, before. */
  public void delete(String name, Duration window) {
    runtimes.change(
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
    runtimes.change(
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
    runtimes.change(
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
    return runtimes.change(
        name, runtime -> runtime.isActive() ? runtime : runtime.deletedAt(null, now()));
  }

  public PublishedRuntime.Version restoreVersion(String runtime, String name) {
    PublishedRuntime changed =
        runtimes.change(
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
        runtimes.change(
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
}
