package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.PeerUser;
import thaw.sandbox.kernel.Deadline;

/** Process test: what another user of the machine finds out about the functions of a real run. */
@SideBySide
class OtherUserTest {
  private static final String SECRET = "Bearer-4711";

  @TempDir Path folder;

  @Test
  void another_user_sees_figures_and_nothing_that_functions_got_or_wrote() throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        import java.util.Map;
        public class Door {
          public String open(Map<String, Object> event) {
            System.out.println("opened for " + event.get("authorization"));
            return "welcome, " + event.get("authorization");
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Door:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: door
              Handler: com.example.Door::open
              Runtime: java25
              CodeUri: classes
              MemorySize: 1769
              Timeout: 20
        """);
    int port = FreePorts.next();
    try (RunProcess life =
            RunProcess.start(List.of(), port, folder.resolve("log"), folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> invoked =
          client.send(
              life.invocation("door", "{\"authorization\": \"" + SECRET + "\"}").build(),
              BodyHandlers.ofString());
      assertEquals("\"welcome, " + SECRET + "\"", invoked.body());
      String id = invoked.headers().firstValue("x-amzn-RequestId").orElseThrow();
      String detail = "/_thaw/data/requests/" + id;
      Deadline.await(
          Duration.ofSeconds(30),
          "all of it is there",
          () -> asked(port, detail, 0).contains("opened for " + SECRET));
      String own = asked(port, detail, 0) + asked(port, "/_thaw/data/events/door", 0);
      assertEquals(4, own.split(SECRET, -1).length - 1, own); // event, response, log, last event
      assertTrue(asked(port, "/_thaw/traces/" + id, 0).contains("\"spans\""));

      String others = asked(port, detail, 54_321);
      assertTrue(others.contains("\"status\":\"success\""), others);
      assertTrue(others.contains("Only the user who runs thaw sees events"), others);
      assertFalse(others.contains(SECRET), others);
      String events = asked(port, "/_thaw/data/events/door", 54_321);
      assertTrue(events.contains("\"events\":[]"), events);
      assertTrue(asked(port, "/_thaw/traces/" + id, 54_321).startsWith("HTTP/1.1 403"));
      assertFalse(asked(port, "/_thaw/data/state", 54_321).contains(SECRET));
    }
  }

  @Test
  void another_user_sees_no_value_of_a_variable_or_secret_and_no_code_but_functions_read_secrets()
      throws Exception {
    assumeTrue(PeerUser.own().isRoot(), "only root can run programs of other users");
    Path function = Files.createDirectory(folder.resolve("fn"));
    Files.writeString(function.resolve("bootstrap"), READS_SECRET);
    assertTrue(function.resolve("bootstrap").toFile().setExecutable(true));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Token:
            Type: AWS::SecretsManager::Secret
            Properties: {Name: token, SecretString: %1$s}
          Value:
            Type: AWS::SSM::Parameter
            Properties: {Name: /value, Type: String, Value: %1$s}
          Reads:
            Type: AWS::Serverless::Function
            Properties:
              FunctionName: reads
              Runtime: provided.al2023
              Handler: none
              CodeUri: fn
              Timeout: 20
              AutoPublishAlias: live
              Environment: {Variables: {PASSWORD: %1$s}}
        """
            .formatted(SECRET));
    int port = FreePorts.next();
    Path log = folder.resolve("log");
    try (RunProcess life = RunProcess.start(List.of(), port, log, folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      String invoked =
          client.send(life.invocation("reads", "{}").build(), BodyHandlers.ofString()).body();
      assertTrue(invoked.contains("\"SecretString\":\"" + SECRET + "\""), invoked);

      String base = "/2015-03-31/functions";
      for (String path :
          List.of(
              base + "/reads",
              base + "/reads/configuration",
              base + "/reads:live/configuration",
              base + "/reads/versions",
              base + "?FunctionVersion=ALL",
              base)) {
        assertTrue(asked(port, path, 0).contains("\"PASSWORD\":\"" + SECRET + "\""), path);
        String others = asked(port, path, 54_321);
        assertFalse(others.contains(SECRET), others);
        assertTrue(
            others.contains(
                "\"Environment\":{\"Error\":{\"ErrorCode\":\"AccessDeniedException\",\"Message\":"),
            others);
      }
      Matcher zip =
          Pattern.compile("(/_thaw/code/[^\"]+)").matcher(asked(port, base + "/reads", 0));
      assertTrue(zip.find());
      assertTrue(asked(port, zip.group(1), 0).startsWith("HTTP/1.1 200"));
      assertTrue(asked(port, zip.group(1), 54_321).startsWith("HTTP/1.1 403"));

      String said = Files.readString(log);
      int secrets = port(said, "SECRETS_MANAGER");
      int parameters = port(said, "SSM");
      List<String> read =
          List.of(
              "secretsmanager.GetSecretValue", "{\"SecretId\":\"token\"}",
              "AmazonSSM.GetParameter", "{\"Name\":\"/value\"}",
              "AmazonSSM.GetParametersByPath", "{\"Path\":\"/\"}");
      for (int i = 0; i < read.size(); i += 2) {
        int at = i == 0 ? secrets : parameters;
        assertTrue(called(at, read.get(i), read.get(i + 1), 0).contains(SECRET), read.get(i));
        String others = called(at, read.get(i), read.get(i + 1), 54_321);
        assertFalse(others.contains(SECRET), others);
        assertTrue(others.contains("x-amzn-ErrorType: AccessDeniedException"), others);
      }
    }
  }

