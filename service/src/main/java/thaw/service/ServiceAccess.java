package thaw.service;

import java.util.List;
import java.util.Map;
import thaw.sandbox.Bind;

/**
 * Has what a function needs to reach the services.
 *
 * @param variables for its environment, for example {@code AWS_ENDPOINT_URL_DYNAMODB}; SDKs v2 from
 *     2.28.29 on obey them
 * @param binds files that its sandbox must see, after the JDK's own bind; they serve the other SDKs
 * @param missing one line each: who is not served and why
 */
public record ServiceAccess(Map<String, String> variables, List<Bind> binds, List<String> missing) {
  public ServiceAccess {
    variables = Map.copyOf(variables);
    binds = List.copyOf(binds);
    missing = List.copyOf(missing);
  }

  /** Returns the access of a function that no service runs for. */
  public static ServiceAccess none() {
    return new ServiceAccess(Map.of(), List.of(), List.of());
  }
}
