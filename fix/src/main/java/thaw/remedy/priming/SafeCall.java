package thaw.remedy.priming;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A call of what the first request was seen to use, of which nothing leaves the process.
 *
 * @param step the line for the hook
 * @param words what it does, for people
 * @param reason why it is safe
 */
public record SafeCall(String step, String words, String reason) {
  private static final String SDK = "software.amazon.awssdk.";

  /** The SDK loads the marshaller of an operation when it is first called. */
  private static final Pattern MARSHALLER =
      Pattern.compile(
          "(software\\.amazon\\.awssdk\\.services\\.\\w+\\.)transform\\.(\\w+)RequestMarshaller");

  private static final Pattern CLIENT =
      Pattern.compile("(software\\.amazon\\.awssdk\\.services\\.\\w+\\.)Default(\\w+Client)");

  private static final List<String> BLOCKING =
      List.of(
          SDK + "http.urlconnection.UrlConnectionHttpClient",
          SDK + "http.apache5.Apache5HttpClient",
          SDK + "http.apache.ApacheHttpClient",
          SDK + "http.crt.AwsCrtHttpClient");

  private static final List<String> ASYNCHRONOUS =
      List.of(
          SDK + "http.nio.netty.NettyNioAsyncHttpClient", SDK + "http.crt.AwsCrtAsyncHttpClient");

  private static final String DEFAULT_CREDENTIALS =
      SDK + "auth.credentials.DefaultCredentialsProvider";

  private static final String ITEM = "{\"id\":{\"S\":\"0\"},\"n\":{\"N\":\"0\"}}";
  private static final String ITEMS = "{\"Count\":1,\"ScannedCount\":1,\"Items\":[" + ITEM + "]}";

  /** Text of a message, as the hook sends it. */
  private static final String MESSAGE = "thaw";

  /**
   * The responses by service and operation, so that responses are read as well; others get an empty
   * object or XML element.
   */
  private static final Map<String, String> ANSWERS =
      Map.of(
          "dynamodb.getItem",
          "{\"Item\":" + ITEM + "}",
          "dynamodb.query",
          ITEMS,
          "dynamodb.scan",
          ITEMS,
          "sqs.sendMessage",
          "{\"MessageId\":\"0\",\"MD5OfMessageBody\":\""
              + DigestUtils.md5Hex(MESSAGE.getBytes(StandardCharsets.UTF_8))
              + "\"}",
          "secretsmanager.getSecretValue",
          "{\"Name\":\"thaw\",\"SecretString\":\"thaw\"}",
          "ssm.getParameter",
          "{\"Parameter\":{\"Name\":\"thaw\",\"Type\":\"String\",\"Value\":\"thaw\"}}");

  /** Services that answer in XML, by their package. */
  private static final Set<String> XML =
      Set.of(
          "autoscaling",
          "cloudformation",
          "cloudfront",
          "cloudsearch",
          "docdb",
          "ec2",
          "elasticache",
          "elasticbeanstalk",
          "elasticloadbalancing",
          "elasticloadbalancingv2",
          "iam",
          "neptune",
          "rds",
          "redshift",
          "route53",
          "s3",
          "s3control",
          "ses",
          "sns",
          "sts");

  /**
   * @param before classes that are there when a restore ends
   * @param first classes that the first request loads
   * @param event of the first request, JSON in one line; empty where the handler reads it by itself
   */
  static List<SafeCall> of(Set<String> before, Set<String> first, Optional<String> event) {
    List<SafeCall> calls = new ArrayList<>();
    event.ifPresent(text ->
        calls.add(
            new SafeCall(
                "event " + text,
                "the runtime client reads the event into the handler's parameter",
                "it is what the client does before the handler is called: only constructors and"
                    + " setters of the parameter's type run")));
    if (any(first, name -> name.startsWith("com.fasterxml.jackson.databind.ser."))) {
      calls.add(
          new SafeCall(
              "jackson",
              "an ObjectMapper writes and reads collections",
              "mapper and values are made for this and dropped"));
    }
    if (any(first, name -> name.startsWith("sun.security.ssl."))) {
      calls.add(
          new SafeCall(
              "tls",
              "a TLS engine makes the first message of a handshake",
              "the message stays in a buffer: an engine has no socket"));
    }
    if (first.contains("java.util.Formatter")
        || first.contains("java.util.regex.Pattern")
        || first.contains("java.time.format.DateTimeFormatter")) {
      calls.add(
          new SafeCall(
              "text",
              "the JDK formats a number and a moment, and matches a regular expression",
              "constants become texts, which are dropped"));
    }
    calls.addAll(ofClients(before, first));
    return calls;
  }

  private static boolean any(Set<String> names, Predicate<String> condition) {
    return names.stream().anyMatch(condition);
  }

  private static List<SafeCall> ofClients(Set<String> before, Set<String> first) {
    Set<String> all = new LinkedHashSet<>(before);
    all.addAll(first);
    List<SafeCall> calls = new ArrayList<>();
    for (String name : first) {
      Matcher marshaller = MARSHALLER.matcher(name);
      if (marshaller.matches()) {
        String operation = lowerCase(marshaller.group(2));
        clients(all, marshaller.group(1))
            .forEach(client -> calls.add(ofClient(client, operation, all)));
      }
    }
    return calls;
  }

  private static Stream<String> clients(Set<String> all, String service) {
    return all.stream()
        .map(CLIENT::matcher)
        .filter(Matcher::matches)
        .filter(client -> client.group(1).equals(service))
        .map(client -> client.group(1) + client.group(2));
  }

  private static SafeCall ofClient(String client, String operation, Set<String> all) {
    boolean asynchronous = client.endsWith("AsyncClient");
    String http =
        (asynchronous ? ASYNCHRONOUS : BLOCKING)
            .stream().filter(all::contains).findFirst().orElse("-");
    String service = client.substring((SDK + "services.").length(), client.lastIndexOf('.'));
    String answer =
        ANSWERS.getOrDefault(
            service + "." + operation, XML.contains(service) ? "<Response/>" : "{}");
    return new SafeCall(
        String.join(
            " ",
            "client",
            client,
            http,
            all.contains(DEFAULT_CREDENTIALS) ? "chain" : "constant",
            operation,
            answer),
        "a %s of its own calls %s".formatted(simple(client), operation),
        "its endpoint is a socket of the same process, which answers; client and socket are closed"
            + " before the snapshot");
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static String lowerCase(String name) {
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}
