package thaw.platform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Arn;
import thaw.platform.record.CodeStore;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PackagedCode;
import thaw.platform.record.PublishedAs;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;

/** The versions of functions: described, published, and their zips. */
final class Versions {
  private final Registry registry;
  private final Deployments deployments;
  private final FunctionRuntimes runtimes;
  private final CodeStore code;
  private final LongSupplier epochMillis;

  Versions(
      Registry registry,
      Deployments deployments,
      FunctionRuntimes runtimes,
      CodeStore code,
      LongSupplier epochMillis) {
    this.registry = registry;
    this.deployments = deployments;
    this.runtimes = runtimes;
    this.code = code;
    this.epochMillis = epochMillis;
  }

  /**
   * A version as it is now; one of the template is prepared first, since its code is not known
   * before.
   *
   * @param qualifier version or alias; empty for the latest
   */
  FunctionVersion describe(String name, String qualifier) throws InterruptedException {
    FunctionVersion version = version(name, qualifier);
    if (version.code() != null) {
      return runtimes.described(name, version);
    }
    try {
      return switch (deployments.of(name, version).prepare()) {
        case Preparation.Ready ready -> runtimes.described(name, prepared(name, version, ready));
        case Preparation.Failed failed ->
            version.withLife(FunctionVersion.Life.failed(failed.text()));
      };
    } catch (Refused e) { // its runtime is deleted
      return version.withLife(FunctionVersion.Life.failed(e.text()));
    }
  }

  private FunctionVersion prepared(String name, FunctionVersion version, Preparation.Ready ready) {
    PackagedCode packaged =
        new PackagedCode(ready.spec().code().codeSha256(), ready.spec().code().codeSizeBytes());
    return registry
        .change(
            name,
            function -> {
              FunctionVersion latest = function.latest();
              return latest.code() != null || !latest.settings().equals(version.settings())
                  ? function
                  : function.withLatest(
                      latest
                          .withCode(packaged)
                          .with(latest.life(), ready.spec().runtimeVersionArn()));
            })
        .latest();
  }

  /**
   * @throws Refused when there is no such version
   */
  FunctionVersion version(String name, String qualifier) {
    return registry
        .find(name)
        .flatMap(function -> function.version(qualifier))
        .orElseThrow(() -> Refused.functionNotFound(Arn.function(name, qualifier)));
  }

  /**
   * Makes {@code $LATEST} a version that stays. When nothing has changed since the last time, that
   * version is the answer.
   *
   * @param description null for that of {@code $LATEST}
   * @param codeSha256 of {@code $LATEST}, when the caller insists on it
   */
  FunctionVersion publish(
      String name,
      @Nullable String description,
      @Nullable String codeSha256,
      @Nullable String revision)
      throws InterruptedException {
    FunctionRecord changed =
        changed(
            name,
            codeSha256,
            revision,
            function ->
                function.isPublishedUnchanged()
                    ? function
                    : published(
                        function,
                        description == null
                            ? function.latest().settings().description()
                            : description,
                        Rollout.startsFirst(function.latest())
                            ? FunctionVersion.Life.PENDING
                            : FunctionVersion.Life.ACTIVE));
    return FunctionCatalog.answered(changed, PublishedAs.NUMBERED);
  }

  /** Publishes {@code $LATEST}, provided that it is the one that the caller means. */
  private FunctionRecord changed(
      String name,
      @Nullable String codeSha256,
      @Nullable String revision,
      UnaryOperator<FunctionRecord> publishing)
      throws InterruptedException {
    FunctionVersion described = describe(name, "");
    PackagedCode pinned = pin(name, described);
    return registry.change(
        name,
        function -> {
          Rollout.requireSettled(function);
          Rollout.requireRevision(function.latest(), revision);
          requireCode(codeSha256, pinned);
          if (described.life().state() == FunctionVersion.State.FAILED) {
            throw Rollout.pending(FunctionVersion.State.FAILED);
          }
          return publishing.apply(function);
        });
  }

