package thaw.function.template;

import java.util.List;
import java.util.Optional;
import thaw.function.FunctionUrl;
import thaw.template.ResourceProperties;

/**
 * Reads a function's {@code FunctionUrlConfig}.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-property-function-functionurlconfig.html">FunctionUrlConfig</a>
 */
public final class FunctionUrlReader {
  private static final int LONGEST_AGE_SECONDS = 86_400;
  private static final List<String> AUTH_TYPES = List.of("NONE", "AWS_IAM");

  private FunctionUrlReader() {}

  public static Optional<FunctionUrl> read(ResourceProperties function) {
    return function.below("FunctionUrlConfig").map(config -> of("FunctionUrlConfig", config));
  }

  /**
   * @param what has these members, in words
   * @param config also the properties of {@code AWS::Lambda::Url}, which have the same names
   */
  public static FunctionUrl of(String what, ResourceProperties config) {
    return new FunctionUrl(
        oneOf(config, "AuthType", AUTH_TYPES)
            .orElseThrow(() ->
                config
                    .owner()
                    .mistake(
                        what + " has no AuthType", "add AuthType: NONE, or AuthType: AWS_IAM")),
        config.below("Cors").map(FunctionUrlReader::cors),
        oneOf(config, "InvokeMode", List.of("BUFFERED", "RESPONSE_STREAM")));
  }

  private static FunctionUrl.Cors cors(ResourceProperties cors) {
    return new FunctionUrl.Cors(
        oneOf(cors, "AllowCredentials", List.of("true", "false")).map(Boolean::valueOf),
        cors.texts("AllowHeaders"),
        cors.texts("AllowMethods"),
        cors.texts("AllowOrigins"),
        cors.texts("ExposeHeaders"),
        cors.wholeNumber("MaxAge", 0, LONGEST_AGE_SECONDS, "s"));
  }

  /** A text that must be one of a few. */
  public static Optional<String> oneOf(
      ResourceProperties below, String name, List<String> choices) {
    Optional<String> text = below.text(name);
    if (text.isPresent() && !choices.contains(text.get())) {
      String all = String.join(" or ", choices);
      throw below.mistake(
          name, name + " must be " + all + ": " + text.get(), "write " + name + ": " + all);
    }
    return text;
  }
}
