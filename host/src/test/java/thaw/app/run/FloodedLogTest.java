package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.cli.RunProcess;
import thaw.fixture.FreePorts;
import thaw.fixture.Sources;
import thaw.fixture.StartsProcesses;
import thaw.sandbox.kernel.Tool;

/**
 * Process test: a function that writes its log without end beside one that behaves. For longer than
 * some seconds run it with {@code -Dthaw.flood.seconds=120}.
 */
@StartsProcesses("It compares the times of a function before and while another one floods its log")
class FloodedLogTest {
  private static final int SECONDS = Integer.getInteger("thaw.flood.seconds", 2);
  private static final long MIB = 1024 * 1024;
  private static final long MOST_ON_DISK = 512 * MIB;
  private static final Pattern HELD =
      Pattern.compile("flood \\| thaw: held back for [0-9.]+ s: it");

  @TempDir Path folder;

  @Test
  void it_is_held_back_and_neither_fills_the_disk_nor_slows_others() throws Exception {
    Sources.compile(
        folder.resolve("classes"),
        """
        package com.example;
        public class Flood {
          public static String flood(Integer seconds) throws Exception {
            byte[] line = ("a".repeat(999) + '\\n').repeat(1000).getBytes();
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            while (System.nanoTime() < end) System.out.write(line);
            return "flooded";
          }
          public static String calm(String event) {
            System.out.println("calm");
            return event;
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java25, CodeUri: classes, Timeout: 900}}
        Resources:
          Flood:
            Type: AWS::Serverless::Function
            Properties: {FunctionName: flood, Handler: 'com.example.Flood::flood', MemorySize: 4096}
          Calm:
            Type: AWS::Serverless::Function
            Properties: {FunctionName: calm, Handler: 'com.example.Flood::calm', MemorySize: 1769}
        """);
    Path data = Files.createDirectory(folder.resolve("data"));
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Tool.run(List.of("chmod", "711", folder.toString(), temporary.toString()));
    Path log = folder.resolve("run.log");
    try (RunProcess life =
            RunProcess.start(
                List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary),
                FreePorts.next(),
                log,
                "--data",
                data.toString(),
                folder.toString());
        HttpClient client = HttpClient.newHttpClient()) {
      client.send(life.invocation("flood", "0").build(), BodyHandlers.ofString());
      for (int i = 0; i < 1500; i++) {
        call(client, life);
      }
      List<Double> usual = new ArrayList<>();
      for (int i = 0; i < 1500; i++) {
        usual.add(call(client, life));
      }
      CompletableFuture<String> flood =
          client
              .sendAsync(life.invocation("flood", "" + SECONDS).build(), BodyHandlers.ofString())
              .thenApply(response -> response.body());
      List<Double> meanwhile = new ArrayList<>();
      long most = 0;
      long next = 0;
      while (!flood.isDone()) {
        meanwhile.add(call(client, life));
        if (System.nanoTime() > next) {
          most = Math.max(most, onDisk(temporary) + onDisk(data));
          next = System.nanoTime() + 100_000_000L;
        }
      }
      assertEquals("\"flooded\"", flood.get(60, TimeUnit.SECONDS));
      String figures =
          "at most %d MiB on disk; p99 of the other function %.2f ms before, %.2f ms meanwhile"
              .formatted(most / MIB, p99(usual), p99(meanwhile));
      System.out.println(figures);
      assertTrue(most < MOST_ON_DISK, figures);
      if (SECONDS > 60) { // of a machine that does nothing else
        assertTrue(p99(meanwhile) < 2 * p99(usual), figures);
      }
      assertTrue(HELD.matcher(Files.readString(log)).find(), "it is not said");
    }
  }

  private static double call(HttpClient client, RunProcess life) throws Exception {
    long begin = System.nanoTime();
    String answer =
        client.send(life.invocation("calm", "\"e\"").build(), BodyHandlers.ofString()).body();
    assertEquals("\"e\"", answer);
    return (System.nanoTime() - begin) / 1e6;
  }

  private static double p99(List<Double> all) {
    return all.stream().sorted().toList().get(all.size() * 99 / 100);
  }

  /** What is allocated, which is less than the sizes of files with holes. */
  private static long onDisk(Path folder) throws IOException {
    Tool tool = Tool.run(List.of("du", "-s", "--block-size=1", folder.toString()));
    return Long.parseLong(
        tool.output().lines().reduce((_, last) -> last).orElseThrow().split("\\s")[0]);
  }
}
