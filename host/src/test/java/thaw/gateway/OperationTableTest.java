package thaw.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.gateway.request.Operations;
import thaw.platform.record.PlatformLimits;

/**
 * Each operation of the service model works, or is refused with an error of AWS and a reason that
 * names it. That those work that the page says to work is in {@link BotoTest}.
 *
 * <p>With {@code -Dthaw.rewrite=true} it writes the table of the page anew.
 */
@SideBySide
class OperationTableTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An operation in the source of a group, or one that it refuses. */
  private static final Pattern MADE =
      Pattern.compile("(?:new Operation|refused)\\(\\s*\"(\\w+)\",");

  @TempDir Path folder;

  @Test
  void the_page_tells_of_each_operation_whether_it_works() throws Exception {
    StringBuilder rows = new StringBuilder();
    try (Door door = Door.open(folder, PlatformLimits.defaults(), List.of());
        HttpClient client = HttpClient.newHttpClient()) {
      for (OperationTable.Named operation : OperationTable.all()) {
        rows.append(operation.row(OperationTable.standing(refusal(door, client, operation))));
      }
      assertEquals(List.of(), door.problems());
    }
    if (Boolean.getBoolean("thaw.rewrite")) {
      OperationTable.write(rows.toString());
    }
    assertEquals(
        rows.toString(), OperationTable.written(), "run this test with -Dthaw.rewrite=true");
  }

  /** Also operations of other services than the table's. */
  @Test
  void the_api_has_every_group_of_operations() throws Exception {
    Set<String> made = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/thaw/gateway"))) {
      for (Path source : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Matcher operation = MADE.matcher(Files.readString(source));
        while (operation.find()) {
          made.add(operation.group(1));
        }
      }
    }
    assertTrue(made.size() > 100, made.toString());
    try (Door door = Door.open(folder, PlatformLimits.defaults(), List.of())) {
      door.api().operations().all().forEach(operation -> made.remove(operation.name()));
      assertEquals(List.of(), door.problems());
    }
    assertEquals(Set.of(), made, "add the group in LambdaApi");
  }

  /** Why the operation is refused whatever is asked for; empty when it is not. */
  private static String refusal(Door door, HttpClient client, OperationTable.Named operation)
      throws Exception {
    assertEquals(Optional.of(operation.name()), found(door, operation));
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(door.address().resolve(operation.target()))
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

  private static Optional<String> found(Door door, OperationTable.Named operation) {
    String[] target = operation.target().split("\\?");
    return door.api()
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
