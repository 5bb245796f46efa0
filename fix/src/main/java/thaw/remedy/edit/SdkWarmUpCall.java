package thaw.remedy.edit;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;

/**
 * The member by which a handler has the AWS SDK warm up its own clients, from 2.54.0 on.
 *
 * @param clients by their full names
 */
public record SdkWarmUpCall(List<String> clients) implements InitCall {
  private static final String TYPE = "software.amazon.awssdk.core.warmup.SdkWarmUp";
  private static final String METHOD = "warmUpClients";

  public SdkWarmUpCall {
    clients = List.copyOf(clients);
  }

  /** Returns whether sources call it already. */
  public static boolean isIn(JavaSources sources) {
    return sources.units().stream().map(JavaSources::text).anyMatch(text -> text.contains(TYPE));
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public String words() {
    return "has the SDK warm up its clients in init";
  }

  @Override
  public Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String owner,
      UnaryOperator<String> named,
      String step) {
    return Optional.of(
        """
        /** Has the SDK make first calls of its clients against answers of its own. */
        private static void %s() {
        \tif (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
        \t\ttry {
        \t\t\t%s.warmUp(%s);
        \t\t} catch (RuntimeException e) {
        \t\t\t// init goes on whatever comes of it
        \t\t}
        \t}
        }
        """
            .formatted(
                METHOD,
                named.apply(TYPE),
                clients.stream()
                    .map(client -> named.apply(client) + ".class")
                    .collect(Collectors.joining(", ")))
            .replace("\t", step));
  }
}
