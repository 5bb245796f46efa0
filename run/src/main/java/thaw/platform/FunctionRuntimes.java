package thaw.platform;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionSettings;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.PublishedRuntime;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.ReleaseLifecycle;
import thaw.platform.record.RuntimeImages;
import thaw.platform.record.RuntimeManagement;
import thaw.platform.record.RuntimeUse;
import thaw.problem.UserMistake;

/**
 * Tells which version of its customer-managed runtime a function runs on: the one that its alias
 * leads to when an environment starts, unless its runtime management holds another one.
 *
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/cmr-using.html">Using a
 *     customer-managed runtime</a>
 */
public final class FunctionRuntimes {
  private static final String VERSION = "/version/";

  private final Registry registry;
  private final Definitions definitions;
  private final CustomerRuntimes runtimes;

  FunctionRuntimes(Registry registry, Definitions definitions, CustomerRuntimes runtimes) {
    this.registry = registry;
    this.definitions = definitions;
    this.runtimes = runtimes;
  }

  /**
   * The image that an environment is started from.
   *
   * @param digest of the image when its version was made; empty for an image that the template
   *     names, which may change at any time
   */
  record Chosen(Path image, Optional<String> digest) {}

  /**
   * A function may be given this runtime.
   *
   * @param architecture of the function
   * @param creating whether the function is new
   * @throws Refused when there is no such alias, or its publisher does not want it used any more
   */
  public void require(RuntimeUse use, String architecture, boolean creating) {
    PublishedRuntime.Alias alias =
        activeAlias(use)
            .orElseThrow(() ->
                Refused.invalid(
                    "Runtime alias does not exist: " + use.arn() + "/alias/" + use.alias()));
    if (creating) {
      requireUnblocked(alias, true);
    }
    requireUnblocked(alias, false);
    PublishedRuntime.Version version = runtimes.version(alias.runtime(), alias.version());
    if (!version.image().architectures().contains(architecture)) {
      throw Refused.invalid(
          "Runtime version %s does not support the architecture of the function, %s: it supports %s"
              .formatted(version.arn(), architecture, version.image().architectures()));
    }
  }

  /**
   * A function may be changed and stay on its runtime.
   *
   * @throws Refused when the runtime's publisher does not want that any more
   */
  public void requireUpdatable(FunctionSettings settings) {
    RuntimeUse use = settings.runtimeConfig();
    if (use != null) {
      activeAlias(use).ifPresent(alias -> requireUnblocked(alias, false));
    }
  }

  private void requireUnblocked(PublishedRuntime.Alias alias, boolean creating) {
    ReleaseLifecycle lifecycle = runtimes.lifecycle(alias);
    LocalDate today = runtimes.today();
    if (creating ? lifecycle.blocksCreation(today) : lifecycle.blocksUpdates(today)) {
      throw Refused.invalid(
          "The runtime alias %s is no longer supported for %s functions, since %s"
              .formatted(
                  alias.arn(),
                  creating ? "creating" : "updating",
                  creating
                      ? lifecycle.functionCreateBlockDate()
                      : lifecycle.functionUpdateBlockDate()));
    }
  }

  private Optional<PublishedRuntime.Alias> activeAlias(RuntimeUse use) {
    return find(use.arn())
        .filter(PublishedRuntime::isActive)
        .map(runtime -> runtime.aliases().get(use.alias()))
        .filter(PublishedRuntime.Alias::isActive);
  }

  /** Returns the runtime with that ARN; empty for runtimes of other accounts and regions too. */
  private Optional<PublishedRuntime> find(String arn) {
    return runtimes
        .find(arn.substring(arn.indexOf('/') + 1))
        .filter(runtime -> runtime.arn().equals(arn));
  }

  /**
   * A function's runtime may be held at this version.
   *
   * @throws Refused when it is none of the function's runtime
   */
  void requireVersion(RuntimeUse use, String versionArn) {
    if (version(versionArn).filter(version -> isOf(version, use)).isEmpty()) {
      throw Refused.invalid(
          "Runtime version "
              + versionArn
              + " is not a version of the function's runtime "
              + use.arn());
    }
  }

  private static boolean isOf(PublishedRuntime.Version version, RuntimeUse use) {
    return Arn.runtime(version.runtime()).equals(use.arn());
  }

