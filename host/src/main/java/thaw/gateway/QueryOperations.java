package thaw.gateway;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import thaw.environment.EnvironmentSpec;
import thaw.http.Answer;
import thaw.platform.Arn;
import thaw.platform.Platform;

/**
 * What tools ask other services of AWS before they call a function, where {@code AWS_ENDPOINT_URL}
 * leads all of them here: who they are (STS), and which function a name stands for (CloudFormation,
 * asked by {@code sam remote invoke}). Every other action is refused in the form that clients of
 * these services read.
 *
 * @see <a href="https://smithy.io/2.0/aws/protocols/aws-query-protocol.html">AWS query protocol</a>
 */
final class QueryOperations {
  /** Of the one operation that has all actions; none of them changes anything. */
  static final String NAME = "query";

  private static final int LIMIT_BYTES = 64 * 1024;
  private static final String FORM = "application/x-www-form-urlencoded";

  /** Itself, its text, and the text's parts. */
  private static final int COPIES = 4;

  private static final String STACK = "thaw";

  private final Platform platform;
  private final Instant started = Instant.now();

  QueryOperations(Platform platform) {
    this.platform = platform;
  }

  List<Operation> operations() {
    return List.of(new Operation(NAME, "POST", "/", this::answer));
  }

  private Answer answer(ApiRequest request) {
    byte[] body = request.content().whole(LIMIT_BYTES, COPIES);
    if (request.header("Content-Type").filter(type -> type.startsWith(FORM)).isEmpty()) {
      String target =
          request.header("X-Amz-Target").map(name -> name + " (POST /)").orElse("POST /");
      throw ApiError.notSupported(target).refusal();
    }
    Map<String, String> form = form(new String(body, StandardCharsets.UTF_8));
    String action = form.getOrDefault("Action", "");
    return switch (action) {
      case "GetCallerIdentity" -> identity(request);
      case "DescribeStackResources" -> resources(request, form);
      default -> error(request, "InvalidAction", "Thaw does not support the action " + action);
    };
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&")) {
      String[] parts = pair.split("=", 2);
      form.putIfAbsent(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
    }
    return form;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // no action has such a name
    }
  }

  private static Answer identity(ApiRequest request) {
    String account = EnvironmentSpec.ACCOUNT;
    return xml(
        200,
        """
        <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <GetCallerIdentityResult>
            <Arn>arn:aws:iam::%s:root</Arn>
            <UserId>%s</UserId>
            <Account>%s</Account>
          </GetCallerIdentityResult>
          <ResponseMetadata><RequestId>%s</RequestId></ResponseMetadata>
        </GetCallerIdentityResponse>
        """
            .formatted(account, account, account, request.id()));
  }

  /** The stack has the functions of which somebody knows the name, and nothing else. */
  private Answer resources(ApiRequest request, Map<String, String> form) {
    String name = form.getOrDefault("PhysicalResourceId", "");
    if (platform.catalog().find(name).isEmpty()) {
      return error(
          request, "ValidationError", "Stack for " + name + " does not exist: no such function");
    }
    String stack =
        "arn:aws:cloudformation:%s:%s:stack/%s/%s"
            .formatted(Arn.REGION, EnvironmentSpec.ACCOUNT, STACK, STACK);
    return xml(
        200,
        """
        <DescribeStackResourcesResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
          <DescribeStackResourcesResult>
            <StackResources>
              <member>
                <StackName>%s</StackName>
                <StackId>%s</StackId>
                <LogicalResourceId>%s</LogicalResourceId>
                <PhysicalResourceId>%s</PhysicalResourceId>
                <ResourceType>AWS::Lambda::Function</ResourceType>
                <ResourceStatus>CREATE_COMPLETE</ResourceStatus>
                <Timestamp>%s</Timestamp>
              </member>
            </StackResources>
          </DescribeStackResourcesResult>
          <ResponseMetadata><RequestId>%s</RequestId></ResponseMetadata>
        </DescribeStackResourcesResponse>
        """
            .formatted(STACK, stack, name, name, started, request.id()));
  }

  private static Answer error(ApiRequest request, String code, String message) {
    return xml(
        400,
        """
        <ErrorResponse>
          <Error><Type>Sender</Type><Code>%s</Code><Message>%s</Message></Error>
          <RequestId>%s</RequestId>
        </ErrorResponse>
        """
            .formatted(code, escaped(message), request.id()));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static Answer xml(int status, String body) {
    return new Answer(
        status, Map.of("Content-Type", "text/xml"), body.getBytes(StandardCharsets.UTF_8));
  }
}
