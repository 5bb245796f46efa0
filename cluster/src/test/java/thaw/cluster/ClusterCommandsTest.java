package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;

/** Commands about a cluster, against so much of an API server as they ask. */
class ClusterCommandsTest {
  private static final String PLAIN =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Get:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: app/
            Handler: com.example.Handler::handle
            Environment: {Variables: {STAGE: test}}
      """;

  private static final String PODS = "/api/v1/namespaces/default/pods/";

  @TempDir Path folder;

  private SmallApiServer server;
  private DeployedFolder pets;

  @BeforeEach
  void a_cluster_and_a_template() throws Exception {
    server = new SmallApiServer();
    server.kubeconfig(folder);
    pets = new DeployedFolder(folder.resolve("pets")).with(PLAIN);
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Transcript deployed(String target, String... further) {
    List<String> words = new ArrayList<>(List.of(further));
    words.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString(), "--wait", "0"));
    return pets.deployed(target, words.toArray(String[]::new));
  }

  private Transcript said(Object... words) {
    List<Object> all = new ArrayList<>(List.of(words));
    if (!all.contains("--kubeconfig")) {
      all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig")));
    }
    return Transcript.of(all.toArray());
  }

  private void pod(String name, String app, String ready) throws IOException {
    server.put(
        PODS + name,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","namespace":"default",
          "labels":{"app.kubernetes.io/managed-by":"thaw","app.kubernetes.io/name":"%s"}},
         "spec":{"nodeName":"n1","containers":[{"name":"worker","image":"pets:1"}]},
         "status":{"conditions":[{"type":"Ready","status":"%s"}],
          "containerStatuses":[{"name":"worker","restartCount":2,"ready":true,
            "state":{"running":{}}}]}}
        """
            .formatted(name, app, ready));
  }

  @Test
  void all_is_tried_before_anything_is_changed_and_ready_workers_are_counted() {
    Transcript applied = deployed("kubernetes");
    assertEquals(
        List.of(
            "dry default/configmaps/pets-environment",
            "dry default/deployments/pets",
            "dry default/services/pets",
            "default/configmaps/pets-environment",
            "default/deployments/pets",
            "default/services/pets"),
        server.changes);
    assertEquals(1, applied.exit(), applied.err());
    assertEquals(
        "ConfigMap pets-environment applied\nDeployment pets applied\nService pets applied\n"
            + "0 of 1 workers are ready\n",
        applied.out());
  }

  @Test
  void what_admission_refuses_leaves_the_cluster_as_it_was() {
    server.refused.put("/services/pets", "admission webhook \"x\" denied the request:\n no");
    deployed("kubernetes")
        .assertMistake(
            "the cluster refuses the Service pets: admission webhook \"x\" denied the request:; no",
            "change what it names, or ask whoever runs the cluster");
    assertTrue(server.changes.stream().allMatch(each -> each.startsWith("dry ")));
  }

  @Test
  void knative_is_asked_for_before() throws Exception {
    deployed("knative")
        .assertMistake(
            "the cluster has no Knative Serving",
            "install it (knative.dev/docs/install), or use --target kubernetes");
    assertEquals(List.of(), server.changes);

    server.groups.add("serving.knative.dev");
    Transcript applied = deployed("knative");
    assertEquals(0, applied.exit(), applied.err());
    assertTrue(server.changes.contains("default/services/pets"), server.changes.toString());
    assertTrue(
        server.objects.containsKey(
            "/apis/serving.knative.dev/v1/namespaces/default/services/pets"));
  }

  @Test
  void a_missing_permission_is_told_with_all_that_is_missing() {
    server.denied.addAll(List.of("create deployments", "patch services"));
    deployed("kubernetes")
        .assertMistake(
            "you may not, in the namespace default: create deployments, patch services",
            "have somebody bind you to the ClusterRole edit there, or name another one:"
                + " --namespace NAME");
    assertEquals(List.of(), server.changes);
  }

  @Test
  void no_cluster_no_context_and_no_namespace_are_mistakes_with_a_remedy() throws Exception {
    deployed("kubernetes", "--namespace", "pets")
        .assertMistake(
            "the cluster has no namespace pets",
            "make it, kubectl create namespace pets, or name another one: --namespace NAME");
    deployed("kubernetes", "--context", "there")
        .assertMistake("the kubeconfig has no context there", "use one of: here");
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    SmallApiServer.kubeconfig(folder, nobody);
    Transcript unreached = deployed("kubernetes");
    assertEquals(2, unreached.exit(), unreached.err());
    assertTrue(
        unreached.err().contains("the cluster at http://127.0.0.1:" + nobody), unreached.err());
    assertTrue(unreached.err().contains("Remedy: look with kubectl cluster-info"), unreached.err());
  }

  @Test
  void a_kubeconfig_that_is_missing_or_broken_is_a_mistake_that_shows_none_of_its_secrets()
      throws Exception {
    Path broken = folder.resolve("broken");
    Transcript missing = said("ps", "--on", "kubernetes", "--kubeconfig", broken);
    Files.writeString(broken, "users: [{name: me, user: {token: secret-abc\nclusters: []\n");
    Transcript unread = said("ps", "--on", "kubernetes", "--kubeconfig", broken);
    for (Transcript each : List.of(missing, unread)) {
      assertEquals(2, each.exit(), each.err());
      assertTrue(each.err().contains("thaw: the kubeconfig cannot be read: "), each.err());
      assertTrue(each.err().contains("\nRemedy: look with kubectl config view"), each.err());
      assertFalse(each.err().contains("secret-abc"), each.err());
      assertFalse(each.err().contains("\tat "), each.err());
    }
    assertTrue(missing.err().contains(broken.toString()), missing.err());
    assertTrue(unread.err().contains("line 1"), unread.err());
  }

  @Test
  void what_somebody_else_has_made_is_left_alone() throws Exception {
    server.put(
        "/apis/apps/v1/namespaces/default/deployments/pets",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"pets\"}}");
    deployed("kubernetes")
        .assertMistake(
            "the Deployment pets is there and was not made by thaw deploy",
            "choose another name: --name NAME");
    assertEquals(List.of(), server.changes);
    said("delete", "pets")
        .assertMistake(
            "no worker of pets is in the namespace default",
            "thaw ps --on kubernetes shows what there is; name another one: --namespace NAME");
  }

  @Test
  void workers_of_another_kind_do_not_go_on_beside_new_ones() throws Exception {
    server.put(
        "/apis/apps/v1/namespaces/default/statefulsets/pets",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\",\"metadata\":{\"name\":\"pets\",\"labels\":"
            + "{\"app.kubernetes.io/managed-by\":\"thaw\"}}}");
    deployed("kubernetes")
        .assertMistake(
            "the StatefulSet pets of an earlier thaw deploy is there, and would go on beside this"
                + " one",
            "thaw delete pets first, or choose another name: --name NAME");
    assertEquals(List.of(), server.changes);
  }

  @Test
  void pods_of_an_earlier_revision_are_not_counted() throws Exception {
    GenericKubernetesResource service =
        new ObjectMapper()
            .readValue(
                """
                {"apiVersion":"serving.knative.dev/v1","kind":"Service",
                 "metadata":{"name":"pets","generation":2},
                 "status":{"observedGeneration":2,"latestCreatedRevisionName":"pets-00002"}}
                """,
                GenericKubernetesResource.class);
    assertEquals(0, ready(service, List.of(readyPod("pets-00001"))));
    assertEquals(1, ready(service, List.of(readyPod("pets-00002"))));
    service.getMetadata().setGeneration(3L);
    assertEquals(0, ready(service, List.of(readyPod("pets-00002"))));
  }

  private static int ready(GenericKubernetesResource service, List<Pod> pods) {
    return WorkerRollout.ready(ClusterEngine.KNATIVE, service, pods);
  }

  private static Pod readyPod(String revision) {
    return new PodBuilder()
        .withNewMetadata()
        .addToLabels("serving.knative.dev/revision", revision)
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  void a_secret_that_is_missing_is_told_before_pods_wait_for_it() throws Exception {
    pets.with(PLAIN.replace("STAGE: test", "TOKEN: \"{{resolve:secretsmanager:token}}\""));
    deployed("kubernetes")
        .assertMistake(
            "the Secret pets-secrets lacks Get.TOKEN",
            "make it: kubectl create secret generic pets-secrets -n default"
                + " --from-literal=Get.TOKEN=VALUE");
    server.put(
        "/api/v1/namespaces/default/secrets/pets-secrets",
        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"pets-secrets\"},\"data\":{\"Get.TOKEN\":\"eA==\"}}");
    assertEquals(1, deployed("kubernetes").exit());
    assertFalse(server.changes.isEmpty());
  }

  @Test
  void an_image_that_a_node_cannot_have_is_told() throws Exception {
    pod("pets-1", "pets", "False");
    server.put(
        PODS + "pets-1",
        server
            .objects
            .get(PODS + "pets-1")
            .toString()
            .replace(
                "{\"running\":{}}",
                "{\"waiting\":{\"reason\":\"ErrImagePull\",\"message\":\"not found\"}}"));
    Transcript refused = deployed("kubernetes");
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(
        refused
            .err()
            .contains(
                "thaw: the node n1 cannot have the image registry.example.com/pets:1: not found\n"
                    + "Remedy: push it"),
        refused.err());
  }

  @Test
  void a_worker_that_no_node_takes_is_told_with_the_scheduler_s_words() throws Exception {
    pod("pets-1", "pets", "False");
    server.put(
        PODS + "pets-1",
        server
            .objects
            .get(PODS + "pets-1")
            .toString()
            .replace(
                "{\"type\":\"Ready\",\"status\":\"False\"}",
                "{\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"Unschedulable\","
                    + "\"message\":\"0/1 nodes are available: 1 Insufficient cpu.\"}"));
    Transcript waited = deployed("kubernetes", "--environments", "40");
    assertEquals(1, waited.exit(), waited.err());
    assertTrue(
        waited
            .err()
            .contains(
                "no node takes pets-1: 0/1 nodes are available: 1 Insufficient cpu.; lower"
                    + " --environments or --memory, or add nodes\n"),
        waited.err());
    assertTrue(waited.out().endsWith("0 of 1 workers are ready\n"), waited.out());
  }

  @Test
  void a_worker_that_ends_again_and_again_is_told() throws Exception {
    pod("pets-1", "pets", "False");
    server.put(
        PODS + "pets-1",
        server
            .objects
            .get(PODS + "pets-1")
            .toString()
            .replace(
                "{\"running\":{}}",
                "{\"waiting\":{\"reason\":\"CrashLoopBackOff\",\"message\":\"back-off 10s\"}}"));
    Transcript waited = deployed("kubernetes");
    assertEquals(1, waited.exit(), waited.err());
    assertTrue(
        waited.err().contains("pets-1 does not run: back-off 10s; see thaw logs --on kubernetes\n"),
        waited.err());
  }

  @Test
  void a_cluster_that_makes_no_pods_says_why() throws Exception {
    server.status.put(
        "/deployments/pets",
        "{\"conditions\":[{\"type\":\"Available\",\"status\":\"False\",\"message\":\"few\"},"
            + "{\"type\":\"ReplicaFailure\",\"status\":\"True\",\"message\":\"exceeded quota\"}]}");
    Transcript waited = deployed("kubernetes");
    assertEquals(1, waited.exit(), waited.err());
    assertTrue(
        waited.err().contains("the cluster makes no pod: exceeded quota; ask whoever runs it\n"),
        waited.err());
  }

  @Test
  void workers_are_listed_with_their_state_also_as_json() throws Exception {
    pod("pets-1", "pets", "True");
    pod("pets-2", "pets", "False");
    pod("cats-1", "cats", "True");
    Transcript all = said("ps", "--on", "kubernetes");
    assertEquals(
        """
        NAME  WORKER  STATE     RESTARTS  NODE  IMAGE
        cats  cats-1  ready     2         n1    pets:1
        pets  pets-1  ready     2         n1    pets:1
        pets  pets-2  starting  2         n1    pets:1
        """,
        all.out(),
        all.err());
    Transcript json = said("ps", "--on=kubernetes", "cats", "--json");
    assertEquals("ready", json.json().path("state").asText());
    assertEquals(1, json.out().lines().count());
    assertEquals(2, said("ps", "--on", "kubernetes", "dogs").exit());
  }

  @Test
  void logs_of_several_workers_name_them() throws Exception {
    pod("pets-1", "pets", "True");
    server.logs.put(PODS + "pets-1/log", "START\nEND\n");
    assertEquals("START\nEND\n", said("logs", "--on", "kubernetes", "pets").out());
    pod("pets-2", "pets", "True");
    server.logs.put(PODS + "pets-2/log", "REPORT\n");
    assertEquals(
        "pets-1 START\npets-1 END\npets-2 REPORT\n",
        said("logs", "--on", "kubernetes", "pets").out());
    said("logs", "--on", "kubernetes", "dogs")
        .assertMistake(
            "no worker of dogs is in the namespace default",
            "thaw ps --on kubernetes shows what there is; name another one: --namespace NAME");
  }

  @Test
  void delete_removes_what_deploy_has_made_and_nothing_else() throws Exception {
    deployed("kubernetes");
    server.changes.clear();
    server.put(
        "/api/v1/namespaces/default/services/other",
        "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"other\"}}");
    Transcript deleted = said("delete", "pets");
    assertEquals(0, deleted.exit(), deleted.err());
    assertEquals(
        List.of(
            "delete default/services/pets",
            "delete default/deployments/pets",
            "delete default/configmaps/pets-environment"),
        server.changes);
    assertTrue(server.objects.containsKey("/api/v1/namespaces/default/services/other"));
  }
}
