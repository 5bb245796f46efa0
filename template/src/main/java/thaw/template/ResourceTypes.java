package thaw.template;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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
   * @param attributes what {@code GetAtt} gives
   */
  public record ResourceType(
      String ref, Optional<String> name, OptionalInt longestName, List<String> attributes) {
    /** Returns whether the template may say what {@code Ref} gives. */
    public boolean isNamed() {
      return name.filter(ref::equals).isPresent();
    }

    public boolean isArn() {
      return ref.endsWith("Arn") || ref.endsWith("ARN");
    }
  }

  private static final class Table {
    private static final String TEXT = read();

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

  private ResourceTypes() {}

  /** Returns what is known of a type; empty for those of others. */
  public static Optional<ResourceType> of(String type) {
    int start = Table.TEXT.indexOf("\n" + type + " ");
    if (start < 0) {
      return Optional.empty();
    }
    String[] parts =
        Table.TEXT.substring(start + 1, Table.TEXT.indexOf('\n', start + 1)).split(" ", -1);
    String[] name = parts[2].split(":", -1);
    return Optional.of(
        new ResourceType(
            parts[1],
            name[0].equals("-") ? Optional.empty() : Optional.of(name[0]),
            name.length > 1 ? OptionalInt.of(Integer.parseInt(name[1])) : OptionalInt.empty(),
            parts[3].equals("-") ? List.of() : Arrays.asList(parts[3].split(",", -1))));
  }
}
