package thaw.attribution.evidence;

import java.util.Set;
import thaw.attribution.ProfileSample;

/**
 * A place in own code that builds a client of the AWS SDK.
 *
 * @param client binary name of what is built
 * @param end index of the last bytecode of the building
 * @param settings names of the builder's methods that are called
 * @param searches whether credentials are left to the default chain though a provider is given
 */
public record ClientBuild(
    CallSite site, String client, int end, Set<String> settings, boolean searches) {
  public String simpleName() {
    return client.substring(client.lastIndexOf('.') + 1);
  }

  /**
   * Returns the name of the class that the SDK makes, such as {@code DefaultDynamoDbClient}; the
   * name of its builder begins alike.
   */
  private String implementation() {
    int dot = client.lastIndexOf('.') + 1;
    return client.substring(0, dot) + "Default" + client.substring(dot);
  }

  boolean isOf(String className) {
    return className.equals(client)
        || className.equals(implementation())
        || className.equals(implementation() + "Builder");
  }

  /** The JVM loads the implementation when the client is built, the interface maybe earlier. */
  public boolean isMadeOf(String className) {
    return className.equals(implementation()) || className.equals(implementation() + "Builder");
  }

  public boolean isAsynchronous() {
    return simpleName().endsWith("AsyncClient");
  }

  public boolean hasHttpClient() {
    return settings.stream().anyMatch(name -> name.startsWith("httpClient"));
  }

  /** Returns whether the sample ran while this was built. */
  public boolean contains(ProfileSample sample) {
    return site.contains(sample, end);
  }
}
