package thaw.lambdaapi.invoke;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import thaw.function.LambdaLimits;
import thaw.function.constraint.ServiceModel;
import thaw.function.constraint.Violation;
import thaw.function.constraint.WrongType;
import thaw.http.Body;
import thaw.http.Exchange;

/**
 * One request of an operation. Refuses to know the server that it came through.
 *
 * @param operation its name, for messages
 * @param origin scheme, host and port by which the caller reached the API
 * @param path parameters of the operation's path template, decoded
 * @param query all values of a query parameter
 * @param header a header's value
 * @param contents whether the caller may see what functions get and write, and their variables
 */
public record ApiRequest(
    String id,
    String operation,
    String origin,
    Map<String, String> path,
    Function<String, List<String>> query,
    Function<String, Optional<String>> header,
    Body content,
    BooleanSupplier contents) {

  /** A tree of many small values takes so many times the memory of its text. */
  private static final int TREE_COPIES = 20;

  /**
   * @param origin by which address the caller reached us
   */
  public static ApiRequest of(
      Exchange exchange, Operations.Match match, String origin, Callers callers) {
    return new ApiRequest(
        exchange.requestId(),
        match.operation().name(),
        origin,
        match.path(),
        exchange::queried,
        exchange::header,
        exchange.body(),
        () -> callers.maySeeContents(exchange));
  }

  /** Returns whether the caller may see what functions get and write, and their variables. */
  public boolean seesContents() {
    return contents.getAsBoolean();
  }

  public String parameter(String name) {
    String value = path.get(name);
    if (value == null) {
      throw new IllegalStateException("not in the operation's path: " + name);
    }
    return value;
  }

  public Optional<String> queried(String name) {
    List<String> values = query.apply(name);
    return values.isEmpty() || values.getFirst().isEmpty()
        ? Optional.empty()
        : Optional.of(values.getFirst());
  }

  public Optional<String> header(String name) {
    return header.apply(name);
  }

  /** The function that the path names, and its qualifier. */
  public FunctionReference function() {
    return FunctionReference.of(parameter("FunctionName"), queried("Qualifier"));
  }

  /** The body as JSON, of an operation whose request carries no code. */
  public Input input() {
    byte[] body = content.whole(LambdaLimits.LARGEST_REQUEST_BYTES, TREE_COPIES);
    if (body.length > LambdaLimits.LARGEST_REQUEST_BYTES) {
      throw ApiError.entityTooLarge(LambdaLimits.LARGEST_REQUEST_BYTES, operation).refusal();
    }
    return checked(Input.parse(body));
  }

  /**
   * Returns the members of the body, provided that they and what the path, query and headers say
   * fit the service model.
   *
   * @throws ApiError.Refusal naming all that does not fit
   */
  public Input checked(Input input) {
    ServiceModel.of(operation).ifPresent(model -> check(model, input));
    return input;
  }

  /** Checks a request whose body, if it has one, says nothing. */
  void checkWithoutBody() {
    ServiceModel.of(operation)
        .filter(model -> !model.concernsBody())
        .ifPresent(model -> check(model, Input.empty()));
  }

  private void check(ServiceModel model, Input input) {
    List<String> violations;
    try {
      violations =
          model.violations(this::values, input.members()).stream().map(Violation::text).toList();
    } catch (WrongType e) {
      throw Input.serialization(String.valueOf(e.getMessage()));
    }
    if (!violations.isEmpty()) {
      throw (model.hasValidationError()
              ? ApiError.validations(violations)
              : ApiError.invalidParameters(violations))
          .refusal();
    }
  }

  /** An empty text in the query counts for nothing, as in {@link #queried}. */
  private List<String> values(String location, String name) {
    return switch (location) {
      case "uri" -> List.of(parameter(name));
      case "querystring" -> query.apply(name).stream().filter(text -> !text.isEmpty()).toList();
      default -> header(name).stream().toList();
    };
  }
}
