package thaw.lambdaapi.url;

import java.util.Optional;
import thaw.http.Admission;
import thaw.http.Exchange;
import thaw.http.OwnPages;
import thaw.http.Response;

/**
 * Decides who is let in to the Lambda API's port: function URLs are public, as on AWS, pages of all
 * sites may call them; all else is for programs and our own pages.
 *
 * <p>A function URL by its path is a part of our own origin, so the name must be ours there. One by
 * its host is exempt only if there is such a function: no other request may pass by looking like
 * one.
 *
 * @param others who is let in to all else
 * @param own which names are ours
 */
public record UrlsForAll(FunctionUrls urls, Admission others, OwnPages own) implements Admission {
  @Override
  public Optional<Response> refusal(Exchange exchange) {
    return switch (UrlAddress.of(exchange).orElse(null)) {
      case UrlAddress.OfPath _ -> own.refusalOfName(exchange);
      case UrlAddress.OfHost address when urls.knows(address) -> Optional.empty();
      case UrlAddress.OfHost _ -> others.refusal(exchange);
      case null -> others.refusal(exchange);
    };
  }
}
