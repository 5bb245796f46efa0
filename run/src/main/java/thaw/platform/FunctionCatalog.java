package thaw.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.function.LambdaLimits;
import thaw.platform.record.Arn;
import thaw.platform.record.CodeStore;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.PublishedAs;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.ResourcePolicy;

/**
 * Functions created, changed, published and deleted while the platform runs.
 *
 * <p>A change is answered at once and takes effect when what it needs is prepared; requests have
 * the version before until then, as on Lambda.
 */
public final class FunctionCatalog {
  private static final int COPY_BYTES = 64 * 1024;

  private final Registry registry;
  private final Deployments deployments;
  private final FunctionRuntimes runtimes;
  private final CodeStore code;
  private final Concurrency concurrency;
  private final Versions versions;
  private final Rollout rollout;
  private final LongSupplier epochMillis;

  FunctionCatalog(
      Registry registry,
      Deployments deployments,
      FunctionRuntimes runtimes,
      CodeStore code,
      Concurrency concurrency,
      Rollout rollout,
      LongSupplier epochMillis) {
    this.registry = registry;
    this.deployments = deployments;
    this.runtimes = runtimes;
    this.code = code;
    this.concurrency = concurrency;
    this.versions = new Versions(registry, deployments, runtimes, code, epochMillis);
    this.rollout = rollout;
    this.epochMillis = epochMillis;
  }

  /** Sorted by name. */
  public List<FunctionRecord> all() {
    return List.copyOf(registry.all());
  }

  public Optional<FunctionRecord> find(String name) {
    return registry.find(name);
  }

  /**
   * @throws Refused when there is none
   */
  public FunctionRecord get(String name) {
    return registry.get(name);
  }

  /**
   * Keeps an uploaded zip, which a function may then be made of.
   *
   * @throws Refused when it is none, or too large
   */
  public PackagedCode upload(Path zip) {
    try {
      if (Files.size(zip) >= LambdaLimits.LARGEST_ZIP_BYTES) {
        throw new Refused(
            Refused.Reason.TOO_LARGE,
            "Zipped size must be smaller than " + LambdaLimits.LARGEST_ZIP_BYTES + " bytes");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + zip + ": " + e, e);
    }
    return code.upload(out -> Files.copy(zip, out));
  }

  /** A file for a zip while it comes; who asks for it removes it. */
  public Path incoming() {
    return code.incoming();
  }

