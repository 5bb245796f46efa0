package thaw.platform.record;

import org.jspecify.annotations.Nullable;

/**
 * Tells when a version's runtime may be updated. It decides which version of a customer-managed
 * runtime the next environment starts on; else it is only kept and given back: the JDKs here are
 * the machine's.
 *
 * @param updateOn {@code Auto}, {@code FunctionUpdate} or {@code Manual}
 */
public record RuntimeManagement(String updateOn, @Nullable String runtimeVersionArn) {
  public static final RuntimeManagement DEFAULT = new RuntimeManagement("Auto", null);

  /** Returns the key under which it is kept: the latest version has two names. */
  public static String key(String qualifier) {
    return qualifier.equals(FunctionVersion.LATEST) ? "" : qualifier;
  }
}
