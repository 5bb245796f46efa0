package thaw.deployment;

import java.util.Optional;

/**
 * The places of a package's parts, as its bootstrap sees them: names without a slash at the begin
 * are in the task root.
 *
 * @param jvm folder of the JVM
 * @param client folder of the runtime client
 * @param bootstrap absent where there is one already
 * @param list what the bootstrap goes by
 * @param archive of the classes
 */
public record PackageLayout(
    String jvm, String client, Optional<String> bootstrap, String list, String archive) {
  private static final String LIST = "thaw/start";
  private static final String ARCHIVE = "thaw/classes.aot";
  private static final String LANG = "/var/lang/";
  private static final String RUNTIME = "/var/runtime/";

  /** All in the task root: a zip for {@code provided.al2023}. */
  public static final PackageLayout PROVIDED =
      new PackageLayout("thaw/jvm/", "thaw/client/", Optional.of("bootstrap"), LIST, ARCHIVE);

  /** A container image, laid out as AWS's. */
  public static final PackageLayout IMAGE =
      new PackageLayout(LANG, RUNTIME, Optional.of("bootstrap"), LIST, ARCHIVE);

  /** A customer-managed runtime, without a function. */
  public static final PackageLayout RUNTIME_ALONE =
      new PackageLayout(
          LANG, RUNTIME, Optional.of(RUNTIME + "bootstrap"), RUNTIME + LIST, RUNTIME + ARCHIVE);

  /** A function's zip for such a runtime. */
  public static final PackageLayout ON_RUNTIME =
      new PackageLayout(LANG, RUNTIME, Optional.empty(), LIST, ARCHIVE);
}
