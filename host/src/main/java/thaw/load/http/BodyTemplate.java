package thaw.load.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Makes each request's body, in which {@code #{name}} stands for a value. */
public final class BodyTemplate {
  private final String text;
  private final ValueTemplate template;
  private final RequestValues values;
  private final byte[] constant;

  public BodyTemplate(String text, RequestValues values) {
    this.text = text;
    this.template = ValueTemplate.of(text, values.names());
    this.values = values;
    this.constant = text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the text as it was given, with the places for values. */
  public String text() {
    return text;
  }

  /** Returns this template for the requests of another run. */
  public BodyTemplate traced(TraceIds traces) {
    return new BodyTemplate(text, values.traced(traces));
  }

  /** Returns the body of the request with this number. It must not be changed. */
  public byte[] of(long number) {
    if (template.isConstant()) {
      return constant;
    }
    Map<String, String> row = values.of(number);
    return template.fill(name -> row.getOrDefault(name, "")).getBytes(StandardCharsets.UTF_8);
  }
}
