package thaw.platform.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A published layer version, which stays as it is.
 *
 * @param runtimes null when nobody named any
 * @param architectures null when nobody named any
 */
public record LayerVersion(
    String name,
    long version,
    PackagedCode code,
    String description,
    @Nullable List<String> runtimes,
    @Nullable List<String> architectures,
    @Nullable String license,
    long createdMillis,
    ResourcePolicy policy) {
  public LayerVersion with(ResourcePolicy other) {
    return new LayerVersion(
        name, version, code, description, runtimes, architectures, license, createdMillis, other);
  }

  @JsonIgnore
  public String arn() {
    return Arn.layer(name, version);
  }
}
