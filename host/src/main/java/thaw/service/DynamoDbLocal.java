package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.Table;
import thaw.sandbox.Box;
import thaw.sandbox.Deadline;
import thaw.sandbox.Instance;
import thaw.sandbox.Jdk;

/**
 * A DynamoDB Local process: in memory, the same tables for every region and account.
 *
 * <p>In a box of its own, so that its CPU time and memory are no function's and it ends with the
 * instance, however that ends.
 */
final class DynamoDbLocal implements AutoCloseable {
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  private static final Pattern LISTENING =
      Pattern.compile(Pattern.quote(LoopbackDynamoDb.LISTENING) + "(\\d+)\n");

  private final Box box;
  private final DynamoDbBox files;
  private final StringBuilder output;
  private final int port;

  private DynamoDbLocal(Box box, DynamoDbBox files, StringBuilder output, int port) {
    this.box = box;
    this.files = files;
    this.output = output;
    this.port = port;
  }

  /** Returns when it listens. */
  static DynamoDbLocal start(Instance instance, Jdk jdk, Path jars) {
    DynamoDbBox files = DynamoDbBox.make(instance.directory());
    try {
      return start(instance.prepare("dynamodb", files.spec(instance.host(), jdk, jars)), files);
    } catch (RuntimeException e) {
      files.close();
      throw e;
    }
  }

  private static DynamoDbLocal start(Box box, DynamoDbBox files) {
    try {
      box.start();
      StringBuilder output = new StringBuilder();
      return new DynamoDbLocal(box, files, output, awaitPort(box, output));
    } catch (RuntimeException e) {
      box.close();
      throw e;
    }
  }

  private static int awaitPort(Box box, StringBuilder output) {
    int[] port = new int[1];
    try {
      Deadline.await(
          START_PATIENCE,
          "DynamoDB Local did not say which port it listens on",
          () -> {
            boolean ended = !box.isAlive();
            output.append(new String(box.output().drain(), StandardCharsets.UTF_8));
            Matcher matcher = LISTENING.matcher(output);
            if (matcher.find()) {
              port[0] = Integer.parseInt(matcher.group(1));
            }
            return ended || port[0] != 0;
          });
    } catch (IllegalStateException e) {
      throw new IllegalStateException("DynamoDB Local does not listen: " + said(output), e);
    }
    if (port[0] == 0) {
      throw new IllegalStateException("DynamoDB Local ended at its start: " + said(output));
    }
    return port[0];
  }

  private static String said(CharSequence output) {
    String text = output.toString().strip();
    return text.isEmpty() ? "it wrote nothing" : "it wrote:\n" + text;
  }

  InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", port);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /**
   * Returns when the tables are active and the service is warm.
   *
   * @throws thaw.problem.UserMistake when it refuses one
   */
  void create(List<Table> tables, String region) {
    try (DynamoDbApi api = new DynamoDbApi(url(), region)) {
      for (Table table : tables) {
        new TableCreation(api, table).run();
      }
      WarmUp.run(api);
    } catch (IOException e) {
      output.append(new String(box.output().drain(), StandardCharsets.UTF_8));
      throw new UncheckedIOException(
          "DynamoDB Local at " + url() + " does not answer: " + e + "; " + said(output), e);
    }
  }

  @Override
  public void close() {
    try {
      box.close();
    } finally {
      files.close();
    }
  }
}
