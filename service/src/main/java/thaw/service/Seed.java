package thaw.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import thaw.function.resource.Bucket;
import thaw.function.resource.Database;
import thaw.function.resource.TableDefinition;
import thaw.json.Json;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.service.database.Databases;

/**
 * The data that tables and buckets have before anything runs, as files below one folder.
 *
 * <pre>
 * tables/pets.json          items of the table pets: a list, or one after the other
 * tables/pets/pepper.json   the same, in as many files as one likes
 * buckets/photos/a/b.png    the object a/b.png of the bucket photos
 * sql/1-tables.sql          a script for the only database, in the order of names
 * sql/orders/1.sql          one for the database orders, where there are several
 * </pre>
 *
 * Tables and buckets may be called by their logical ids as well. An item is plain JSON, or has
 * DynamoDB's types: {@code {"id": "7"}}, {@code {"id": {"S": "7"}}}.
 */
public final class Seed {
  private static final String TABLES = "tables";
  private static final String BUCKETS = "buckets";
  private static final String SQL = "sql";

  /** Those of other services are read elsewhere. */
  private static final List<String> FOLDERS =
      List.of(TABLES, BUCKETS, "secrets", "parameters", "sql");

  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS");
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final List<Item> items = new ArrayList<>();
  private final List<StoredFile> objects = new ArrayList<>();
  private final List<Databases.Script> scripts = new ArrayList<>();

  /**
   * An item of a table.
   *
   * @param attributes with DynamoDB's types
   * @param place for messages
   */
  record Item(String table, ObjectNode attributes, String place) {}

  /** An object of a bucket. */
  record StoredFile(String bucket, String key, Path content) {}

  private Seed() {}

  /** Nothing. */
  public static Seed none() {
    return new Seed();
  }

  /** Returns whether a folder has data that a table or bucket is to have. */
  public static boolean fillsResources(Path folder) {
    return Files.isDirectory(folder)
        && Stream.of(TABLES, BUCKETS).anyMatch(name -> !children(folder.resolve(name)).isEmpty());
  }

  /**
   * @throws UserMistake for a file that is no item, and one of a table or bucket that is not there
   */
  public static Seed read(
      Path folder, List<TableDefinition> tables, List<Bucket> buckets, List<Database> databases) {
    if (!Files.isDirectory(folder)) {
      throw new UserMistake(
          folder + " is not a folder with data",
          "name one that has tables/TABLE.json or buckets/BUCKET/KEY in it");
    }
    for (Path each : children(folder)) {
      String name = name(each);
      if (Files.isDirectory(each) && !FOLDERS.contains(name)) {
        throw new UserMistake(
            each + " is not something that Thaw can fill", remedy(name, FOLDERS, "rename it to "));
      }
    }
    Seed seed = new Seed();
    for (Path each : children(folder.resolve(TABLES))) {
      TableDefinition table =
          named(each, tables, "table", TableDefinition::name, TableDefinition::logicalId);
      for (Path file : files(each)) {
        seed.readItems(table.name(), file);
      }
    }
    for (Path each : children(folder.resolve(BUCKETS))) {
      Bucket bucket = named(each, buckets, "bucket", Bucket::name, Bucket::logicalId);
      for (Path file : files(each)) {
        String key = each.relativize(file).toString();
        seed.objects.add(new StoredFile(bucket.name(), key, file));
      }
    }
    for (Path each : children(folder.resolve(SQL))) {
      seed.readScripts(each, databases);
    }
    return seed;
  }

  private void readScripts(Path place, List<Database> databases) {
    boolean isFolder = Files.isDirectory(place);
    if (!isFolder && databases.size() != 1) {
      throw new UserMistake(
          databases.isEmpty()
              ? place + ": the template has no database of PostgreSQL"
              : place + ": the template has several databases",
          databases.isEmpty()
              ? "declare an AWS::RDS::DBInstance, or add --postgres"
              : "put it into a folder with the name of one: "
                  + String.join(", ", databases.stream().map(Database::logicalId).toList()));
    }
    Database database =
        isFolder
            ? named(place, databases, "database", Database::name, Database::logicalId)
            : databases.getFirst();
    for (Path file : files(place)) {
      if (!name(file).endsWith(".sql")) {
        throw new UserMistake(
            file + " is no script of SQL", "rename it to *.sql, or put it elsewhere");
      }
      scripts.add(new Databases.Script(database.logicalId(), file));
    }
  }

