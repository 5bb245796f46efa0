package thaw.service.redirect;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells the hosts of AWS's services by their names from those that AWS has for its customers:
 * databases, load balancers, machines.
 *
 * @see <a href="https://docs.aws.amazon.com/general/latest/gr/rande.html">AWS service endpoints</a>
 */
public final class AwsHosts {
  /** Whatever is below them is AWS's; the second one is that of China. */
  public static final List<String> DOMAINS =
      List.of("amazonaws.com", "amazonaws.com.cn", "api.aws");

  /**
   * The last label of a service's host: {@code us-gov-east-1}, {@code fips-us-east-1}, {@code
   * us-east-1-fips}, {@code global}; {@code s3} and {@code queue} have names without a region too.
   */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?:[a-z0-9]+-)?[a-z]{2}(?:-[a-z]+)+-\\d+(?:-fips)?|global|s3(?:-[a-z0-9-]+)?|queue");

  /** Services with hosts of customers below their own, which speak no HTTP. */
  private static final Set<String> WITH_HOSTS = Set.of("efs", "kafka", "mq");

  private AwsHosts() {}

  /**
   * Returns whether a name, in lower case, is that of an API of AWS: {@code states.eu-west-1.…}.
   */
  public static boolean isService(String name) {
    Optional<String> own =
        DOMAINS.stream()
            .filter(domain -> name.endsWith("." + domain))
            .map(domain -> name.substring(0, name.length() - domain.length() - 1))
            .findFirst();
    if (own.isEmpty()) {
      return false;
    }
    List<String> labels = List.of(own.get().split("\\.", -1));
    return labels.size() == 1
        || (PLACE.matcher(labels.getLast()).matches()
            && !(labels.size() > 2 && WITH_HOSTS.contains(labels.get(labels.size() - 2))));
  }
}
