package thaw.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
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
    Set<String> denied = new TreeSet<>();
    for (HasMetadata object : objects) {
      for (String verb : List.of("get", "create", "patch")) {
        if (!isAllowed(object, verb)) {
          denied.add(verb + " " + plural(object));
        }
      }
    }
    if (!denied.isEmpty()) {
      throw new UserMistake(
          "you may not, in the namespace %s: %s"
              .formatted(cluster.namespace(), String.join(", ", denied)),
          "have somebody bind you to the ClusterRole edit there, or name another one: --namespace"
              + " NAME");
    }
  }

  private boolean isAllowed(HasMetadata object, String verb) {
    String version = object.getApiVersion();
    String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
    SelfSubjectAccessReview review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(cluster.namespace())
            .withGroup(group)
            .withResource(plural(object))
            .withVerb(verb)
            .endResourceAttributes()
            .endSpec()
            .build();
    try {
      SelfSubjectAccessReview answer =
          client.authorization().v1().selfSubjectAccessReview().create(review);
      return answer.getStatus() == null || Boolean.TRUE.equals(answer.getStatus().getAllowed());
    } catch (KubernetesClientException e) {
      throw Cluster.refused("to tell what you may do", e);
    }
  }

  static String plural(HasMetadata object) {
    return object.getKind().toLowerCase(Locale.ROOT) + "s"; // true for all of ours
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
      throw new UserMistake(
          "the Secret %s lacks %s".formatted(name, String.join(", ", missing)),
          "make it: kubectl create secret generic %s -n %s %s"
              .formatted(
                  name,
                  cluster.namespace(),
                  String.join(
                      " ",
                      missing.stream().map(key -> "--from-literal=" + key + "=VALUE").toList())));
    }
  }

  private void requireOurs(HasMetadata object) {
    HasMetadata there = found(object);
    if (there == null) {
      return;
    }
    if (!isOurs(there)) {
      throw new UserMistake(
          "the %s is there and was not made by thaw deploy".formatted(named(object)),
          "choose another name: --name NAME");
    }
  }

  /** What an earlier deploy with other options has left would go on beside this one. */
  private void requireNoOther(List<HasMetadata> objects) {
    Set<String> applied = new TreeSet<>();
    objects.forEach(each -> applied.add(each.getApiVersion() + " " + each.getKind()));
    for (Supplier<? extends @Nullable HasMetadata> others : others()) {
      HasMetadata there = others.get();
      if (there != null
          && isOurs(there)
          && !applied.contains(there.getApiVersion() + " " + there.getKind())) {
        throw new UserMistake(
            "the %s of an earlier thaw deploy is there, and would go on beside this one"
                .formatted(named(there)),
            "thaw delete %s first, or choose another name: --name NAME"
                .formatted(pod.plan().name()));
      }
    }
  }

  private List<Supplier<? extends @Nullable HasMetadata>> others() {
    String name = pod.plan().name();
    String namespace = cluster.namespace();
    return List.of(
        () -> seen(() -> client.apps().deployments().inNamespace(namespace).withName(name).get()),
        () -> seen(() -> client.apps().statefulSets().inNamespace(namespace).withName(name).get()),
        () -> generic("serving.knative.dev", "v1", "Service"),
        () -> generic("keda.sh", "v1alpha1", "ScaledObject"));
  }

  private @Nullable HasMetadata generic(String group, String version, String kind) {
    return client.hasApiGroup(group, true)
        ? seen(() ->
            client
                .genericKubernetesResources(group + "/" + version, kind)
                .inNamespace(cluster.namespace())
                .withName(pod.plan().name())
                .get())
        : null;
  }

  /** Who may not look learns of it when it is applied. */
  private static @Nullable HasMetadata seen(Supplier<? extends @Nullable HasMetadata> look) {
    try {
      return look.get();
    } catch (KubernetesClientException e) {
      return null;
    }
  }

  private static boolean isOurs(HasMetadata there) {
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
