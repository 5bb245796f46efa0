package thaw.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.Transcript;
import thaw.experiment.Host;
import thaw.experiment.Metric;
import thaw.experiment.Sample;
import thaw.experiment.pods.PodLine;

/** Cold starts in pods, of a Job that the test itself makes pods for. */
class ClusterBenchTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PODS = "/api/v1/namespaces/default/pods/";
  private static final String EVENTS = "/api/v1/namespaces/default/events/";

  @TempDir Path folder;

  private SmallApiServer server;
  private Path out;

  @BeforeEach
  void a_cluster_and_a_template() throws Exception {
    server = new SmallApiServer();
    server.groups.add("batch");
    server.kubeconfig(folder);
    new DeployedFolder(folder.resolve("pets")).with(DeployedFolder.TWO_FUNCTIONS);
    out = folder.resolve("out");
    server.put(
        "/api/v1/nodes/n1", "{\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"},\"spec\":{}}");
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Transcript bench(String... further) {
    List<Object> words =
        new ArrayList<>(
            List.of("bench", folder.resolve("pets"), "--on", "kubernetes", "--out", out));
    words.addAll(List.of("--image", DeployedFolder.IMAGE, "--kubeconfig"));
    words.add(folder.resolve("kubeconfig"));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }

  private static String job(JsonNode job) {
    return job.path("metadata").path("name").asText();
  }

  private void pod(JsonNode job, int index, String name, String phase) {
    try {
      server.put(
          PODS + name,
          """
          {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%1$s","namespace":"default",
            "ownerReferences":[{"uid":"%2$s"}],"labels":{"thaw/bench":"%3$s"},
            "annotations":{"batch.kubernetes.io/job-completion-index":"%4$d"}},
           "spec":{"nodeName":"n%4$d","containers":[]},
           "status":{"phase":"%5$s","conditions":[],"containerStatuses":[]}}
          """
              .formatted(name, job.path("metadata").path("uid").asText(), job(job), index, phase));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void event(String pod, String reason) {
    try {
      server.put(
          EVENTS + pod + "." + reason,
          """
          {"apiVersion":"v1","kind":"Event","metadata":{"name":"%1$s.%2$s","namespace":"default"},
           "involvedObject":{"kind":"Pod","name":"%1$s"},"reason":"%2$s"}
          """
              .formatted(pod, reason));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(String cpuModel, double total) {
    Sample sample =
        new Sample(
            "Get",
            1,
            Instant.EPOCH,
            Map.of(
                Metric.INIT,
                total / 2,
                Metric.HANDLER,
                total / 2,
                Metric.TOTAL,
                total,
                Metric.POD_READY,
                500.0,
                Metric.POD_ANSWERED,
                total + 10),
            null);
    return PodLine.of(
        sample.withPlace(
            new Sample.Place(
                "", new Host("6.1", cpuModel, 2, 4096, "none", List.of()), "abc", "25", "plain")));
  }

  /** One pod from its creation to its end. */
  private void lived(JsonNode job, int index, String name, String cpuModel) {
    pod(job, index, name, "Pending");
    List.of("Scheduled", "Created", "Started").forEach(reason -> event(name, reason));
    server.logs.put(
        PODS + name + "/log", "a line of the function\n" + line(cpuModel, 100 + index) + "\n");
    pod(job, index, name, "Succeeded");
  }

  private static int completions(JsonNode job) {
    return job.path("spec").path("completions").asInt();
  }

  private List<JsonNode> samples() throws IOException {
    List<JsonNode> samples = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("results.jsonl"))) {
      samples.add(JSON.readTree(line));
    }
    return samples;
  }

  private Set<Integer> numbers() throws IOException {
    List<JsonNode> samples = samples();
    Set<Integer> numbers = new TreeSet<>();
    samples.forEach(sample -> numbers.add(sample.path("sample").asInt()));
    assertEquals(numbers.size(), samples.size(), "none twice");
    return numbers;
  }

  private static Set<Integer> upTo(int last) {
    return new TreeSet<>(IntStream.rangeClosed(1, last).boxed().toList());
  }

  @Test
  void a_hidden_parameter_is_not_written_into_pods() {
    Transcript refused = bench("--parameter", "Password=swordfish");
    refused.assertMistake(
        "whoever may read the pods reads the values of parameters, and these are secrets, by NoEcho or by their name: Password",
        "leave --parameter out for them: cold starts take the template's Default; NoEcho: false says that a value is no secret");
  }

  @Test
  void each_sample_is_a_pod_of_a_job_and_has_its_phases_and_node() throws Exception {
    server.created =
        job -> {
          for (int i = 0; i < completions(job); i++) {
            lived(job, i, "pod-" + i, i < 2 ? "Xeon" : "Graviton");
          }
        };
    Transcript measured = bench("--function", "Get", "--runs", "4", "--json");
    assertEquals(0, measured.exit(), measured.err());
    assertEquals(upTo(4), numbers());
    JsonNode first = samples().getFirst();
    assertEquals("n0", first.path("place").path("node").asText());
    double sum = 0;
    for (Metric phase : Metric.values()) {
      if (phase.isOfPods() && phase != Metric.POD_TOTAL) {
        assertTrue(first.path(phase.key()).isNumber(), phase.key());
        sum += first.path(phase.key()).asDouble();
      }
    }
    assertEquals(sum, first.path("podTotalMillis").asDouble(), 0.01);
    JsonNode summary = measured.json();
    assertEquals("Get on Graviton", summary.path("variants").get(0).path("name").asText());
    assertEquals("Get on Xeon", summary.path("variants").get(1).path("name").asText());
    assertEquals(2, summary.path("variants").get(1).path("podTotalMillis").path("count").asInt());
    assertTrue(Files.readString(out.resolve("report.html")).contains("pod to first answer"));
    assertTrue(server.changes.getFirst().startsWith("dry default/jobs/bench-"));
    assertTrue(server.changes.getLast().startsWith("delete default/jobs/bench-"));
  }

  @Test
  void a_pod_that_is_lost_costs_its_sample_which_is_made_again() throws Exception {
    server.created =
        job -> {
          for (int i = 0; i < completions(job); i++) {
            if (i == 1) {
              pod(job, i, "lost", "Pending");
              server.remove(PODS + "lost");
            }
            lived(job, i, "pod-" + i, "Xeon");
          }
        };
    assertEquals(0, bench("--function", "Get", "--runs", "3").exit());
    assertEquals(upTo(3), numbers());
  }

  @Test
  void what_a_job_has_not_made_another_one_makes() throws Exception {
    server.created =
        job -> {
          int made = completions(job) == 3 ? 2 : completions(job); // the log of one is lost
          for (int i = 0; i < made; i++) {
            lived(job, i, "pod-" + completions(job) + "-" + i, "Xeon");
          }
          ended(job);
        };
    Transcript measured = bench("--function", "Get", "--runs", "3");
    assertEquals(0, measured.exit(), measured.err());
    assertEquals(upTo(3), numbers());
    assertEquals(2, server.changes.stream().filter(change -> change.startsWith("create ")).count());
  }

  private void ended(JsonNode job) {
    try {
      ((com.fasterxml.jackson.databind.node.ObjectNode) job)
          .putObject("status")
          .putArray("conditions")
          .addObject()
          .put("type", "Complete")
          .put("status", "True");
      server.put("/apis/batch/v1/namespaces/default/jobs/" + job(job), job.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_same_command_goes_on_with_the_job_that_a_killed_one_has_left() throws Exception {
    List<JsonNode> jobs = new ArrayList<>();
    server.created =
        job -> {
          jobs.add(job);
          lived(job, 0, "pod-0", "Xeon");
          throw new IllegalStateException("as if the connection was lost");
        };
    Thread killed = Thread.ofPlatform().start(() -> bench("--function", "Get", "--runs", "3"));
    while (jobs.isEmpty() || Files.notExists(out.resolve("results.jsonl")) || samples().isEmpty()) {
      assertTrue(killed.isAlive(), "it has ended before its first sample");
      Thread.sleep(20);
    }
    JsonNode job = jobs.getFirst();
    killed.interrupt();
    killed.join();
    assertEquals(upTo(1), numbers());

    server.put("/apis/batch/v1/namespaces/default/jobs/" + job(job), job.toString());
    lived(job, 1, "pod-1", "Xeon"); // while nobody looks
    Thread last =
        Thread.ofVirtual()
            .start(() -> {
              while (!server.isWatched("/pods")) {
                Thread.yield();
              }
              lived(job, 2, "pod-2", "Xeon");
            });
    Transcript rest = bench("--function", "Get", "--runs", "3");
    last.join();
    assertEquals(0, rest.exit(), rest.err());
    assertEquals(upTo(3), numbers());
    assertEquals(1, server.changes.stream().filter(change -> change.startsWith("create ")).count());
    assertTrue(rest.out().contains("nobody saw how some pods came to be"), rest.out());
  }

  @Test
  void two_sizes_take_turns_and_are_compared() throws Exception {
    List<Integer> sizes = new ArrayList<>();
    server.created =
        job -> {
          String command =
              job.path("spec").path("template").path("spec").path("containers").toString();
          sizes.add(command.contains("\"256\"") ? 256 : 512);
          for (int i = 0; i < completions(job); i++) {
            lived(job, i, job(job) + completions(job) + "-" + i, "Xeon");
          }
        };
    Transcript measured = bench("--function", "Get", "--memory", "256,512", "--runs", "12");
    assertEquals(0, measured.exit(), measured.err());
    assertEquals(List.of(256, 512, 256, 512), sizes);
    assertTrue(measured.out().contains("Get 512 MB"), measured.out());
  }

  @Test
  void what_cannot_be_had_is_refused_before_anything_is_changed() throws Exception {
    bench("--snap-start", "aot")
        .assertMistake(
            "--snap-start cannot be had with --on kubernetes",
            "pods take no snapshots: measure it on this machine");
    bench("--function", "Nobody")
        .assertMistake("no function has the name Nobody", "use one of: Create, Get");
    bench("--event", "\"" + "x".repeat(200_000) + "\"", "--function", "Get")
        .assertMistake(
            "the event of Get has 200002 bytes, and a pod is given 100000 at most",
            "name a shorter one: --event FILE");
    server.denied.addAll(List.of("create jobs", "watch events"));
    bench("--function", "Get")
        .assertMistake(
            "in the namespace default you lack permission to: create jobs, watch events",
            "have somebody bind you to the ClusterRole edit there, or name another one:"
                + " --namespace NAME");
    assertEquals(List.of(), server.changes);
    server.denied.clear();
    server.refused.put("get", "admission webhook \"x\" denied the request: no");
    Transcript refused = bench("--function", "Get");
    assertEquals(2, refused.exit(), refused.err());
    assertTrue(refused.err().contains("denied the request: no"), refused.err());
    assertFalse(server.changes.stream().anyMatch(change -> change.startsWith("create ")));
  }

  @Test
  void an_image_that_a_node_cannot_have_and_a_mistake_in_the_pod_end_it() throws Exception {
    server.created =
        job -> {
          server.logs.put(
              PODS + "pod-0/log",
              "thaw: no function has the name Get\nRemedy: use one of: Other\n");
          pod(job, 0, "pod-0", "Failed");
        };
    bench("--function", "Get")
        .assertMistake("in the pod: no function has the name Get", "use one of: Other");
    assertTrue(server.changes.getLast().startsWith("delete "), server.changes.toString());
    server.remove(PODS + "pod-0");
    server.created =
        job -> {
          pod(job, 0, "pod-1", "Pending");
          try {
            server.put(
                PODS + "pod-1",
                server
                    .objects
                    .get(PODS + "pod-1")
                    .toString()
                    .replace(
                        "\"containerStatuses\":[]",
                        "\"containerStatuses\":[{\"name\":\"worker\",\"state\":{\"waiting\":"
                            + "{\"reason\":\"ErrImageNeverPull\",\"message\":\"not there\"}}}]"));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    Transcript noImage = bench("--function", "Get");
    assertEquals(2, noImage.exit(), noImage.err());
    assertTrue(noImage.err().contains("cannot pull the image"), noImage.err());
    assertTrue(server.changes.getLast().startsWith("delete "), server.changes.toString());
  }
}
