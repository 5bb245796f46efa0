package thaw.platform;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.function.FunctionDefinition;
import thaw.platform.record.Alias;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.pool.Preparation;
import thaw.steady.InternalFault;

/**
 * Does for functions of a template with {@code AutoPublishAlias}, or with versions and aliases of
 * their own, what a deployment does: a version is published when something has changed, and the
 * aliases lead to it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/automating-updates-to-serverless-apps.html">
 *     Deploying serverless applications gradually</a>
 */
final class AutoPublishing {
  /** The version to which references of a template lead. */
  private static final String FIRST_VERSION = "1";

  private final Registry registry;
  private final FunctionCatalog catalog;
  private final Aliases aliases;
  private final Rollout rollout;
  private final Map<String, FunctionDefinition> published = new LinkedHashMap<>();

  /** The reasons why the last try of a function has published nothing, by the function's name. */
  private final Map<String, Preparation.Failed> failures = new ConcurrentHashMap<>();

  private final Optional<Set<String>> ahead;
  private final Consumer<RuntimeException> problems;
  private final ReentrantLock lock = new ReentrantLock(); // held while one is published

  /**
   * @param ahead names of functions that are published from the start; absent for all
   */
  AutoPublishing(
      Registry registry,
      FunctionCatalog catalog,
      Aliases aliases,
      Rollout rollout,
      List<FunctionDefinition> templates,
      Optional<Set<String>> ahead,
      Consumer<RuntimeException> problems) {
    this.registry = registry;
    this.catalog = catalog;
    this.aliases = aliases;
    this.rollout = rollout;
    for (FunctionDefinition template : templates) {
      if (publishesVersion(template) || template.publishesLatest()) {
        published.put(template.name(), template);
      }
    }
    this.ahead = ahead;
    this.problems = problems;
  }

  private boolean isAhead(FunctionDefinition template) {
    return ahead.map(names -> names.contains(template.name())).orElse(true);
  }

  /** Begins to publish in the background, one function after the other: it may take a build. */
  void start() {
    List<FunctionDefinition> first = published.values().stream().filter(this::isAhead).toList();
    if (!first.isEmpty()) {
      Thread.ofVirtual().name("auto-publishing").start(() -> first.forEach(this::publishFirst));
    }
  }

  private void publishFirst(FunctionDefinition template) {
    lock.lock();
    try {
      publish(template, false);
    } finally {
      lock.unlock();
    }
  }

  /** Its code has changed; its alias stays where it is until the new version can be invoked. */
  void publishAnew(String name) {
    FunctionDefinition template = published.get(name);
    if (template != null) {
      publish(template, true);
    }
  }

  /**
   * Publishes the version that requests of a function on managed instances need, if a build
   * prevented that before.
   */
  void publishMissing(String name) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (published.containsKey(name) && registry.get(name).latestPublished().isEmpty()) {
        catalog.publishLatest(name, null, null, null);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether what the template has published is not there before somebody asks for it. */
  boolean isOnDemand(String name, String qualifier) {
    FunctionDefinition template = published.get(name);
    return template != null && !isAhead(template) && leads(template, qualifier);
  }

  private static boolean leads(FunctionDefinition template, String qualifier) {
    return template.publishesLatest() && qualifier.equals(FunctionVersion.LATEST_PUBLISHED)
        || template.publishedAliases().contains(qualifier)
        || template.publishesVersion() && qualifier.equals(FIRST_VERSION);
  }

  private static boolean publishesVersion(FunctionDefinition template) {
    return template.publishesVersion() || !template.publishedAliases().isEmpty();
  }

  /**
   * Publishes the template's version if it is missing; afterwards it is there unless publishing has
   * failed.
   *
   * @param qualifier an alias or {@code $LATEST.PUBLISHED}
   */
  void publishMissing(String name, String qualifier) throws InterruptedException {
    FunctionDefinition template = published.get(name);
    if (template == null || !leads(template, qualifier)) {
      return;
    }
    lock.lockInterruptibly();
    try {
      if (registry.get(name).version(qualifier).isEmpty()) {
        publish(template, false);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns why nothing was published for a function of the template; absent while it is tried. */
  Optional<Preparation.Failed> failure(String name) {
    return Optional.ofNullable(failures.get(name));
  }

  private void publishLatest(String name) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      catalog.publishLatest(name, null, null, null);
    } finally {
      lock.unlock();
    }
  }

  /** Environments of managed instances run also without requests. */
  private void leave(String name, FunctionVersion version, String former) {
    boolean isLedTo =
        registry.get(name).aliases().values().stream()
            .anyMatch(each -> each.version().equals(former) || each.weights().containsKey(former));
    if (version.isShared() && !former.equals(version.version()) && !isLedTo) {
      rollout.rest(name, former);
    }
  }

  private void publish(FunctionDefinition template, boolean settledFirst) {
    String name = template.name();
    failures.remove(name);
    try {
      if (template.publishesLatest()) {
        publishLatest(name);
      }
      if (!publishesVersion(template)) {
        return;
      }
      FunctionVersion version = catalog.publish(name, null, null, null);
      if (settledFirst) {
        rollout.awaitSettled(name, version);
        if (catalog.version(name, version.version()).life().state()
            == FunctionVersion.State.FAILED) {
          return; // why was said; requests for the alias get the version before
        }
      }
      for (String alias : template.publishedAliases()) {
        lead(name, alias, version);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) { // a request for the alias is told
      fail(name, e.text());
    } catch (RuntimeException | Error e) { // the others' turn comes
      fail(name, String.valueOf(e));
      problems.accept(InternalFault.of(e));
    }
  }

  private void lead(String name, String alias, FunctionVersion version) {
    Alias former = registry.get(name).aliases().get(alias);
    if (former != null) {
      aliases.update(name, alias, version.version(), null, null, null);
      leave(name, version, former.version());
    } else {
      aliases.create(name, alias, version.version(), "", Map.of());
    }
  }

  private void fail(String name, String why) {
    failures.put(
        name,
        new Preparation.Failed(
            "no version of %s was published: %s".formatted(name, why),
            "mend that, and ask again or change the function's code"));
  }
}
