package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Images;
import thaw.fixture.Python;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.lambdaapi.invoke.Operation;
import thaw.platform.record.PlatformLimits;

/**
 * Process test: the whole life of a function, driven by boto3 with its waiters. Every answer is
 * validated against botocore's model of the service.
 */
@SideBySide
class BotoTest {
  /** A path of AWS begins with the date of its version. */
  private static final Pattern DATED = Pattern.compile("/\\d{4}-\\d{2}-\\d{2}/");

  private static final String HANDLER =
      """
      package life;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.util.List;
      public class Handler {
        public List<String> handle(Object event, Context context) {
          return List.of("NAME" + extra(), context.getFunctionVersion(),
              context.getInvokedFunctionArn(), System.getenv("AWS_LAMBDA_INITIALIZATION_TYPE"));
        }

        private static String extra() {
          return new java.io.File("/opt/extra.txt").exists() ? "+layer" : "";
        }
      }
      """;
  private static final String TENANTS =
      """
      package life;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.util.List;
      public class Tenants {
        private static final String ID = java.util.UUID.randomUUID().toString();
        private static int requests;
        public List<Object> handle(Object event, Context context) {
          return List.of(context.getTenantId(), ID, ++requests);
        }
      }
      """;

  /** Has whoever drives the test answer its events, and make its checkpoints. */
  private static final String DURABLE =
      """
      package life;
      import java.net.URI;
      import java.net.http.*;
      import java.io.*;
      public class Durable {
        public void handle(InputStream event, OutputStream answer) throws Exception {
          HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("DRIVER")))
              .POST(HttpRequest.BodyPublishers.ofByteArray(event.readAllBytes())).build();
          answer.write(HttpClient.newHttpClient()
              .send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
        }
      }
      """;

  private static final String ILL =
      """
      package life;
      public class Ill {
        public Ill() { throw new IllegalStateException("ill"); }
        public String handle(Object event) { return ""; }
      }
      """;

  @TempDir Path folder;

  @Test
  void a_function_lives_as_boto3_expects() throws Exception {
    String python = python();
    zip("one");
    zip("two");
    Path layer = Files.createDirectories(folder.resolve("layer"));
    Files.writeString(layer.resolve("extra.txt"), "extra");
    Sources.jar(layer, folder.resolve("layer.zip"));
    Images.layout(folder.resolve("image"), "one", "amd64");
    try (ApiOnPlatform door = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of())) {
      Python.Run run =
          Python.run(
              List.of(
                  python,
                  Python.scripts(BotoTest.class).resolve("lambda_life.py").toString(),
                  "http://127.0.0.1:" + door.api().port(),
                  folder.toString(),
                  "java" + door.real().jdk().feature()));
      assertEquals(0, run.exit(), run.output());
      Set<String> working = OperationTable.working();
      working.addAll(beyondTheTable());
      assertEquals(
          working,
          succeeded(run.output()),
          () ->
              "operations that work, by the table and of lambda-core, and those with a good answer in lambda_life.py; its output: "
                  + run.output());
      assertEquals(List.of(), door.problems());
    }
  }

  /**
   * Operations of AWS that the table, of the service {@code lambda}, lacks: of lambda-core. Without
   * those that are refused whatever is asked for.
   */
  private Set<String> beyondTheTable() throws Exception {
    Set<String> ofTable =
        OperationTable.all().stream().map(OperationTable.Named::name).collect(Collectors.toSet());
    Set<String> names = new TreeSet<>();
    try (ApiOnPlatform server =
            ApiOnPlatform.open(folder.resolve("server"), PlatformLimits.defaults(), List.of());
        HttpClient client = HttpClient.newHttpClient()) {
      for (Operation each : server.api().operations().all()) {
        OperationTable.Named named =
            new OperationTable.Named(each.template(), each.method(), each.name());
        if (DATED.matcher(each.template()).lookingAt()
            && !ofTable.contains(each.name())
            && OperationTable.refusal(server, client, named).isEmpty()) {
          names.add(each.name());
        }
      }
      assertEquals(List.of(), server.problems());
    }
    return names;
  }

  /** The botocore whose model of the service is the contract. */
  private static String python() throws Exception {
    return Python.apart("boto3", "boto3==1.44.8");
  }

  /** Operations of which boto3 had a good answer. */
  private static Set<String> succeeded(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("ok "))
        .map(line -> line.substring(3))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void the_list_of_operations_is_that_of_the_service_model() throws Exception {
    String script = Python.scripts(BotoTest.class).resolve("operation_names.py").toString();
    Python.Run run = Python.run(List.of(python(), script));
    assertEquals(0, run.exit(), run.output());
    assertEquals(
        OperationTable.withoutHead(run.output()),
        OperationTable.withoutHead(OperationTable.file()),
        "write operations.txt anew by operation_names.py");
  }

  @Test
  void the_constraints_are_those_of_the_service_models() throws Exception {
    String script = Python.scripts(BotoTest.class).resolve("constraints.py").toString();
    Python.Run run = Python.run(List.of(python(), script));
    assertEquals(0, run.exit(), run.output());
    Path kept = Path.of("../function/src/main/resources/thaw/function/constraint/constraints.txt");
    assertEquals(
        OperationTable.withoutHead(run.output()),
        OperationTable.withoutHead(Files.readString(kept)),
        "write constraints.txt anew by constraints.py");
  }

  /** Tries one violating value for each constraint of each operation that works. */
  @Test
  void no_operation_accepts_a_value_that_the_service_model_forbids() throws Exception {
    try (ApiOnPlatform door = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of())) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  python(),
                  Python.scripts(BotoTest.class).resolve("violations.py").toString(),
                  door.address().toString()));
      command.addAll(OperationTable.working());
      command.addAll(beyondTheTable());
      Python.Run run = Python.run(command);
      assertEquals(0, run.exit(), run.output());
      assertEquals(
          List.of(), run.output().lines().filter(line -> line.startsWith("fault ")).toList());
      assertEquals(List.of(), door.problems());
      int tried = Integer.parseInt(run.output().strip().replaceFirst("(?s).*tried ", ""));
      assertTrue(tried > 800, run.output());
    }
  }

  private void zip(String name) throws Exception {
    Path classes =
        Sources.compile(folder.resolve(name), HANDLER.replace("NAME", name), TENANTS, DURABLE, ILL);
    Sources.jar(classes, folder.resolve(name + ".zip"));
  }
}
