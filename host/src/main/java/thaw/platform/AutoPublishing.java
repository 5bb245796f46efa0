package thaw.platform;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.function.FunctionDefinition;

/**
 * Does for functions of a template with {@code AutoPublishAlias} what a deployment by SAM does: a
 * version is published when something has changed, and the alias leads to it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/automating-updates-to-serverless-apps.html">
 *     Deploying serverless applications gradually</a>
 */
final class AutoPublishing {
  private final Registry registry;
  private final FunctionCatalog catalog;
  private final Aliases aliases;
  private final Consumer<RuntimeException> problems;

  AutoPublishing(
      Registry registry,
      FunctionCatalog catalog,
      Aliases aliases,
      Consumer<RuntimeException> problems) {
    this.registry = registry;
    this.catalog = catalog;
    this.aliases = aliases;
    this.problems = problems;
  }

  /** In the background, one function after the other: it may take a build. */
  void start(List<FunctionDefinition> templates) {
    List<FunctionDefinition> published =
        templates.stream().filter(template -> template.autoPublishAlias().isPresent()).toList();
    if (!published.isEmpty()) {
      Thread.ofVirtual().name("auto-publishing").start(() -> published.forEach(this::publish));
    }
  }

  private void publish(FunctionDefinition template) {
    try {
      Optional<String> alias = template.autoPublishAlias();
      String name = template.name();
      String version = catalog.publish(name, null, null, null).version();
      if (registry.get(name).aliases().containsKey(alias.orElseThrow())) {
        aliases.update(name, alias.get(), version, null, null, null);
      } else {
        aliases.create(name, alias.get(), version, "", Map.of());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      // A request for the alias is told; why the function could not be prepared was said before.
    } catch (RuntimeException e) {
      problems.accept(e);
    }
  }
}
