package thaw.lambdaapi;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import thaw.lambdaapi.invoke.ApiError;

/** Lambda's runtime identifiers: those that it takes, and those that it no longer does. */
final class Runtimes {
  /** The identifiers in the order of AWS's message (recorded 2025-11-25). */
  private static final List<String> ACCEPTED =
      List.of(
          "nodejs20.x",
          "python3.14",
          "provided.al2023",
          "python3.12",
          "python3.13",
          "nodejs24.x",
          "nodejs22.x",
          "java25",
          "python3.10",
          "python3.11",
          "java21",
          "ruby3.3",
          "ruby3.4",
          "ruby3.2",
          "python3.8",
          "python3.9",
          "java17",
          "nodejs16.x",
          "dotnet10",
          "dotnet8",
          "java11",
          "dotnet6",
          "nodejs18.x",
          "provided.al2",
          "java8.al2");

  private static final Set<String> DEPRECATED =
      Set.of(
          "java8",
          "go1.x",
          "provided",
          "ruby2.5",
          "ruby2.7",
          "nodejs",
          "nodejs4.3",
          "nodejs4.3-edge",
          "nodejs6.10",
          "nodejs8.10",
          "nodejs10.x",
          "nodejs12.x",
          "nodejs14.x",
          "python2.7",
          "python3.6",
          "python3.7",
          "dotnetcore1.0",
          "dotnetcore2.0",
          "dotnetcore2.1",
          "dotnetcore3.1");

  /**
   * All that layers may name, in the order of AWS's message of ListLayers (recorded 2025-11-25).
   */
  private static final List<String> OF_LAYERS =
      List.of(
          "ruby3.5",
          "ruby2.6",
          "dotnetcore1.0",
          "python3.7",
          "nodejs8.10",
          "nasa",
          "ruby2.7",
          "python2.7-greengrass",
          "dotnetcore2.0",
          "python3.8",
          "java21",
          "dotnet6",
          "dotnetcore2.1",
          "python3.9",
          "java11",
          "nodejs6.10",
          "provided",
          "dotnetcore3.1",
          "dotnet8",
          "java25",
          "java17",
          "nodejs",
          "nodejs4.3",
          "java8.al2",
          "go1.x",
          "dotnet10",
          "nodejs20.x",
          "go1.9",
          "byol",
          "nodejs10.x",
          "provided.al2023",
          "nodejs22.x",
          "python3.10",
          "java8",
          "nodejs12.x",
          "python3.11",
          "nodejs24.x",
          "nodejs8.x",
          "python3.12",
          "nodejs14.x",
          "nodejs8.9",
          "nodejs26.x",
          "python3.13",
          "python3.14",
          "nodejs16.x",
          "python3.15",
          "provided.al2",
          "nodejs4.3-edge",
          "nodejs18.x",
          "ruby3.2",
          "python3.4",
          "ruby3.3",
          "ruby3.4",
          "ruby2.5",
          "python3.6",
          "python2.7");

  /** They came later than this message: java17.al2023 and its like, customers' own runtimes. */
  private static final Pattern NEWER =
      Pattern.compile("java(8|11|17)\\.al2023|custom|python3\\.15|nodejs26\\.x|ruby4\\.0");

  private Runtimes() {}

  static boolean isKnown(String runtime) {
    return ACCEPTED.contains(runtime) || NEWER.matcher(runtime).matches();
  }

  static List<String> accepted() {
    return ACCEPTED;
  }

  /** Layers outlive the runtimes that they were made for. */
  static boolean isKnownToLayers(String runtime) {
    return OF_LAYERS.contains(runtime) || isKnown(runtime);
  }

  static List<String> ofLayers() {
    return OF_LAYERS;
  }

  static void require(String runtime) {
    if (DEPRECATED.contains(runtime)) {
      throw ApiError.invalidParameter(
              "The runtime parameter of %s is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions."
                  .formatted(runtime))
          .refusal();
    }
    if (!isKnown(runtime)) {
      throw ApiError.invalidParameter(
              "Value %s at 'runtime' failed to satisfy constraint: Member must satisfy enum value set: %s or be a valid ARN"
                  .formatted(runtime, ACCEPTED))
          .refusal();
    }
  }
}
