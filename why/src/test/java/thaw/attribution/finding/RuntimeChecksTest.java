package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;
import static thaw.attribution.PhaseName.RUNTIME_CLIENT;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;

/** AWS's runtime client, where Thaw's would do with less. */
class RuntimeChecksTest {
  private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.";
  private static final String PLAIN =
      Stubs.handler(
          "  public String handleRequest(String event, Context context) { return event; }");
  private static final String PETS =
      """
      package example;
      import com.amazonaws.services.lambda.runtime.*;
      public class Handler implements RequestHandler<Pet, Pet> {
        public Pet handleRequest(Pet event, Context context) { return event; }
      }
      """;
  private static final String PET = "package example; public class Pet {}";
  private static final String SHAPE = "package example; public class PetShape {}";

  @TempDir private Path folder;

  @Test
  void the_client_and_its_json_layer_go_where_types_need_no_reflection() throws IOException {
    Finding plain = of(Example.of(folder.resolve("plain"), PLAIN));
    Finding described = of(Example.of(folder.resolve("described"), PET, SHAPE, PETS));

    assertEquals(described.highMillis(), plain.highMillis(), 0.01);
    assertTrue(described.lowMillis() > 0);
    assertTrue(described.highMillis() < 60, "something remains of all");
    assertTrue(
        described.evidence().contains("the client took 40 ms (40 samples)"), described.evidence());
    assertTrue(
        described.evidence().contains("its JSON layer 20 ms (20 samples)"), described.evidence());
    assertTrue(
        described.remedy().contains("thaw bench my-app --function Example --runtime official,thaw"),
        described.remedy());
    assertFalse(described.remedy().contains("thaw-wire-processor"), described.remedy());
  }

  @Test
  void the_json_layer_stays_where_types_have_no_description() throws IOException {
    Finding undescribed = of(Example.of(folder, PET, PETS));

    assertTrue(
        undescribed.highMillis() <= 40, "the client's own part: " + undescribed.highMillis());
    assertTrue(undescribed.remedy().contains("thaw-wire-processor"), undescribed.remedy());
  }

  @Test
  void loading_the_handler_is_no_fault_of_the_clients() throws IOException {
    Example loading =
        Example.of(folder, PLAIN)
            .loaded(RUNTIME_CLIENT, CLIENT + "AWSLambda")
            .sampled(
                HANDLER_INIT,
                Cause.CLASS_PARSE,
                40,
                "java.lang.ClassLoader.loadClass",
                CLIENT + "AWSLambda.findRequestHandler");

    assertEquals(0, loading.findings("official-runtime-client").size());
  }

  @Test
  void thaws_own_client_is_no_finding() throws IOException {
    Example own =
        Example.of(folder, PLAIN)
            .loaded(RUNTIME_CLIENT, "thaw.runtime.Main")
            .sampled(RUNTIME_CLIENT, Cause.CLASS_PARSE, 40, "thaw.runtime.Main.main");

    assertEquals(0, own.findings("official-runtime-client").size());
  }

  /** 30 in init and 10 in the first invocation of the client's, 20 of its serializer's. */
  private static Finding of(Example example) {
    return example
        .loaded(RUNTIME_CLIENT, CLIENT + "AWSLambda")
        .sampled(RUNTIME_CLIENT, Cause.CLASS_PARSE, 30, CLIENT + "AWSLambda.main")
        .sampled(
            FIRST_INVOCATION, Cause.KERNEL_NETWORK, 10, CLIENT + "runtimeapi.NativeClient.next")
        .sampled(
            FIRST_INVOCATION,
            Cause.JSON,
            20,
            "com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper.<init>",
            CLIENT + "EventHandlerLoader.getSerializer")
        .finding("official-runtime-client");
  }
}
