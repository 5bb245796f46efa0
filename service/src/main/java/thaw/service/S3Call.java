package thaw.service;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.http.Exchange;
import thaw.http.RequestTarget;
import thaw.service.busy.Call;

/**
 * The meaning of a request to S3, by its method, address and headers alone.
 *
 * @param bucket empty when none is named
 * @param key decoded, empty when none is named
 * @param path with the bucket in it, as it came: percent-encoded
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html">Virtual-hosted
 *     and path-style requests</a>
 */
record S3Call(Act act, String bucket, String key, String path) {
  /** The kinds of requests, of which notifications tell apart those that change objects. */
  enum Act {
    PUT,
    COPY,
    COMPLETE_UPLOAD,
    DELETE,
    DELETE_SEVERAL,
    /** A request that changes no object, or only a part of an upload. */
    OTHER
  }

  /** A bucket as the first part of a host name; on AWS, and of this machine's own name. */
  private static final Pattern VIRTUAL_HOST =
      Pattern.compile(
          "(.+?)(?:\\.s3[.-](?:[a-z0-9-]+\\.)*amazonaws\\.com(?:\\.cn)?|(?:\\.s3)?\\.localhost)");

  private static final Set<String> PARTS_OF_OBJECTS =
      Set.of(
          "acl",
          "legal-hold",
          "partNumber",
          "renameObject",
          "restore",
          "retention",
          "select",
          "tagging",
          "torrent",
          "uploadId");

  /**
   * @param host the header
   * @param rawPath percent-encoded
   * @param rawQuery without the question mark
   * @param headers whether there is one, by name
   */
  static S3Call of(
      String method, String host, String rawPath, String rawQuery, Predicate<String> headers) {
    String name = host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT);
    Matcher virtual = VIRTUAL_HOST.matcher(name);
    String path = virtual.matches() ? "/" + virtual.group(1) + rawPath : rawPath;
    String[] parts = path.substring(1).split("/", 2);
    String bucket = RequestTarget.decodedPath(parts[0]);
    String key = parts.length > 1 ? RequestTarget.decodedPath(parts[1]) : "";
    Act act = act(method, bucket, key, names(rawQuery), headers);
    return new S3Call(act, bucket, key, path);
  }

  /** Names what a request asks S3 for, by the names of its operations. */
  static Call call(Exchange exchange) {
    S3Call call =
        of(
            exchange.method(),
            exchange.header("host").orElse(""),
            exchange.rawPath(),
            exchange.rawQuery(),
            name -> exchange.header(name).isPresent());
    return Call.ofS3(call.operation(exchange), call.bucket(), exchange);
  }

  private String operation(Exchange exchange) {
    Set<String> query = names(exchange.rawQuery());
    return switch (act) {
      case PUT -> "PutObject";
      case COPY -> "CopyObject";
      case COMPLETE_UPLOAD -> "CompleteMultipartUpload";
      case DELETE -> "DeleteObject";
      case DELETE_SEVERAL -> "DeleteObjects";
      case OTHER ->
          switch (exchange.method()) {
            case "GET" ->
                !key.isEmpty()
                    ? "GetObject"
                    : bucket.isEmpty()
                        ? "ListBuckets"
                        : query.contains("list-type") ? "ListObjectsV2" : "ListObjects";
            case "HEAD" -> key.isEmpty() ? "HeadBucket" : "HeadObject";
            case "PUT" -> query.contains("uploadId") ? "UploadPart" : "CreateBucket";
            case "POST" -> "CreateMultipartUpload";
            default -> key.isEmpty() ? "DeleteBucket" : "AbortMultipartUpload";
          };
    };
  }

  private static Act act(
      String method, String bucket, String key, Set<String> query, Predicate<String> headers) {
    if (bucket.isEmpty()) {
      return Act.OTHER;
    }
    if (key.isEmpty()) {
      return method.equals("POST") && query.contains("delete") ? Act.DELETE_SEVERAL : Act.OTHER;
    }
    boolean whole = query.stream().noneMatch(PARTS_OF_OBJECTS::contains);
    return switch (method) {
      case "PUT" -> whole ? headers.test("x-amz-copy-source") ? Act.COPY : Act.PUT : Act.OTHER;
      case "POST" -> query.contains("uploadId") ? Act.COMPLETE_UPLOAD : Act.OTHER;
      case "DELETE" -> whole ? Act.DELETE : Act.OTHER;
      default -> Act.OTHER;
    };
  }

  private static Set<String> names(String rawQuery) {
    return Arrays.stream(rawQuery.split("&", -1))
        .map(each -> each.replaceFirst("=.*", ""))
        .collect(Collectors.toSet());
  }
}
