package thaw.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.FreePorts;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.fixture.Thorough;
import thaw.sandbox.kernel.Deadline;

/** Process tests: {@code thaw run} may have fewer file descriptors than its clients would take. */
@Thorough(
    "It takes all file descriptors of a program; FaultyClientTest has single clients of that kind")
@SideBySide
class DescriptorsTest {
  private static final String SOURCE =
      """
      package com.example;
      public class Echo { public static Object handle(Object event) { return event; } }
      """;
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Echo:
          Type: AWS::Serverless::Function
          Properties: {Runtime: java25, CodeUri: classes, Handler: 'com.example.Echo::handle', MemorySize: 512}
      """;

  /** A thread that waits in accept(2) has a number already, which no list of open files shows. */
  private static final int OTHER_LISTENERS = 4;

  @TempDir Path folder;

  private RunProcess live(int descriptors) throws Exception {
    Sources.compile(folder.resolve("classes"), SOURCE);
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    return RunProcess.start(
        List.of("sh", "-c", "ulimit -n " + descriptors + "; exec \"$@\"", "limited"),
        FreePorts.next(),
        folder.resolve("log"),
        folder.toString());
  }

  private static List<Socket> connect(RunProcess to, int count) throws IOException {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Socket client = new Socket();
      clients.add(client);
      try {
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port()), 1_000);
      } catch (IOException e) {
        // Refused while the port is closed: the others are enough.
      }
    }
    return clients;
  }

  private static void close(List<Socket> clients) throws IOException {
    for (Socket client : clients) {
      client.close();
    }
  }

  private static int open(RunProcess life) throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + life.process().pid() + "/fd"))) {
      return (int) files.count();
    }
  }

  private static void awaitAnswer(RunProcess life) {
    Deadline.await(
        Duration.ofSeconds(60),
        "the API answers",
        () -> {
          try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                client.send(
                    life.invocation("Echo", "\"served\"").build(),
                    HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 && response.body().equals("\"served\"");
          } catch (IOException e) {
            return false;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void more_clients_than_descriptors_wait_until_others_have_left() throws Exception {
    try (RunProcess life = live(512)) {
      awaitAnswer(life);
      List<Socket> clients = connect(life, 700);
      Deadline.await(
          Duration.ofSeconds(30), "connections are accepted", () -> descriptors(life) > 256);
      assertTrue(open(life) < 512, "some are left");
      close(clients);
      awaitAnswer(life);
    }
  }

  /** Open ones that a limit counts: it is one of their numbers, and some may be above it. */
  private static int below(RunProcess life, int limit) {
    try (Stream<Path> files = Files.list(Path.of("/proc/" + life.process().pid() + "/fd"))) {
      return (int)
          files.filter(file -> Integer.parseInt(file.getFileName().toString()) < limit).count();
    } catch (IOException e) {
      return 0;
    }
  }

  private static int descriptors(RunProcess life) {
    try {
      return open(life);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Whoever took them: clients wait, and who is connected gets answers. */
  @Test
  void when_no_descriptor_is_left_the_api_lives() throws Exception {
    try (RunProcess life = live(512);
        Socket before = new Socket(InetAddress.getLoopbackAddress(), life.port())) {
      before.setSoTimeout(30_000);
      assertEquals(200, invoke(before));
      limit(life, open(life) + 10);
      List<Socket> clients = connect(life, 50);
      Deadline.await(
          Duration.ofSeconds(30),
          "none is left",
          () -> below(life, limit(life)) >= limit(life) - OTHER_LISTENERS);
      int status = invoke(before);
      assertTrue(status == 200 || status == 500, "status " + status);
      close(clients);
      limit(life, 512); // a new environment takes more than ten for a moment
      awaitAnswer(life);
    }
  }

  /** The status. */
  private static int invoke(Socket client) throws IOException {
    String request =
        "POST /2015-03-31/functions/Echo/invocations HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1";
    client.getOutputStream().write(request.getBytes(US_ASCII));
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      int next = client.getInputStream().read();
      assertTrue(next >= 0, head);
      head += (char) next;
    }
    int body = Integer.parseInt(head.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    assertEquals(body, client.getInputStream().readNBytes(body).length);
    return Integer.parseInt(head.split(" ", 3)[1]);
  }

  private static void limit(RunProcess life, int descriptors) throws Exception {
    Process prlimit =
        new ProcessBuilder(
                "prlimit", "--pid", "" + life.process().pid(), "--nofile=" + descriptors + ":512")
            .inheritIO()
            .start();
    assertEquals(0, prlimit.waitFor());
  }

  private static int limit(RunProcess life) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + life.process().pid() + "/limits"))) {
      return lines
          .filter(line -> line.startsWith("Max open files"))
          .mapToInt(line -> Integer.parseInt(line.split(" {2,}")[1]))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }
}
