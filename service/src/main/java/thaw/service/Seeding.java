package thaw.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import thaw.problem.UserMistake;
import thaw.service.busy.LocalSignature;
import thaw.service.process.LocalService;

/**
 * Puts what a {@link Seed} has into the services that run.
 *
 * @param endpoints where they are
 */
record Seeding(Map<LocalService, URI> endpoints, String region) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * @throws UserMistake when a service refuses something
   */
  void run(Seed seed) {
    try {
      if (!seed.items().isEmpty()) {
        putItems(seed);
      }
      if (!seed.objects().isEmpty()) {
        putObjects(seed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not put data into the local services: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while data were put into the services", e);
    }
  }

  private URI endpoint(LocalService service) {
    URI endpoint = endpoints.get(service);
    if (endpoint == null) {
      throw new IllegalStateException(service + " does not run");
    }
    return endpoint;
  }

  private void putItems(Seed seed) throws IOException, InterruptedException {
    try (AwsJson api =
        AwsJson.of(endpoint(LocalService.DYNAMODB).toString(), AwsJson.Protocol.DYNAMODB, region)) {
      for (Seed.Item item : seed.items()) {
        try {
          api.call("PutItem", Map.of("TableName", item.table(), "Item", item.attributes()));
        } catch (ServiceFault e) {
          throw new UserMistake(
              item.place() + " is not an item of the table " + item.table() + ": " + e.getMessage(),
              "correct it: the table's key must be there, with its types");
        }
      }
    }
  }

  private void putObjects(Seed seed) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (Seed.StoredFile object : seed.objects()) {
        URI address =
            URI.create(
                endpoint(LocalService.S3) + "/" + object.bucket() + "/" + encoded(object.key()));
        HttpRequest request =
            LocalSignature.sign(HttpRequest.newBuilder(address), "s3", region)
                .timeout(PATIENCE)
                .PUT(HttpRequest.BodyPublishers.ofFile(object.content()))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() / 100 != 2) {
          throw new UserMistake(
              "%s is not an object of the bucket %s: %d %s"
                  .formatted(
                      object.content(),
                      object.bucket(),
                      response.statusCode(),
                      response.body().strip()),
              "give it another name");
        }
      }
    }
  }

  /** Slashes part the path. */
  private static String encoded(String key) {
    return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
  }
}
