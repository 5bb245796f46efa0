package thaw.service.busy;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Tells requests of AWS's clients to the Lambda API, which are signed, from those of Thaw's own
 * programs and of people, which have no retries.
 */
record OfSdks(HttpHandler otherwise, HttpHandler busy, Function<Exchange, Optional<String>> names)
    implements HttpHandler {
  private static final Pattern OPERATION = Pattern.compile("[A-Z][A-Za-z]+");

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    boolean signed = exchange.header("authorization").orElse("").startsWith("AWS4-");
    boolean known =
        signed && names.apply(exchange).filter(OPERATION.asMatchPredicate()).isPresent();
    (known ? busy : otherwise).serve(exchange, onResponse);
  }

  @Override
  public Response failed(Exception reason) {
    return otherwise.failed(reason);
  }
}
