package thaw.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.SamChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;

/**
 * The arguments that a client gave to a tool. None is trusted, and a wrong one is a {@code
 * UserMistake} with its remedy.
 */
final class ToolArguments {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String tool;
  private final Map<String, Object> values;

  /**
   * @param values null for none
   */
  ToolArguments(JobTool tool, @Nullable Map<String, Object> values) {
    this.tool = tool.name();
    this.values = values == null ? Map.of() : values;
    List<String> known = tool.input().names();
    for (String name : this.values.keySet()) {
      if (!known.contains(name)) {
        throw new UserMistake(
            tool.name() + " has no argument " + name,
            Spelling.nearest(name, known)
                .map(near -> "use " + near)
                .orElse("use some of: " + String.join(", ", known)));
      }
    }
  }

  Optional<String> text(String name) {
    return value(name, ToolInput.Kind.TEXT, each -> each instanceof String text ? text : null)
        .filter(text -> !text.isBlank());
  }

  Optional<Integer> number(String name) {
    return value(name, ToolInput.Kind.NUMBER, ToolArguments::whole);
  }

  boolean isSet(String name) {
    return value(name, ToolInput.Kind.FLAG, each -> each instanceof Boolean flag ? flag : null)
        .orElse(false);
  }

  List<String> texts(String name) {
    return list(name, ToolInput.Kind.TEXTS, each -> each instanceof String text ? text : null);
  }

  List<Integer> numbers(String name) {
    return list(name, ToolInput.Kind.NUMBERS, ToolArguments::whole);
  }

  /** A folder or file of this machine, absolute: the client may be in another folder. */
  Optional<Path> path(String name) {
    return text(name)
        .map(text -> {
          try {
            return Path.of(text).toAbsolutePath().normalize();
          } catch (InvalidPathException e) {
            throw new UserMistake(
                name + " of " + tool + " is not a path: " + text, "give an absolute path");
          }
        });
  }

  SourceChoice source() {
    return new SourceChoice(
        text("source"), // a path, or the name of a function
        text("handler"),
        Map.of(),
        Map.of(),
        Map.of(),
        List.of(),
        false,
        false,
        Optional.empty(),
        Set.of(),
        false, // an assistant is no user who could allow it
        SamChoice.NONE);
  }

  /** The event as text; models like to give it as an object. */
  EventChoice event() {
    Object given = values.get("event");
    return EventChoice.of(
        given == null || given instanceof String ? text("event") : Optional.of(written(given)));
  }

  TimeoutChoice timeout() {
    return TimeoutChoice.of(number("timeout").orElse(null));
  }

  /** Returns the function with the memory size, the timeout and the JDK that were asked for. */
  FunctionChoice function() {
    return new FunctionChoice(
        text("function"),
        number("memory").map(MemorySize::onDemand),
        timeout(),
        JvmChoice.on(text("jdk"), ClientKind.OFFICIAL));
  }

  private static @Nullable Integer whole(Object value) {
    return value instanceof Number number && number.doubleValue() == number.intValue()
        ? Integer.valueOf(number.intValue())
        : null;
  }

  private <T> Optional<T> value(
      String name, ToolInput.Kind kind, Function<Object, @Nullable T> read) {
    Object given = values.get(name);
    return given == null ? Optional.empty() : Optional.of(read(name, given, kind, read));
  }

  /** One value that is no list counts as a list of one. */
  private <T> List<T> list(String name, ToolInput.Kind kind, Function<Object, @Nullable T> read) {
    Object given = values.get(name);
    if (given == null) {
      return List.of();
    }
    List<?> all = given instanceof List<?> list ? list : List.of(given);
    return all.stream().map(each -> read(name, each, kind, read)).toList();
  }

  private <T> T read(
      String name,
      @Nullable Object given,
      ToolInput.Kind kind,
      Function<Object, @Nullable T> read) {
    T value = given == null ? null : read.apply(given);
    if (value == null) {
      throw new UserMistake(
          "%s of %s must be %s: %s".formatted(name, tool, kind.words(), written(given)),
          "give " + kind.words() + ", or leave it out");
    }
    return value;
  }

  private static String written(@Nullable Object given) {
    try {
      return JSON.writeValueAsString(given);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("came as JSON and cannot be written as such: " + given, e);
    }
  }
}
