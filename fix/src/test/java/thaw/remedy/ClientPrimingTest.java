package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.edit.JavaSources;

class ClientPrimingTest {
  private static final String SERVICE = "software.amazon.awssdk.services.sqs.";
  private static final String MADE = SERVICE + "DefaultSqsClient";

  @TempDir Path folder;

  private static Explanation.MethodTime method(String name, double millis, double init) {
    return new Explanation.MethodTime(name, "sqs", millis, 0, init);
  }

  private static Explanation explanation(
      PhaseName loaded, List<Explanation.MethodTime> methods, String finding) {
    Explanation.LoadedClass client = new Explanation.LoadedClass(MADE, "sqs", loaded, false, 1);
    return Explanations.EMPTY
        .withClasses(new Explanation.Classes(1, List.of(), List.of(), List.of(client)))
        .withMethods(methods)
        .withFindings(List.of(new Finding(finding, "", "", "", 100, 200, "")));
  }

  @Test
  void only_remedies_that_can_help_the_explained_function_are_named() {
    List<Explanation.MethodTime> calls =
        List.of(method(SERVICE + "DefaultSqsClient.sendMessage", 300, 0));
    Explanation client = explanation(PhaseName.HANDLER_INIT, calls, "unprimed-first-call");
    Explanation own = client.withMethods(List.of(method("a.Own.call", 300, 0)));
    assertEquals(
        List.of("prime-CLIENT", "sdk-warm-up", "first-request"), named(client, true, true));
    assertEquals(List.of("first-request"), named(own, true, true));
    assertEquals(List.of(), named(own, true, false));
    assertEquals(List.of(), named(client, false, true));
    Finding kotlin = new Finding("unprimed-first-call", "", "", "a.B.get(B.kt:3)", 100, 200, "");
    assertEquals(List.of(), named(client.withFindings(List.of(kotlin)), true, true));
  }

  @Test
  void the_warm_up_of_the_sdk_has_nothing_for_a_client_that_does_not_block() {
    Explanation called =
        explanation(
            PhaseName.HANDLER_INIT,
            List.of(method(SERVICE + "DefaultSqsAsyncClient.sendMessage", 300, 0)),
            "unprimed-first-call");
    WhyNot whyNot = new WhyNot();
    whyNot.addUnsuited(called);
    assertEquals(
        List.of(new WhyNot.NotOffered(Family.SDK_WARM_UP, List.of(Family.NO_BLOCKING_CLIENT))),
        whyNot.list());
  }

  private static List<String> named(Explanation explained, boolean hasSources, boolean isRequest) {
    Explanation asked =
        explained.withSubject(
            new Explanation.Subject(
                "F", "a.B", 512, "JDK 25", 1, Instant.EPOCH, hasSources, hasSources, isRequest));
    return Family.answering(asked, asked.findings().getFirst()).stream().map(Family::id).toList();
  }

  private List<Remedy> remedies(Explanation explanation) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Files.writeString(
        Files.createDirectories(sources.resolve(SERVICE.replace('.', '/')))
            .resolve("SqsClient.java"),
        """
        package software.amazon.awssdk.services.sqs;
        public interface SqsClient {
          static SqsClient create() { return null; }
          void sendMessage(java.util.function.Consumer<Object> request);
        }
        """);
    Files.writeString(
        sources.resolve("Handler.java"),
        """
        import software.amazon.awssdk.services.sqs.SqsClient;

        class Handler {
          static final SqsClient SQS = SqsClient.create();
        }
        """);
    return ClientPriming.of(explanation, JavaSources.read(folder, sources, List.of()));
  }

  @Test
  void the_call_that_the_first_request_was_seen_to_make_is_made_in_init() throws Exception {
    List<Explanation.MethodTime> methods =
        List.of(
            method(MADE + ".deleteMessage", 30, 0),
            method(MADE + ".sendMessage", 300, 0),
            method(MADE + ".<init>", 20, 20));
    List<Remedy> remedies =
        remedies(explanation(PhaseName.HANDLER_INIT, methods, "unprimed-first-call"));

    assertEquals(1, remedies.size());
    Remedy remedy = remedies.getFirst();
    assertEquals("prime-SqsClient", remedy.id());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    assertEquals(new Prediction(65, 240), remedy.predicted());
    assertTrue(remedy.change().toString().contains("client.sendMessage(request -> {});"));
  }

  @Test
  void samples_tell_that_init_makes_a_client_whose_class_an_archive_loads_earlier()
      throws Exception {
    Explanation.MethodTime called = method(MADE + ".sendMessage", 300, 0);
    Explanation.MethodTime made = method(MADE + "Builder.buildClient", 20, 20);
    String finding = "unprimed-first-call";

    assertEquals(1, remedies(explanation(PhaseName.BOOT, List.of(called, made), finding)).size());
    assertEquals(List.of(), remedies(explanation(PhaseName.BOOT, List.of(called), finding)));
  }

  @Test
  void in_a_restored_start_init_has_made_what_the_first_request_does_not_make() throws Exception {
    List<Explanation.Phase> restored =
        List.of(new Explanation.Phase(PhaseName.RESTORE, 50, 20, 1, List.of()));
    Explanation.MethodTime called = method(MADE + ".sendMessage", 300, 0);
    Explanation.MethodTime madeLate = method(SERVICE + "DefaultSqsClientBuilder.buildClient", 9, 0);
    Explanation plain =
        explanation(PhaseName.BOOT, List.of(called), "unprimed-first-call")
            .withClasses(new Explanation.Classes(1, List.of(), List.of(), List.of()));

    assertEquals(List.of(), remedies(plain));
    assertEquals(1, remedies(plain.withPhases(restored)).size());
    assertEquals(
        List.of(), remedies(plain.withPhases(restored).withMethods(List.of(called, madeLate))));
  }

  @Test
  void without_the_finding_or_a_call_that_is_known_to_be_refused_there_is_none() throws Exception {
    List<Explanation.MethodTime> known = List.of(method(MADE + ".sendMessage", 300, 0));
    List<Explanation.MethodTime> unknown = List.of(method(MADE + ".purgeQueue", 300, 0));

    assertEquals(
        List.of(), remedies(explanation(PhaseName.HANDLER_INIT, known, "work-in-handler")));
    assertEquals(
        List.of(), remedies(explanation(PhaseName.HANDLER_INIT, unknown, "unprimed-first-call")));
  }

  @Test
  void a_client_that_the_first_request_makes_or_init_calls_is_left_alone() throws Exception {
    Explanation.MethodTime called = method(MADE + ".sendMessage", 300, 0);
    Explanation.MethodTime early = method(MADE + ".getQueueUrl", 100, 100);
    Explanation.MethodTime madeLate = method(SERVICE + "DefaultSqsClientBuilder.buildClient", 9, 0);
    String finding = "unprimed-first-call";

    assertEquals(
        List.of(), remedies(explanation(PhaseName.FIRST_INVOCATION, List.of(called), finding)));
    assertEquals(
        List.of(), remedies(explanation(PhaseName.HANDLER_INIT, List.of(called, early), finding)));
    assertEquals(
        List.of(), remedies(explanation(PhaseName.BOOT, List.of(called, madeLate), finding)));
  }
}
