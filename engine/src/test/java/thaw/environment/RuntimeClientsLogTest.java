package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.Invocation;

/**
 * Process tests: what functions log, what they are told, and how objects with a description or a
 * serializer of the function's own become JSON, with AWS's runtime client and with Thaw's.
 */
@SideBySide
class RuntimeClientsLogTest {
  private static final String LOGS =
      """
      package logs;
      import com.amazonaws.services.lambda.runtime.*;
      import com.amazonaws.services.lambda.runtime.logging.LogLevel;
      import java.nio.charset.StandardCharsets;
      import java.util.*;
      public class Logs {
        static { System.out.println("in init"); LambdaRuntime.getLogger().log("logged in init"); }
        public String log(Map<String, Object> event, Context context) {
          LambdaLogger logger = context.getLogger();
          System.out.println("out");
          System.out.print("no end");
          System.out.println();
          System.err.println("error é \\ud83d\\ude00");
          logger.log("one");
          logger.log("two\\nlines\\n");
          logger.log("bytes".getBytes(StandardCharsets.UTF_8));
          logger.log("");
          logger.log("odd \\" \\\\ \\t \\u0001 é \\ud83d\\ude00");
          for (LogLevel level : LogLevel.values()) { logger.log("at " + level, level); }
          logger.log("bytes".getBytes(StandardCharsets.UTF_8), LogLevel.WARN);
          LambdaRuntime.getLogger().log("by the runtime");
          System.out.printf("%s %d%n", "formatted", 5);
          logger.log("x".repeat(100_000).length() + " " + "y".repeat(3000));
          return "logged";
        }
        public String fail(Object event) { throw new IllegalStateException("failed", new Exception("why")); }
      }
      """;

  private static final String TOLD =
      """
      package logs;
      import com.amazonaws.services.lambda.runtime.*;
      import java.util.*;
      public class Told {
        public Map<String, Object> told(Object event, Context context) {
          Map<String, Object> told = new TreeMap<>();
          told.put("requestId", context.getAwsRequestId());
          told.put("logGroup", context.getLogGroupName());
          told.put("logStream", context.getLogStreamName());
          told.put("name", context.getFunctionName());
          told.put("version", context.getFunctionVersion());
          told.put("arn", context.getInvokedFunctionArn());
          told.put("memory", context.getMemoryLimitInMB());
          told.put("tenant", "" + context.getTenantId());
          told.put("identity", context.getIdentity() == null ? "none"
              : context.getIdentity().getIdentityId() + context.getIdentity().getIdentityPoolId());
          ClientContext client = context.getClientContext();
          told.put("client", client == null ? "none" : client.getCustom() + " " + client.getEnvironment()
              + (client.getClient() == null ? "" : " " + client.getClient().getAppTitle()
                  + " " + client.getClient().getInstallationId()));
          int left = context.getRemainingTimeInMillis();
          told.put("time is left", left > 5000 && left <= 10_000);
          told.put("trace", "" + System.getProperty("com.amazonaws.xray.traceHeader"));
          told.put("trace variable", "" + System.getenv("_X_AMZN_TRACE_ID"));
          told.put("handler", System.getenv("_HANDLER"));
          told.put("logger", context.getLogger() == LambdaRuntime.getLogger());
          return told;
        }
      }
      """;

  /** Described for wire by hand; AWS's client looks at its getters and setters. */
  private static final String DESCRIBED =
      """
      package logs;
      import com.amazonaws.services.lambda.runtime.*;
      import java.util.*;
      public class Described {
        public static class Order {
          private String id;
          private int count;
          private long total;
          private double price;
          private boolean paid;
          private List<String> tags;
          public String getId() { return id; }
          public void setId(String id) { this.id = id; }
          public int getCount() { return count; }
          public void setCount(int count) { this.count = count; }
          public long getTotal() { return total; }
          public void setTotal(long total) { this.total = total; }
          public double getPrice() { return price; }
          public void setPrice(double price) { this.price = price; }
          public boolean isPaid() { return paid; }
          public void setPaid(boolean paid) { this.paid = paid; }
          public List<String> getTags() { return tags; }
          public void setTags(List<String> tags) { this.tags = tags; }
        }
        public Order order(Order order) { order.setCount(order.getCount() + 1); return order; }
        public List<Order> orders(List<Order> orders) { return orders; }
      }
      """;

