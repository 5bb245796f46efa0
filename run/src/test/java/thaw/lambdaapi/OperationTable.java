package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import thaw.lambdaapi.invoke.Operations;

/** The operations of the service model, and the table of the documentation that has them all. */
final class OperationTable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path TABLE = Path.of("../docs/aws/lambda-api.tsv");
  private static final String HEAD = "operation\trequest\tThaw\n";
  private static final String WORKS = "works";

  private OperationTable() {}

  /**
   * An operation of the service model.
   *
   * @param template path with {@code {parameters}}; after a question mark, what the query must have
   */
  record Named(String template, String method, String name) {
    static Named of(String line) {
      String[] words = line.split(" ");
      return new Named(words[0], words[1], words[2]);
    }

    /** With a value for each parameter. */
    String target() {
      return template.replaceAll("\\{[^}]+}", "f");
    }

    String row(String standing) {
      return "%s\t%s %s\t%s\n".formatted(name, method, template, standing);
    }
  }

  static String file() throws IOException {
    return Files.readString(
        Path.of("src/test/resources/thaw/lambdaapi/operations.txt").toAbsolutePath());
  }

  static List<String> withoutHead(String file) {
    return file.lines().filter(line -> !line.startsWith("#")).toList();
  }

  /** By name. */
  static List<Named> all() throws IOException {
    return withoutHead(file()).stream()
        .map(Named::of)
        .sorted(Comparator.comparing(Named::name))
        .toList();
  }

  /** As the file has it now. */
  static String written() throws IOException {
    return Files.readString(TABLE).substring(HEAD.length());
  }

  static void write(String rows) throws IOException {
    Files.writeString(TABLE, HEAD + rows);
  }

  /** Names of those that work, by the table. */
  static Set<String> working() throws IOException {
    return written()
        .lines()
        .filter(line -> line.endsWith("\t" + WORKS))
        .map(line -> line.split("\t")[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * What the table says of an operation.
   *
   * @param reason why it is refused; empty when it is not
   */
  static String standing(String reason) {
    return reason.isEmpty() ? WORKS : "refused: " + reason;
  }

  /** Why the operation is refused whatever is asked for; empty when it is not. */
  static String refusal(ApiOnPlatform server, HttpClient client, Named operation) throws Exception {
    assertEquals(Optional.of(operation.name()), found(server, operation));
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(server.address().resolve(operation.target()))
                .method(
                    operation.method(),
                    operation.method().equals("GET")
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.ofString());
    String type = response.headers().firstValue("x-amzn-ErrorType").orElse("");
    assertNotEquals("UnknownOperationException", type, operation.name());
    String prefix = "Thaw does not support " + operation.name() + ": ";
    JsonNode body = response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
    String message = body.path("message").asText();
    if (!message.startsWith(prefix)) {
      return "";
    }
    assertEquals("400 InvalidParameterValueException", response.statusCode() + " " + type);
    return message.substring(prefix.length());
  }

  private static Optional<String> found(ApiOnPlatform server, Named operation) {
    String[] target = operation.target().split("\\?");
    return server
        .api()
        .operations()
        .find(
            operation.method(),
            target[0],
            name ->
                target.length > 1 && target[1].startsWith(name + "=")
                    ? Optional.of(target[1].substring(name.length() + 1))
                    : Optional.empty())
        .map(Operations.Match::operation)
        .map(found -> found.name());
  }
}
