package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.cli.Transcript;

/** What {@code thaw deploy} says while it waits for workers. */
class WorkerRolloutTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Get:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: app/
            Handler: com.example.Handler::handle
      """;

  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String EVENTS = "/api/v1/namespaces/default/events";
  private static final String READY =
      "{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}],\"containerStatuses\":[]}";

  @TempDir Path folder;

  private SmallApiServer server;
  private DeployedFolder pets;

  @BeforeEach
  void a_cluster_and_a_template() throws Exception {
    server = new SmallApiServer();
    server.groups.add("serving.knative.dev");
    server.kubeconfig(folder);
    pets = new DeployedFolder(folder.resolve("pets")).with(TEMPLATE);
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Transcript deployed(String target, String wait, String... further) {
    List<String> words = new ArrayList<>(List.of(further));
    words.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString(), "--wait", wait));
    return pets.deployed(target, words.toArray(String[]::new));
  }

  /** The label of pods of what was deployed last. */
  private String label(String path) {
    return server
        .objects
        .get("/apis/" + path + "/pets")
        .at("/spec/template/metadata/labels/thaw~1template")
        .asText();
  }

  private String label() {
    deployed("kubernetes", "0");
    return label("apps/v1/namespaces/default/deployments");
  }

  private void pod(String label, String status) {
    pod(label, "pets-1", status);
  }

  private void pod(String label, String name, String status) {
    try {
      server.put(
          PODS + "/" + name,
          """
          {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default",
            "labels":{"app.kubernetes.io/managed-by":"thaw","app.kubernetes.io/name":"pets",
              "thaw/template":"%s"}},
           "spec":{"nodeName":"n1","containers":[{"name":"worker","image":"pets:1"}]},
           "status":%s}
          """
              .formatted(name, label, status));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unschedulable(String message) {
    return "{\"containerStatuses\":[],\"conditions\":[{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\",\"message\":\"%s\"}]}"
        .formatted(message);
  }

  private static String waiting(String waiting) {
    return "{\"conditions\":[],\"containerStatuses\":[{\"name\":\"worker\",\"state\":{\"waiting\":%s}}]}"
        .formatted(waiting);
  }

  /** Before each list of this path, with its number. */
  private void onList(String path, IntConsumer done) {
    AtomicInteger lists = new AtomicInteger();
    server.listed =
        listed -> {
          if (listed.equals(path)) {
            done.accept(lists.incrementAndGet());
          }
        };
  }

  private static int times(String words, Transcript said) {
    return said.err().split(java.util.regex.Pattern.quote(words), -1).length - 1;
  }

  @Test
  void an_image_that_a_node_cannot_have_is_told() {
    String label = label();
    pod(label, waiting("{\"reason\":\"ErrImagePull\",\"message\":\"not found\"}"));
    Transcript refused = deployed("kubernetes", "0");
    assertEquals(2, refused.exit(), refused.err());
    String told =
        "thaw: the node n1 cannot pull the image registry.example.com/pets:1: %s\nRemedy: push it";
    assertTrue(refused.err().contains(told.formatted("not found")), refused.err());
    pod(label, waiting("{\"reason\":\"ErrImagePull\"}"));
    Transcript silent = deployed("kubernetes", "0");
    assertTrue(silent.err().contains(told.formatted("ErrImagePull")), silent.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0/1 nodes are available: 1 Insufficient memory. | ; lower --environments or --memory, or add nodes
          0/1 nodes are available: 1 Insufficient cpu.    | ; lower --workers, or add nodes
          0/1 nodes are available: 1 Too many pods.       | ; lower --workers, or add nodes
          0/1 nodes are available: 1 node(s) had untolerated taint {gpu: yes}. | ''
          """)
  void a_worker_that_no_node_takes_is_told_with_the_scheduler_s_words(String why, String remedy) {
    pod(label(), unschedulable(why));
    Transcript waited = deployed("kubernetes", "0");
    assertEquals(1, waited.exit(), waited.err());
    String told = "no node takes pets-1: " + why + remedy + "\n";
    assertTrue(waited.err().contains(told), waited.err());
    assertTrue(waited.out().endsWith("0 of 1 workers are ready\n"), waited.out());
  }

  @Test
  void what_keeps_all_workers_is_told_once_and_in_the_first_of_the_scheduler_s_words() {
    String label = label();
    String few =
        "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.";
    pod(label, "pets-1", unschedulable(few));
    pod(label, "pets-2", unschedulable(few));
    Transcript waited = deployed("kubernetes", "0");
    String told =
        "no node takes pets-1: 0/1 nodes are available: 1 Insufficient cpu; lower --workers, or add nodes\n";
    assertTrue(waited.err().contains(told), waited.err());
    assertEquals(1, times("Insufficient cpu", waited), waited.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"waiting":{"reason":"ContainerCreating"}} | ContainerCreating
          {"running":{"startedAt":"2026-01-01T00:00:00Z"}} | running
          """)
  void a_worker_that_is_not_ready_in_time_is_told_with_its_state(String state, String words) {
    String label = label();
    String status =
        "{\"conditions\":[],\"containerStatuses\":[{\"name\":\"worker\",\"state\":%s}]}"
            .formatted(state);
    pod(label, status);
    Transcript late = deployed("kubernetes", "0");
    assertEquals(1, late.exit(), late.err());
    String told = "pets-1 is not ready yet (%s); see kubectl describe pod pets-1\n";
    assertTrue(late.err().contains(told.formatted(words)), late.err());

    onList(PODS, number -> pod(label, number < 3 ? status : READY));
    Transcript soon = deployed("kubernetes", "60");
    assertEquals(0, soon.exit(), soon.err());
    assertFalse(soon.err().contains("not ready yet"), soon.err());
  }

  @Test
  void a_volume_that_is_about_to_be_made_is_no_news_and_one_that_is_never_made_is() {
    deployed("kubernetes", "0", "--keep-events", "1Gi");
    String label = label("apps/v1/namespaces/default/statefulsets");
    String unbound = "pod has unbound immediate PersistentVolumeClaims";
    pod(label, unschedulable(unbound));
    Transcript never = deployed("kubernetes", "0", "--keep-events", "1Gi");
    assertEquals(1, never.exit(), never.err());
    String told = unbound + "; see kubectl get persistentvolumeclaims\n";
    assertTrue(never.err().contains(told), never.err());

    onList(
        PODS,
        number -> {
          if (number == 3) {
            pod(label, READY);
          }
        });
    Transcript soon = deployed("kubernetes", "60", "--keep-events", "1Gi");
    assertEquals(0, soon.exit(), soon.err());
    assertFalse(soon.err().contains(unbound), soon.err());
  }

  @Test
  void a_worker_that_ends_again_and_again_is_told_once_though_the_pauses_become_longer() {
    String label = label();
    String again = "{\"reason\":\"CrashLoopBackOff\",\"message\":\"back-off %d0s\"}";
    onList(PODS, number -> pod(label, number < 4 ? waiting(again.formatted(number)) : READY));
    Transcript waited = deployed("kubernetes", "60");
    assertEquals(0, waited.exit(), waited.err());
    String told = "pets-1 does not run: back-off 10s; see thaw logs --on kubernetes pets\n";
    assertTrue(waited.err().contains(told), waited.err());
    assertEquals(1, times("pets-1 does not run", waited), waited.err());

    server.listed = _ -> {};
    pod(label, waiting("{\"reason\":\"CreateContainerConfigError\"}"));
    Transcript silent = deployed("kubernetes", "0");
    assertTrue(silent.err().contains("not run: CreateContainerConfigError;"), silent.err());
  }

  @Test
  void a_cluster_that_makes_no_pods_says_why_and_not_why_it_made_none_before() {
    server.status.put(
        "/deployments/pets",
        "{\"observedGeneration\":1,\"conditions\":[{\"type\":\"Available\",\"status\":\"False\",\"message\":\"few\"},"
            + "{\"type\":\"ReplicaFailure\",\"status\":\"True\",\"message\":\"exceeded quota\"}]}");
    String told = "the cluster makes no pod: exceeded quota; ask whoever runs it\n";
    Transcript first = deployed("kubernetes", "0");
    assertEquals(1, first.exit(), first.err());
    assertTrue(first.err().contains(told), first.err());
    Transcript second = deployed("kubernetes", "0", "--memory", "1Gi");
    assertEquals(1, second.exit(), second.err());
    assertFalse(second.err().contains(told), second.err());
  }

  @Test
  void what_a_stateful_set_may_not_make_is_in_events_since_the_deploy() {
    onList(EVENTS, number -> refusal("before", number == 1 ? "exceeded quota" : "other quota"));
    Transcript waited = deployed("kubernetes", "0", "--keep-events", "1Gi");
    assertEquals(1, waited.exit(), waited.err());
    assertFalse(waited.err().contains("exceeded quota"), waited.err());
    String told = "the cluster makes no pod: other quota; ask whoever runs it\n";
    assertTrue(waited.err().contains(told), waited.err());

    onList(EVENTS, _ -> {}); // those of before
    Transcript later = deployed("kubernetes", "0", "--keep-events", "1Gi");
    assertFalse(later.err().contains("quota"), later.err());
  }

  @Test
  void what_a_node_cannot_give_to_a_pod_is_in_events_of_that_pod_since_the_deploy() {
    String label = label();
    pod(label, waiting("{\"reason\":\"ContainerCreating\"}"));
    onList(EVENTS, number -> mountFailure(number == 1 ? "old" : "secret not found"));
    Transcript waited = deployed("kubernetes", "0");
    assertEquals(1, waited.exit(), waited.err());
    assertTrue(waited.err().contains("pets-1 does not start: secret not found\n"), waited.err());
    assertFalse(waited.err().contains("old"), waited.err());
  }

  private void mountFailure(String message) {
    try {
      server.put(
          EVENTS + "/mount",
          """
          {"apiVersion":"v1","kind":"Event","metadata":{"name":"mount"},"reason":"FailedMount",
           "involvedObject":{"kind":"Pod","name":"pets-1"},"message":"%s"}
          """
              .formatted(message));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void refusal(String name, String message) {
    try {
      server.put(
          EVENTS + "/" + name,
          """
          {"apiVersion":"v1","kind":"Event","metadata":{"name":"%s"},"reason":"FailedCreate",
           "involvedObject":{"kind":"StatefulSet","name":"pets"},"message":"%s"}
          """
              .formatted(name, message));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void knative_tries_a_worker_also_where_none_has_to_stay_and_says_what_is_wrong_with_it() {
    String service = "/serving.knative.dev/v1/namespaces/default/services/pets";
    server.status.put(service, failed("Container failed:\\n not there"));
    Transcript refused = deployed("knative", "0");
    assertEquals(1, refused.exit(), refused.err());
    String told = "Knative has no worker that is ready: Container failed:; not there\n";
    assertTrue(refused.err().contains(told), refused.err());
    assertFalse(refused.err().contains("any ready Revision"), refused.err());
    assertTrue(refused.out().endsWith("0 of 1 workers are ready\n"), refused.out());

    // Another template, of which Knative says nothing yet.
    Transcript unknown = deployed("knative", "0", "--memory", "1Gi");
    assertEquals(1, unknown.exit(), unknown.err());
    assertFalse(unknown.err().contains(told), unknown.err());

    server.status.put(
        service,
        "{\"observedGeneration\":2,\"conditions\":[{\"type\":\"ConfigurationsReady\",\"status\":\"True\"}]}");
    Transcript ready = deployed("knative", "0", "--memory", "1Gi");
    assertEquals(0, ready.exit(), ready.err());
    assertTrue(ready.out().endsWith("workers start with requests\n"), ready.out());
  }

  /** As Knative 0.50 has the conditions of a Service. */
  private static String failed(String why) {
    String condition = "{\"type\":\"%s\",\"status\":\"False\",\"message\":\"%s\"}";
    String route = "Configuration \\\"pets\\\" does not have any ready Revision.";
    return "{\"observedGeneration\":1,\"conditions\":[%s,%s,%s]}"
        .formatted(
            condition.formatted("ConfigurationsReady", why),
            condition.formatted("Ready", route),
            condition.formatted("RoutesReady", route));
  }

  @Test
  void an_image_that_knative_cannot_have_is_told_though_there_is_no_pod() {
    server.status.put(
        "/serving.knative.dev/v1/namespaces/default/services/pets",
        failed("Revision failed with message: Unable to fetch image: denied"));
    Transcript refused = deployed("knative", "60");
    assertEquals(2, refused.exit(), refused.err());
    String told =
        "thaw: Knative cannot pull the image registry.example.com/pets:1: Revision failed with message: Unable to fetch image: denied\nRemedy: push it";
    assertTrue(refused.err().contains(told), refused.err());
  }

  @ParameterizedTest
  @CsvSource({
    "kubernetes,apps/v1/namespaces/default/deployments",
    "knative,serving.knative.dev/v1/namespaces/default/services"
  })
  void pods_of_an_earlier_template_are_neither_counted_nor_judged(String target, String path) {
    deployed(target, "0", "--workers", "1");
    String earlier = label(path);
    pod(earlier, READY);
    Transcript same = deployed(target, "0", "--workers", "1");
    assertEquals(0, same.exit(), same.err());
    assertTrue(same.out().endsWith("1 of 1 workers are ready\n"), same.out());

    Transcript other = deployed(target, "0", "--workers", "1", "--memory", "1Gi");
    assertEquals(1, other.exit(), other.err());
    assertTrue(other.out().endsWith("0 of 1 workers are ready\n"), other.out());
    pod(earlier, waiting("{\"reason\":\"ErrImagePull\",\"message\":\"not found\"}"));
    Transcript failing = deployed(target, "0", "--workers", "1", "--memory", "1Gi");
    assertEquals(1, failing.exit(), failing.err());
    assertFalse(failing.err().contains("not found"), failing.err());
  }
}
