package thaw.function.constraint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;

/** A member of a request that has another type than the service model says; no bug. */
public final class WrongType extends RuntimeException {
  WrongType(String message) {
    super(message, null, false, false);
  }

  /**
   * Returns what is wrong with a value's type.
   *
   * @param type as the service model names it
   */
  static Optional<WrongType> of(String type, JsonNode value, String member) {
    Optional<String> fault =
        switch (type) {
          case "structure", "list", "map" -> {
            boolean fits = type.equals("list") ? value.isArray() : value.isObject();
            yield fits
                ? Optional.empty()
                : Optional.of("Unexpected token where a " + type + " was expected");
          }
          case "string" ->
              value.isTextual()
                  ? Optional.empty()
                  : Optional.of(token(value) + " can not be converted to a String");
          case "integer", "long" ->
              value.isNumber()
                  ? Optional.empty()
                  : Optional.of(token(value) + " can not be converted to an Integer");
          case "double" ->
              value.isNumber()
                  ? Optional.empty()
                  : Optional.of("Unexpected token where a Double was expected");
          default -> Optional.empty();
        };
    return fault.map(text -> new WrongType(text + ": " + member));
  }

  /** Returns a value's token as AWS's messages name it. */
  public static String token(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "STRING_VALUE";
      case NUMBER -> "NUMBER_VALUE";
      case BOOLEAN -> value.asText().toUpperCase(Locale.ROOT) + "_VALUE";
      default -> "Unexpected token";
    };
  }
}
