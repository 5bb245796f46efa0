package thaw.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.problem.UserMistake;

/** A cluster that was reached, and a namespace of it that exists. */
final class Cluster implements AutoCloseable {
  /**
   * The file by which a pod proves its identity; where it exists, the cluster is the one of the
   * pod.
   */
  private static final Path TOKEN = Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token");

  /** A position in a file, in the words of YAML and JSON parsers. */
  private static final Pattern PLACE = Pattern.compile("line:? \\d+, column:? \\d+");

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;

  private final KubernetesClient client;
  private final String namespace;

  private Cluster(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /**
   * @param kubeconfig absent for the usual ones
   * @param context absent for its current one
   * @throws UserMistake when no cluster is named, or none answers, or the namespace is missing
   */
  static Cluster open(Optional<Path> kubeconfig, Optional<String> context, String namespace) {
    Config config = config(kubeconfig, context);
    int millis = (int) PATIENCE.toMillis();
    config.setConnectionTimeout(millis);
    config.setRequestTimeout(millis);
    config.setRequestRetryBackoffLimit(1);
    config.setOnlyHttpWatches(true); // as every proxy passes them on
    Cluster cluster =
        new Cluster(new KubernetesClientBuilder().withConfig(config).build(), namespace);
    try {
      cluster.requireReached(config);
      cluster.requireNamespace();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Returns the namespace that the context names, or {@code default} where it names none or cannot
   * be read.
   */
  static String namespace(Optional<Path> kubeconfig, Optional<String> context) {
    try {
      Config config = config(kubeconfig, context);
      return Optional.ofNullable(config.getNamespace()).orElse("default");
    } catch (UserMistake e) { // told when it is opened
      return "default";
    }
  }

  private static Config config(Optional<Path> kubeconfig, Optional<String> context) {
    Config config;
    try {
      config =
          kubeconfig
              .map(file -> Config.fromKubeconfig(context.orElse(null), file.toFile()))
              .orElseGet(() -> Config.autoConfigure(context.orElse(null)));
    } catch (RuntimeException e) {
      throw Mistakes.of("kubeconfig", kubeconfig.map(file -> " " + file).orElse(""), kind(e));
    }
    List<NamedContext> contexts = Optional.ofNullable(config.getContexts()).orElse(List.of());
    Mistakes.require(!contexts.isEmpty() || Files.exists(TOKEN), "no-cluster");
    if (context.isPresent()
        && !contexts.isEmpty()
        && contexts.stream().noneMatch(each -> context.get().equals(each.getName()))) {
      List<String> names = contexts.stream().map(NamedContext::getName).toList();
      throw Mistakes.of("context", context.get(), String.join(", ", names));
    }
    return config;
  }

  /**
   * Returns a problem's kind and place, but not what it says: that may be a line of the file, and
   * so a token.
   */
  private static String kind(Throwable problem) {
    return deepest(problem).getClass().getSimpleName()
        + Stream.iterate(problem, Objects::nonNull, Throwable::getCause)
            .flatMap(each -> PLACE.matcher("" + each.getMessage()).results())
            .findFirst()
            .map(each -> " at " + each.group())
            .orElse("");
  }

  /** The client drops what a program for credentials says when it fails, and goes on without. */
  private static boolean hasCredentials(Config config) {
    return Stream.of(
            config.getAutoOAuthToken(),
            config.getOauthToken(),
            config.getClientCertData(),
            config.getClientCertFile(),
            config.getUsername())
        .anyMatch(Objects::nonNull);
  }

  private void requireReached(Config config) {
    String url = config.getMasterUrl();
    try {
      client.getKubernetesVersion();
    } catch (KubernetesClientException e) {
      if (e.getCode() == UNAUTHORIZED) {
        throw Mistakes.of(hasCredentials(config) ? "credentials" : "no-credentials", url);
      }
      if (e.getCode() != FORBIDDEN) { // then it was reached
        throw Mistakes.of("unreached", url, reason(e));
      }
    }
  }

  private void requireNamespace() {
    try {
      boolean there = client.namespaces().withName(namespace).get() != null;
      Mistakes.require(there, "namespace", namespace);
    } catch (KubernetesClientException e) {
      if (e.getCode() != FORBIDDEN) { // then nobody may tell, and a later answer does
        throw refused("the namespace " + namespace, e);
      }
    }
  }

  /**
   * @param wanted as {@code create,get jobs.batch}: verbs, resource and its group
   * @throws UserMistake when you may not do all of it
   */
  void requirePermission(List<String> wanted) {
    String denied =
        wanted.stream()
            .flatMap(each ->
                Stream.of(each.substring(0, each.indexOf(' ')).split(","))
                    .map(verb -> verb + each.substring(each.indexOf(' '))))
            .distinct()
            .filter(each -> !isAllowed(each.split("[ .]", -1)))
            .sorted()
            .map(each -> each.substring(0, each.indexOf('.')))
            .collect(Collectors.joining(", "));
    Mistakes.require(denied.isEmpty(), "denied", namespace, denied);
  }

  private boolean isAllowed(String[] words) {
    String[] resource = (words[1] + "/").split("/", -1);
    String group = String.join(".", List.of(words).subList(2, words.length));
    String asked =
        "spec: {resourceAttributes: {namespace: '%s', group: '%s', verb: '%s', resource: '%s', subresource: '%s'}}"
            .formatted(namespace, group, words[0], resource[0], resource[1]);
    var review =
        client.getKubernetesSerialization().unmarshal(asked, SelfSubjectAccessReview.class);
    try {
      var status = client.authorization().v1().selfSubjectAccessReview().create(review).getStatus();
      return status == null || Boolean.TRUE.equals(status.getAllowed());
    } catch (KubernetesClientException e) {
      throw refused("to tell what you may do", e);
    }
  }

  /**
   * Objects of one kind in the namespace; empty where the cluster does not know it.
   *
   * @param kind behind its version, as {@code apps/v1 Deployment}
   */
  Optional<
          NonNamespaceOperation<
              GenericKubernetesResource,
              GenericKubernetesResourceList,
              Resource<GenericKubernetesResource>>>
      all(String kind) {
    String[] words = kind.split(" ");
    String group = words[0].contains("/") ? words[0].substring(0, words[0].indexOf('/')) : "";
    return group.isEmpty() || client.hasApiGroup(group, true)
        ? Optional.of(client.genericKubernetesResources(words[0], words[1]).inNamespace(namespace))
        : Optional.empty();
  }

  NonNamespaceOperation<Pod, PodList, PodResource> pods() {
    return client.pods().inNamespace(namespace);
  }

  KubernetesClient client() {
    return client;
  }

  String namespace() {
    return namespace;
  }

  /** Returns a mistake with the reason that the API server gave when it refused something. */
  static UserMistake refused(String what, KubernetesClientException problem) {
    return Mistakes.of(
        problem.getCode() == FORBIDDEN ? "forbidden" : "refused", what, reason(problem));
  }

  /** Returns the reason that the API server gave, in one line, or else the deepest cause. */
  static String reason(KubernetesClientException problem) {
    if (problem.getStatus() != null && problem.getStatus().getMessage() != null) {
      return line(problem.getStatus().getMessage());
    }
    return line(
        deepest(problem).toString().replaceFirst("^[^ :]*\\.(KubernetesClientException: )?", ""));
  }

  static String line(String text) {
    return text.strip().replaceAll("\\s*\\n\\s*", "; ");
  }

  private static Throwable deepest(Throwable problem) {
    return problem.getCause() == null ? problem : deepest(problem.getCause());
  }

  @Override
  public void close() {
    client.close();
  }
}
