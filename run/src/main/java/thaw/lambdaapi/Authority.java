package thaw.lambdaapi;

import java.util.Optional;
import thaw.http.Admission;
import thaw.http.Exchange;
import thaw.http.Response;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.Callers;
import thaw.lambdaapi.invoke.Operation;
import thaw.lambdaapi.invoke.Operations;
import thaw.lambdaapi.invoke.Rights;

/**
 * Lets callers do what they may. To invoke functions everybody may; all else, the page and the data
 * of what has happened included, is not for functions, and who changes functions runs code as the
 * user of this program. What of the data only they may see, the handlers that have it leave out
 * ({@link Callers#maySeeContents}).
 *
 * @param operations by which it is known what a request is about to do
 */
record Authority(Operations operations, Callers callers) implements Admission {
  @Override
  public Optional<Response> refusal(Exchange exchange) {
    Optional<Operation> operation =
        operations
            .find(exchange.method(), exchange.rawPath(), exchange::query)
            .map(Operations.Match::operation);
    Rights needed = operation.map(Operation::rights).orElse(Rights.READ);
    if (needed == Rights.INVOKE) {
      return Optional.empty(); // without a look at who calls
    }
    return switch (callers.of(exchange)) {
      case CHANGE -> Optional.empty();
      case READ ->
          needed == Rights.READ
              ? Optional.empty()
              : Optional.of(ApiError.notYours(operation.orElseThrow().name()).answer());
      case INVOKE -> Optional.of(ApiError.notForFunctions().answer());
    };
  }
}
