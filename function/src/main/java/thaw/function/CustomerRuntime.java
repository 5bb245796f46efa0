package thaw.function;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A runtime that a customer has published as a container image, as a function names it: {@code
 * Runtime: custom} with a {@code RuntimeConfig}. Refuses to know what lies in the image.
 *
 * @param arn of the runtime, without a version or an alias
 * @param alias of the runtime, which leads to the version that the function runs on
 * @param image the local image that stands for what the alias leads to; empty where none is known
 * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/cmr-using.html">Using a
 *     customer-managed runtime</a>
 */
public record CustomerRuntime(String arn, String alias, Optional<Path> image) {
  /** The value of {@code Runtime} for a function that has one. */
  static final String IDENTIFIER = "custom";

  /** The pattern of the service model: other accounts and regions publish runtimes, too. */
  public static final Pattern ARN =
      Pattern.compile("arn:[a-z-]+:lambda:[a-z0-9-]+:\\d{12}:runtime/.+");

  public static final int SHORTEST_ARN = 48;
  public static final int LONGEST_ARN = 2048;
  public static final int LONGEST_ALIAS = 128;

  public static boolean isNamedBy(String runtime) {
    return runtime.equals(IDENTIFIER);
  }

  public CustomerRuntime with(Path localImage) {
    return new CustomerRuntime(arn, alias, Optional.of(localImage));
  }
}
