package thaw.template;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What CloudFormation's schemas say of the types of resources. The table is made by {@code
 * resource_types.py}, and read when a template first asks for a type.
 */
public final class ResourceTypes {
  /**
   * A type of resource.
   *
   * @param ref the property or attribute that {@code Ref} gives
   * @param name the property that names a resource, if any does
   * @param longestName of letters
   * @param joined what {@code GetAtt} gives, with commas between
   */
  public record ResourceType(
      String ref, Optional<String> name, OptionalInt longestName, String joined) {
    /** Returns what {@code GetAtt} gives. */
    List<String> attributes() {
      return joined.equals("-") ? List.of() : Arrays.asList(joined.split(",", -1));
    }

    /** Returns whether the template may say what {@code Ref} gives. */
    public boolean isNamed() {
      return name.filter(ref::equals).isPresent();
    }

    public boolean isArn() {
      return ref.endsWith("Arn") || ref.endsWith("ARN");
    }
  }

  private static final class Table {
    /** Each type's line, by the type: a large template asks a thousand times. */
    private static final Map<String, String> LINES = lines(read());

    private static Map<String, String> lines(String text) {
      Map<String, String> lines = HashMap.newHashMap(TYPES);
      int start = 0;
      for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        lines.put(text.substring(start, text.indexOf(' ', start)), text.substring(start, end));
        start = end + 1;
      }
      return lines;
    }

    private static String read() {
      try (InputStream file = ResourceTypes.class.getResourceAsStream("resource-types.txt")) {
        if (file == null) {
          throw new IllegalStateException("resource-types.txt is missing");
        }
        return new String(file.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException("could not read resource-types.txt", e);
      }
    }
  }

  /** Roughly as many as there are. */
  private static final int TYPES = 1600;

  private ResourceTypes() {}

  /** Returns what is known of a type; empty for those of others. */
  public static Optional<ResourceType> of(String type) {
    String line = Table.LINES.get(type);
    if (line == null) {
      return Optional.empty();
    }
    String[] parts = line.split(" ", -1);
    String[] name = parts[2].split(":", -1);
    return Optional.of(
        new ResourceType(
            parts[1],
            name[0].equals("-") ? Optional.empty() : Optional.of(name[0]),
            name.length > 1 ? OptionalInt.of(Integer.parseInt(name[1])) : OptionalInt.empty(),
            parts[3]));
  }
}
