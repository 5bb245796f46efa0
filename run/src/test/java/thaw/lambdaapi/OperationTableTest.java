package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.platform.record.PlatformLimits;

/**
 * Each operation of the service model works, or is refused with an error of AWS and a reason that
 * names it. That those work that the table says to work is in {@link BotoTest}.
 *
 * <p>With {@code -Dthaw.rewrite=true} it writes the table anew.
 */
@SideBySide
class OperationTableTest {
  /** An operation in the source of a group, or one that it refuses. */
  private static final Pattern MADE =
      Pattern.compile("(?:new Operation|refused)\\(\\s*\"(\\w+)\",");

  @TempDir Path folder;

  @Test
  void the_table_tells_of_each_operation_whether_it_works() throws Exception {
    StringBuilder rows = new StringBuilder();
    try (ApiOnPlatform server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of());
        HttpClient client = HttpClient.newHttpClient()) {
      for (OperationTable.Named operation : OperationTable.all()) {
        rows.append(
            operation.row(
                OperationTable.standing(OperationTable.refusal(server, client, operation))));
      }
      assertEquals(List.of(), server.problems());
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
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/thaw/lambdaapi"))) {
      for (Path source : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Matcher operation = MADE.matcher(Files.readString(source));
        while (operation.find()) {
          made.add(operation.group(1));
        }
      }
    }
    assertTrue(made.size() > 100, made.toString());
    try (ApiOnPlatform server = ApiOnPlatform.open(folder, PlatformLimits.defaults(), List.of())) {
      server.api().operations().all().forEach(operation -> made.remove(operation.name()));
      assertEquals(List.of(), server.problems());
    }
    assertEquals(Set.of(), made, "add the group in LambdaApi");
  }
}