  /** One that is there, and is not to be deleted. */
  private Optional<PublishedRuntime.Version> version(String arn) {
    int end = arn.indexOf(VERSION);
    return end < 0
        ? Optional.empty()
        : find(arn.substring(0, end))
            .filter(PublishedRuntime::isActive)
            .map(runtime -> runtime.versions().get(arn.substring(end + VERSION.length())))
            .filter(PublishedRuntime.Version::isActive);
  }

  /** The version that an alias leads to now; null when that is not known here. */
  @Nullable String current(@Nullable RuntimeUse use) {
    return use == null
        ? null
        : activeAlias(use)
            .map(alias -> Arn.runtimeVersion(alias.runtime(), alias.version()))
            .orElse(null);
  }

  /**
   * Returns {@link #current} for a function that is changed to such a runtime, and the earlier
   * version of the runtime for others.
   */
  @Nullable String atChange(FunctionSettings settings, FunctionVersion before) {
    RuntimeUse use = settings.runtimeConfig();
    return use == null ? before.runtimeVersionArn() : current(use);
  }

  /**
   * Returns the version with the runtime on which its next environment starts, as far as that is
   * known.
   */
  FunctionVersion described(String function, FunctionVersion version) {
    RuntimeUse use = version.settings().runtimeConfig();
    if (use == null || local(function, use).isPresent()) {
      return version;
    }
    return wanted(function, version, use).map(version::withRuntimeVersion).orElse(version);
  }

  /**
   * Returns the ARN of the runtime version that a version of a function is to have; empty where the
   * alias decides and is not there.
   */
  private Optional<String> wanted(String function, FunctionVersion version, RuntimeUse use) {
    RuntimeManagement management = management(function, version);
    String held =
        switch (management.updateOn()) {
          case "Manual" -> management.runtimeVersionArn();
          case "FunctionUpdate" -> recorded(function, version).runtimeVersionArn();
          default -> null;
        };
    return Optional.ofNullable(held).or(() -> Optional.ofNullable(current(use)));
  }

  private RuntimeManagement management(String function, FunctionVersion version) {
    String key = RuntimeManagement.key(version.version());
    return registry
        .find(function)
        .map(record -> record.runtimeManagement().get(key))
        .orElse(RuntimeManagement.DEFAULT);
  }

  /**
   * Returns the version's present state, as its runtime management may have changed since it was
   * deployed.
   */
  private FunctionVersion recorded(String function, FunctionVersion version) {
    return registry
        .find(function)
        .flatMap(record -> record.version(version.version()))
        .orElse(version);
  }

  private Optional<Path> local(String function, RuntimeUse use) {
    return definitions
        .template(function)
        .flatMap(FunctionDefinition::customerRuntime)
        .filter(named -> named.arn().equals(use.arn()) && named.alias().equals(use.alias()))
        .flatMap(CustomerRuntime::image);
  }

  /**
   * Returns the image from which the next environment of a version starts; empty when its runtime
   * is none of these.
   *
   * @throws Refused when the alias or the version is deleted, or is to be
   * @throws UserMistake when the template names a runtime that nobody has
   */
  Optional<Chosen> choose(String function, FunctionVersion version) {
    RuntimeUse use = version.settings().runtimeConfig();
    if (use == null) {
      return Optional.empty();
    }
    Optional<Path> own = local(function, use);
    return Optional.of(
        own.isPresent()
            ? new Chosen(own.get(), Optional.empty())
            : published(function, version, use));
  }

  private Chosen published(String function, FunctionVersion version, RuntimeUse use) {
    Optional<String> arn = wanted(function, version, use);
    if (arn.isEmpty()) {
      if (find(use.arn()).isEmpty() && definitions.template(function).isPresent()) {
        throw new UserMistake(
            function + " runs on the runtime " + use.arn() + ", whose image is not known here",
            "name it in the function's Metadata in the template, ThawRuntimeImage: PATH, or create"
                + " the runtime in this API with its version and alias");
      }
      throw new Refused(
          Refused.Reason.RUNTIME_ALIAS_DELETED,
          "The runtime alias for your function is no longer available: %s/alias/%s. Update your function to use an available runtime alias."
              .formatted(use.arn(), use.alias()));
    }
    RuntimeImages.Image image =
        version(arn.get())
            .orElseThrow(() ->
                new Refused(
                    Refused.Reason.RUNTIME_VERSION_DELETED,
                    "The runtime version used by your function is no longer available: %s. Update your function to use an available runtime version or runtime alias."
                        .formatted(arn.get())))
            .image();
    return new Chosen(Path.of(image.path()), Optional.of(image.digest()));
  }
}
