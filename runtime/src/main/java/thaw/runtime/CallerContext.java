package thaw.runtime;

import com.amazonaws.services.lambda.runtime.Client;
import com.amazonaws.services.lambda.runtime.ClientContext;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content of a caller's {@code X-Amz-Client-Context}. */
final class CallerContext implements ClientContext {
  private final @Nullable Client client;
  private final @Nullable Map<String, String> custom;
  private final @Nullable Map<String, String> environment;

  private CallerContext(Map<String, Object> members) {
    Map<String, Object> app = object(members.get("client"));
    client = app == null ? null : new App(app);
    custom = texts(object(members.get("custom")));
    environment = texts(object(members.get("env")));
  }

  static CallerContext of(String json) {
    return new CallerContext(members(json));
  }

  @Override
  public @Nullable Client getClient() {
    return client;
  }

  @Override
  public @Nullable Map<String, String> getCustom() {
    return custom;
  }

  @Override
  public @Nullable Map<String, String> getEnvironment() {
    return environment;
  }

  /**
   * @throws IllegalArgumentException for what is no JSON object
   */
  static Map<String, Object> members(String json) {
    Map<String, Object> members;
    try {
      members =
          object(BasicJsonReader.read(json.getBytes(StandardCharsets.UTF_8), PlainType.UNKNOWN));
    } catch (Unlike e) {
      throw new IllegalArgumentException(
          "the caller's context is no JSON: ".concat(String.valueOf(e.getMessage())), e);
    }
    return members == null ? new LinkedHashMap<>() : members;
  }

  /** Scalars as text. */
  static @Nullable String text(@Nullable Object value) {
    if (value instanceof Map || value instanceof Iterable) {
      throw new IllegalArgumentException("the caller's context has no string where it needs one");
    }
    return value == null ? null : value.toString();
  }

  @SuppressWarnings("unchecked") // PlainReader's keys are strings.
  private static @Nullable Map<String, Object> object(@Nullable Object value) {
    if (value != null && !(value instanceof Map)) {
      throw new IllegalArgumentException("the caller's context has no object where it needs one");
    }
    return (Map<String, Object>) value;
  }

  private static @Nullable Map<String, String> texts(@Nullable Map<String, Object> values) {
    if (values == null) {
      return null;
    }
    Map<String, @Nullable String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : values.entrySet()) {
      texts.put(entry.getKey(), text(entry.getValue()));
    }
    return texts;
  }

  private record App(Map<String, Object> members) implements Client {
    @Override
    public @Nullable String getInstallationId() {
      return text(members.get("installation_id"));
    }

    @Override
    public @Nullable String getAppTitle() {
      return text(members.get("app_title"));
    }

    @Override
    public @Nullable String getAppVersionName() {
      return text(members.get("app_version_name"));
    }

    @Override
    public @Nullable String getAppVersionCode() {
      return text(members.get("app_version_code"));
    }

    @Override
    public @Nullable String getAppPackageName() {
      return text(members.get("app_package_name"));
    }
  }
}
