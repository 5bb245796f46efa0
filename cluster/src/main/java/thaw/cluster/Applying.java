package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
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
  private static final int FORBIDDEN = 403;

  /** What may be left of a deploy with other options. */
  private static final List<String> WORKERS =
      List.of(
          "apps/v1 Deployment",
          "apps/v1 StatefulSet",
          "serving.knative.dev/v1 Service",
          "keda.sh/v1alpha1 ScaledObject");

  private final Cluster cluster;
  private final KubernetesClient client;
  private final WorkerPod pod;

  Applying(Cluster cluster, WorkerPod pod) {
    this.cluster = cluster;
    this.client = cluster.client();
    this.pod = pod;
  }

  /**
   * @param said gets a line for each object that was applied
   * @throws UserMistake when the cluster lacks something or refuses something; then nothing was
   *     changed
   */
  void apply(List<HasMetadata> objects, Consumer<String> said) {
    requireEngines();
    requirePermission(objects);
    requireSecret();
    for (HasMetadata object : objects) {
      requireOurs(object);
    }
    requireNoOther(objects);
    for (HasMetadata object : objects) {
      patch(object, List.of("All"));
    }
    for (HasMetadata object : objects) {
      patch(object, List.of());
      said.accept(named(object) + " applied");
    }
  }

  static String named(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }

  private void requireEngines() {
    if (pod.plan().engine() == ClusterEngine.KNATIVE
        && !client.hasApiGroup("serving.knative.dev", true)) {
      throw new UserMistake(
          "the cluster has no Knative Serving",
          "install it (knative.dev/docs/install), or use --target kubernetes");
    }
    if (pod.plan().prometheus().isPresent() && !client.hasApiGroup("keda.sh", true)) {
      throw new UserMistake(
          "the cluster has no KEDA", "install it (keda.sh/docs), or leave out --keda");
    }
  }

  /** Server-side apply is a patch, which creates what is not there. */
  private void requirePermission(List<HasMetadata> objects) {
    cluster.requirePermission(
        objects.stream()
            .map(object -> {
              String version = object.getApiVersion();
              String group = version.substring(0, Math.max(0, version.indexOf('/')));
              String plural = object.getKind().toLowerCase(Locale.ROOT) + "s"; // of all of ours
              return "get,create,patch " + plural + "." + group;
            })
            .toList());
  }

  /** Without it pods would wait for ever. */
  private void requireSecret() {
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
      if (e.getCode() == FORBIDDEN) {
        return; // nobody has to let us read secrets
      }
      throw Cluster.refused("the Secret " + name, e);
    }
    if (!missing.isEmpty()) {
      List<String> keys = missing.stream().map(key -> "--from-literal=" + key + "=VALUE").toList();
      throw new UserMistake(
          "the Secret %s lacks %s".formatted(name, String.join(", ", missing)),
          "make it: kubectl create secret generic %s -n %s %s"
              .formatted(name, cluster.namespace(), String.join(" ", keys)));
    }
  }

  private void requireOurs(HasMetadata object) {
    HasMetadata there = found(object);
    if (there != null && !isOurs(there)) {
      throw new UserMistake(
          "the %s is there and was not made by thaw deploy".formatted(named(object)),
          "choose another name: --name NAME");
    }
  }

  /** What an earlier deploy with other options has left would go on beside this one. */
  private void requireNoOther(List<HasMetadata> objects) {
    Set<String> applied = new TreeSet<>();
    objects.forEach(each -> applied.add(each.getApiVersion() + " " + each.getKind()));
    for (String kind : WORKERS) {
      HasMetadata there =
          applied.contains(kind)
              ? null
              : seen(() ->
                  cluster.all(kind).map(all -> all.withName(pod.plan().name()).get()).orElse(null));
      if (there != null && isOurs(there)) {
        throw new UserMistake(
            "the %s of an earlier thaw deploy is there, and would go on beside this one"
                .formatted(named(there)),
            "thaw delete %s first, or choose another name: --name NAME"
                .formatted(pod.plan().name()));
      }
    }
  }

  /** Who may not look learns of it when it is applied. */
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
