package thaw.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.http.SiteRule;
import thaw.runtimeapi.Invocation;
import thaw.steady.StepLoop;

/**
 * Stands for the X-Ray daemon: takes segments as datagrams, and answers the sampling rules that
 * SDKs ask for over TCP on the same port.
 *
 * @see <a href="https://docs.aws.amazon.com/xray/latest/devguide/xray-daemon.html">X-Ray daemon</a>
 */
final class XRayReceiver implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";

  /** The largest that UDP over IPv4 carries is 65,507 bytes. */
  private static final int LARGEST_BYTES = 64 * 1024;

  /**
   * The size in bytes of the receive buffer, for what arrives while a garbage collection holds the
   * reader up; the kernel may grant less.
   */
  private static final int WAITING_BYTES = 8 * 1024 * 1024;

  private static final int TRIES = 50;
  private static final Duration TRANSFER_LIMIT = Duration.ofSeconds(10);
  private static final int LARGEST_REQUEST = 256 * 1024;

  private final HttpServer tcp;
  private final DatagramSocket udp;
  private final Consumer<List<Received>> spans;
  private final FirstProblem problems;
  private final AtomicLong malformed = new AtomicLong();

  private XRayReceiver(
      HttpServer tcp, DatagramSocket udp, Consumer<List<Received>> spans, FirstProblem problems) {
    this.tcp = tcp;
    this.udp = udp;
    this.spans = spans;
    this.problems = problems;
  }

  /**
   * @param spans gets those of one message, on the receiver's thread
   * @param problems gets the first malformed message's reason
   * @param faults ours
   */
  static XRayReceiver open(
      Consumer<List<Received>> spans, FirstProblem problems, Consumer<Exception> faults) {
    for (int i = 0; ; i++) {
      HttpServer tcp =
          HttpServer.open(
              LOOPBACK,
              0,
              new Sampling(),
              new OwnPages(SiteRule.of()),
              Invocation::newRequestId,
              TRANSFER_LIMIT,
              faults);
      try {
        XRayReceiver receiver = new XRayReceiver(tcp, bound(tcp.port()), spans, problems);
        StepLoop loop = new StepLoop("xray", faults);
        Thread.ofPlatform().daemon().name("xray").start(() -> receiver.receive(loop));
        return receiver;
      } catch (SocketException e) { // another program has the port for UDP
        tcp.close();
        if (i == TRIES) {
          throw new IllegalStateException("no port is free for both TCP and UDP: " + e, e);
        }
      }
    }
  }

  private static DatagramSocket bound(int port) throws SocketException {
    DatagramSocket socket = new DatagramSocket(null);
    try {
      socket.setReceiveBufferSize(WAITING_BYTES);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (SocketException e) {
      socket.close();
      throw e;
    }
  }

  /** UDP and TCP. */
  int port() {
    return tcp.port();
  }

  /** Messages that were no segments. */
  long malformed() {
    return malformed.get();
  }

  private void receive(StepLoop loop) {
    byte[] buffer = new byte[LARGEST_BYTES];
    loop.run(() -> !udp.isClosed(), () -> receiveOne(buffer));
  }

  private void receiveOne(byte[] buffer) {
    DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
    try {
      udp.receive(packet);
      spans.accept(XRayDocument.read(buffer, packet.getLength()));
    } catch (XRayDocument.Malformed e) {
      malformed.incrementAndGet();
      problems.say("a message to the X-Ray daemon is ignored: " + e.getMessage());
    } catch (IOException e) {
      // Closed.
    } catch (RuntimeException e) {
      malformed.incrementAndGet();
      problems.say("a message to the X-Ray daemon is ignored: " + e);
    }
  }

  @Override
  public void close() {
    udp.close();
    tcp.close();
  }

  /**
   * The daemon's TCP side. Everything is to be sampled: what Lambda has decided comes with each
   * request, and who makes traces of his own on this machine wants to see them.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/xray/latest/api/API_GetSamplingRules.html">GetSamplingRules</a>
   */
  private static final class Sampling implements HttpHandler {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int LOWEST_PRIORITY = 10_000;
    private static final int INTERVAL_SECONDS = 300;

    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      byte[] body = exchange.body(LARGEST_REQUEST);
      onResponse.accept(
          switch (exchange.method() + " " + exchange.rawPath()) {
            case "POST /GetSamplingRules" -> Response.json(rules());
            case "POST /SamplingTargets" -> targets(body);
            default ->
                Response.json(
                    404,
                    NODES
                        .objectNode()
                        .put("message", "the daemon knows GetSamplingRules and SamplingTargets"));
          });
    }

    private static ObjectNode rules() {
      ObjectNode rule = NODES.objectNode();
      rule.put("RuleName", "Default")
          .put("RuleARN", "arn:aws:xray:us-east-1:123456789012:sampling-rule/Default")
          .put("ResourceARN", "*")
          .put("Priority", LOWEST_PRIORITY)
          .put("FixedRate", 1.0)
          .put("ReservoirSize", 1)
          .put("ServiceName", "*")
          .put("ServiceType", "*")
          .put("Host", "*")
          .put("HTTPMethod", "*")
          .put("URLPath", "*")
          .put("Version", 1);
      rule.putObject("Attributes");
      ObjectNode all = NODES.objectNode();
      ObjectNode record = all.putArray("SamplingRuleRecords").addObject();
      record.set("SamplingRule", rule);
      record.put("CreatedAt", 0.0).put("ModifiedAt", 0.0);
      all.putNull("NextToken");
      return all;
    }

    private static Response targets(byte[] body) {
      JsonNode asked;
      try {
        asked = JSON.readTree(body);
      } catch (IOException e) {
        return Response.json(400, NODES.objectNode().put("message", "not JSON"));
      }
      ObjectNode all = NODES.objectNode();
      ArrayNode targets = all.putArray("SamplingTargetDocuments");
      long now = System.currentTimeMillis() / 1000;
      for (JsonNode statistics : asked.path("SamplingStatisticsDocuments")) {
        targets
            .addObject()
            .put("RuleName", statistics.path("RuleName").asText())
            .put("FixedRate", 1.0)
            .put("ReservoirQuota", 1)
            .put("ReservoirQuotaTTL", now + INTERVAL_SECONDS)
            .put("Interval", INTERVAL_SECONDS);
      }
      all.put("LastRuleModification", 0.0);
      all.putArray("UnprocessedStatistics");
      return Response.json(all);
    }

    @Override
    public Response failed(Exception reason) {
      return Response.json(
          500, NODES.objectNode().put("message", String.valueOf(reason.getMessage())));
    }
  }
}
