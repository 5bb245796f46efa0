package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import thaw.function.resource.Bucket;
import thaw.problem.UserMistake;
import thaw.service.process.JavaService;
import thaw.service.process.ServiceProgram;

/**
 * S3Proxy: a server of S3's protocol, in memory.
 *
 * @param process listens already
 */
record S3Server(JavaService process) {
  static final ServiceProgram PROGRAM =
      new ServiceProgram(
          "S3Proxy",
          "s3",
          LoopbackS3.class,
          List.of("-Xmx1g"), // objects are in the heap
          List.of(),
          1536 * ServiceProgram.MIB); // 105 MiB after the start

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String VERSIONS =
      """
      <VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">\
      <Status>Enabled</Status></VersioningConfiguration>\
      """;

  /**
   * Returns when the buckets are there.
   *
   * @throws UserMistake when it refuses one
   */
  void create(List<Bucket> buckets) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (Bucket bucket : buckets) {
        put(http, bucket, "", "");
        if (bucket.versioned()) {
          put(http, bucket, "?versioning", VERSIONS);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "S3Proxy at " + process.url() + " does not answer: " + e + "; " + process.said(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the buckets were made", e);
    }
  }

  private void put(HttpClient http, Bucket bucket, String query, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(process.url() + "/" + bucket.name() + query))
            .timeout(PATIENCE)
            .PUT(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new UserMistake(
          "S3Proxy refuses the bucket %s: %d %s"
              .formatted(bucket.name(), response.statusCode(), response.body().strip()),
          "correct the properties of " + bucket.logicalId() + " in the template");
    }
  }
}
