package thaw.function.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** A resolved value as maps, lists, strings, numbers and booleans, or as JSON. */
public final class PlainValue {
  private static final JsonMapper JSON = new JsonMapper();

  private PlainValue() {}

  /** Of a value without calls. */
  public static Object of(Value value) {
    return switch (value) {
      case Value.Text text -> scalar(text);
      case Value.Items items -> items.items().stream().map(PlainValue::of).toList();
      case Value.Members members -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members.members().forEach((key, member) -> plain.put(key, of(member.value())));
        yield plain;
      }
      case Value.Call call -> throw new IllegalStateException("unresolved at " + call.place());
    };
  }

  private static Object scalar(Value.Text text) {
    String string = text.asString();
    return switch (text.kind()) {
      case BOOLEAN -> Boolean.valueOf(string);
      case NUMBER ->
          string.matches("-?\\d{1,18}")
              ? (Object) Long.valueOf(string)
              : string.matches("[-+]?[0-9.]+([eE][-+]?\\d+)?") ? new BigDecimal(string) : string;
      case STRING, NULL -> string;
    };
  }

  /** The value as JSON; a text is taken for JSON that somebody has written. */
  public static String json(Value value) {
    if (value instanceof Value.Text text && text.kind() == Value.Kind.STRING) {
      return text.asString();
    }
    try {
      return JSON.writeValueAsString(of(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value that cannot be written: " + value.place(), e);
    }
  }
}
