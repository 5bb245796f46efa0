package thaw.function;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.function.resource.DerivedId;

/**
 * An API of API Gateway that the template declares or implies, with all that SAM's transform adds.
 *
 * @param logicalId the resource's name in the template; {@code ServerlessRestApi} or {@code
 *     ServerlessHttpApi} for one that only events imply
 * @param stage {@code $default} has no path segment of its own
 * @param binaryMediaTypes of a REST API: bodies of these types are bytes, all others texts
 * @param cors of an HTTP API; that of a REST API is among its routes
 * @param keys those that open routes which require one
 * @param keyFromAuthorizer whether the key is what the authorizer says, not the client's header
 */
public record Api(
    String logicalId,
    Kind kind,
    String stage,
    Map<String, String> stageVariables,
    List<ApiRoute> routes,
    List<String> binaryMediaTypes,
    Optional<ApiCors> cors,
    List<ApiKey> keys,
    boolean keyFromAuthorizer) {
  public static final String DEFAULT_STAGE = "$default";
  public static final String IMPLICIT_REST = "ServerlessRestApi";
  public static final String IMPLICIT_HTTP = "ServerlessHttpApi";

  private static final int ID_LENGTH = 10;

  /** The two products of the same name. */
  public enum Kind {
    /** API Gateway's first version: {@code AWS::Serverless::Api}. */
    REST,
    /** Its second: {@code AWS::Serverless::HttpApi}. */
    HTTP
  }

  public Api {
    stageVariables = Map.copyOf(stageVariables);
    routes = List.copyOf(routes);
    binaryMediaTypes = List.copyOf(binaryMediaTypes);
    keys = List.copyOf(keys);
  }

  /**
   * Returns the API's id, which {@code Ref} gives, and which is the first label of its host name.
   * It is the same at each start.
   */
  public String id() {
    return idOf(logicalId);
  }

  public static String idOf(String logicalId) {
    return DerivedId.of("API " + logicalId, ID_LENGTH);
  }
}
