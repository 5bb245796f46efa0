package thaw.deployment;

import com.google.cloud.tools.jib.api.Credential;
import com.google.cloud.tools.jib.api.CredentialRetriever;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.RegistryUnauthorizedException;
import com.google.cloud.tools.jib.event.EventHandlers;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import com.google.cloud.tools.jib.http.FailoverHttpClient;
import com.google.cloud.tools.jib.image.json.BuildableManifestTemplate;
import com.google.cloud.tools.jib.image.json.ManifestTemplate;
import com.google.cloud.tools.jib.registry.ManifestAndDigest;
import com.google.cloud.tools.jib.registry.RegistryClient;
import com.google.cloud.tools.jib.registry.credentials.CredentialRetrievalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import thaw.problem.UserMistake;

/**
 * An image in a registry, with the credentials that Docker's configuration or a credential helper
 * has.
 *
 * @param reference as in {@code 123456789012.dkr.ecr.us-east-1.amazonaws.com/pets:1}
 */
record ImageRegistry(ImageReference reference) {
  static final String REMEDY =
      "look whether it is reached and the repository is there, and log in: docker login, or a"
          + " credential helper such as docker-credential-ecr-login";

  static ImageRegistry named(String reference) {
    try {
      return new ImageRegistry(ImageReference.parse(reference));
    } catch (InvalidImageReferenceException e) {
      throw new UserMistake(
          reference + " is not the name of an image in a registry",
          "write it like 123456789012.dkr.ecr.us-east-1.amazonaws.com/pets:1");
    }
  }

  /** Returns the image for Jib, to push to or to build on. */
  RegistryImage image() {
    RegistryImage image = RegistryImage.named(reference);
    credentials().forEach(image::addCredentialRetriever);
    return image;
  }

  private List<CredentialRetriever> credentials() {
    CredentialRetrieverFactory factory = CredentialRetrieverFactory.forImage(reference, _ -> {});
    return List.of(factory.dockerConfig(), factory.wellKnownCredentialHelpers());
  }

  /** Tells whether the registry is on this machine: only there it may be without TLS. */
  boolean isLocal() {
    return reference.getRegistry().matches("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?");
  }

  /** The repository, and what was pushed by its digest. */
  String byDigest(Object digest) {
    return reference.getRegistry() + "/" + reference.getRepository() + "@" + digest;
  }

  /**
   * The image that a registry has under this reference.
   *
   * @param digest of its manifest
   * @param configuration as JSON, absent for one that is for several platforms
   */
  record Found(String digest, Optional<byte[]> configuration) {}

  /** Asks the registry; empty where it has no such image. */
  Optional<Found> find() throws IOException, RegistryException {
    FailoverHttpClient http = new FailoverHttpClient(isLocal(), isLocal(), _ -> {});
    try {
      return found(client(http, credential()));
    } catch (RegistryUnauthorizedException e) {
      return found(authorized(http, e));
    } finally {
      http.shutDown();
    }
  }

  private Optional<Credential> credential() throws IOException {
    try {
      for (CredentialRetriever each : credentials()) {
        Optional<Credential> credential = each.retrieve();
        if (credential.isPresent()) {
          return credential;
        }
      }
      return Optional.empty();
    } catch (CredentialRetrievalException e) {
      throw new IOException("the credentials cannot be had: " + e.getMessage(), e);
    }
  }

  private RegistryClient client(FailoverHttpClient http, Optional<Credential> credential) {
    RegistryClient.Factory factory =
        RegistryClient.factory(
            EventHandlers.NONE, reference.getRegistry(), reference.getRepository(), http);
    factory.setUserAgent("thaw");
    credential.ifPresent(factory::setCredential);
    return factory.newRegistryClient();
  }

  /**
   * Returns a client that is authorized by a token of the registry's, which may be for everybody,
   * or by the credentials themselves.
   */
  private RegistryClient authorized(FailoverHttpClient http, RegistryUnauthorizedException asked)
      throws IOException, RegistryException {
    Optional<Credential> credential = credential();
    RegistryClient client = client(http, credential);
    if (!client.doPullBearerAuth()) {
      if (credential.isEmpty()) {
        throw asked;
      }
      client.configureBasicAuth();
    }
    return client;
  }

  private Optional<Found> found(RegistryClient client) throws IOException, RegistryException {
    Optional<ManifestAndDigest<ManifestTemplate>> there =
        client.checkManifest(reference.getQualifier());
    if (there.isEmpty()) {
      return Optional.empty();
    }
    Optional<byte[]> configuration = Optional.empty();
    if (there.get().getManifest() instanceof BuildableManifestTemplate one) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      client
          .pullBlob(one.getContainerConfiguration().getDigest(), _ -> {}, _ -> {})
          .writeTo(content);
      configuration = Optional.of(content.toByteArray());
    }
    return Optional.of(new Found(there.get().getDigest().toString(), configuration));
  }

  /** The innermost cause, which says most. */
  static String reason(Throwable problem) {
    Throwable deepest = problem;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage());
  }
}
