package thaw.platform.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A customer-managed runtime with its versions and aliases. Immutable; a change makes another one.
 *
 * @param id never given again
 * @param deletionMillis since 1970: when it is deleted for good; null while that is not wanted
 */
public record PublishedRuntime(
    String name,
    String id,
    @Nullable String description,
    @Nullable String license,
    ReleaseLifecycle lifecycle,
    Map<String, String> tags,
    long createdMillis,
    long modifiedMillis,
    @Nullable Long deletionMillis,
    TreeMap<String, Version> versions,
    TreeMap<String, Alias> aliases) {
  /** A version of a runtime: what it consists of at one time. Its image stays as it is. */
  public record Version(
      String runtime,
      String name,
      RuntimeImages.Image image,
      @Nullable String releaseNotes,
      long createdMillis,
      long modifiedMillis,
      @Nullable Long deletionMillis) {
    @JsonIgnore
    public String arn() {
      return Arn.runtimeVersion(runtime, name);
    }

    @JsonIgnore
    public boolean isActive() {
      return deletionMillis == null;
    }

    public Version withNotes(String notes, long nowMillis) {
      return new Version(runtime, name, image, notes, createdMillis, nowMillis, deletionMillis);
    }

    public Version deletedAt(@Nullable Long millis, long nowMillis) {
      return new Version(runtime, name, image, releaseNotes, createdMillis, nowMillis, millis);
    }
  }

  /**
   * An alias, which functions name.
   *
   * @param lifecycle none for that of the runtime
   */
  public record Alias(
      String runtime,
      String name,
      String version,
      @Nullable String description,
      ReleaseLifecycle lifecycle,
      long createdMillis,
      long modifiedMillis,
      @Nullable Long deletionMillis) {
    @JsonIgnore
    public String arn() {
      return Arn.runtimeAlias(runtime, name);
    }

    @JsonIgnore
    public boolean isActive() {
      return deletionMillis == null;
    }

    public Alias deletedAt(@Nullable Long millis, long nowMillis) {
      return new Alias(
          runtime, name, version, description, lifecycle, createdMillis, nowMillis, millis);
    }
  }

  @JsonIgnore
  public String arn() {
    return Arn.runtime(name);
  }

  @JsonIgnore
  public boolean isActive() {
    return deletionMillis == null;
  }

  public PublishedRuntime described(
      @Nullable String otherDescription,
      @Nullable String otherLicense,
      ReleaseLifecycle otherLifecycle,
      long nowMillis) {
    return new PublishedRuntime(
        name,
        id,
        otherDescription,
        otherLicense,
        otherLifecycle,
        tags,
        createdMillis,
        nowMillis,
        deletionMillis,
        versions,
        aliases);
  }

  public PublishedRuntime deletedAt(@Nullable Long millis, long nowMillis) {
    return copy(nowMillis, millis, versions, aliases);
  }

  public PublishedRuntime with(Version version) {
    TreeMap<String, Version> more = new TreeMap<>(versions);
    more.put(version.name(), version);
    return copy(modifiedMillis, deletionMillis, more, aliases);
  }

  public PublishedRuntime with(Alias alias) {
    TreeMap<String, Alias> more = new TreeMap<>(aliases);
    more.put(alias.name(), alias);
    return copy(modifiedMillis, deletionMillis, versions, more);
  }

  /** Returns the runtime without what should be deleted by now. */
  public PublishedRuntime at(long nowMillis) {
    TreeMap<String, Version> stillVersions = new TreeMap<>(versions);
    stillVersions.values().removeIf(version -> isOver(version.deletionMillis(), nowMillis));
    TreeMap<String, Alias> stillAliases = new TreeMap<>(aliases);
    stillAliases.values().removeIf(alias -> isOver(alias.deletionMillis(), nowMillis));
    return stillVersions.size() == versions.size() && stillAliases.size() == aliases.size()
        ? this
        : copy(modifiedMillis, deletionMillis, stillVersions, stillAliases);
  }

  public static boolean isOver(@Nullable Long deletionMillis, long nowMillis) {
    return deletionMillis != null && deletionMillis <= nowMillis;
  }

  private PublishedRuntime copy(
      long newModified,
      @Nullable Long newDeletion,
      TreeMap<String, Version> newVersions,
      TreeMap<String, Alias> newAliases) {
    return new PublishedRuntime(
        name,
        id,
        description,
        license,
        lifecycle,
        tags,
        createdMillis,
        newModified,
        newDeletion,
        newVersions,
        newAliases);
  }
}