  /** A runtime of its own that answers with what Secrets Manager says. */
  private static final String READS_SECRET =
      """
      #!/bin/bash
      call() { # host:port, method, path, headers, body
        exec 3<>"/dev/tcp/${1%%:*}/${1##*:}"
        printf '%s %s HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n%b\\r\\n%s' \
          "$2" "$3" "$1" "${#5}" "$4" "$5" >&3
        cat <&3
        exec 3>&-
      }
      api=/2018-06-01/runtime/invocation
      while :; do
        next=$(call "$AWS_LAMBDA_RUNTIME_API" GET $api/next "" "")
        id=$(grep -i '^lambda-runtime-aws-request-id:' <<< "$next" | cut -d' ' -f2 | tr -d '\\r')
        secret=$(call "${AWS_ENDPOINT_URL_SECRETS_MANAGER#http://}" POST / \
          'X-Amz-Target: secretsmanager.GetSecretValue\\r\\nContent-Type: application/x-amz-json-1.1\\r\\n' \
          '{"SecretId":"token"}' | tail -n 1)
        call "$AWS_LAMBDA_RUNTIME_API" POST "$api/$id/response" "" "$secret" > /dev/null
      done
      """;

  private static int port(String log, String service) {
    Matcher address =
        Pattern.compile("AWS_ENDPOINT_URL_" + service + "=http://127\\.0\\.0\\.1:(\\d+)")
            .matcher(log);
    assertTrue(address.find(), log);
    return Integer.parseInt(address.group(1));
  }

  private static String called(int port, String target, String body, int uid) {
    return sent(
        port,
        "POST / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\nX-Amz-Target: "
            + target
            + "\\r\\nContent-Length: "
            + body.length()
            + "\\r\\n\\r\\n"
            + body,
        uid);
  }

  private static String asked(int port, String path, int uid) {
    return sent(
        port,
        "GET " + path + " HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n",
        uid);
  }

  private static String sent(int port, String request, int uid) {
    List<String> command = new ArrayList<>();
    if (uid != 0) {
      command.addAll(List.of("setpriv", "--reuid=" + uid, "--clear-groups"));
    }
    command.addAll(
        List.of(
            "bash",
            "-c",
            "exec 3<>/dev/tcp/127.0.0.1/%d; printf '%s' >&3; cat <&3".formatted(port, request)));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), request);
      return answer;
    } catch (Exception e) {
      throw new IllegalStateException(request, e);
    }
  }
}
