package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;
import thaw.deployment.SnapshotArtefact;
import thaw.deployment.TestRegistry;
import thaw.snapshot.MachineKind;
import thaw.snapshot.MountedSnapshots;

/** {@code thaw deploy --dry-run}: the YAML, and what is said before it. */
class DeployDryRunTest {
  @TempDir Path folder;

  private DeployedFolder pets;

  @BeforeEach
  void a_template_with_two_functions() throws Exception {
    pets = new DeployedFolder(folder.resolve("My Pets")).with(DeployedFolder.TWO_FUNCTIONS);
  }

  private static Container container(List<HasMetadata> objects) {
    return pod(objects).getContainers().getFirst();
  }

  private static PodSpec pod(List<HasMetadata> objects) {
    return DeployedFolder.only(Deployment.class, objects).getSpec().getTemplate().getSpec();
  }

  @Test
  void other_variables_make_other_pods() throws Exception {
    String before = pets.printed("kubernetes").out();
    assertTrue(before.contains("thaw/template: "), before);
    String digest = before.replaceAll("(?s).*thaw/template: \\S*?([0-9a-f]{16}).*", "$1");
    DeployedFolder other =
        new DeployedFolder(folder.resolve("My Pets 2"))
            .with(DeployedFolder.TWO_FUNCTIONS.replace("test", "production"));
    assertNotEquals(
        DeployedFolder.TWO_FUNCTIONS, DeployedFolder.TWO_FUNCTIONS.replace("test", "production"));
    assertFalse(other.printed("kubernetes").out().contains(digest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes", "knative"})
  void the_same_template_gives_the_same_text_and_every_object_is_labelled(String target) {
    Transcript printed = pets.printed(target);
    assertEquals(0, printed.exit(), printed.err());
    assertEquals(printed.out(), pets.printed(target).out());
    List<HasMetadata> objects = DeployedFolder.objects(printed);
    assertTrue(objects.size() >= 2, printed.out());
    for (HasMetadata object : objects) {
      assertEquals("thaw", object.getMetadata().getLabels().get("app.kubernetes.io/managed-by"));
      assertEquals("default", object.getMetadata().getNamespace());
      assertTrue(object.getMetadata().getName().startsWith("my-pets"));
    }
  }

  @Test
  void a_worker_has_memory_and_cpu_by_lambda_s_rule() {
    Container container = container(DeployedFolder.objects(pets.printed("kubernetes")));
    Map<String, Quantity> limits = container.getResources().getLimits();
    assertEquals(new Quantity(768 + 10 * (1769 + 512) + "Mi"), limits.get("memory"));
    assertEquals(new Quantity("10000m"), limits.get("cpu"));
    assertEquals(limits.get("memory"), container.getResources().getRequests().get("memory"));
    assertEquals(new Quantity("1000m"), container.getResources().getRequests().get("cpu"));
    assertFalse(container.getArgs().contains("--concurrency"), "the worker counts by itself");

    Container other =
        container(
            DeployedFolder.objects(
                pets.printed("kubernetes", "--environments", "40", "--memory", "4Gi")));
    assertEquals(new Quantity("4096Mi"), other.getResources().getLimits().get("memory"));
    int at = other.getArgs().indexOf("--concurrency");
    assertEquals("40", other.getArgs().get(at + 1));
  }

  @Test
  void it_may_do_nothing_that_an_ordinary_container_may_not() {
    PodSpec pod = pod(DeployedFolder.objects(pets.printed("kubernetes")));
    Container container = pod.getContainers().getFirst();
    assertEquals(false, pod.getHostUsers());
    assertEquals(false, pod.getEnableServiceLinks());
    assertEquals(false, pod.getAutomountServiceAccountToken());
    assertEquals(List.of("ALL"), container.getSecurityContext().getCapabilities().getDrop());
    assertEquals(List.of(), container.getSecurityContext().getCapabilities().getAdd());
    assertEquals(true, container.getSecurityContext().getReadOnlyRootFilesystem());
    assertEquals(true, container.getSecurityContext().getRunAsNonRoot());
    assertNull(container.getSecurityContext().getPrivileged());
    // What it writes to is a volume each.
    Set<String> writable = new TreeSet<>();
    container.getVolumeMounts().stream()
        .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
        .forEach(mount -> writable.add(mount.getMountPath()));
    assertEquals(Set.of("/tmp", "/var/cache", "/var/lib/thaw"), writable);
  }

  private static List<String> mounted(PodSpec pod) {
    return pod.getVolumes().stream()
        .filter(volume -> volume.getImage() != null)
        .map(volume -> volume.getImage().getReference() + " " + volume.getImage().getPullPolicy())
        .toList();
  }

  @Test
  void with_snapshots_some_capabilities_remain_and_are_explained() {
    String named = "registry.example.com/snaps@sha256:" + "0".repeat(64);
    Transcript printed = pets.printed("kubernetes", "--snapshots", named);
    PodSpec pod = pod(DeployedFolder.objects(printed));
    Container container = pod.getContainers().getFirst();
    assertEquals(
        SnapshotRights.CAPABILITIES, container.getSecurityContext().getCapabilities().getAdd());
    assertEquals(false, pod.getHostUsers());
    assertEquals(
        SnapshotRights.SECCOMP, container.getSecurityContext().getSeccompProfile().getType());
    String rights =
        printed.err().lines().filter(line -> line.startsWith("capabilities: ")).findFirst().get();
    assertEquals(
        SnapshotRights.CAPABILITIES,
        Stream.of(rights.substring("capabilities: ".length()).split("\\), "))
            .map(right -> right.substring(0, right.indexOf(" (")))
            .toList());
    assertTrue(printed.err().contains("seccomp: " + SnapshotRights.SECCOMP), printed.err());
    assertEquals(List.of(named + " IfNotPresent"), mounted(pod), "without a look");
    assertTrue(printed.err().contains("snapshots are mounted: " + named), printed.err());
    assertFalse(container.getArgs().contains("--push-snapshots"));
  }

  /** A pod does not start when a volume of it cannot be pulled. */
  @Test
  void only_snapshots_that_the_registry_has_are_mounted() throws Exception {
    try (TestRegistry registry = new TestRegistry(false)) {
      String named = registry.address() + "/snaps:1";
      String[] options = {"--snapshots", named, "--push-secret", "push"};
      Transcript before = pets.printed("kubernetes", options);
      assertEquals(0, before.exit(), before.err());
      PodSpec pod = pod(DeployedFolder.objects(before));
      assertEquals(List.of(), mounted(pod));
      Container container = pod.getContainers().getFirst();
      int at = container.getArgs().indexOf("--push-snapshots");
      assertEquals(named, container.getArgs().get(at + 1));
      assertTrue(
          container.getEnv().stream()
              .noneMatch(each -> each.getName().equals(MountedSnapshots.VARIABLE)));
      assertTrue(
          pod.getVolumes().stream()
              .anyMatch(volume ->
                  volume.getSecret() != null
                      && volume.getSecret().getSecretName().equals("push")
                      && volume.getSecret().getOptional()),
          "without credentials only pushing fails");
      assertTrue(before.err().contains("the registry has no snapshots yet"), before.err());

      Path kept = Files.createDirectories(folder.resolve("kept/0123"));
      Files.writeString(kept.resolve("facts"), "of a snapshot");
      Optional<String> pushed =
          new SnapshotArtefact(named)
              .add(
                  MachineKind.own(),
                  List.of(kept),
                  Optional.empty(),
                  Files.createDirectory(folder.resolve("scratch")));
      Transcript after = pets.printed("kubernetes", options);
      PodSpec next = pod(DeployedFolder.objects(after));
      assertEquals(List.of(pushed.orElseThrow() + " IfNotPresent"), mounted(next));
      assertTrue(
          next.getContainers().getFirst().getEnv().stream()
              .anyMatch(each -> each.getName().equals(MountedSnapshots.VARIABLE)));
    }
    try (TestRegistry registry = new TestRegistry(true)) {
      Transcript refused =
          pets.printed("kubernetes", "--snapshots", registry.address() + "/snaps:1");
      assertEquals(2, refused.exit());
      assertTrue(
          refused.err().contains("the registry does not say whether it has "), refused.err());
    }
    pets.printed("kubernetes", "--push-secret", "push")
        .assertMistake(
            "--push-secret needs --snapshots with a repository to push to",
            "use for example --snapshots registry.example.com/pets-snapshots");
  }

  @Test
  void it_is_asked_whether_it_is_ready_and_may_drain_before_it_is_killed() {
    PodSpec pod = pod(DeployedFolder.objects(pets.printed("kubernetes", "--drain", "60")));
    Container container = pod.getContainers().getFirst();
    assertEquals("/_thaw/ready", container.getReadinessProbe().getHttpGet().getPath());
    assertNull(container.getLivenessProbe().getHttpGet(), "one that drains is alive");
    long stop = container.getLifecycle().getPreStop().getSleep().getSeconds();
    assertTrue(pod.getTerminationGracePeriodSeconds() > stop + 60);
    assertEquals("60", container.getArgs().get(container.getArgs().indexOf("--drain") + 1));
  }

  @Test
  void a_service_has_a_port_for_each_api_and_the_worker_answers_to_its_names() {
    List<HasMetadata> objects = DeployedFolder.objects(pets.printed("kubernetes"));
    Service service = DeployedFolder.only(Service.class, objects);
    assertEquals(
        List.of("lambda 3001", "api 3000", "api-2 3002"),
        service.getSpec().getPorts().stream()
            .map((ServicePort port) -> port.getName() + " " + port.getPort())
            .toList());
    assertTrue(container(objects).getArgs().contains("my-pets.default.svc.cluster.local"));
    assertEquals(service.getSpec().getSelector(), Map.of("app.kubernetes.io/name", "my-pets"));
  }

  @Test
  void secrets_are_named_and_their_values_are_nowhere() {
    Transcript printed = pets.printed("kubernetes", "--parameter", "Password=swordfish");
    assertFalse((printed.out() + printed.err()).contains("swordfish"));
    ConfigMap plain = DeployedFolder.only(ConfigMap.class, DeployedFolder.objects(printed));
    assertEquals(Map.of("Create.STAGE", "test", "Get.STAGE", "test"), plain.getData());
    assertTrue(
        printed
            .err()
            .contains(
                "needed first: the Secret my-pets-secrets with the keys Create.DB_PASSWORD,"
                    + " Create.TOKEN (kubectl create secret generic"),
        printed.err());
  }

  /** That is where the pages tell users to put secrets of their tests. */
  @Test
  void variables_of_thaw_yaml_are_secret_whatever_the_template_says() throws Exception {
    Files.writeString(
        pets.folder().resolve("thaw.yaml"),
        """
        environment: {STAGE: of-the-file-1}
        functions: {Create: {environment: {API_KEY: of-the-file-2}}}
        """);
    Transcript printed = pets.printed("kubernetes");
    assertFalse((printed.out() + printed.err()).contains("of-the-file"), printed.out());
    assertTrue(
        DeployedFolder.objects(printed).stream().noneMatch(ConfigMap.class::isInstance),
        "no plain one is left");
    assertTrue(
        printed
            .err()
            .contains(
                "the Secret my-pets-secrets with the keys Create.API_KEY, Create.DB_PASSWORD,"
                    + " Create.STAGE, Create.TOKEN, Get.STAGE "),
        printed.err());
  }

  /** CloudFormation reads YAML 1.1; nobody knows what it makes of anything else. */
  @ParameterizedTest
  @ValueSource(
      strings = {"yes", "Yes", "on", "ON", "y", "True", "'true'", "1", "", "[]", "!Ref Other"})
  void a_parameter_hides_its_value_unless_its_no_echo_is_plainly_false(String written)
      throws Exception {
    pets.with(DeployedFolder.TWO_FUNCTIONS.replace("NoEcho: true", "NoEcho: " + written));
    Transcript printed = pets.printed("kubernetes");
    assertEquals(0, printed.exit(), printed.err());
    assertFalse(printed.out().contains("of hidden"), printed.out());
    assertTrue(printed.err().contains("Create.DB_PASSWORD"), printed.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "No", "off", "n", "false", "'FALSE'"})
  void a_parameter_that_is_shown_stays_plain(String written) throws Exception {
    pets.with(DeployedFolder.TWO_FUNCTIONS.replace("NoEcho: true", "NoEcho: " + written));
    assertTrue(pets.printed("kubernetes").out().contains("of hidden"));
  }

  @Test
  void a_mistake_in_a_hidden_value_does_not_show_it() throws Exception {
    pets.with(
        DeployedFolder.TWO_FUNCTIONS.replace("NoEcho: true", "NoEcho: on\n    AllowedValues: [x]"));
    Transcript refused = pets.printed("kubernetes", "--parameter", "Password=swordfish");
    assertEquals(2, refused.exit());
    assertFalse(refused.err().contains("swordfish"), refused.err());
  }

  @Test
  void what_has_no_counterpart_is_said_once_for_each_feature_and_refused_when_it_must_not_be()
      throws Exception {
    pets.with(
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java25, CodeUri: app/, Handler: com.example.Handler}}
        Resources:
          Queue: {Type: AWS::SQS::Queue}
          One:
            Type: AWS::Serverless::Function
            Properties:
              Policies: [AmazonS3ReadOnlyAccess]
              ReservedConcurrentExecutions: 5
              SnapStart: {ApplyOn: PublishedVersions}
              AutoPublishAlias: live
              FileSystemConfigs: [{Arn: a, LocalMountPath: /mnt/x}]
              Events:
                Poll: {Type: SQS, Properties: {Queue: !GetAtt Queue.Arn}}
                Hear: {Type: SNS, Properties: {Topic: 'arn:aws:sns:us-east-1:123456789012:news'}}
                Tick: {Type: Schedule, Properties: {Schedule: rate(7 minutes)}}
          Two:
            Type: AWS::Serverless::Function
            Properties: {Policies: [AmazonS3ReadOnlyAccess]}
        """);
    Transcript printed = pets.printed("kubernetes", "--workers", "3");
    assertEquals(0, printed.exit(), printed.err());
    for (String feature :
        List.of(
            "Policies of One, Two: ",
            "FileSystemConfigs of One: EFS is not mounted",
            "ReservedConcurrentExecutions of One: each worker limits itself to 5, so all together run"
                + " up to 15",
            "SnapStart of One: ",
            "AWS::SQS::Queue of Queue: each worker has its own",
            "is fed by arn:aws:sqs:us-east-1:123456789012:",
            "One gets messages of arn:aws:sns:us-east-1:123456789012:news: it gets only messages of"
                + " the topic that each worker has in its pod",
            "with 3 workers it is invoked 3 times")) {
      assertTrue(printed.err().contains(feature), feature + " in " + printed.err());
    }
    Transcript strict = pets.printed("kubernetes", "--strict");
    strict.assertMistake(
        "features of the template have no counterpart on Kubernetes: 8",
        "leave them out of the template, or leave out --strict");
  }

  @Test
  void knative_gets_the_fields_that_it_takes_and_no_others() {
    Transcript printed = pets.printed("knative", "--environments", "40", "--workers", "1..3");
    GenericKubernetesResource service =
        DeployedFolder.only(GenericKubernetesResource.class, DeployedFolder.objects(printed));
    assertEquals("serving.knative.dev/v1", service.getApiVersion());
    assertEquals(40, (int) service.get("spec", "template", "spec", "containerConcurrency"));
    assertEquals(40, (int) service.get("spec", "template", "spec", "timeoutSeconds"));
    Map<String, Object> spec = service.get("spec", "template", "spec");
    assertEquals(
        Set.of(
            "automountServiceAccountToken",
            "containerConcurrency",
            "containers",
            "enableServiceLinks",
            "timeoutSeconds",
            "volumes"),
        new TreeSet<>(spec.keySet()));
    Map<String, Object> container = service.get("spec", "template", "spec", "containers", 0);
    assertFalse(container.containsKey("lifecycle"));
    Map<String, Object> annotations = service.get("spec", "template", "metadata", "annotations");
    assertEquals("1", annotations.get("autoscaling.knative.dev/min-scale"));
    assertEquals("3", annotations.get("autoscaling.knative.dev/max-scale"));
    assertEquals("100", annotations.get("autoscaling.knative.dev/target-utilization-percentage"));
    assertFalse(
        ((Map<?, ?>) container.get("readinessProbe")).containsKey("periodSeconds"),
        "with one, Knative's proxy asks only as often");
    assertTrue(printed.err().contains("Knative Serving refuses the field"), printed.err());

    assertFalse(container.containsKey("startupProbe"), "the kubelet asks but once a second");

    Transcript served = pets.printed("knative", "--serve", "ServerlessHttpApi");
    GenericKubernetesResource other =
        DeployedFolder.only(GenericKubernetesResource.class, DeployedFolder.objects(served));
    assertEquals(
        3002,
        (int) other.get("spec", "template", "spec", "containers", 0, "ports", 0, "containerPort"));
    // Two APIs; what Knative does not give to any template is no feature of this one.
    pets.printed("knative", "--strict")
        .assertMistake(
            "features of the template have no counterpart on Knative: 2",
            "leave them out of the template, or leave out --strict");
    pets.printed("knative", "--serve", "ServerlessHtpApi")
        .assertMistake(
            "--serve names no API of the template: ServerlessHtpApi",
            "use --serve ServerlessHttpApi");
  }

  @Test
  void events_outlive_their_pod_on_a_volume_of_a_worker() {
    Transcript printed = pets.printed("kubernetes", "--keep-events", "2Gi", "--workers", "2");
    StatefulSet set = DeployedFolder.only(StatefulSet.class, DeployedFolder.objects(printed));
    assertEquals(2, set.getSpec().getReplicas());
    assertEquals(
        "data", set.getSpec().getVolumeClaimTemplates().getFirst().getMetadata().getName());
    assertTrue(
        set.getSpec().getTemplate().getSpec().getVolumes().stream()
            .noneMatch(volume -> volume.getName().equals("data")));
    assertFalse(printed.err().contains("--keep-events"), printed.err());
    assertTrue(pets.printed("kubernetes").err().contains("--keep-events 1Gi keeps them"));
  }

  @Test
  void keda_scales_by_events_that_wait_and_requests_that_run() {
    Transcript printed =
        pets.printed("kubernetes", "--keda", "http://prometheus:9090", "--workers", "1..4");
    assertEquals(0, printed.exit(), printed.err());
    List<HasMetadata> objects = DeployedFolder.objects(printed);
    assertNull(DeployedFolder.only(Deployment.class, objects).getSpec().getReplicas());
    GenericKubernetesResource scaled =
        DeployedFolder.only(GenericKubernetesResource.class, objects);
    assertEquals("ScaledObject", scaled.getKind());
    assertEquals(4, (int) scaled.get("spec", "maxReplicaCount"));
    String query = scaled.get("spec", "triggers", 0, "metadata", "query");
    assertTrue(query.contains("thaw_queued_events{"), query);
    assertTrue(printed.err().contains("needed: KEDA (keda.sh) in the cluster"), printed.err());
    assertEquals(
        600,
        (int)
            scaled.get(
                "spec",
                "advanced",
                "horizontalPodAutoscalerConfig",
                "behavior",
                "scaleDown",
                "stabilizationWindowSeconds"));
    assertFalse(printed.err().contains("stay on its volume"), printed.err());
    String[] kept = {"--keda", "http://p:9090", "--workers", "1..4", "--keep-events", "1Gi"};
    assertTrue(pets.printed("kubernetes", kept).err().contains("stay on its volume"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --workers 0..3|--workers 0..3 is a range, and nothing changes the number of workers
          --workers x|--workers must be a number or a range: x
          --environments 0|--environments must be 1..1000: 0
          --keep-events 1G|--keep-events must be a size such as 512Mi or 4Gi: 1G
          --name Pets|--name must be at most 63 lower-case letters, digits and -, a letter first: Pets
          --serve A|--serve is for --target knative: a Service of Kubernetes has the ports of all APIs
          --keep-events 1Gi --name a123456789b123456789c123456789d123456789e123456789abc|--name is longer than the 52 characters that workers with volumes may have: a123456789b123456789c123456789d123456789e123456789abc
          --drain 0|--drain must be at least 1: 0
          --allow-host http://pets|--allow-host must be a name without scheme and port: http://pets
          """)
  void a_wish_that_cannot_be_is_a_mistake_before_anything_is_printed(String words, String cause) {
    Transcript refused = pets.printed("kubernetes", words.split(" "));
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains("thaw: " + cause + "\nRemedy: "), refused.err());
    assertEquals("", refused.out());
  }

  @Test
  void root_of_a_node_is_given_to_workers_only_by_consent() {
    String snapshots = "registry.example.com/snaps@sha256:" + "0".repeat(64);
    pets.printed("knative", "--snapshots", snapshots)
        .assertMistake(
            "with --snapshots a worker on Knative is root of its node, with ten capabilities and no"
                + " filter of system calls",
            "use --target kubernetes, whose pods have user namespaces, or consent: --node-root");
    Transcript consented = pets.printed("knative", "--snapshots", snapshots, "--node-root");
    assertEquals(0, consented.exit(), consented.err());
    assertEquals(10, SnapshotRights.CAPABILITIES.size());
  }

  @Test
  void knative_has_no_volume_of_a_worker_and_needs_no_keda() {
    for (List<String> words :
        List.of(List.of("--keep-events", "1Gi"), List.of("--keda", "http://x"))) {
      Transcript refused = pets.printed("knative", words.toArray(String[]::new));
      assertEquals(2, refused.exit());
      assertNotEquals("", refused.err());
    }
  }
}
