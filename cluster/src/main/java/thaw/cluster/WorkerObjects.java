package thaw.cluster;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.codec.digest.DigestUtils;

/** All objects of a cluster that a plan becomes, in the order in which they are to be made. */
final class WorkerObjects {
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String MANAGER = "thaw";
  static final String NAME = "app.kubernetes.io/name";

  /** Behind the plan's name: the ConfigMap of plain variables. */
  static final String VARIABLES = "-environment";

  /** Behind the plan's name: the Secret that its owner makes. */
  static final String SECRETS = "-secrets";

  /** Knative's largest one, unless a cluster's config-defaults says more. */
  static final long KNATIVE_SECONDS = 600;

  private final KubernetesSerialization serialization;
  private final WorkerPlan plan;
  private final WorkerPod pod;
  private final Duration longest;

  /**
   * @param longest of the functions' timeouts
   */
  WorkerObjects(KubernetesSerialization serialization, WorkerPod pod, Duration longest) {
    this.serialization = serialization;
    this.plan = pod.plan();
    this.pod = pod;
    this.longest = longest;
  }

  List<HasMetadata> all() {
    List<HasMetadata> all = new ArrayList<>();
    if (!pod.variables().plain().isEmpty()) {
      all.add(
          new ConfigMapBuilder()
              .withMetadata(metadata(plan.name() + VARIABLES))
              .withData(pod.variables().plain())
              .build());
    }
    if (plan.engine() == ClusterEngine.KNATIVE) {
      all.add(knativeService());
      return all;
    }
    all.add(workers());
    all.add(
        new ServiceBuilder()
            .withMetadata(metadata(plan.name()))
            .withNewSpec()
            .withSelector(selector())
            .withPorts(servicePorts())
            .endSpec()
            .build());
    plan.prometheus().ifPresent(url -> all.add(scaledObject(url)));
    return all;
  }

  private ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(plan.namespace())
        .withLabels(labels())
        .build();
  }

  private Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put(MANAGED_BY, MANAGER);
    labels.put(NAME, plan.name());
    return labels;
  }

  private Map<String, String> selector() {
    return Map.of(NAME, plan.name());
  }

  private HasMetadata workers() {
    // Who scales them later is not to be overruled: without a number there is one.
    Integer replicas = plan.prometheus().isPresent() ? null : (Integer) plan.scale().least();
    if (plan.events().isEmpty()) {
      return new DeploymentBuilder()
          .withMetadata(metadata(plan.name()))
          .withNewSpec()
          .withReplicas(replicas)
          .withNewSelector()
          .withMatchLabels(selector())
          .endSelector()
          .withTemplate(template())
          .endSpec()
          .build();
    }
    return new StatefulSetBuilder()
        .withMetadata(metadata(plan.name()))
        .withNewSpec()
        .withPodManagementPolicy("Parallel")
        .withReplicas(replicas)
        .withServiceName(plan.name())
        .withNewSelector()
        .withMatchLabels(selector())
        .endSelector()
        .withTemplate(template())
        .withVolumeClaimTemplates(claim(plan.events().orElseThrow()))
        .endSpec()
        .build();
  }

  private PodTemplateSpec template() {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels())
        .withAnnotations(annotations())
        .endMetadata()
        .withSpec(pod.spec())
        .build();
  }

  /** Workers read variables once: other ones make other pods. */
  private Map<String, String> annotations() {
    Map<String, String> annotations = scraped();
    if (!pod.variables().plain().isEmpty()) {
      annotations.put("thaw/variables", DigestUtils.sha256Hex(pod.variables().plain().toString()));
    }
    return annotations;
  }

  /** For a Prometheus that looks for pods by these annotations, as is usual. */
  private static Map<String, String> scraped() {
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put("prometheus.io/path", "/_thaw/metrics");
    annotations.put("prometheus.io/port", "" + WorkerPlan.LAMBDA_PORT);
    annotations.put("prometheus.io/scrape", "true");
    return annotations;
  }

  private static PersistentVolumeClaim claim(String size) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(WorkerPod.DATA_VOLUME)
        .endMetadata()
        .withNewSpec()
        .withAccessModes("ReadWriteOnce")
        .withNewResources()
        .addToRequests("storage", new Quantity(size))
        .endResources()
        .endSpec()
        .build();
  }

  private List<ServicePort> servicePorts() {
    List<ServicePort> ports = new ArrayList<>();
    pod.doors()
        .forEach((name, port) ->
            ports.add(
                new ServicePortBuilder()
                    .withName(name)
                    .withPort(port)
                    .withTargetPort(new IntOrString(name))
                    .build()));
    return ports;
  }

  /**
   * As many workers as the events that wait and the requests that run fill.
   *
   * @see <a href="https://keda.sh/docs/latest/scalers/prometheus/">KEDA's Prometheus scaler</a>
   */
  private GenericKubernetesResource scaledObject(String prometheus) {
    String suffix = plan.events().isPresent() ? "[0-9]+" : "[a-z0-9]+-[a-z0-9]{5}";
    String pods =
        "namespace=\"%s\",pod=~\"%s-%s\"".formatted(plan.namespace(), plan.name(), suffix);
    Map<String, Object> trigger = new LinkedHashMap<>();
    trigger.put("type", "prometheus");
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("serverAddress", prometheus);
    metadata.put(
        "query",
        "(sum(thaw_queued_events{%1$s}) or vector(0)) + (sum(thaw_environments{%1$s,state=\"running\"}) or vector(0))"
            .formatted(pods));
    metadata.put("threshold", "" + plan.environments());
    trigger.put("metadata", metadata);
    Map<String, Object> target = new LinkedHashMap<>();
    target.put("apiVersion", "apps/v1");
    target.put("kind", plan.events().isPresent() ? "StatefulSet" : "Deployment");
    target.put("name", plan.name());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("scaleTargetRef", target);
    spec.put("minReplicaCount", plan.scale().least());
    spec.put("maxReplicaCount", plan.scale().most());
    spec.put("triggers", List.of(trigger));
    return generic("keda.sh/v1alpha1", "ScaledObject", spec);
  }

  /**
   * Knative takes a part of a pod's fields; its grace period is the timeout of requests.
   *
   * @see <a href="https://knative.dev/docs/serving/reference/serving-api/">Serving API</a>
   */
  private GenericKubernetesResource knativeService() {
    Map<String, Object> annotations = new LinkedHashMap<>();
    annotations.put("autoscaling.knative.dev/max-scale", "" + plan.scale().most());
    annotations.put("autoscaling.knative.dev/min-scale", "" + plan.scale().least());
    annotations.putAll(annotations());
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("containerConcurrency", plan.environments());
    spec.put("timeoutSeconds", knativeSeconds());
    @SuppressWarnings("unchecked") // names of JSON are texts
    Map<String, Object> podSpec = serialization.convertValue(pod.spec(), LinkedHashMap.class);
    spec.putAll(podSpec);
    Map<String, Object> template = new LinkedHashMap<>();
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("annotations", annotations);
    metadata.put("labels", labels());
    template.put("metadata", metadata);
    template.put("spec", spec);
    return generic("serving.knative.dev/v1", "Service", Map.of("template", template));
  }

  /** For the longest function, and for a worker's end. */
  long knativeSeconds() {
    return Math.max(longest.toSeconds(), pod.graceSeconds());
  }

  private GenericKubernetesResource generic(
      String apiVersion, String kind, Map<String, Object> spec) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(apiVersion)
        .withKind(kind)
        .withMetadata(metadata(plan.name()))
        .addToAdditionalProperties("spec", spec)
        .build();
  }
}
