package thaw.app.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: clients and functions want more memory and threads than {@code thaw run} has. */
@Thorough(
    "It fills memory and threads for half a minute; FaultyClientTest has single clients of these kinds")
@SideBySide
class ScarcityTest {
  private static final String SOURCE =
      """
      package com.example;
      import java.io.*;
      import java.net.*;
      import java.util.*;
      public class Scarce {
        private static final List<Socket> ALL = new ArrayList<>();

        public static int length(String event) { return event.length(); }

        /** Keeps so many connections to the Runtime API. */
        public static int connect(int count) throws IOException {
          String[] api = System.getenv("AWS_LAMBDA_RUNTIME_API").split(":");
          for (int i = 0; i < count; i++) {
            try {
              Socket socket = new Socket(api[0], Integer.parseInt(api[1]));
              socket.getOutputStream().write("GET /2018-06-01/".getBytes());
              ALL.add(socket);
            } catch (IOException e) {
              // Refused.
            }
          }
          return count;
        }
      }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Globals:
        Function: {Runtime: java25, CodeUri: classes, MemorySize: 512, Timeout: 20}
      Resources:
        Length:
          Type: AWS::Serverless::Function
          Properties: {Handler: 'com.example.Scarce::length'}
        Connect:
          Type: AWS::Serverless::Function
          Properties: {Handler: 'com.example.Scarce::connect'}
      """;
  private static final String INVOCATIONS = "/2015-03-31/functions/Length/invocations";
  private static final int EVENT_BYTES = 6 * 1024 * 1024;
  private static final int UPLOAD_BYTES = 60_000_000;
  private static final int AT_ONCE = 4;
  private static final Path PIDS = Path.of("/sys/fs/cgroup/pids");

  @TempDir Path folder;

  private RunProcess live(List<String> wrapper) throws Exception {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    return RunProcess.start(
        wrapper,
        FreePorts.next(),
        folder.resolve("log"),
        folder.toString(),
        "--idle",
        "5",
        "--data",
        folder.resolve("data").toString());
  }

  /** A request of which the last byte is still to come. */
  private static final class HalfSent {
    private final Socket socket;
    private final Future<?> sent;

