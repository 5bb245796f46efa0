package thaw.app.run;

import java.util.Map;
import java.util.Optional;

/**
 * Tells how environments of an application are started.
 *
 * @param warm events by function, of those that are restored after an invocation
 * @param restored whether all functions start as published versions with SnapStart do, from a
 *     snapshot after init or an archive of their classes
 * @param jdk feature version or folder in place of what runtimes name
 */
public record StartSettings(Map<String, byte[]> warm, boolean restored, Optional<String> jdk) {
  /** Each as its configuration says. */
  public static final StartSettings AS_ON_LAMBDA =
      new StartSettings(Map.of(), false, Optional.empty());
}