  private static final String SHAPE =
      """
      package logs;
      import thaw.wire.*;
      public class Described_OrderShape extends ObjectShape<Described.Order> {
        private static final Field ID = Field.of(1, "id");
        private static final Field COUNT = Field.of(2, "count");
        private static final Field TOTAL = Field.of(3, "total");
        private static final Field PRICE = Field.of(4, "price");
        private static final Field PAID = Field.of(5, "paid");
        private static final Field TAGS = Field.of(6, "tags");
        protected Described.Order blank() { return new Described.Order(); }
        protected Described.Order fields(Wire w, Described.Order o) {
          o.setId(w.string(ID, o.getId()));
          o.setCount(w.int32(COUNT, o.getCount()));
          o.setTotal(w.int64(TOTAL, o.getTotal()));
          o.setPrice(w.float64(PRICE, o.getPrice()));
          o.setPaid(w.bool(PAID, o.isPaid()));
          o.setTags(w.list(TAGS, o.getTags(), Shapes.STRING));
          return o;
        }
      }
      """;

  private static final String SERIALIZER =
      """
      package own;
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      import java.lang.reflect.Type;
      import java.nio.charset.StandardCharsets;
      public class Own implements CustomPojoSerializer {
        public <T> T fromJson(InputStream in, Type type) {
          try {
            return (T) new Holder("stream " + new String(in.readAllBytes()) + " " + type.getTypeName());
          } catch (IOException e) { throw new UncheckedIOException(e); }
        }
        public <T> T fromJson(String in, Type type) {
          return (T) new Holder("string " + in + " " + type.getTypeName());
        }
        public <T> void toJson(T value, OutputStream out, Type type) {
          try {
            out.write(("<" + value + " " + type.getTypeName() + ">").getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) { throw new UncheckedIOException(e); }
        }
        public static class Holder {
          private final String text;
          public Holder(String text) { this.text = text; }
          public String toString() { return text; }
        }
        public Holder hold(Holder event) { return event; }
        public static class Handler implements RequestHandler<Holder, Holder> {
          public Holder handleRequest(Holder event, Context context) { return event; }
        }
      }
      """;