    HalfSent(
        RunProcess to, String path, String begin, int bytes, String end, ExecutorService threads)
        throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), to.port());
      socket.setSoTimeout(90_000);
      String head = "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n";
      sent =
          threads.submit(() -> {
            OutputStream out = socket.getOutputStream();
            out.write(head.formatted(path, bytes).getBytes(US_ASCII));
            out.write(begin.getBytes(US_ASCII));
            byte[] some = "A".repeat(64 * 1024).getBytes(US_ASCII);
            int left = bytes - begin.length() - end.length();
            while (left > 0) {
              out.write(some, 0, Math.min(left, some.length));
              left -= some.length;
            }
            out.write(end.getBytes(US_ASCII), 0, end.length() - 1);
            return null;
          });
    }

    /** The status, and how the body begins. */
    String completed(String end) throws Exception {
      try (socket) {
        sent.get(90, TimeUnit.SECONDS);
        socket.getOutputStream().write(end.charAt(end.length() - 1));
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
          int next = socket.getInputStream().read();
          assertTrue(next >= 0, "no answer: " + head);
          head += (char) next;
        }
        if (head.startsWith("HTTP/1.1 500")) {
          return "500";
        }
        return head.substring(9, 12) + " " + (char) socket.getInputStream().read();
      }
    }
  }

  private static void assertServed(RunProcess life, HttpClient client) throws Exception {
    HttpResponse<String> response =
        client.send(
            life.invocation("Length", "\"small\"").build(), HttpResponse.BodyHandlers.ofString());
    assertEquals("200 5", response.statusCode() + " " + response.body());
  }

  private static void awaitNoEnvironment(RunProcess life, HttpClient client) {
    HttpRequest status =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + life.port() + "/_thaw/status"))
            .build();
    Deadline.await(
        Duration.ofSeconds(60),
        "all environments have been idle and are ended",
        () -> {
          try {
            return client
                .send(status, HttpResponse.BodyHandlers.ofString())
                .body()
                .contains("\"environments\":[]");
          } catch (IOException e) {
            return false;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** What became of each, while small requests go on. */
  private Map<String, Integer> completed(
      RunProcess life, List<HalfSent> all, String end, HttpClient client, ExecutorService threads)
      throws Exception {
    for (int i = 0; i < 50; i++) {
      assertServed(life, client);
    }
    Semaphore atOnce = new Semaphore(AT_ONCE);
    List<Future<String>> answers = new ArrayList<>();
    for (HalfSent each : all) {
      answers.add(
          threads.submit(() -> {
            atOnce.acquire();
            try {
              return each.completed(end);
            } finally {
              atOnce.release();
            }
          }));
    }
    Map<String, Integer> outcomes = new TreeMap<>();
    for (Future<String> answer : answers) {
      assertServed(life, client);
      outcomes.merge(answer.get(120, TimeUnit.SECONDS), 1, Integer::sum);
    }
    return outcomes;
  }

  /** The launcher gives twice the memory that this JVM has. */
  @Test
  void half_sent_requests_do_not_take_the_memory_of_others() throws Exception {
    try (RunProcess life = live(List.of());
        HttpClient client = HttpClient.newHttpClient();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertServed(life, client);
      List<HalfSent> events = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        events.add(new HalfSent(life, INVOCATIONS, "\"", EVENT_BYTES, "\"", threads));
      }
      Map<String, Integer> outcomes = completed(life, events, "\"", client, threads);
      System.out.println("events: " + outcomes);
      assertEquals(300, outcomes.values().stream().mapToInt(Integer::intValue).sum());
      assertTrue(outcomes.getOrDefault("200 6", 0) > 0, "" + outcomes);
      outcomes.remove("500");
      assertEquals(1, outcomes.size(), "answered rightly, or refused: " + outcomes);

      String begin =
          "{\"FunctionName\":\"none\",\"Role\":\"arn:aws:iam::123456789012:role/r\","
              + "\"Runtime\":\"java25\",\"Handler\":\"a.B\",\"Code\":{\"ZipFile\":\"";
      List<HalfSent> uploads = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        uploads.add(
            new HalfSent(life, "/2015-03-31/functions", begin, UPLOAD_BYTES, "\"}}", threads));
      }
      outcomes = completed(life, uploads, "\"}}", client, threads);
      System.out.println("uploads: " + outcomes);
      assertTrue(outcomes.getOrDefault("400 {", 0) > 0, "no zip: " + outcomes);
      outcomes.remove("500");
      assertEquals(1, outcomes.size(), "" + outcomes);

      assertServed(life, client);
      awaitNoEnvironment(life, client);
      assertFalse(life.text().contains("OutOfMemoryError"), life.text());
      assertFalse(life.text().contains("timed out"), life.text());
      try (var files = Files.walk(folder.resolve("data"))) {
        assertEquals(
            0,
            files.filter(each -> each.toString().contains(".incoming-")).count(),
            "uploads left");
      }
    }
  }

  @Test
  void a_function_that_takes_all_connections_harms_nobody_where_threads_are_few() throws Exception {
    assumeTrue(Files.isWritable(PIDS), "no cgroup of processes can be made here");
    Path group = Files.createDirectory(PIDS.resolve("thaw-test-" + ProcessHandle.current().pid()));
    try {
      List<String> wrapper =
          List.of("sh", "-c", "echo $$ > " + group + "/cgroup.procs; exec \"$@\"", "limited");
      try (RunProcess life = live(wrapper);
          HttpClient client = HttpClient.newHttpClient()) {
        assertServed(life, client);
        HttpRequest hostile = life.invocation("Connect", "0").build();
        assertEquals(200, client.send(hostile, HttpResponse.BodyHandlers.ofString()).statusCode());
        Files.writeString(group.resolve("pids.max"), "" + (current(group) + 25));
        // The same environment, which is the one used last, again and again.
        for (int count : new int[] {120, 120, 0, 0}) {
          HttpResponse<String> response =
              client.send(
                  life.invocation("Connect", "" + count).build(),
                  HttpResponse.BodyHandlers.ofString());
          assertEquals("200 " + count, response.statusCode() + " " + response.body());
          assertServed(life, client);
        }
        assertFalse(life.text().contains("timed out"), life.text());
        Files.writeString(group.resolve("pids.max"), "max");
      }
    } finally {
      Deadline.await(
          Duration.ofSeconds(20),
          "the group is empty",
          () -> group.toFile().delete() || !Files.exists(group));
    }
  }

  private static long current(Path group) throws IOException {
    return Long.parseLong(Files.readString(group.resolve("pids.current")).strip());
  }
}
