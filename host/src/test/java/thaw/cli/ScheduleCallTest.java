package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import thaw.fixture.SideBySide;

/** Process test: the program of a CronJob's container, with the options that it has there. */
@SideBySide
class ScheduleCallTest {
  private static final String PATH = "/_thaw/schedule?name=tick";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private volatile int status = 202;
  private HttpServer worker;

  private record Ended(int code, String said) {}

  @BeforeEach
  void a_worker() throws IOException {
    worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    worker.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    worker.start();
  }

  @AfterEach
  void end() {
    worker.stop(0);
  }

  private static Ended run(String url, String job) throws Exception {
    List<String> command = new ArrayList<>(ScheduleCall.command(url));
    command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.set(command.indexOf("-cp") + 1, "target/classes");
    assertEquals("$(" + ScheduleCall.JOB + ")", command.getLast()); // the kubelet's words
    command.set(command.size() - 1, job);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said.strip());
  }

  private String url() {
    return "http://127.0.0.1:" + worker.getAddress().getPort() + PATH;
  }

  @Test
  void a_worker_is_told_of_the_minute_that_is_in_the_job_s_name() throws Exception {
    assertEquals(new Ended(0, ""), run(url(), "pets-tick-0a1b2c3d-29453760"));
    assertEquals(new Ended(0, ""), run(url(), "made-by-hand"));
    assertEquals(new Ended(0, ""), run(url(), ""));
    assertEquals(
        List.of("POST " + PATH + "&at=2026-01-01T00:00:00Z", "POST " + PATH, "POST " + PATH),
        asked);
  }

  @Test
  void the_job_tries_again_unless_a_worker_has_accepted_it() throws Exception {
    for (int refusal : List.of(404, 503)) {
      status = refusal;
      Ended ended = run(url(), "tick");
      assertEquals(1, ended.code(), ended.said());
      assertTrue(ended.said().contains(url() + " answers " + refusal), ended.said());
    }
    int nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = socket.getLocalPort();
    }
    Ended ended = run("http://127.0.0.1:" + nobody + PATH, "tick");
    assertEquals(1, ended.code(), ended.said());
    assertTrue(ended.said().contains("does not answer: java.net.ConnectException"), ended.said());
  }
}
