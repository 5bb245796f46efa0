package thaw.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets in whom {@link SiteRule} lets in: programs and the server's own web pages. Refuses to know
 * what is asked.
 */
public record OwnPages(SiteRule rule) implements Admission {
  private static final int FORBIDDEN = 403;

  /**
   * Returns the admission of a server that has the usual names and these, to which the user can add
   * others.
   */
  public static OwnPages of(String... names) {
    return new OwnPages(new SiteRule(Stream.of(names).collect(Collectors.toSet()), true));
  }

  @Override
  public Optional<Response> refusal(Exchange exchange) {
    return rule.refusal(host(exchange), exchange.lines("Origin"), exchange.lines("Sec-Fetch-Site"))
        .map(OwnPages::refused);
  }

  /** Looks at {@code Host} only: what is behind is for pages of all sites. */
  public Optional<Response> refusalOfName(Exchange exchange) {
    return rule.refusalOfName(host(exchange)).map(OwnPages::refused);
  }

  private static String host(Exchange exchange) {
    return exchange.header("Host").orElse("");
  }

  private static Response refused(String message) {
    return new Response(
        FORBIDDEN,
        Map.of(
            "Content-Type", "application/json",
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Cross-Origin-Resource-Policy", "same-origin"),
        List.of(),
        JsonNodeFactory.instance
            .objectNode()
            .put("message", message)
            .toString()
            .getBytes(StandardCharsets.UTF_8),
        Optional.empty());
  }
}