  @TempDir static Path folder;
  private static BothClients clients;
  private static Path task;

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), LOGS, TOLD, DESCRIBED, SHAPE);
    clients = BothClients.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    clients.close();
  }

  @ParameterizedTest
  @CsvSource({
    ",",
    "Text,",
    "JSON,",
    "JSON,TRACE",
    "JSON,WARN",
    "JSON,FATAL",
    "Text,ERROR",
    "json,debug"
  })
  void records_are_the_same(String format, String level) throws Exception {
    BothClients.Asked asked = asked("Logs::log", "{}", "{}");
    if (format != null) {
      asked = asked.with("AWS_LAMBDA_LOG_FORMAT", format);
    }
    if (level != null) {
      asked = asked.with("AWS_LAMBDA_LOG_LEVEL", level);
    }
    BothClients.Seen seen = clients.same(asked);
    assertEquals("ok \"logged\"", seen.answer());
    assertEquals("in init", seen.log().getFirst());
    if ("JSON".equals(format) && level == null) {
      assertTrue(
          seen.text()
              .contains(
                  "\"message\":\"one\",\"level\":\"UNDEFINED\",\"AWSRequestId\":\"<request 1>\""),
          seen.text());
    }
  }

  @ParameterizedTest
  @CsvSource({"Text,", "JSON,", "JSON,FATAL"})
  void errors_are_logged_the_same(String format, String level) throws Exception {
    BothClients.Asked asked = asked("Logs::fail", "{}").with("AWS_LAMBDA_LOG_FORMAT", format);
    clients.same(level == null ? asked : asked.with("AWS_LAMBDA_LOG_LEVEL", level));
  }

  @Test
  void a_level_that_does_not_exist_ends_both() throws Exception {
    BothClients.Seen seen =
        clients.same(
            asked("Logs::log", "{}")
                .with("AWS_LAMBDA_LOG_FORMAT", "XML")
                .with("AWS_LAMBDA_LOG_LEVEL", "LOUD"));
    assertTrue(seen.answer().startsWith("failed Runtime.ExitError"), seen.answer());
  }

  @Test
  void a_function_is_told_the_same() throws Exception {
    String client =
        "{\"client\":{\"installation_id\":\"i\",\"app_title\":\"t\"},\"custom\":{\"a\":\"b\"},"
            + "\"env\":{\"platform\":\"x\"},\"other\":{\"deep\":[1]}}";
    byte[] event = "{}".getBytes(StandardCharsets.UTF_8);
    Optional<String> trace =
        Optional.of("Root=1-5e1b4151-5ac6c58dc39a6b6d8b7a8a3e;Parent=53995c3f42cd8ad8;Sampled=1");
    BothClients.Seen seen =
        clients.same(
            asked("Told::told")
                .by(
                    told(event, Optional.empty(), Optional.empty(), trace),
                    told(event, Optional.of(client), Optional.of("live"), trace),
                    told(event, Optional.of("{\"custom\":null}"), Optional.empty(), trace),
                    told(event, Optional.of("{}"), Optional.empty(), trace)));
    assertTrue(seen.answer().contains("\"requestId\":\"<request 1>\""), seen.answer());
    assertTrue(seen.answer().contains("\"time is left\":true"), seen.answer());
    assertTrue(seen.answers().get(1).contains("{a=b}"), seen.answers().get(1));
  }

  private static Invocation told(
      byte[] event, Optional<String> client, Optional<String> qualifier, Optional<String> trace) {
    return new Invocation(
        Invocation.newRequestId(), event, client, qualifier, trace, Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          order  | {"id":"a","count":1,"total":9223372036854775807,"price":1.5,"paid":true,"tags":["x","é"]} ;; {} ;; {"tags":[],"id":null,"unknown":{"a":[{}]},"count":7} ;; {"price":1e2,"count":2147483646,"id":"\\ud83d\\ude00 \\" \\n"} ;; {"price":0.1} ;; {"price":-1.0E-7} ;; null
          orders | [{"id":"a"},{"id":"b"}] ;; [] ;; null
          """)
  void described_objects_are_the_same_json(String method, String events) throws Exception {
    // The function brings the library that its descriptions need, as on Lambda.
    Path library = task.resolve("lib/thaw-wire.jar");
    if (!Files.exists(library)) {
      Files.createDirectories(library.getParent());
      Files.copy(Path.of(Sources.program(), "thaw-runtime", "thaw-wire.jar"), library);
    }
    clients.sameJson(asked("Described::" + method, events.split(" ;; ")));
  }

  @ParameterizedTest
  @CsvSource({"own.Own::hold", "own.Own$Handler"})
  void a_serializer_of_the_functions_own_is_used_the_same(String handler) throws Exception {
    Path own = Sources.compile(folder.resolve("own"), SERIALIZER);
    Path services = Files.createDirectories(own.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("com.amazonaws.services.lambda.runtime.CustomPojoSerializer"), "own.Own");
    BothClients.Seen seen = clients.same(BothClients.Asked.of(own, handler, "{\"a\":1}"));
    assertTrue(seen.answer().startsWith("ok <st"), seen.answer());
  }

  private static BothClients.Asked asked(String handler, String... events) {
    return BothClients.Asked.of(task, "logs." + handler, events);
  }
}
