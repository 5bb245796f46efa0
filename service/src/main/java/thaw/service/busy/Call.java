package thaw.service.busy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.http.Exchange;
import thaw.http.RequestTarget;
import thaw.service.process.LocalService;

/**
 * What a request asks a service for.
 *
 * @param resource empty when it is not known
 * @param attempt from 1 on, when the client's SDK tells it
 * @param trace the root of the caller's X-Ray trace, when its SDK tells it
 */
public record Call(
    LocalService service,
    String operation,
    String resource,
    Protocol protocol,
    OptionalInt attempt,
    Optional<String> trace) {
  /** The header in which SDKs tell how often they have tried. */
  private static final Pattern ATTEMPT = Pattern.compile("\\battempt=(\\d{1,4})\\b");

  private static final Pattern ROOT = Pattern.compile("\\bRoot=([0-9a-f-]+)");

  /** Members that name what an operation is about, the first one that is there. */
  private static final List<String> RESOURCES =
      List.of(
          "TableName",
          "StreamName",
          "StreamARN",
          "QueueUrl",
          "QueueName",
          "TopicArn",
          "SecretId",
          "Name",
          "RoleArn");

  static Call of(
      LocalService service,
      String operation,
      String resource,
      Protocol protocol,
      Exchange exchange) {
    Matcher attempt = ATTEMPT.matcher(exchange.header("amz-sdk-request").orElse(""));
    return new Call(
        service,
        operation,
        resource,
        protocol,
        attempt.find() ? OptionalInt.of(Integer.parseInt(attempt.group(1))) : OptionalInt.empty(),
        exchange
            .header("x-amzn-trace-id")
            .map(ROOT::matcher)
            .filter(Matcher::find)
            .map(root -> root.group(1)));
  }

  /** Returns a call of S3, which has operations by method and address. */
  public static Call ofS3(String operation, String bucket, Exchange exchange) {
    return of(LocalService.S3, operation, bucket, Protocol.REST_XML, exchange);
  }

  private static final Pattern FUNCTION =
      Pattern.compile("/functions/(?:[^/]*%3A)?function(?:%3A)([^/%:]+)|/functions/([^/%:]+)");

  static Call ofLambda(String operation, Exchange exchange) {
    Matcher function = FUNCTION.matcher(exchange.rawPath());
    String name =
        function.find() ? function.group(1) == null ? function.group(2) : function.group(1) : "";
    return of(LocalService.LAMBDA, operation, name, Protocol.REST_JSON, exchange);
  }

  /** Reads a call of a service that has its operation's name in a header or in a form. */
  static Call of(LocalService service, Exchange exchange) {
    Protocol protocol = Protocol.of(exchange);
    byte[] body = exchange.bodyAhead(Passing.LARGEST_BODY_BYTES);
    if (protocol == Protocol.QUERY) {
      Map<String, List<String>> form =
          RequestTarget.parameters(new String(body, StandardCharsets.UTF_8));
      UnaryOperator<String> member = name -> form.getOrDefault(name, List.of("")).getFirst();
      String action = member.apply("Action");
      return of(
          service,
          action.isEmpty() ? exchange.query("Action").orElse("") : action,
          resource(member),
          protocol,
          exchange);
    }
    String target = exchange.header("x-amz-target").orElse("");
    JsonNode request = protocol.read(body);
    String table = requestItems(request);
    return of(
        service,
        target.substring(target.lastIndexOf('.') + 1),
        table.isEmpty() ? resource(name -> request.path(name).asText("")) : table,
        protocol,
        exchange);
  }

  /** Returns the first table of a batch, which names its tables otherwise. */
  private static String requestItems(JsonNode request) {
    Iterator<String> tables = request.path("RequestItems").fieldNames();
    return tables.hasNext() ? tables.next() : "";
  }

  private static String resource(UnaryOperator<String> member) {
    return RESOURCES.stream()
        .map(member)
        .filter(value -> !value.isEmpty())
        .findFirst()
        .map(value -> value.substring(Math.max(value.lastIndexOf('/'), value.lastIndexOf(':')) + 1))
        .orElse("");
  }
}