  /** Returns the data of both. */
  public Seed and(Seed other) {
    Seed both = new Seed();
    both.items.addAll(items);
    both.items.addAll(other.items);
    both.objects.addAll(objects);
    both.objects.addAll(other.objects);
    both.scripts.addAll(scripts);
    both.scripts.addAll(other.scripts);
    return both;
  }

  List<Item> items() {
    return items;
  }

  List<StoredFile> objects() {
    return objects;
  }

  /** Returns the same with other scripts. */
  Seed with(List<Databases.Script> others) {
    Seed seed = new Seed();
    seed.items.addAll(items);
    seed.objects.addAll(objects);
    seed.scripts.addAll(others);
    return seed;
  }

  List<Databases.Script> scripts() {
    return scripts;
  }

  /** Returns the numbers in words for people: {@code 3 items and 1 object}; empty for nothing. */
  public String words() {
    List<String> words = new ArrayList<>();
    if (!items.isEmpty()) {
      words.add(items.size() + (items.size() == 1 ? " item" : " items"));
    }
    if (!objects.isEmpty()) {
      words.add(objects.size() + (objects.size() == 1 ? " object" : " objects"));
    }
    if (!scripts.isEmpty()) {
      words.add(scripts.size() + (scripts.size() == 1 ? " script" : " scripts"));
    }
    return String.join(" and ", words);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static String remedy(String name, Collection<String> known, String verb) {
    return Spelling.nearest(name, known)
        .map(near -> verb + near)
        .orElse(verb + "one of: " + String.join(", ", known));
  }

  /**
   * Returns what is in a folder, in order; hidden files, which editors and systems leave behind,
   * are left out.
   */
  private static List<Path> children(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> !name(each).startsWith(".")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder + ": " + e, e);
    }
  }

  private static List<Path> files(Path place) {
    try (Stream<Path> all = Files.walk(place)) {
      return all.filter(Files::isRegularFile)
          .filter(each -> !name(each).startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + place + ": " + e, e);
    }
  }

  private static <T> T named(
      Path place,
      List<T> all,
      String what,
      Function<T, String> name,
      Function<T, String> logicalId) {
    String wanted = name(place).replaceFirst("\\.jsonl?$", "");
    List<String> known =
        all.stream().flatMap(each -> Stream.of(name.apply(each), logicalId.apply(each))).toList();
    return all.stream()
        .filter(each -> name.apply(each).equals(wanted) || logicalId.apply(each).equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new UserMistake(
                place + ": the template has no " + what + " " + wanted,
                known.isEmpty()
                    ? "declare it in the template; where another stack has it, add --stack and its template"
                    : remedy(wanted, known.stream().distinct().toList(), "rename it to ")));
  }

  private void readItems(String table, Path file) {
    try (MappingIterator<JsonNode> values =
        JSON.readerFor(JsonNode.class).readValues(file.toFile())) {
      for (int number = 1; values.hasNextValue(); number++) {
        String place = file + ", item " + number;
        JsonNode value = values.nextValue();
        if (!(value instanceof ObjectNode item)) {
          throw new UserMistake(
              place + " is not an object: " + value,
              "write items as {\"id\": \"7\"}, or a list of them");
        }
        items.add(new Item(table, isTyped(item) ? item : typed(item), place));
      }
    } catch (JsonProcessingException e) {
      throw new UserMistake(
          "%s:%d:%d: not JSON: %s"
              .formatted(
                  file, e.getLocation().getLineNr(), e.getLocation().getColumnNr(), Json.reason(e)),
          "mend it there");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file + ": " + e, e);
    }
  }

  /** Every attribute is an object with one member that is the name of a type. */
  private static boolean isTyped(ObjectNode item) {
    return item.valueStream()
        .allMatch(each ->
            each.isObject() && each.size() == 1 && TYPES.contains(each.fieldNames().next()));
  }

  private static ObjectNode typed(ObjectNode item) {
    ObjectNode typed = JSON.createObjectNode();
    item.properties().forEach(each -> typed.set(each.getKey(), typed(each.getValue())));
    return typed;
  }

  private static ObjectNode typed(JsonNode value) {
    ObjectNode typed = JSON.createObjectNode();
    switch (value.getNodeType()) {
      case OBJECT -> typed.set("M", typed((ObjectNode) value));
      case ARRAY -> {
        var list = typed.putArray("L");
        value.forEach(each -> list.add(typed(each)));
      }
      case NUMBER -> typed.put("N", value.decimalValue().toPlainString());
      case BOOLEAN -> typed.put("BOOL", value.booleanValue());
      case NULL -> typed.put("NULL", true);
      default -> typed.put("S", value.asText());
    }
    return typed;
  }
}
