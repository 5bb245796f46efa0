package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.resource.Bucket;
import thaw.function.resource.Database;
import thaw.function.resource.TableDefinition;
import thaw.problem.UserMistake;

/** Items and objects as files. */
class SeedTest {
  private static final List<TableDefinition> TABLES =
      List.of(new TableDefinition("Pets", "pets", Map.of()));
  private static final List<Bucket> BUCKETS = List.of(new Bucket("Photos", "photos"));

  @TempDir Path folder;

  private Seed read() {
    return Seed.read(folder, TABLES, BUCKETS, List.of());
  }

  private Path file(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private String items() {
    return read().items().stream()
        .map(item -> item.table() + item.attributes())
        .toList()
        .toString();
  }

  @Test
  void an_item_is_plain_json_or_has_types() throws IOException {
    file(
        "tables/Pets.json",
        """
        {"id": "7", "price": 1234567890123456789.10, "old": false, "no": null, "tags": ["a", 1],
         "in": {"S": 1, "x": {}}}
        {"id": {"S": "8"}, "of": {"SS": ["a"]}}
        """);
    assertEquals(
        "[pets{\"id\":{\"S\":\"7\"},\"price\":{\"N\":\"1234567890123456789.1\"},"
            + "\"old\":{\"BOOL\":false},\"no\":{\"NULL\":true},"
            + "\"tags\":{\"L\":[{\"S\":\"a\"},{\"N\":\"1\"}]},"
            + "\"in\":{\"M\":{\"S\":{\"N\":\"1\"},\"x\":{\"M\":{}}}}},"
            + " pets{\"id\":{\"S\":\"8\"},\"of\":{\"SS\":[\"a\"]}}]",
        items());
  }

  @Test
  void items_are_a_list_or_many_files_and_objects_are_files_below_their_bucket()
      throws IOException {
    file("tables/pets/a.json", "[{\"id\": \"1\"}, {\"id\": \"2\"}]");
    file("tables/pets/more/b.json", "{\"id\": \"3\"}");
    file("buckets/Photos/in/grün a.png", "x");
    file("buckets/photos/.DS_Store", "x");
    file("secrets/prod/db", "x");
    assertEquals(
        "[pets{\"id\":{\"S\":\"1\"}}, pets{\"id\":{\"S\":\"2\"}}, pets{\"id\":{\"S\":\"3\"}}]",
        items());
    assertEquals(
        List.of(
            new Seed.StoredFile(
                "photos", "in/grün a.png", folder.resolve("buckets/Photos/in/grün a.png"))),
        read().objects());
    assertEquals("3 items and 1 object", read().words());
  }

  @Test
  void a_table_or_folder_that_nobody_knows_is_told_with_the_one_that_was_meant()
      throws IOException {
    Path petz = file("tables/petz.json", "{}");
    mistake(petz + ": the template has no table petz", "rename it to Pets");
    Files.delete(petz);
    file("bucket/photos/a", "x");
    mistake(
        folder.resolve("bucket") + " is not something that Thaw can fill", "rename it to buckets");
  }

  @Test
  void what_is_no_item_is_told_with_its_place() throws IOException {
    Path bad = file("tables/pets.json", "[{\"id\": \"1\"}, 7]");
    mistake(
        bad + ", item 2 is not an object: 7", "write items as {\"id\": \"7\"}, or a list of them");
    Files.writeString(bad, "{\n  \"id\": \n}");
    UserMistake mistake = assertThrows(UserMistake.class, this::read);
    assertEquals(bad + ":3:1: not JSON", mistake.getMessage().replaceFirst("JSON: .*", "JSON"));
  }

  private static Database database(String id) {
    return Database.undeclared("us-east-1").withLogicalId(id);
  }

  private List<String> scripts(String... databases) {
    return Seed.read(folder, TABLES, BUCKETS, Stream.of(databases).map(SeedTest::database).toList())
        .scripts()
        .stream()
        .map(script -> script.database() + " " + script.file().getFileName())
        .toList();
  }

  @Test
  void scripts_are_for_the_only_database_or_for_the_one_that_their_folder_names()
      throws IOException {
    file("sql/b.sql", "SELECT 1");
    file("sql/a.sql", "SELECT 1");
    file("sql/Orders/c.sql", "SELECT 1");
    assertEquals(List.of("Orders c.sql", "Orders a.sql", "Orders b.sql"), scripts("Orders"));
    UserMistake two = assertThrows(UserMistake.class, () -> scripts("Orders", "Pets"));
    assertEquals(
        folder.resolve("sql/a.sql") + ": the template has several databases", two.getMessage());
    assertEquals("put it into a folder with the name of one: Orders, Pets", two.remedy());
    Files.delete(folder.resolve("sql/Orders/c.sql"));
    Files.delete(folder.resolve("sql/Orders"));
    UserMistake none = assertThrows(UserMistake.class, () -> scripts());
    assertEquals("declare an AWS::RDS::DBInstance, or add --postgres", none.remedy());
  }

  private void mistake(String cause, String remedy) {
    UserMistake mistake = assertThrows(UserMistake.class, this::read);
    assertEquals(cause, mistake.getMessage());
    assertEquals(remedy, mistake.remedy());
  }
}
