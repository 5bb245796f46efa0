package thaw.service;

import java.util.List;

/** The host names under which SDKs look for DynamoDB when nobody tells them another. */
final class DynamoDbNames {
  private DynamoDbNames() {}

  /**
   * @see <a href="https://docs.aws.amazon.com/general/latest/gr/ddb.html">DynamoDB endpoints</a>
   */
  static List<String> of(String region) {
    String suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return List.of(
        "dynamodb." + region + "." + suffix,
        "streams.dynamodb." + region + "." + suffix,
        "dynamodb." + region + ".api.aws",
        "dynamodb-fips." + region + "." + suffix);
  }
}