  private static void requireCode(@Nullable String codeSha256, PackagedCode current) {
    if (codeSha256 != null && !codeSha256.equals(current.codeSha256())) {
      throw Refused.invalid(
          "CodeSHA256 (%s) is different from current CodeSHA256 in $LATEST (%s). Please try again with the CodeSHA256 in $LATEST."
              .formatted(codeSha256, current.codeSha256()));
    }
  }

  /** Keeps the bytes of a template's function, whose project may be built anew at any time. */
  private PackagedCode pin(String name, FunctionVersion latest) throws InterruptedException {
    PackagedCode packaged = latest.code();
    if (packaged == null) { // it has failed, which the caller says
      return new PackagedCode("", 0);
    }
    if (code.byHex(packaged.hex()).isEmpty()
        && deployments.of(name, latest).prepare() instanceof Preparation.Ready ready) {
      code.keep(out -> ready.spec().function().code().copyZip(ready.spec().code(), out));
    }
    return packaged;
  }

  /**
   * Publishes like {@link #publish}, but without a number: what was published so before stays until
   * the new one can be invoked.
   */
  FunctionVersion publishLatest(
      String name,
      @Nullable String description,
      @Nullable String codeSha256,
      @Nullable String revision)
      throws InterruptedException {
    return changed(name, codeSha256, revision, function -> publishedLatest(function, description))
        .latestPublished()
        .orElseThrow();
  }

  /**
   * @throws Refused when it is not on managed instances
   */
  FunctionRecord publishedLatest(FunctionRecord function, @Nullable String description) {
    FunctionVersion latest = function.latest();
    if (latest.settings().capacity() == null) {
      throw Refused.invalid(
          "PublishTo LATEST_PUBLISHED is supported only for functions with a"
              + " CapacityProviderConfig: "
              + Arn.function(function.name()));
    }
    FunctionVersion.Life life =
        function
            .latestPublished()
            .map(FunctionVersion::life)
            .filter(before -> before.state() == FunctionVersion.State.ACTIVE)
            .map(FunctionVersion.Life::updating)
            .orElse(FunctionVersion.Life.PENDING);
    return function.withVersion(
        new FunctionVersion(
            FunctionVersion.LATEST_PUBLISHED,
            description == null
                ? latest.settings()
                : latest.settings().withDescription(description),
            latest.code(),
            FunctionVersion.newRevision(),
            epochMillis.getAsLong(),
            life,
            runtimes.described(function.name(), latest).runtimeVersionArn()));
  }

  /** Returns the function with one version more. */
  FunctionRecord published(FunctionRecord function, String description, FunctionVersion.Life life) {
    FunctionVersion latest = function.latest();
    FunctionVersion version =
        new FunctionVersion(
            Integer.toString(function.lastVersion() + 1),
            latest.settings().withDescription(description),
            latest.code(),
            FunctionVersion.newRevision(),
            epochMillis.getAsLong(),
            life,
            runtimes.described(function.name(), latest).runtimeVersionArn());
    FunctionVersion newLatest =
        life == FunctionVersion.Life.ACTIVE ? latest.withLife(latest.life()) : latest;
    return function.withPublished(version, newLatest);
  }

  /** {@code $LATEST} first, then the published ones in their order. */
  List<FunctionVersion> versions(String name) throws InterruptedException {
    List<FunctionVersion> all = new ArrayList<>();
    all.add(describe(name, ""));
    registry.get(name).versions().values().stream()
        .map(version -> runtimes.described(name, version))
        .forEach(all::add);
    return all;
  }

  /**
   * A zip by its digest.
   *
   * @param hex 64 hexadecimal digits
   * @param function whose latest version it may be, when the template has it unzipped
   */
  Optional<Path> zip(String hex, Optional<String> function) throws InterruptedException {
    Optional<Path> kept = code.byHex(hex);
    if (kept.isPresent() || function.isEmpty() || registry.find(function.get()).isEmpty()) {
      return kept;
    }
    FunctionVersion latest = describe(function.get(), "");
    PackagedCode packaged = latest.code();
    if (packaged != null && packaged.hex().equals(hex)) {
      pin(function.get(), latest);
    }
    return code.byHex(hex);
  }
}
