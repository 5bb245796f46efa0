package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    server.status.put(
        "/serving.knative.dev/v1/namespaces/default/services/pets",
        "{\"observedGeneration\":1,\"conditions\":[{\"type\":\"ConfigurationsReady\",\"status\":\"True\"}]}");
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
            "in the namespace default you lack permission to: create deployments, patch services",
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
    Files.writeString(broken, "users: [{name: me, user: secret-abc}]\n");
    Transcript misplaced = said("ps", "--on", "kubernetes", "--kubeconfig", broken);
    for (Transcript each : List.of(missing, unread, misplaced)) {
      assertEquals(2, each.exit(), each.err());
      String told = "thaw: the kubeconfig %s cannot be read: ".formatted(broken);
      assertTrue(each.err().contains(told), each.err());
      assertTrue(each.err().contains("\nRemedy: look with kubectl config view"), each.err());
      assertFalse(each.err().contains("secret-abc"), each.err());
      assertFalse(each.err().contains("\tat "), each.err());
    }
    assertTrue(missing.err().contains("NoSuchFileException"), missing.err());
    assertTrue(unread.err().contains("line 1"), unread.err());
    assertTrue(misplaced.err().contains("MismatchedInputException"), misplaced.err());
  }

  @Test
  void a_program_for_credentials_that_fails_is_told_of_when_the_cluster_wants_some()
      throws Exception {
    server.wantsToken = true;
    assertEquals(0, said("ps", "--on", "kubernetes").exit());
    Path kubeconfig = folder.resolve("kubeconfig");
    String exec =
        "exec: {apiVersion: client.authentication.k8s.io/v1, command: /no/such, args: [secret-abc]}";
    String before = Files.readString(kubeconfig);
    Files.writeString(kubeconfig, before.replace("token: abc", exec));
    Transcript failed = said("ps", "--on", "kubernetes");
    assertEquals(2, failed.exit(), failed.err());
    assertTrue(failed.err().contains("or its program for them has failed\n"), failed.err());
    assertFalse(failed.err().contains("secret-abc"), failed.err());
  }

  @Test
  void what_somebody_else_has_made_is_left_alone() throws Exception {
    server.put(
        "/apis/apps/v1/namespaces/default/deployments/pets",
        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"pets\"}}");
    deployed("kubernetes")
        .assertMistake(
            "the Deployment pets exists already and was not made by thaw deploy",
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
    server.forbidden.add("pets-1/log");
    Transcript one = said("logs", "--on", "kubernetes", "pets");
    assertEquals(0, one.exit(), one.err());
    server.forbidden.add("pets-2/log");
    Transcript none = said("logs", "--on", "kubernetes", "pets");
    assertEquals(1, none.exit(), none.err());
    assertTrue(none.err().contains("thaw: no log of pets-2: "), none.err());
    said("logs", "--on", "kubernetes", "dogs")
        .assertMistake(
            "no worker of dogs is in the namespace default",
            "thaw ps --on kubernetes shows what there is; name another one: --namespace NAME");
  }

  private void scheduled(String name) throws Exception {
    pets.with(
        PLAIN
            + "      Events: {Tick: {Type: Schedule, Properties: {Name: %s, Schedule: rate(1 hour)}}}\n"
                .formatted(name));
  }

  /** Knative says of a worker that it was ready. */
  private void ready() {
    server.groups.addAll(List.of("batch", "serving.knative.dev"));
    server.status.put(
        "/serving.knative.dev/v1/namespaces/default/services/pets",
        "{\"observedGeneration\":9,\"conditions\":[{\"type\":\"ConfigurationsReady\",\"status\":\"True\"}]}");
  }

  @Test
  void a_schedule_that_the_template_has_no_more_goes_with_the_next_deploy() throws Exception {
    ready();
    scheduled("tick");
    assertEquals(0, deployed("knative").exit());
    List<String> jobs = paths("/cronjobs/");
    assertEquals(1, jobs.size(), server.changes.toString());
    assertTrue(server.changes.getLast().contains("/cronjobs/"), "behind the workers");
    deployed("knative");
    assertEquals(jobs, paths("/cronjobs/"));
    pets.with(PLAIN);
    server.forbidden.add("/cronjobs");
    Transcript unseen = deployed("knative");
    assertTrue(
        unseen.out().contains("CronJobs of an earlier template may be there still: "),
        unseen.out());
    server.forbidden.clear();
    Transcript without = deployed("knative");
    assertEquals(List.of(), paths("/cronjobs/"));
    assertTrue(without.out().contains("deleted\n"), without.out());
  }

  @Test
  void schedules_stay_as_they_are_until_workers_are_ready() throws Exception {
    ready();
    scheduled("tick");
    deployed("knative");
    List<String> jobs = paths("/cronjobs/");
    server.changes.clear();
    server.status.clear();
    scheduled("tock");
    Transcript failed = deployed("knative");
    assertEquals(1, failed.exit(), failed.out());
    assertEquals(jobs, paths("/cronjobs/"));
    assertTrue(server.changes.stream().anyMatch(each -> each.startsWith("dry default/cronjobs/")));
    assertTrue(failed.err().contains("CronJobs of schedules are as they were"), failed.err());
  }

  @Test
  void who_may_not_remove_schedules_makes_none() throws Exception {
    ready();
    scheduled("tick");
    server.denied.addAll(List.of("list cronjobs", "delete cronjobs"));
    Transcript denied = deployed("knative");
    assertEquals(2, denied.exit(), denied.out());
    assertTrue(denied.err().contains("lack permission to: delete cronjobs, list"), denied.err());
    assertEquals(List.of(), server.changes);
  }

  private List<String> paths(String part) {
    return server.objects.keySet().stream().filter(each -> each.contains(part)).sorted().toList();
  }

  @Test
  void what_may_not_be_deleted_as_a_whole_is_left_as_it_is() {
    deployed("kubernetes");
    server.changes.clear();
    server.denied.add("delete deployments");
    said("delete", "pets")
        .assertMistake(
            "in the namespace default you lack permission to: delete deployments",
            "have somebody bind you to the ClusterRole edit there, or name another one:"
                + " --namespace NAME");
    assertEquals(List.of(), server.changes);
  }

  /** The ClusterRole edit, whom the remedy of a refusal names, has no rights on KEDA's objects. */
  @Test
  void who_may_not_look_for_objects_of_keda_deletes_the_others_and_learns_of_it() {
    server.groups.add("keda.sh");
    deployed("kubernetes");
    server.forbidden.add("/scaledobjects");
    Transcript deleted = said("delete", "pets");
    assertEquals(0, deleted.exit(), deleted.err());
    assertEquals(List.of(), paths("/deployments/"));
    String told = "not looked for, as you may not list them: ScaledObjects of KEDA; one that";
    assertTrue(deleted.err().contains(told), deleted.err());

    deployed("kubernetes");
    server.forbidden.add("/deployments");
    server.changes.clear();
    Transcript refused = said("delete", "pets");
    assertEquals(2, refused.exit(), refused.err());
    assertEquals(List.of(), server.changes);
  }

  @Test
  void the_namespace_is_that_of_the_context_unless_one_is_named() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    Files.writeString(
        kubeconfig,
        Files.readString(kubeconfig).replace("user: me}}]", "user: me, namespace: team}}]"));
    deployed("kubernetes")
        .assertMistake(
            "the cluster has no namespace team",
            "make it, kubectl create namespace team, or name another one: --namespace NAME");
    assertEquals(1, deployed("kubernetes", "--namespace", "default").exit());
  }

  @Test
  void a_secret_that_may_not_be_read_is_told_as_not_looked_at() throws Exception {
    pets.with(PLAIN.replace("STAGE: test", "TOKEN: \"{{resolve:secretsmanager:token}}\""));
    server.forbidden.add("/secrets/pets-secrets");
    Transcript applied = deployed("kubernetes");
    assertEquals(1, applied.exit(), applied.err());
    assertTrue(
        applied
            .out()
            .startsWith(
                "not looked at, as you may not read it: whether the Secret pets-secrets has the"
                    + " keys Get.TOKEN; without them pods wait\n"),
        applied.out());
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
            "delete default/deployments/pets",
            "delete default/services/pets",
            "delete default/configmaps/pets-environment"),
        server.changes);
    assertTrue(server.objects.containsKey("/api/v1/namespaces/default/services/other"));
  }
}
