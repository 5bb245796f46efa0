package thaw.app.run;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The addresses at which programs on this machine find all parts of a running application.
 *
 * @param url of the Lambda API
 * @param functions in the template's order, then those that clients have made
 * @param functionUrls by the function's name, with {@code :ALIAS} for one of an alias
 * @param apis base URLs of APIs, by logical id
 * @param services endpoints of local services, by the variables that SDKs know, such as {@code
 *     AWS_ENDPOINT_URL_SQS}
 * @param queues their URLs, by logical id
 * @param buckets their names, by logical id
 * @param tables their names, by logical id
 * @param outputs of the template, with what runs here in place of what would be deployed
 * @param events the file of the platform's events
 */
public record RunAddresses(
    String url,
    List<Named> functions,
    Map<String, String> functionUrls,
    Map<String, String> apis,
    Map<String, String> services,
    Map<String, String> queues,
    Map<String, String> buckets,
    Map<String, String> tables,
    Map<String, String> outputs,
    @JsonSerialize(using = ToStringSerializer.class) Path events) {
  /**
   * A function.
   *
   * @param logicalId of the template; the name where a client has made it
   */
  record Named(String logicalId, String name) {}
}
