package thaw.platform.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.function.FunctionDefinition;
import thaw.platform.record.Alias;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.steady.InternalFault;

/**
 * Does for functions of a template with {@code AutoPublishAlias} what a deployment by SAM does: a
 * version is published when something has changed, and the alias leads to it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/automating-updates-to-serverless-apps.html">
 *     Deploying serverless applications gradually</a>
 */
public final class AutoPublishing {
  private final Registry registry;
  private final FunctionCatalog catalog;
  private final Aliases aliases;
  private final Rollout rollout;
  private final Map<String, FunctionDefinition> published = new LinkedHashMap<>();
  private final Consumer<RuntimeException> problems;
  private final ReentrantLock lock = new ReentrantLock(); // held while one is published

  public AutoPublishing(
      Registry registry,
      FunctionCatalog catalog,
      Aliases aliases,
      Rollout rollout,
      List<FunctionDefinition> templates,
      Consumer<RuntimeException> problems) {
    this.registry = registry;
    this.catalog = catalog;
    this.aliases = aliases;
    this.rollout = rollout;
    for (FunctionDefinition template : templates) {
      if (template.autoPublishAlias().isPresent() || template.publishesLatest()) {
        published.put(template.name(), template);
      }
    }
    this.problems = problems;
  }

  /** In the background, one function after the other: it may take a build. */
  public void start() {
    if (!published.isEmpty()) {
      Thread.ofVirtual()
          .name("auto-publishing")
          .start(() -> published.values().forEach(template -> publish(template, false)));
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
   * What a request needs of a function on managed instances, if a build stood in its way before.
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
    try {
      String name = template.name();
      if (template.publishesLatest()) {
        publishLatest(name);
      }
      if (template.autoPublishAlias().isEmpty()) {
        return;
      }
      String alias = template.autoPublishAlias().get();
      FunctionVersion version = catalog.publish(name, null, null, null);
      if (settledFirst) {
        rollout.awaitSettled(name, version);
        if (catalog.version(name, version.version()).life().state()
            == FunctionVersion.State.FAILED) {
          return; // why was said; requests for the alias get the version before
        }
      }
      Alias former = registry.get(name).aliases().get(alias);
      if (former != null) {
        aliases.update(name, alias, version.version(), null, null, null);
        leave(name, version, former.version());
      } else {
        aliases.create(name, alias, version.version(), "", Map.of());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      // A request for the alias is told; why the function could not be prepared was said before.
    } catch (RuntimeException | Error e) { // the others' turn comes
      problems.accept(InternalFault.of(e));
    }
  }
}
