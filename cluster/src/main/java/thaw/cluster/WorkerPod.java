package thaw.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.app.packaging.WorkerSnapshots;
import thaw.app.run.worker.Readiness;
import thaw.app.run.worker.WorkerVariables;
import thaw.function.Region;

/**
 * The pod of a worker: one container, whose image starts {@code thaw run --worker}.
 *
 * @param apiPorts of the template's APIs, by logical id, in its order
 */
record WorkerPod(
    WorkerPlan plan, WorkerSize size, WorkerVariables variables, Map<String, Integer> apiPorts) {
  static final String CONTAINER = "worker";
  static final String DATA_VOLUME = "data";

  private static final String DATA = "/var/lib/thaw";
  private static final String VARIABLES = "/etc/thaw/environment";
  private static final String REGISTRY = "/etc/thaw/registry";
  private static final String SNAPSHOTS = "/var/lib/thaw-snapshots";

  /** Nobody's user on any node. */
  private static final long USER = 65532;

  /** Until no more requests are sent here: the Service's endpoints are told beside the pod. */
  private static final long SECONDS_BEFORE_STOP = 3;

  /** For what the program does after the drain: ending environments, closing the store. */
  private static final long SECONDS_AFTER_DRAIN = 12;

  private boolean knative() {
    return plan.engine() == ClusterEngine.KNATIVE;
  }

  /** What Kubernetes waits for before it kills. */
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

  /** With snapshots root, of the pod's own user namespace where the engine has them. */
  private long user() {
    return plan.snapshots().isPresent() ? 0 : USER;
  }

  private Container container() {
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(plan.image())
            .withArgs(arguments())
            .addNewEnv()
            .withName("AWS_REGION")
            .withValue(Region.own())
            .endEnv()
            .addNewEnv()
            .withName("XDG_CACHE_HOME")
            .withValue("/var/cache")
            .endEnv()
            .withPorts(ports())
            .withResources(size.requirements())
            .withReadinessProbe(probes().getReadinessProbe())
            .withStartupProbe(probes().getStartupProbe())
            .withLivenessProbe(probes().getLivenessProbe())
            .withSecurityContext(security())
            .withVolumeMounts(mounts());
    if (mounted().isPresent()) {
      container.addNewEnv().withName("THAW_SNAPSHOTS").withValue(SNAPSHOTS).endEnv();
    }
    if (pushSecret().isPresent()) {
      container.addNewEnv().withName("DOCKER_CONFIG").withValue(REGISTRY).endEnv();
    }
    if (!knative()) {
      container
          .withNewLifecycle()
          .withNewPreStop()
          .withNewSleep(SECONDS_BEFORE_STOP)
          .endPreStop()
          .endLifecycle();
    }
    return container.build();
  }

  private List<String> arguments() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--host",
                "0.0.0.0",
                "--port",
                "" + WorkerPlan.LAMBDA_PORT,
                "--api-port",
                "" + WorkerPlan.API_PORT,
                "--data",
                DATA + "/events",
                "--drain",
                "" + plan.drain().toSeconds()));
    if (plan.memoryMiB().isPresent()) { // else the worker counts how many fit: as many as planned
      words.addAll(List.of("--concurrency", "" + plan.environments()));
    }
    for (String host : hosts()) {
      words.addAll(List.of("--allow-host", host));
    }
    if (hasVariables()) {
      words.addAll(List.of("--variables", VARIABLES));
    }
    if (plan.snapshots().isPresent()) {
      words.add("--snap-start");
    }
    if (pushSecret().isPresent()) {
      words.addAll(List.of("--push-snapshots", plan.snapshots().orElseThrow().image()));
    }
    return words;
  }

  /** As clients in the cluster write it, and whatever the owner's domain calls it. */
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

  private List<ContainerPort> ports() {
    if (knative()) { // takes one, and leads all requests there
      return List.of(new ContainerPortBuilder().withContainerPort(plan.port()).build());
    }
    List<ContainerPort> ports = new ArrayList<>();
    doors()
        .forEach((name, port) ->
            ports.add(new ContainerPortBuilder().withName(name).withContainerPort(port).build()));
    return ports;
  }

  /** By the names that a Service and its endpoints have for them: at most 15 characters. */
  Map<String, Integer> doors() {
    Map<String, Integer> doors = new LinkedHashMap<>();
    doors.put("lambda", WorkerPlan.LAMBDA_PORT);
    int number = 0;
    for (int port : apiPorts.values()) {
      number++;
      doors.put(number == 1 ? "api" : "api-" + number, port);
    }
    return doors;
  }

  private Container probes() {
    return ManifestYaml.filled(
        new KubernetesSerialization(),
        knative() ? "probes-knative.yaml" : "probes.yaml",
        Container.class,
        Map.of("PATH", Readiness.PATH, "PORT", WorkerPlan.LAMBDA_PORT));
  }

  private SecurityContext security() {
    SecurityContextBuilder context =
        new SecurityContextBuilder()
            .withAllowPrivilegeEscalation(false)
            .withReadOnlyRootFilesystem(true)
            .withRunAsUser(user())
            .withRunAsGroup(user())
            .withNewSeccompProfile()
            .withType(plan.snapshots().isPresent() ? SnapshotRights.SECCOMP : "RuntimeDefault")
            .endSeccompProfile();
    if (plan.snapshots().isEmpty()) {
      return context
          .withRunAsNonRoot(true)
          .withNewCapabilities()
          .withDrop("ALL")
          .endCapabilities()
          .build();
    }
    context
        .withNewCapabilities()
        .withDrop("ALL")
        .withAdd(SnapshotRights.CAPABILITIES)
        .endCapabilities();
    if (!knative()) {
      context.withProcMount("Unmasked"); // else nobody but the node's root mounts another /proc
    }
    return context.build();
  }

  private List<VolumeMount> mounts() {
    List<VolumeMount> mounts = new ArrayList<>();
    mounts.add(mount(DATA_VOLUME, DATA, false));
    mounts.add(mount("cache", "/var/cache", false));
    mounts.add(mount("tmp", "/tmp", false));
    if (hasVariables()) {
      mounts.add(mount("environment", VARIABLES, true));
    }
    if (mounted().isPresent()) {
      mounts.add(mount("snapshots", SNAPSHOTS, true));
    }
    if (pushSecret().isPresent()) {
      mounts.add(mount("registry", REGISTRY, true));
    }
    return mounts;
  }

  private static VolumeMount mount(String name, String path, boolean readOnly) {
    VolumeMountBuilder mount = new VolumeMountBuilder().withName(name).withMountPath(path);
    return readOnly ? mount.withReadOnly(true).build() : mount.build();
  }

  private List<Volume> volumes() {
    List<Volume> volumes = new ArrayList<>();
    if (plan.events().isEmpty()) { // else the StatefulSet has it
      volumes.add(emptyDir(DATA_VOLUME));
    }
    volumes.add(emptyDir("cache"));
    volumes.add(emptyDir("tmp"));
    if (hasVariables()) {
      volumes.add(variablesVolume());
    }
    pushSecret().ifPresent(secret -> volumes.add(credentials(secret)));
    mounted()
        .ifPresent(image ->
            volumes.add(
                new VolumeBuilder()
                    .withName("snapshots")
                    .withNewImage("IfNotPresent", image)
                    .build()));
    return volumes;
  }

  private Optional<String> mounted() {
    return plan.snapshots().flatMap(WorkerSnapshots::mounted);
  }

  private Optional<String> pushSecret() {
    return plan.snapshots().flatMap(WorkerSnapshots::pushSecret);
  }

  /** As Docker has them. A pod starts without them, too: then only pushing fails. */
  private static Volume credentials(String secret) {
    return new VolumeBuilder()
        .withName("registry")
        .withNewSecret()
        .withSecretName(secret)
        .withOptional(true)
        .addNewItem()
        .withKey(".dockerconfigjson")
        .withPath("config.json")
        .endItem()
        .endSecret()
        .build();
  }

  private static Volume emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }

  private Volume variablesVolume() {
    List<Object> sources = new ArrayList<>();
    if (!variables.plain().isEmpty()) {
      sources.add(Map.of("configMap", Map.of("name", plan.name() + WorkerObjects.VARIABLES)));
    }
    if (!variables.secret().isEmpty()) {
      sources.add(Map.of("secret", Map.of("name", plan.name() + WorkerObjects.SECRETS)));
    }
    return new KubernetesSerialization()
        .convertValue(
            Map.of("name", "environment", "projected", Map.of("sources", sources)), Volume.class);
  }
}
