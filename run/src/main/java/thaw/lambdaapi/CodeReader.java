package thaw.lambdaapi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.function.packaging.PackageLimit;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.platform.FunctionCatalog;
import thaw.platform.record.PackagedCode;

/** Takes a function's or layer's code out of a request: a zip in base64, or an object of S3. */
final class CodeReader {
  /** The most bytes of a request with a zip, from AWS's message (recorded 2025-11-25). */
  static final int REQUEST_LIMIT_BYTES = 70_167_211;

  /** 250 MB: what S3 delivers may be larger than what a request carries, but not unzipped. */
  private static final String REFERENCE = "REFERENCE";

  private static final int LARGEST_ERROR_BYTES = 64 * 1024;

  private static final Pattern S3_CODE = Pattern.compile("<Code>([^<]+)</Code>");
  private static final Pattern S3_MESSAGE = Pattern.compile("<Message>([^<]+)</Message>");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final FunctionCatalog catalog;
  private final Optional<URI> s3;

  /**
   * @param s3 a local server that speaks S3's protocol, without checking signatures
   */
  CodeReader(FunctionCatalog catalog, Optional<URI> s3) {
    this.catalog = catalog;
    this.s3 = s3;
  }

  /**
   * @param code of {@link #received}, with the members ZipFile, S3Bucket, S3Key, S3ObjectVersion
   */
  PackagedCode read(Input code) throws InterruptedException {
    Optional<String> zip = code.text("ZipFile");
    Optional<String> bucket = code.text("S3Bucket");
    Optional<String> key = code.text("S3Key");
    boolean refers = code.text("S3ObjectStorageMode").filter(REFERENCE::equals).isPresent();
    if (zip.isPresent() && (refers || bucket.isPresent() || key.isPresent())) {
      throw ApiError.invalidParameter(
              "Please do not provide other FunctionCode parameters when providing a ZipFile.")
          .refusal();
    }
    if (zip.isPresent()) {
      return catalog.upload(Path.of(zip.get()));
    }
    if (bucket.isPresent() && key.isPresent()) {
      Optional<String> version = code.text("S3ObjectVersion");
      PackagedCode copy = object(bucket.get(), key.get(), version);
      return refers
          ? new PackagedCode(
              copy.codeSha256(),
              copy.codeSizeBytes(),
              new PackagedCode.S3Object(bucket.get(), key.get(), version.orElse(null)))
          : copy;
    }
    throw ApiError.invalidParameter(
            "Please provide a source for function code: ZipFile, or S3Bucket and S3Key.")
        .refusal();
  }

  /** Has the members of a request read, and its zip written to a file. */
  <T> T received(ApiRequest request, Upload.Use<T> use) throws InterruptedException {
    return Upload.use(request, REQUEST_LIMIT_BYTES, catalog::incoming, use);
  }

  private PackagedCode object(String bucket, String key, Optional<String> version)
      throws InterruptedException {
    if (s3.isEmpty()) {
      throw ApiError.invalidParameter(
              "Thaw does not reach S3: start it with AWS_ENDPOINT_URL_S3 leading to a local server"
                  + " that has s3://"
                  + bucket
                  + "/"
                  + key
                  + ", or give the code as ZipFile")
          .refusal();
    }
    String base = s3.get().toString().replaceFirst("/+$", "");
    URI uri =
        URI.create(
            base
                + "/"
                + bucket
                + "/"
                + encoded(key).replace("%2F", "/")
                + version.map(id -> "?versionId=" + encoded(id)).orElse(""));
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      HttpResponse<InputStream> response =
          client.send(
              HttpRequest.newBuilder(uri).timeout(PATIENCE).GET().build(),
              HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (response.statusCode() != 200) {
          byte[] why = body.readNBytes(LARGEST_ERROR_BYTES);
          throw refused(new String(why, StandardCharsets.UTF_8), response.statusCode());
        }
        return catalog.keep(body, PackageLimit.UNZIPPED_BYTES + 1);
      }
    } catch (IOException e) {
      throw ApiError.invalidParameter(
              "Error occurred while GetObject. "
                  + uri
                  + " is not reachable: "
                  + e
                  + ". Is the server"
                  + " that AWS_ENDPOINT_URL_S3 names running?")
          .refusal();
    }
  }

  private static ApiError.Refusal refused(String body, int status) {
    Matcher code = S3_CODE.matcher(body);
    Matcher message = S3_MESSAGE.matcher(body);
    return ApiError.invalidParameter(
            "Error occurred while GetObject. S3 Error Code: %s. S3 Error Message: %s"
                .formatted(
                    code.find() ? code.group(1) : Integer.toString(status),
                    message.find() ? message.group(1) : "HTTP status " + status))
        .refusal();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
