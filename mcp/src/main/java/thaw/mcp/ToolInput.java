package thaw.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments that a tool takes: for the client as a JSON schema, for the tool as a check. */
final class ToolInput {
  /** Kinds of values. */
  enum Kind {
    TEXT("string", "a text"),
    NUMBER("integer", "a whole number"),
    FLAG("boolean", "true or false"),
    TEXTS("string", "a list of texts"),
    NUMBERS("integer", "a list of whole numbers");

    private final String type;
    private final String words;

    Kind(String type, String words) {
      this.type = type;
      this.words = words;
    }

    String words() {
      return words;
    }

    private boolean isList() {
      return this == TEXTS || this == NUMBERS;
    }
  }

  private record Argument(Kind kind, String description) {}

  private final Map<String, Argument> arguments = new LinkedHashMap<>();

  /** Nothing yet. */
  static ToolInput none() {
    return new ToolInput();
  }

  /** Returns the arguments of every tool that starts a function in one or several variants. */
  static ToolInput ofFunction() {
    return none()
        .with(
            "source",
            Kind.TEXT,
            "Absolute path of a folder with a SAM template, of a template, jar, zip or classes"
                + " folder. Default: the folder in which the server was started.")
        .with("handler", Kind.TEXT, "Handler of a jar, zip or classes folder: CLASS::METHOD.")
        .with(
            "function",
            Kind.TEXT,
            "Logical id or name of the function, or its construct's path in CDK; needed where a template has several.")
        .with(
            "event",
            Kind.TEXT,
            "Event of the invocation: JSON text, or the path of a file. Default: the function's own"
                + " event file, else one as its event source sends it, else {}.")
        .with("timeout", Kind.NUMBER, "Timeout in seconds, in place of the configured one.");
  }

  /** Returns the arguments of every tool that starts a function in a single variant. */
  static ToolInput ofStart() {
    return ofFunction()
        .with("memory", Kind.NUMBER, "Memory size in MB, in place of the configured one.")
        .with("jdk", Kind.TEXT, "JDK in place of the one of the runtime: 17, 21, 25.");
  }

  ToolInput with(String name, Kind kind, String description) {
    arguments.put(name, new Argument(kind, description));
    return this;
  }

  List<String> names() {
    return List.copyOf(arguments.keySet());
  }

  /** JSON Schema. */
  Map<String, Object> json() {
    Map<String, Object> properties = new LinkedHashMap<>();
    arguments.forEach((name, argument) -> properties.put(name, property(argument)));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, Object> property(Argument argument) {
    Map<String, Object> property = new LinkedHashMap<>();
    property.put("type", argument.kind().isList() ? "array" : argument.kind().type);
    if (argument.kind().isList()) {
      property.put("items", Map.of("type", argument.kind().type));
    }
    property.put("description", argument.description());
    return property;
  }
}
