package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * Puts objects into a cluster by server-side apply, and nothing unless the cluster takes all of
 * them.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/server-side-apply/">Server-Side
 *     Apply</a>
 */
final class Applying {
  /**
   * All kinds of objects that Thaw makes. A kind whose objects start others comes first, because it
   * would start them again.
   */
  static final List<String> KINDS =
      List.of(
          "batch/v1 CronJob",
          "keda.sh/v1alpha1 ScaledObject",
          "serving.knative.dev/v1 Service",
          "apps/v1 Deployment",
          "apps/v1 StatefulSet",
          "v1 Service",
          "v1 ConfigMap",
          "v1 PersistentVolumeClaim");

  private final Cluster cluster;
  private final KubernetesClient client;
  private final WorkerPod pod;

  Applying(Cluster cluster, WorkerPod pod) {
    this.cluster = cluster;
    this.client = cluster.client();
    this.pod = pod;
  }

  /**
   * Puts all but the schedules.
   *
   * @param said gets a line for each object that was applied
   * @throws UserMistake when the cluster lacks something or refuses something; then nothing was
   *     changed, unless it refuses what it took when it tried: then {@code said} has the rest
   */
  void apply(List<HasMetadata> objects, Consumer<String> said) {
    requireEngines();
    requirePermission(objects);
    requireSecret(said);
    for (HasMetadata object : objects) {
      requireOurs(object);
    }
    requireNoOther(objects);
    objects.forEach(object -> patch(object, List.of("All")));
    put(objects.stream().filter(object -> !(object instanceof CronJob)), said);
  }

  private void put(Stream<HasMetadata> objects, Consumer<String> said) {
    objects.forEach(object -> {
      patch(object, List.of());
      said.accept(named(object) + " applied");
    });
  }

  /**
   * Applies the schedules, and deletes those that a template before has made. It is called when
   * workers are ready, as a CronJob's container has their image.
   */
  void applySchedules(List<HasMetadata> objects, Consumer<String> said) {
    put(objects.stream().filter(CronJob.class::isInstance), said);
    List<String> names = objects.stream().map(Applying::named).toList();
    try {
      var jobs = cluster.all("batch/v1 CronJob").map(all -> all.withLabels(pod.plan().labels()));
      for (var each : jobs.map(all -> all.list().getItems()).orElse(List.of())) {
        if (!names.contains(named(each))) {
          client.resource(each).inNamespace(cluster.namespace()).delete();
          said.accept(named(each) + " deleted");
        }
      }
    } catch (KubernetesClientException e) {
      said.accept(DeployNotes.of("old-schedules").formatted(Cluster.reason(e)));
    }
  }

  static String named(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }

  private void requireEngines() {
    boolean knative = pod.plan().engine() == ClusterEngine.KNATIVE;
    Mistakes.require(!knative || client.hasApiGroup("serving.knative.dev", true), "no-knative");
    Mistakes.require(
        pod.plan().prometheus().isEmpty() || client.hasApiGroup("keda.sh", true), "no-keda");
  }

  /** Server-side apply is a patch, which creates what is not there. */
  private void requirePermission(List<HasMetadata> objects) {
    List<String> wanted = new ArrayList<>();
    objects.forEach(object -> wanted.add("get,create,patch " + plural(object)));
    pod.schedules().forEach(_ -> wanted.add("list,delete cronjobs.batch"));
    cluster.requirePermission(wanted);
  }

  /**
   * Returns the resource's name in the API, the kind's plural with its group. It is right for all
   * kinds that Thaw makes.
   */
  static String plural(HasMetadata object) {
    String version = object.getApiVersion();
    String group = version.substring(0, Math.max(0, version.indexOf('/')));
    return object.getKind().toLowerCase(Locale.ROOT) + "s." + group;
  }

  /** Requires the Secret that the pods name: without it they would wait for ever. */
  private void requireSecret(Consumer<String> said) {
    if (pod.variables().secret().isEmpty()) {
      return;
    }
    String name = pod.plan().name() + WorkerObjects.SECRETS;
    List<String> missing = new ArrayList<>(pod.variables().secret());
    try {
      Secret secret = client.secrets().inNamespace(cluster.namespace()).withName(name).get();
      if (secret != null && secret.getData() != null) {
        missing.removeAll(secret.getData().keySet());
      }
    } catch (KubernetesClientException e) {
      if (e.getCode() == Cluster.FORBIDDEN) {
        said.accept(DeployNotes.of("secret-unread").formatted(name, String.join(", ", missing)));
        return; // nobody has to let us read secrets
      }
      throw Cluster.refused("the Secret " + name, e);
    }
    if (!missing.isEmpty()) {
      List<String> keys = missing.stream().map(key -> "--from-literal=" + key + "=VALUE").toList();
      String all = String.join(", ", missing);
      throw Mistakes.of("secret", name, all, cluster.namespace(), String.join(" ", keys));
    }
  }

  private void requireOurs(HasMetadata object) {
    HasMetadata there = found(object);
    Mistakes.require(there == null || isOurs(there), "not-ours", named(object));
  }

  /**
   * Refuses to deploy while workers of an earlier deploy with other options are there, as those
   * would go on beside these.
   */
  private void requireNoOther(List<HasMetadata> objects) {
    Set<String> applied = new TreeSet<>();
    objects.forEach(each -> applied.add(each.getApiVersion() + " " + each.getKind()));
    for (String kind : KINDS.subList(1, KINDS.indexOf("v1 Service"))) { // those of workers
      HasMetadata there =
          applied.contains(kind)
              ? null
              : seen(() ->
                  cluster.all(kind).map(all -> all.withName(pod.plan().name()).get()).orElse(null));
      if (there != null && isOurs(there)) {
        throw Mistakes.of("earlier", named(there), pod.plan().name());
      }
    }
  }

  /**
   * Returns null also where the user may not look; the API server then refuses when the object is
   * applied.
   */
  private static @Nullable HasMetadata seen(Supplier<? extends @Nullable HasMetadata> look) {
    try {
      return look.get();
    } catch (KubernetesClientException e) {
      return null;
    }
  }

  static boolean isOurs(HasMetadata there) {
    return there.getMetadata().getLabels() != null
        && WorkerObjects.MANAGER.equals(
            there.getMetadata().getLabels().get(WorkerObjects.MANAGED_BY));
  }

  private @Nullable HasMetadata found(HasMetadata object) {
    try {
      return client.resource(object).inNamespace(cluster.namespace()).get();
    } catch (KubernetesClientException e) {
      throw Cluster.refused("the " + named(object), e);
    }
  }

  private void patch(HasMetadata object, List<String> dryRun) {
    PatchContext how =
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(WorkerObjects.MANAGER)
            .withForce(true)
            .withFieldValidation("Strict")
            .withDryRun(dryRun)
            .build();
    try {
      client.resource(object).inNamespace(cluster.namespace()).patch(how);
    } catch (KubernetesClientException e) {
      throw Cluster.refused("the " + named(object), e);
    }
  }
}
