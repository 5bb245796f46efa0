package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a handler is told, and what it says. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class ContextTest {
  @Test
  void a_context_has_what_lambda_says_of_the_invocation() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event(
                    "{}",
                    "Lambda-Runtime-Trace-Id: Root=1-5bef;Sampled=1",
                    "Lambda-Runtime-Aws-Tenant-Id: blue",
                    "Lambda-Runtime-Cognito-Identity: {\"cognitoIdentityId\":\"me\","
                        + "\"cognitoIdentityPoolId\":\"pool\"}",
                    "Lambda-Runtime-Client-Context: {\"client\":{\"installation_id\":\"i\","
                        + "\"app_title\":\"\u00fcber\",\"app_version_name\":\"v\","
                        + "\"app_version_code\":5,\"app_package_name\":\"p\"},"
                        + "\"custom\":{\"a\":\"b\"},\"env\":{\"platform\":\"x\"}}")
                .event("{}");
        Function function =
            Function.of("example.Telling$Members")
                .with("AWS_LAMBDA_FUNCTION_NAME", "f")
                .with("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
                .with("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "256")
                .with("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/f")
                .with("AWS_LAMBDA_LOG_STREAM_NAME", "s")
                .at(api)) {
      assertEquals(
          "{\"id\":\"id-1\",\"group\":\"/aws/lambda/f\",\"stream\":\"s\",\"name\":\"f\","
              + "\"version\":\"$LATEST\",\"arn\":\"arn:aws:lambda:eu-west-1:1:function:f\","
              + "\"memory\":256,\"tenant\":\"blue\",\"trace\":\"Root=1-5bef;Sampled=1\","
              + "\"timeLeft\":true,\"property\":\"Root=1-5bef;Sampled=1\",\"identity\":\"me\","
              + "\"pool\":\"pool\",\"installation\":\"i\",\"title\":\"\u00fcber\","
              + "\"appVersion\":\"v\",\"code\":\"5\",\"package\":\"p\","
              + "\"custom\":{\"a\":\"b\"},\"env\":{\"platform\":\"x\"}}",
          api.take().body());
      assertEquals(
          "{\"id\":\"id-2\",\"group\":\"/aws/lambda/f\",\"stream\":\"s\",\"name\":\"f\","
              + "\"version\":\"$LATEST\",\"arn\":\"arn:aws:lambda:eu-west-1:1:function:f\","
              + "\"memory\":256,\"timeLeft\":true}",
          api.take().body());
    }
  }

  @Test
  void log_lines_are_text_and_prints_are_utf8_in_any_locale() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{}");
        Function function = Function.of("example.Telling$Logging").with("LC_ALL", "C").at(api)) {
      assertEquals("true", api.take().body());
      assertEquals(
          "plain\n[DEBUG] debug\n[WARN] warn \u00fc\nb\nnull[ERROR] \nglobal\nprinted \u00fc\n"
              + "error \u00e4\n",
          function.printed());
    }
  }

  @Test
  void levels_below_the_least_are_not_logged() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{}");
        Function function =
            Function.of("example.Telling$Logging").with("AWS_LAMBDA_LOG_LEVEL", "error").at(api)) {
      api.take();
      assertEquals(
          "plain\nb\nnull[ERROR] \nglobal\nprinted \u00fc\nerror \u00e4\n", function.printed());
    }
  }

  @Test
  void log_lines_in_json_have_the_request() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi().event("{}", "Lambda-Runtime-Aws-Tenant-Id: blue");
        Function function =
            Function.of("example.Telling$Logging").with("AWS_LAMBDA_LOG_FORMAT", "JSON").at(api)) {
      api.take();
      String[] lines = function.printed().split("\n");
      String rest = ",\"AWSRequestId\":\"id-1\",\"tenantId\":\"blue\"}";
      String[] expected = {
        "\"message\":\"plain\\n\",\"level\":\"UNDEFINED\"" + rest,
        "\"message\":\"debug\\n\",\"level\":\"DEBUG\"" + rest,
        "\"message\":\"warn \u00fc\\n\",\"level\":\"WARN\"" + rest,
        null,
        "\"level\":\"UNDEFINED\"" + rest,
        "\"message\":\"\\nglobal\\n\",\"level\":\"ERROR\"" + rest
      };
      String stamp = "{\"timestamp\":\"\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\",";
      for (int i = 0; i < expected.length; i++) {
        if (expected[i] != null) {
          assertEquals(expected[i], lines[i].replaceFirst(stamp.replace("{\"t", "\\{\"t"), ""));
        }
      }
      assertEquals("b", lines[3]);
    }
  }

  @ParameterizedTest
  @CsvSource({"TEXT,1", "JSON,0"})
  void messages_go_to_the_descriptor_that_lambda_names_in_frames(
      String format, int flag, @TempDir Path folder) throws Exception {
    Path frames = folder.resolve("frames");
    Path script = folder.resolve("java.sh");
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{}");
        Function function =
            Function.of("example.Telling$Logging")
                .with("AWS_LAMBDA_LOG_FORMAT", format)
                .with("_LAMBDA_TELEMETRY_LOG_FD", "62")
                .through(script, "exec 62>" + frames)
                .at(api)) {
      api.take();
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(frames));
      ByteArrayOutputStream messages = new ByteArrayOutputStream();
      int[] levels = {0, 2, 4, 0, 0, 5};
      for (int level : levels) {
        assertEquals(0xa55a0000 | level << 2 | 2 | flag, all.getInt());
        byte[] message = new byte[all.getInt()];
        long micros = all.getLong();
        assertTrue(Math.abs(micros / 1000 - System.currentTimeMillis()) < 600_000, "" + micros);
        all.get(message);
        messages.writeBytes(message);
      }
      assertEquals(0, all.remaining());
      if (flag == 1) {
        assertEquals(
            "plain\n[DEBUG] debug\n[WARN] warn \u00fc\nb\nnull[ERROR] \nglobal\n",
            messages.toString(StandardCharsets.UTF_8));
      }
      assertEquals("printed \u00fc\nerror \u00e4\n", function.printed());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "security:networkaddress.cache.negative.ttl,\"1\"",
    "jdk.reflect.useNativeAccessorOnly,\"true\"",
    "org.crac.Core.Compat,\"com.amazonaws.services.lambda.crac\"",
    "jdk.includeInExceptions,null"
  })
  void properties_are_lambdas(String name, String value) throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"" + name + "\"");
        Function function = Function.of("example.Telling$Properties").at(api)) {
      assertEquals(value, api.take().body().replace("'", "\""));
    }
  }

  @Test
  void properties_that_are_set_stay() throws Exception {
    try (FakeRuntimeApi api =
            new FakeRuntimeApi()
                .event("\"jdk.reflect.useNativeAccessorOnly\"")
                .event("\"security:networkaddress.cache.negative.ttl\"");
        Function function =
            Function.of("example.Telling$Properties")
                .option("-Djdk.reflect.useNativeAccessorOnly=false")
                .with("AWS_LAMBDA_JAVA_NETWORKADDRESS_CACHE_NEGATIVE_TTL", "7")
                .at(api)) {
      assertEquals("\"false\"", api.take().body());
      assertEquals("\"7\"", api.take().body());
    }
  }

  @Test
  void a_lifecycle_is_told_of_each_turn() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"good\"").event("\"bad\"");
        Function function = Function.of("example.Telling$Turning").at(api)) {
      assertEquals("true", api.take().body());
      assertEquals("/invocation/id-2/error", api.take().path());
      while (!api.takeAny().path().equals("/invocation/next")) {
        // The third event is asked for when the second one is over.
      }
      function.terminate();
      function.ended();
      String told =
          function
              .printed()
              .lines()
              .filter(line -> line.matches("(handler|before|after|shutdown).*"))
              .reduce("", (all, line) -> all + line + ";");
      assertEquals(
          "handler good;before true;after true;handler bad;before true;after true;shutdown;", told);
      function.printed("of the turn");
    }
  }
}
