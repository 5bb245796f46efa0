package thaw.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/** A resolved value as maps, lists, strings, numbers and booleans, or as JSON. */
public final class PlainValue {
  /** Jackson takes longer to load than most templates to resolve. */
  private static final class Json {
    private static final JsonMapper MAPPER = new JsonMapper();
  }

  private PlainValue() {}

  /** Returns the plain value of a value, all of which must be known. */
  public static Object of(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> scalar(text);
      case TemplateValue.Items items -> items.items().stream().map(PlainValue::of).toList();
      case TemplateValue.Members members -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members.members().forEach((key, member) -> plain.put(key, of(member.value())));
        yield plain;
      }
      case TemplateValue.Call call -> throw call.mistake();
    };
  }

  /** The same with a text for each scalar, as CloudFormation compares values. */
  static Object texts(TemplateValue value) {
    return switch (value) {
      case TemplateValue.Text text -> text.asString();
      case TemplateValue.Items items -> items.items().stream().map(PlainValue::texts).toList();
      case TemplateValue.Members members -> {
        Map<String, Object> plain = new LinkedHashMap<>();
        members.members().forEach((key, member) -> plain.put(key, texts(member.value())));
        yield plain;
      }
      case TemplateValue.Call call -> throw call.mistake();
    };
  }

  private static Object scalar(TemplateValue.Text text) {
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
  public static String json(TemplateValue value) {
    if (value instanceof TemplateValue.Text text && text.kind() == TemplateValue.Kind.STRING) {
      return text.asString();
    }
    return written(value);
  }

  /** The value as JSON, a text as well. */
  static String written(TemplateValue value) {
    try {
      return Json.MAPPER.writeValueAsString(of(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value that cannot be written: " + value.place(), e);
    }
  }
}