  /**
   * Keeps a zip that comes another way than in a request, and so may be larger.
   *
   * @param most what is read of it; a longer one is refused in the words for its contents, which
   *     are no smaller
   */
  public PackagedCode keep(InputStream zip, long most) throws IOException {
    Path file = incoming();
    try {
      try (OutputStream out = Files.newOutputStream(file)) {
        copy(zip, out, most);
      }
      return code.upload(out -> Files.copy(file, out));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void copy(InputStream from, OutputStream to, long most) throws IOException {
    byte[] buffer = new byte[COPY_BYTES];
    long left = most;
    while (left > 0) {
      int read = from.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        return;
      }
      to.write(buffer, 0, read);
      left -= read;
    }
    throw CodeStore.tooLargeUnzipped(); // what it holds is not smaller
  }

  /**
   * @param publication what is published of it at once
   * @return the version that the answer describes: the published one, if one is asked for
   */
  public FunctionVersion create(
      String name,
      FunctionSettings settings,
      PackagedCode packaged,
      Map<String, String> tags,
      @Nullable String codeSigningConfig,
      PublishedAs publication) {
    FunctionVersion latest =
        new FunctionVersion(
            FunctionVersion.LATEST,
            settings,
            packaged,
            FunctionVersion.newRevision(),
            epochMillis.getAsLong(),
            FunctionVersion.Life.PENDING,
            runtimes.current(settings.runtimeConfig()));
    FunctionRecord created =
        FunctionRecord.of(name, false, latest, tags).withCodeSigningConfig(codeSigningConfig);
    created = published(created, publication);
    registry.create(created);
    rollout.settle(name, latest);
    return answered(created, publication);
  }

  private FunctionRecord published(FunctionRecord function, PublishedAs publication) {
    return switch (publication) {
      case NONE -> function;
      case NUMBERED ->
          versions.published(
              function, function.latest().settings().description(), FunctionVersion.Life.PENDING);
      case LATEST_PUBLISHED -> versions.publishedLatest(function, null);
    };
  }

  static FunctionVersion answered(FunctionRecord function, PublishedAs publication) {
    FunctionVersion published =
        switch (publication) {
          case NONE -> null;
          case NUMBERED -> function.versions().get(function.lastVersion());
          case LATEST_PUBLISHED -> function.latestPublished().orElse(null);
        };
    return published == null ? function.latest() : published;
  }

  /**
   * @param architecture null to keep it
   * @param revision of {@code $LATEST}, when the caller insists on it
   * @param dryRun only says what would be
   */
  public FunctionVersion updateCode(
      String name,
      PackagedCode packaged,
      @Nullable String architecture,
      PublishedAs publication,
      @Nullable String revision,
      boolean dryRun) {
    UnaryOperator<FunctionVersion> change =
        latest ->
            new FunctionVersion(
                latest.version(),
                architecture == null
                    ? latest.settings()
                    : latest.settings().withArchitecture(architecture),
                packaged,
                FunctionVersion.newRevision(),
                epochMillis.getAsLong(),
                latest.life().updating(),
                runtimes.atChange(latest.settings(), latest));
    if (dryRun) {
      FunctionVersion latest = registry.get(name).latest();
      Rollout.requireRevision(latest, revision);
      return change.apply(latest).withLife(latest.life());
    }
    return update(name, revision, change, publication);
  }

  public FunctionVersion updateSettings(
      String name, UnaryOperator<FunctionSettings> change, @Nullable String revision) {
    return update(
        name,
        revision,
        latest -> {
          FunctionSettings settings = change.apply(latest.settings());
          return new FunctionVersion(
              latest.version(),
              settings,
              latest.code(),
              FunctionVersion.newRevision(),
              epochMillis.getAsLong(),
              latest.life().updating(),
              runtimes.atChange(settings, latest));
        },
        PublishedAs.NONE);
  }

  private FunctionVersion update(
      String name,
      @Nullable String revision,
      UnaryOperator<FunctionVersion> change,
      PublishedAs publication) {
    FunctionRecord changed =
        registry.change(
            name,
            function -> {
              Rollout.requireSettled(function);
              Rollout.requireRevision(function.latest(), revision);
              FunctionRecord updated = function.withLatest(change.apply(function.latest()));
              return published(updated, publication);
            });
    rollout.settle(name, changed.latest());
    return answered(changed, publication);
  }

  /**
   * A version as it is now; one of the template is prepared first, since its code is not known
   * before.
   *
   * @param qualifier version or alias; empty for the latest
   */
  public FunctionVersion describe(String name, String qualifier) throws InterruptedException {
    return versions.describe(name, qualifier);
  }

  /**
   * @throws Refused when there is no such version
   */
  public FunctionVersion version(String name, String qualifier) {
    return versions.version(name, qualifier);
  }

  /** {@code $LATEST} first, then the published ones in their order. */
  public List<FunctionVersion> versions(String name) throws InterruptedException {
    return versions.versions(name);
  }

  /**
   * Makes {@code $LATEST} a version that stays. When nothing has changed since the last time, that
   * version is the answer.
   *
   * @param description null for that of {@code $LATEST}
   * @param codeSha256 of {@code $LATEST}, when the caller insists on it
   */
  public FunctionVersion publish(
      String name,
      @Nullable String description,
      @Nullable String codeSha256,
      @Nullable String revision)
      throws InterruptedException {
    FunctionVersion version = versions.publish(name, description, codeSha256, revision);
    rollout.settleVersions(name);
    return version;
  }

  /**
   * Publishes as {@link #publish} does, under the name {@code $LATEST.PUBLISHED}.
   *
   * @throws Refused when the function is not on managed instances
   */
  public FunctionVersion publishLatest(
      String name,
      @Nullable String description,
      @Nullable String codeSha256,
      @Nullable String revision)
      throws InterruptedException {
    FunctionVersion version = versions.publishLatest(name, description, codeSha256, revision);
    rollout.settleVersions(name);
    return version;
  }

  /**
   * A zip by its digest.
   *
   * @param hex 64 hexadecimal digits
   * @param function whose latest version it may be, when the template has it unzipped
   */
  public Optional<Path> zip(String hex, Optional<String> function) throws InterruptedException {
    return versions.zip(hex, function);
  }

  /** Deletes a function with all that belongs to it; requests that run end in peace. */
  public void delete(String name) {
    registry.remove(name);
    deployments.retire(name);
    concurrency.forget(name);
  }

  /** A version that is not there is deleted already. */
  public void deleteVersion(String name, String qualifier) {
    if (qualifier.equals(FunctionVersion.LATEST)) {
      throw Refused.invalid("$LATEST version cannot be deleted without deleting the function.");
    }
    boolean numbered = FunctionRecord.isNumber(qualifier);
    if (qualifier.contains("$") && !qualifier.equals(FunctionVersion.LATEST_PUBLISHED)) {
      throw Refused.functionNotFound(Arn.function(name)); // as recorded for $latest
    }
    if (!numbered && !qualifier.contains("$")) {
      throw Refused.invalid("Deletion of aliases is not currently supported.");
    }
    FunctionRecord changed =
        registry.change(
            name,
            function -> {
              List<String> users =
                  function.aliases().values().stream()
                      .filter(alias ->
                          alias.version().equals(qualifier)
                              || alias.weights().containsKey(qualifier))
                      .map(alias -> Arn.function(name, alias.name()))
                      .toList();
              if (!users.isEmpty()) {
                throw Refused.conflict(
                    "Version "
                        + qualifier
                        + " is referenced by alias: "
                        + String.join(", ", users));
              }
              return function
                  .withoutVersion(FunctionRecord.number(qualifier))
                  .withProvisioned(qualifier, null)
                  .withEventInvoke(qualifier, null)
                  .withScaling(qualifier, null)
                  .withPolicy(qualifier, ResourcePolicy.EMPTY);
            });
    deployments.retire(name, qualifier);
    concurrency.provision(name, changed.provisionedTotal());
  }

  /** Bytes of the zips of all functions, each counted as often as it is used. */
  public long totalCodeSizeBytes() {
    long sum = 0;
    for (FunctionRecord function : registry.all()) {
      sum += size(function.latest());
      for (FunctionVersion version : function.versions().values()) {
        sum += size(version);
      }
    }
    return sum;
  }

  private static long size(FunctionVersion version) {
    PackagedCode packaged = version.code();
    return packaged == null ? 0 : packaged.codeSizeBytes();
  }

  /**
   * Returns the record of a template's function: its latest version from the template, and all else
   * as it was kept.
   */
  static FunctionRecord merged(FunctionRecord kept, FunctionVersion latest) {
    return kept.with()
        .fromTemplate(true)
        .latest(latest)
        .aliases(new TreeMap<>(kept.aliases()))
        .build();
  }
}
