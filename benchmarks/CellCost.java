import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import thaw.sandbox.Sandbox;
import thaw.sandbox.SandboxNetwork;
import thaw.sandbox.SandboxSpec;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.jdk.Jdk;

/**
 * What does a cell cost? In one run, interleaved:
 *
 * <ol>
 *   <li>the CPU time of making a cell with a network of its own, in which {@code /bin/true} runs, and of its
 *       end, beside that of a plain {@code /bin/true}: the promise is at most 3 ms more;
 *   <li>a round trip to DynamoDB Local (ListTables, one connection) from inside of a function, beside that
 *       of a plain process: the promise is at most 1.3 times.
 * </ol>
 *
 * <p>The CPU time is that of all processes that have ended, as the kernel adds it up in /proc/self/stat
 * (proc(5), fields 16 and 17): thaw-box, the cell's first process and the program in it, which thaw-box
 * waits for. What the kernel does on threads of its own, and Thaw's part in Java, is not in it.
 *
 * <p>Run with {@code benchmarks/run CellCost [cells] [rounds of 500 requests]}. Needs root.
 */
public final class CellCost {
  private static final int REQUESTS = 500;
  private static final int BATCH = 50;

  private static final String SOURCE =
      """
      import java.io.*;
      import java.net.Socket;
      import java.net.URI;
      import java.util.Arrays;
      import com.amazonaws.services.lambda.runtime.*;
      public class Trips implements RequestStreamHandler {
        public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
          String endpoint = System.getenv("AWS_ENDPOINT_URL_DYNAMODB");
          out.write(("\\"" + endpoint + " " + median(endpoint) + "\\"").getBytes());
        }
        public static void main(String[] arguments) throws IOException {
          BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
          while (in.readLine() != null) System.out.println(median(arguments[0]));
        }
        static double median(String endpoint) throws IOException {
          URI at = URI.create(endpoint);
          byte[] request = ("POST / HTTP/1.1\\r\\nHost: " + at.getAuthority()
              + "\\r\\nContent-Type: application/x-amz-json-1.0\\r\\nX-Amz-Target: DynamoDB_20120810.ListTables\\r\\n"
              + "Authorization: AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0\\r\\n"
              + "Content-Length: 2\\r\\n\\r\\n{}").getBytes();
          double[] micros = new double[%d];
          try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < micros.length; i++) {
              long begin = System.nanoTime();
              socket.getOutputStream().write(request);
              int length = 0;
              String status = line(in);
              if (!status.contains(" 200")) throw new IOException(status);
              for (String line = status; !line.isEmpty(); line = line(in))
                if (line.toLowerCase().startsWith("content-length:")) length = Integer.parseInt(line.substring(15).trim());
              in.readNBytes(length);
              micros[i] = (System.nanoTime() - begin) / 1e3;
            }
          }
          Arrays.sort(micros);
          return micros[micros.length / 2];
        }
        static String line(InputStream in) throws IOException {
          StringBuilder line = new StringBuilder();
          for (int next = in.read(); next != '\\n'; next = in.read()) {
            if (next < 0) throw new EOFException();
            if (next != '\\r') line.append((char) next);
          }
          return line.toString();
        }
      }
      """.formatted(REQUESTS);

  public static void main(String[] arguments) throws Exception {
    int cells = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10;
    boolean kept;
    try (Lab lab = new Lab()) {
      kept = makes(lab, cells) & speaks(lab, rounds);
    }
    System.exit(kept ? 0 : 1);
  }

  private static boolean makes(Lab lab, int cells) throws Exception {
    List<Double> inCell = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (int i = -BATCH; i < cells; i += BATCH) {
      double cell = ofCells(lab);
      double bare = ofPlain();
      if (i >= 0) {
        inCell.add(cell);
        plain.add(bare);
      }
    }
    double more = Lab.quantiles(inCell).median() - Lab.quantiles(plain).median();
    System.out.printf("CPU of making a cell and running /bin/true in it, %d cells in batches of %d%n", cells, BATCH);
    System.out.println("  in a cell  " + Lab.describe(inCell));
    System.out.println("  plain      " + Lab.describe(plain));
    System.out.printf("more by %.2f ms (promised: at most 3)%n", more);
    return more <= 3;
  }

  /** Milliseconds for each. */
  private static double ofCells(Lab lab) throws Exception {
    double begin = endedMillis();
    for (int i = 0; i < BATCH; i++) {
      SandboxSpec spec =
          new SandboxSpec(Map.of(), List.of("/bin/true"), Path.of("/"), List.of(), CpuLimit.whole(1), 512 << 20)
              .withNetwork(new SandboxNetwork("true", Set.of(9001), Map.of(), Set.of(), Set.of(), Set.of()));
      try (Sandbox box = lab.instance.prepare("true", spec)) {
        box.start();
        box.exit().get(20, TimeUnit.SECONDS);
      }
    }
    return (endedMillis() - begin) / BATCH;
  }

  private static double ofPlain() throws Exception {
    double begin = endedMillis();
    for (int i = 0; i < BATCH; i++) {
      new ProcessBuilder("/bin/true").start().waitFor();
    }
    return (endedMillis() - begin) / BATCH;
  }

  private static double endedMillis() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return 10.0 * (Long.parseLong(fields[13]) + Long.parseLong(fields[14])); // USER_HZ is 100
  }

  private static boolean speaks(Lab lab, int rounds) throws Exception {
    Path classes = lab.compile("Trips", SOURCE);
    Jdk jdk = Lab.jdk(25);
    List<Double> inside = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    try (RunningThaw thaw = RunningThaw.withTable(lab.work, classes, "Trips::handleRequest");
        KeepAliveClient client = new KeepAliveClient(thaw.port, RunningThaw.PATH, Lab.EVENT)) {
      String endpoint = answer(client)[0];
      Process process =
          new ProcessBuilder(
                  jdk.java().toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                  classes + ":" + lab.client.root().resolve("lib/aws-lambda-java-core.jar"), "Trips", endpoint)
              .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (var asked = process.outputWriter(); var answers = process.inputReader()) {
        for (int i = -3; i < rounds; i++) {
          double fromInside = Double.parseDouble(answer(client)[1]);
          asked.write("\n");
          asked.flush();
          double fromPlain = Double.parseDouble(answers.readLine());
          if (i >= 0) {
            inside.add(fromInside / 1e3);
            plain.add(fromPlain / 1e3);
          }
        }
      } finally {
        process.destroyForcibly();
      }
    }
    double ratio = Lab.quantiles(inside).median() / Lab.quantiles(plain).median();
    System.out.printf("round trip to DynamoDB Local, medians of %d rounds of %d requests%n", rounds, REQUESTS);
    System.out.printf("  inside  p50 %.3f ms%n  plain   p50 %.3f ms%n", Lab.quantiles(inside).median(), Lab.quantiles(plain).median());
    System.out.printf("ratio %.2f (promised: at most 1.3)%n", ratio);
    return ratio <= 1.3;
  }

  private static String[] answer(KeepAliveClient client) throws IOException {
    return new String(client.call(), StandardCharsets.UTF_8).replace("\"", "").split(" ");
  }
}
