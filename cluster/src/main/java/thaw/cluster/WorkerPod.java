package thaw.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.app.packaging.WorkerSnapshots;
import thaw.app.run.Readiness;
import thaw.app.run.WorkerVariables;
import thaw.function.Region;

/**
 * The pod of a worker: one container, whose image starts {@code thaw run --worker}.
 *
 * @param apiPorts of the template's APIs, by logical id, in its order
 * @param schedules of which the cluster tells when they are due
 */
record WorkerPod(
    WorkerPlan plan,
    WorkerSize size,
    WorkerVariables variables,
    Map<String, Integer> apiPorts,
    List<CronSchedule> schedules) {
  static final String CONTAINER = "worker";
  static final String DATA_VOLUME = "data";

  private static final String DATA = "/var/lib/thaw";
  private static final String VARIABLES = "/etc/thaw/environment";
  private static final String REGISTRY = "/etc/thaw/registry";
  private static final String SNAPSHOTS = "/var/lib/thaw-snapshots";

  /** Nobody's user on any node. */
  private static final long USER = 65532;

  /**
   * The time in seconds until no more requests are sent here: the Service's endpoints are told
   * beside the pod.
   */
  private static final long SECONDS_BEFORE_STOP = 3;

  private static final Object BEFORE_STOP =
      Map.of("preStop", Map.of("sleep", Map.of("seconds", SECONDS_BEFORE_STOP)));

  /**
   * The time in seconds for what the program does after the drain: ending environments, closing the
   * store.
   */
  private static final long SECONDS_AFTER_DRAIN = 12;

  private boolean knative() {
    return plan.engine() == ClusterEngine.KNATIVE;
  }

  /** Returns the seconds that Kubernetes waits after asking a pod to stop before it kills it. */
  long graceSeconds() {
    return SECONDS_BEFORE_STOP + plan.drain().toSeconds() + SECONDS_AFTER_DRAIN;
  }

  PodSpec spec() {
    PodSpecBuilder spec =
        new PodSpecBuilder()
            .withAutomountServiceAccountToken(false)
            .withEnableServiceLinks(false)
            .withContainers(container())
            .withVolumes(volumes());
    plan.pullSecret().ifPresent(name -> spec.withImagePullSecrets(new LocalObjectReference(name)));
    if (!knative()) {
      spec.withHostUsers(false)
          .withTerminationGracePeriodSeconds(graceSeconds())
          .withNewSecurityContext()
          .withFsGroup(user())
          .endSecurityContext();
    }
    return spec.build();
  }

  /**
   * Returns the user of a worker: with snapshots root, of the pod's own user namespace where the
   * engine has such namespaces.
   */
  private long user() {
    return plan.snapshots().isPresent() ? 0 : USER;
  }

  private Container container() {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("NAME", CONTAINER);
    values.put("IMAGE", plan.image());
    values.put("ARGUMENTS", arguments());
    values.put("ENV", environment());
    values.put("LIFECYCLE", knative() ? null : BEFORE_STOP);
    values.put("PORTS", ports());
    values.put("MEMORY", size.memoryMiB() + "Mi");
    values.put("CPU", size.oneCpuMillis() + "m");
    values.put("CPU_LIMIT", size.cpuMillis() + "m");
    values.put("READINESS", probes().getReadinessProbe());
    values.put("STARTUP", probes().getStartupProbe());
    values.put("LIVENESS", probes().getLivenessProbe());
    values.put("USER", user());
    boolean snapshots = plan.snapshots().isPresent();
    values.put("NOT_ROOT", snapshots ? null : true);
    values.put("ADDED", snapshots ? SnapshotRights.CAPABILITIES : List.of());
    values.put("SECCOMP", snapshots ? SnapshotRights.SECCOMP : "RuntimeDefault");
    values.put("PROC", snapshots && !knative() ? "Unmasked" : null);
    values.put("MOUNTS", mounts());
    return filled("container.yaml", values);
  }

  private static Container filled(String file, Map<String, ? extends @Nullable Object> values) {
    return ManifestYaml.filled(new KubernetesSerialization(), file, Container.class, values);
  }

  private List<EnvVar> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("AWS_REGION", Region.own());
    variables.put("XDG_CACHE_HOME", "/var/cache");
    mounted().ifPresent(_ -> variables.put("THAW_SNAPSHOTS", SNAPSHOTS));
    pushSecret().ifPresent(_ -> variables.put("DOCKER_CONFIG", REGISTRY));
    return variables.entrySet().stream()
        .map(each -> new EnvVar(each.getKey(), each.getValue(), null))
        .toList();
  }

  private List<String> arguments() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--host 0.0.0.0 --port %d --api-port %d --data %s/events --drain %d"
                    .formatted(
                        WorkerPlan.LAMBDA_PORT, WorkerPlan.API_PORT, DATA, plan.drain().toSeconds())
                    .split(" ")));
    // Else the worker counts how many fit: as many as planned.
    plan.memoryMiB()
        .ifPresent(_ -> words.addAll(List.of("--concurrency", "" + plan.environments())));
    hosts().forEach(host -> words.addAll(List.of("--allow-host", host)));
    schedules.forEach(each -> words.addAll(List.of("--outside-schedule", each.name())));
    if (hasVariables()) {
      words.addAll(List.of("--variables", VARIABLES));
    }
    plan.snapshots().ifPresent(_ -> words.add("--snap-start"));
    plan.snapshots()
        .filter(each -> each.pushSecret().isPresent())
        .ifPresent(each -> words.addAll(List.of("--push-snapshots", each.image())));
    return words;
  }

  /**
   * Returns the host names by which clients in the cluster reach the Service, and those that the
   * user added.
   */
  private List<String> hosts() {
    String full = plan.name() + "." + plan.namespace();
    List<String> names =
        new ArrayList<>(List.of(plan.name(), full, full + ".svc", full + ".svc.cluster.local"));
    names.addAll(plan.hosts());
    return names;
  }

  private boolean hasVariables() {
    return !variables.plain().isEmpty() || !variables.secret().isEmpty();
  }

  private List<Map<String, Object>> ports() {
    if (knative()) { // takes one, and leads all requests there
      return List.of(Map.of("containerPort", plan.port()));
    }
    return portsByName().entrySet().stream()
        .map(
            each -> Map.<String, Object>of("name", each.getKey(), "containerPort", each.getValue()))
        .toList();
  }

  /**
   * Returns the ports by the names that a Service and its endpoints have for them: at most 15
   * characters.
   */
  Map<String, Integer> portsByName() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("lambda", WorkerPlan.LAMBDA_PORT);
    int number = 0;
    for (int port : apiPorts.values()) {
      number++;
      ports.put(number == 1 ? "api" : "api-" + number, port);
    }
    return ports;
  }

  private Container probes() {
    return filled(
        knative() ? "probes-knative.yaml" : "probes.yaml",
        Map.of("PATH", Readiness.PATH, "PORT", WorkerPlan.LAMBDA_PORT));
  }

  private List<VolumeMount> mounts() {
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(mount(DATA_VOLUME, DATA, false));
    mounts.add(mount("cache", "/var/cache", false));
    mounts.add(mount("tmp", "/tmp", false));
    if (hasVariables()) {
      mounts.add(mount("environment", VARIABLES, true));
    }
    mounted().ifPresent(_ -> mounts.add(mount("snapshots", SNAPSHOTS, true)));
    pushSecret().ifPresent(_ -> mounts.add(mount("registry", REGISTRY, true)));
    return mounts;
  }

  private static VolumeMount mount(String name, String path, boolean readOnly) {
    VolumeMountBuilder mount = new VolumeMountBuilder().withName(name).withMountPath(path);
    return readOnly ? mount.withReadOnly(true).build() : mount.build();
  }

  private List<Volume> volumes() {
    List<Volume> volumes = new ArrayList<>();
    if (plan.events().isEmpty()) { // else the StatefulSet has it
      volumes.add(volume(DATA_VOLUME, "emptyDir", Map.of()));
    }
    volumes.add(volume("cache", "emptyDir", Map.of()));
    volumes.add(volume("tmp", "emptyDir", Map.of()));
    if (hasVariables()) {
      volumes.add(volume("environment", "projected", Map.of("sources", sources())));
    }
    pushSecret()
        .map(WorkerPod::credentials)
        .ifPresent(secret -> volumes.add(volume("registry", "secret", secret)));
    mounted()
        .map(image -> Map.of("pullPolicy", "IfNotPresent", "reference", image))
        .ifPresent(image -> volumes.add(volume("snapshots", "image", image)));
    return volumes;
  }

  private Optional<String> mounted() {
    return plan.snapshots().flatMap(WorkerSnapshots::mounted);
  }

  private Optional<String> pushSecret() {
    return plan.snapshots().flatMap(WorkerSnapshots::pushSecret);
  }

  /**
   * Returns a volume with Docker's credentials. It is optional: without the Secret a pod starts,
   * and only pushing fails.
   */
  private static Map<String, Object> credentials(String secret) {
    var item = Map.of("key", ".dockerconfigjson", "path", "config.json");
    return Map.of("secretName", secret, "optional", true, "items", List.of(item));
  }

  private static Volume volume(String name, String kind, Map<String, ?> source) {
    return new KubernetesSerialization()
        .convertValue(Map.of("name", name, kind, source), Volume.class);
  }

  private List<Object> sources() {
    Object plain = Map.of("configMap", Map.of("name", plan.name() + WorkerObjects.VARIABLES));
    Object secret = Map.of("secret", Map.of("name", plan.name() + WorkerObjects.SECRETS));
    return variables.secret().isEmpty()
        ? List.of(plain)
        : variables.plain().isEmpty() ? List.of(secret) : List.of(plain, secret);
  }
}
