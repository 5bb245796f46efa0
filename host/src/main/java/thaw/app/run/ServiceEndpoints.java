package thaw.app.run;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import thaw.app.workspace.Workspace;
import thaw.problem.UserMistake;
import thaw.service.LocalServices;

/** The endpoints of AWS's services in a running application, by the SDKs' variables. */
final class ServiceEndpoints {
  private ServiceEndpoints() {}

  /** Returns the endpoints of services that run here, and of those that the user has elsewhere. */
  static Map<String, String> all(Workspace workspace) {
    Map<String, String> endpoints = new HashMap<>(System.getenv());
    endpoints.putAll(here(workspace));
    return endpoints;
  }

  /** Returns the endpoints of services that run here. */
  static Map<String, String> here(Workspace workspace) {
    return workspace.services().map(LocalServices::variables).orElse(Map.of());
  }

  /** Returns the endpoint for code that requests name by bucket and key. */
  static Optional<URI> s3(Map<String, String> endpoints) {
    String endpoint = endpoints.get("AWS_ENDPOINT_URL_S3");
    try {
      return endpoint == null || endpoint.isBlank()
          ? Optional.empty()
          : Optional.of(new URI(endpoint));
    } catch (URISyntaxException e) {
      throw new UserMistake(
          "AWS_ENDPOINT_URL_S3 is not an address: " + endpoint,
          "set it to one such as http://127.0.0.1:9000, or unset it");
    }
  }
}
