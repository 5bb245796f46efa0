package thaw.platform.record.resource;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.platform.record.Arn;

/**
 * Tells whose signatures code must have, and what becomes of other code.
 *
 * @param id {@code csc-} and 17 letters or digits
 * @param publishers ARNs of versions of signing profiles
 * @param policy {@code Warn} or {@code Enforce}
 */
public record CodeSigningConfig(
    String id,
    @Nullable String description,
    List<String> publishers,
    String policy,
    Map<String, String> tags,
    long modifiedMillis) {
  public static final String WARN = "Warn";
  public static final String ENFORCE = "Enforce";

  public String arn() {
    return Arn.codeSigningConfig(id);
  }

  public CodeSigningConfig withTags(Map<String, String> other) {
    return new CodeSigningConfig(id, description, publishers, policy, other, modifiedMillis);
  }
}
