package thaw.cluster;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import thaw.app.run.OutsideClock;
import thaw.cli.ScheduleCall;

/** All objects of a cluster that a plan becomes, in the order in which they are to be made. */
final class WorkerObjects {
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";
  static final String MANAGER = "thaw";
  static final String NAME = "app.kubernetes.io/name";

  private static final String TEMPLATE = "thaw/template";

  /** The suffix behind the plan's name that names the ConfigMap of plain variables. */
  static final String VARIABLES = "-environment";

  /** The suffix behind the plan's name that names the Secret that its owner makes. */
  static final String SECRETS = "-secrets";

  /** Eleven characters less than a Job may have. */
  private static final int LONGEST_CRON_JOB = 52;

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
      all.add(
          filled(
              "knative-service.yaml",
              GenericKubernetesResource.class,
              Map.of("ANNOTATIONS", knativeAnnotations(), "POD", knativePod())));
    } else {
      all.add(workers());
      all.add(filled("service.yaml", Service.class, Map.of("PORTS", servicePorts())));
      plan.prometheus().ifPresent(url -> all.add(scaledObject(url)));
    }
    pod.schedules().forEach(each -> all.add(cronJob(each)));
    return all;
  }

  private CronJob cronJob(CronSchedule schedule) {
    String words = plan.name() + "-" + schedule.name();
    String start = words.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String name =
        start.substring(0, Math.min(start.length(), LONGEST_CRON_JOB - 9))
            + "-"
            + DigestUtils.sha256Hex(words).substring(0, 8);
    // As the Service has it; Knative has the usual port. Each cluster resolves this, whatever its
    // domain.
    String port = plan.engine() == ClusterEngine.KNATIVE ? "" : ":" + WorkerPlan.LAMBDA_PORT;
    String url =
        "http://%s.%s.svc%s%s?name=%s"
            .formatted(plan.name(), plan.namespace(), port, OutsideClock.PATH, schedule.name());
    Map<String, Object> values = new HashMap<>();
    values.put("METADATA", metadata(name));
    values.put("SCHEDULE", schedule.line());
    values.put("ZONE", schedule.zone());
    values.put("SECONDS", schedule.patienceSeconds());
    values.put(
        "PULL_SECRETS", plan.pullSecret().map(each -> Map.of("name", each)).stream().toList());
    values.put("IMAGE", plan.image());
    values.put("COMMAND", ScheduleCall.command(url));
    values.put("JOB", ScheduleCall.JOB);
    return filled("cron-job.yaml", CronJob.class, values);
  }

  private <T> T filled(String file, Class<T> type, Map<String, Object> further) {
    Map<String, @Nullable Object> values = new HashMap<>();
    // Who scales them later is not to be overruled: without a number there is one.
    values.put("REPLICAS", plan.prometheus().isPresent() ? null : plan.scale().least());
    values.put("METADATA", metadata(plan.name()));
    values.put("NAME", plan.name());
    values.put("LABELS", podLabels());
    values.put("SELECTOR", Map.of(NAME, plan.name()));
    values.putAll(further);
    return ManifestYaml.filled(serialization, file, type, values);
  }

  private ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(plan.namespace())
        .withLabels(plan.labels())
        .build();
  }

  /**
   * Those of all objects, and one that pods of another template do not have. Workers read variables
   * once: other ones make other pods.
   */
  Map<String, String> podLabels() {
    List<Object> template =
        plan.engine() == ClusterEngine.KNATIVE
            ? List.of(pod.variables().plain(), knativeAnnotations(), knativePod())
            : List.of(pod.variables().plain(), annotations(), pod.spec());
    Map<String, String> labels = plan.labels();
    labels.put(TEMPLATE, DigestUtils.sha256Hex(serialization.asJson(template)).substring(0, 16));
    return labels;
  }

  private HasMetadata workers() {
    Map<String, Object> values = new HashMap<>();
    values.put("ANNOTATIONS", annotations());
    values.put("POD", pod.spec());
    plan.events().ifPresent(size -> values.put("EVENTS", size));
    return plan.events().isPresent()
        ? filled("keeping-workers.yaml", StatefulSet.class, values)
        : filled("workers.yaml", Deployment.class, values);
  }

  /** Returns the annotations for a Prometheus that looks for pods by them, as is usual. */
  private Map<String, String> annotations() {
    String start = "prometheus.io/";
    String port = "" + WorkerPlan.LAMBDA_PORT;
    return new TreeMap<>(
        Map.of(start + "path", "/_thaw/metrics", start + "port", port, start + "scrape", "true"));
  }

  private List<Map<String, Object>> servicePorts() {
    return pod.portsByName().entrySet().stream()
        .map(port ->
            Map.<String, Object>of(
                "name", port.getKey(), "port", port.getValue(), "targetPort", port.getKey()))
        .toList();
  }

  private GenericKubernetesResource scaledObject(String prometheus) {
    String suffix = plan.events().isPresent() ? "[0-9]+" : "[a-z0-9]+-[a-z0-9]{5}";
    String pods =
        "namespace=\"%s\",pod=~\"%s-%s\"".formatted(plan.namespace(), plan.name(), suffix);
    Map<String, Object> values = new HashMap<>();
    values.put("KIND", plan.events().isPresent() ? "StatefulSet" : "Deployment");
    values.put("LEAST", plan.scale().least());
    values.put("MOST", plan.scale().most());
    values.put("PROMETHEUS", prometheus);
    values.put(
        "QUERY",
        "(sum(thaw_queued_events{%1$s}) or vector(0)) + (sum(thaw_environments{%1$s,state=\"running\"}) or vector(0))"
            .formatted(pods));
    values.put("ENVIRONMENTS", "" + plan.environments());
    return filled("scaled-object.yaml", GenericKubernetesResource.class, values);
  }

  /** Its grace period is the timeout of requests. */
  private Map<String, Object> knativePod() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("containerConcurrency", plan.environments());
    spec.put("timeoutSeconds", knativeSeconds());
    @SuppressWarnings("unchecked") // names of JSON are texts
    Map<String, Object> podSpec = serialization.convertValue(pod.spec(), LinkedHashMap.class);
    spec.putAll(podSpec);
    return spec;
  }

  private Map<String, Object> knativeAnnotations() {
    Map<String, Object> annotations = new TreeMap<>(annotations());
    annotations.put("autoscaling.knative.dev/max-scale", "" + plan.scale().most());
    annotations.put("autoscaling.knative.dev/min-scale", "" + plan.scale().least());
    // A worker serves as many requests as it may have; with Knative's 70 % a burst starts another.
    annotations.put("autoscaling.knative.dev/target-utilization-percentage", "100");
    return annotations;
  }

  /**
   * Returns Knative's timeout in seconds, which is enough for the longest function, and for a
   * worker's end.
   */
  long knativeSeconds() {
    return Math.max(longest.toSeconds(), pod.graceSeconds());
  }
}
