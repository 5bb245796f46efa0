package thaw.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import thaw.app.shared.Folders;
import thaw.deployment.WorkerImage;
import thaw.files.Trees;

/**
 * A run of the program by which the JVM learns the classes that later starts need (JEP 514). For
 * the launcher it looks at the host, and runs a template, with what most templates have, until its
 * API answers; no function is started. In the image of a worker it is a worker that serves bursts
 * of requests by Thaw's own training function.
 */
final class Rehearsal {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String FUNCTIONS = "/2015-03-31/functions";

  private static final int AT_ONCE = 4;
  private static final int BURSTS = 25;
  private static final int OK = 200;

  /** Such as the training function takes. */
  private static final String EVENT = "{\"name\":\"rehearsal\",\"count\":1}";

  private Rehearsal() {}

  public static void main(String[] arguments) {
    try {
      rehearse(arguments.length > 0);
    } catch (Exception | Error e) {
      e.printStackTrace(System.err);
      System.err.println(
          WorkerImage.FAILED + e.toString().lines().collect(Collectors.joining(" ")));
      Runtime.getRuntime().halt(1); // whatever threads there are still
    }
    System.exit(0);
  }

  private static void rehearse(boolean worker) throws Exception {
    if (!worker) {
      Main.commands(); // also those whose classes nothing below needs
      Main.run("doctor");
    }
    Path folder = Files.createTempDirectory("thaw-rehearsal-");
    try {
      run(folder, worker);
    } finally {
      Trees.delete(folder);
    }
  }

  private static void run(Path folder, boolean worker) throws Exception {
    writeTemplates(folder);
    String port = Integer.toString(freePort());
    String data = folder.resolve("data").toString();
    List<String> words =
        new ArrayList<>(
            List.of("run", folder.toString(), "--follow-links", "--port", port, "--data", data));
    if (worker) {
      words.addAll(List.of("--worker", "--host", "127.0.0.1", "--concurrency", "" + AT_ONCE));
    }
    Thread command = Thread.ofPlatform().start(() -> Main.run(words.toArray(String[]::new)));
    String url = "http://127.0.0.1:" + port;
    try (HttpClient client = HttpClient.newHttpClient()) {
      awaitAnswer(client, url);
      for (String path :
          List.of("/_thaw/status", FUNCTIONS, FUNCTIONS + "/none", FUNCTIONS + "/none/aliases")) {
        ask(client, HttpRequest.newBuilder(URI.create(url + path)).GET());
      }
      ask(
          client,
          HttpRequest.newBuilder(URI.create(url + FUNCTIONS + "/none/invocations"))
              .POST(HttpRequest.BodyPublishers.ofString("{}")));
      if (worker) {
        serve(client, url + FUNCTIONS + "/Rehearsed/invocations");
      }
    } finally {
      command.interrupt();
      command.join(PATIENCE.toMillis());
    }
  }

  /** What most templates have, and one in JSON, as CDK writes it. */
  private static void writeTemplates(Path folder) throws IOException {
    Path code = Folders.of(System.getenv()).program().resolve("training-function");
    Files.writeString(
        folder.resolve("nested.json"),
        """
        {"Resources": {"Role": {"Type": "AWS::IAM::Role", "DependsOn": ["Other"]}}}\
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Parameters:
          Level: {Type: String, Default: INFO, AllowedValues: [INFO, DEBUG]}
        Mappings:
          Sizes: {INFO: {Memory: 512}}
        Conditions:
          IsInfo: !Equals [!Ref Level, INFO]
          IsNamed: !Or [!Condition IsInfo, !Not [!Equals [!Ref Level, DEBUG]]]
        Globals:
          Function: {Runtime: java25, Timeout: 3}
        Resources:
          Role:
            Type: AWS::IAM::Role
            Condition: IsNamed
            Properties:
              Policies:
                - PolicyDocument: {Statement: [{Resource: !Sub '${Key.Arn}/*'}]}
          Key: {Type: AWS::KMS::Key}
          Nested:
            Type: AWS::CloudFormation::Stack
            Properties: {TemplateURL: nested.json}
          Rehearsed:
            Type: AWS::Serverless::Function
            DependsOn:
              - Role
            Properties:
              CodeUri: %s
              Handler: thaw.training.TrainingFunction::handleRequest
              MemorySize: !If [IsInfo, !FindInMap [Sizes, !Ref Level, Memory], 512]
              Role: !GetAtt Role.Arn
              Environment:
                Variables:
                  LEVEL: !Ref Level
                  NAME: !Sub '${AWS::StackName}-${Level}'
                  ARN: !GetAtt Key.Arn
                  WORDS: !Join ['-', [!Select [0, !Split [',', 'a,b']], b]]
        Outputs:
          Name: {Value: !Ref Rehearsed}
        """
            .formatted(code));
  }

  private static void serve(HttpClient client, String url) throws Exception {
    for (int burst = 0; burst < BURSTS; burst++) {
      List<CompletableFuture<HttpResponse<byte[]>>> answers = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(url))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(EVENT))
                .build();
        answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()));
      }
      for (CompletableFuture<HttpResponse<byte[]>> answer : answers) {
        int status = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).statusCode();
        if (status != OK) {
          throw new IllegalStateException("the worker's function answered " + status);
        }
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitAnswer(HttpClient client, String url) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        ask(client, HttpRequest.newBuilder(URI.create(url + "/_thaw/status")).GET());
        return;
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(20); // it does not listen yet
      }
    }
  }

  private static void ask(HttpClient client, HttpRequest.Builder request) throws Exception {
    client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
