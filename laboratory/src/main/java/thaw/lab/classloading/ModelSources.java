package thaw.lab.classloading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Sources of classes like those that generators make of a service's description: values with their
 * builders, and in each package an interface, a superclass, an enum and an exception. They have no
 * lambda and no concatenation, so that loading them is nothing but loading. Refuses to know
 * compilers.
 *
 * <p>For scale: the 1,639 classes of the AWS SDK's DynamoDB client 2.25.50 have 5.4 KB on average,
 * half of them less than 3.9 KB, deflated to 27 %.
 */
final class ModelSources {
  private static final List<String> NOUNS =
      List.of("Order", "Invoice", "Customer", "Parcel", "Payment", "Article", "Address", "Refund");

  /** Classes in a package: a value and its builder for each noun, and what they share. */
  static final int IN_PACKAGE = 2 * NOUNS.size() + 4;

  private static final List<String> ADJECTIVES =
      List.of("open", "current", "regional", "preferred", "usual", "external", "expected", "last");
  private static final List<String> TYPES =
      List.of(
          "String",
          "Long",
          "java.util.List<String>",
          "Boolean",
          "Integer",
          "java.util.Map<String, String>",
          "Double",
          "Status");

  private static final String MARSHALLER =
      """
      package $package;

      public interface Marshaller {
        java.util.List<String> fields();

        Object value(String field);

        default boolean isEmpty() {
          for (String field : fields()) {
            if (value(field) != null) {
              return false;
            }
          }
          return true;
        }
      }
      """;

  private static final String MODEL =
      """
      package $package;

      public abstract class Model implements Marshaller, Comparable<Model>, java.io.Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compareTo(Model other) {
          return toString().compareTo(other.toString());
        }

        public java.util.Map<String, Object> values() {
          java.util.Map<String, Object> values = new java.util.LinkedHashMap<>();
          for (String field : fields()) {
            values.put(field, value(field));
          }
          return values;
        }
      }
      """;

  private static final String STATUS =
      """
      package $package;

      public enum Status {
        NEW("new"), PAID("paid"), SENT("sent"), RETURNED("returned"), UNKNOWN("unknown");

        private final String text;

        Status(String text) {
          this.text = text;
        }

        public static Status of(String text) {
          for (Status status : values()) {
            if (status.text.equals(text)) {
              return status;
            }
          }
          return UNKNOWN;
        }
      }
      """;

  private static final String EXCEPTION =
      """
      package $package;

      public class ServiceException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final Status status;

        public ServiceException(String message, Status status) {
          super(message);
          this.status = status;
        }

        public Status status() {
          return status;
        }
      }
      """;

  private ModelSources() {}

  /**
   * Returns the sources by qualified names: {@link #IN_PACKAGE} classes in each of so many
   * packages.
   */
  static Map<String, String> of(int packages) {
    Map<String, String> sources = new LinkedHashMap<>();
    for (int number = 0; number < packages; number++) {
      String name = String.format(Locale.ROOT, "example.service%03d.model", number);
      sources.put(name + ".Marshaller", MARSHALLER.replace("$package", name));
      sources.put(name + ".Model", MODEL.replace("$package", name));
      sources.put(name + ".Status", STATUS.replace("$package", name));
      sources.put(name + ".ServiceException", EXCEPTION.replace("$package", name));
      for (int noun = 0; noun < NOUNS.size(); noun++) {
        String type = NOUNS.get(noun) + number;
        List<Field> fields = fields(number, noun);
        sources.put(name + "." + type, value(type, fields).replace("$package", name));
        sources.put(name + "." + type + "Builder", builder(type, fields).replace("$package", name));
      }
    }
    return sources;
  }

  /** Other names in each class, so that its constants are its own. */
  private static List<Field> fields(int number, int noun) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < TYPES.size(); i++) {
      String name =
          ADJECTIVES.get((i + number) % ADJECTIVES.size())
              + NOUNS.get((i + noun + number) % NOUNS.size())
              + noun;
      fields.add(new Field(TYPES.get(i), name));
    }
    return fields;
  }

  private static String value(String type, List<Field> fields) {
    return """
    package $package;

    public final class $Type extends Model {
      private static final long serialVersionUID = 1;
    """
            .replace("$Type", type)
        + each(fields, "  public static final String $NAME = \"$Name\";\n")
        + "  private static final java.util.List<String> FIELDS = java.util.Arrays.asList(new String[] {"
        + each(fields, "$NAME, ")
        + "});\n"
        + each(fields, "  private final $type $name;\n")
        + "  $Type($TypeBuilder from) {\n".replace("$Type", type)
        + each(fields, "    $name = from.$name;\n")
        + "  }\n"
        + each(fields, "  public $type get$Name() { return $name; }\n")
        + each(fields, "  public boolean has$Name() { return $name != null; }\n")
        + "  public $TypeBuilder toBuilder() {\n    return new $TypeBuilder()\n"
            .replace("$Type", type)
        + each(fields, "        .$name($name)\n")
        + "    ;\n  }\n"
        + "  @Override public java.util.List<String> fields() { return FIELDS; }\n"
        + "  @Override public Object value(String field) {\n"
        + each(fields, "    if (field.equals($NAME)) { return get$Name(); }\n")
        + "    throw new ServiceException(field, Status.UNKNOWN);\n  }\n"
        + "  @Override public int hashCode() {\n    int hash = 1;\n"
        + each(fields, "    hash = 31 * hash + java.util.Objects.hashCode($name);\n")
        + "    return hash;\n  }\n"
        + "  @Override public boolean equals(Object other) {\n"
        + "    if (!(other instanceof $Type)) { return false; }\n".replace("$Type", type)
        + "    $Type that = ($Type) other;\n    return true\n".replace("$Type", type)
        + each(fields, "        && java.util.Objects.equals($name, that.$name)\n")
        + "    ;\n  }\n"
        + "  @Override public String toString() {\n"
        + "    StringBuilder text = new StringBuilder(\"$Type{\");\n".replace("$Type", type)
        + each(
            fields, "    if (has$Name()) { text.append(\"$Name: \").append($name).append(','); }\n")
        + "    return text.append('}').toString();\n  }\n}\n";
  }

  private static String builder(String type, List<Field> fields) {
    return "package $package;\n\npublic final class $TypeBuilder {\n".replace("$Type", type)
        + each(fields, "  $type $name;\n")
        + each(
            fields,
            "  public $TypeBuilder $name($type value) { $name = value; return this; }\n"
                .replace("$Type", type))
        + each(fields, "  public $type get$Name() { return $name; }\n")
        + "  public $Type build() { return new $Type(this); }\n}\n".replace("$Type", type);
  }

  private static String each(List<Field> fields, String template) {
    return fields.stream().map(field -> field.in(template)).collect(Collectors.joining());
  }

  /** A field of a class, such as {@code openOrder3}. */
  private record Field(String type, String name) {
    String in(String template) {
      return template
          .replace("$type", type)
          .replace("$name", name)
          .replace("$Name", Character.toUpperCase(name.charAt(0)) + name.substring(1))
          .replace("$NAME", name.toUpperCase(Locale.ROOT));
    }
  }
}
