package thaw.lambdaapi.invoke;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import thaw.durable.Rejected;
import thaw.function.constraint.Violation;
import thaw.http.Response;
import thaw.platform.record.Refused;
import thaw.pool.ThrottleReason;
import thaw.runtimeapi.RestoreFault;

/**
 * A reason why the API refuses a request, in the words of AWS (recorded 2025-11-24 in the public
 * LocalStack repository, test_lambda.snapshot.json). The name of the message's member differs
 * between errors, as it does there.
 *
 * @param status HTTP status
 * @param type of the header {@code x-amzn-ErrorType}
 * @param messageKey {@code Message} or {@code message}
 * @param extra further members of the body
 */
public record ApiError(
    int status, String type, String messageKey, String message, Map<String, String> extra) {
  private static ApiError user(int status, String type, String messageKey, String message) {
    return new ApiError(status, type, messageKey, message, Map.of("Type", "User"));
  }

  static ApiError notFound(String message) {
    return user(404, "ResourceNotFoundException", "Message", message);
  }

  static ApiError functionNotFound(String arn) {
    return notFound("Function not found: " + arn);
  }

  public static ApiError invalidParameter(String message) {
    return user(400, "InvalidParameterValueException", "message", message);
  }

  /** A value that does not fit its declaration; this error has no Type. */
  static ApiError validation(String value, String member, String constraint) {
    return new ApiError(
        400,
        "ValidationException",
        "message",
        "1 validation error detected: Value '%s' at '%s' failed to satisfy constraint: %s"
            .formatted(value, member, constraint),
        Map.of());
  }

  /** All that does not fit at once. */
  static ApiError validations(List<String> violations) {
    return new ApiError(400, "ValidationException", "message", Violation.all(violations), Map.of());
  }

  /** The same, of services whose model has no other error for it. */
  static ApiError invalidParameters(List<String> violations) {
    return invalidParameter(Violation.all(violations));
  }

  public static ApiError invalidContent(String message) {
    return user(400, "InvalidRequestContentException", "message", message);
  }

  /** The wire's name of what SDKs call RequestTooLargeException. */
  public static ApiError tooLarge(int limitBytes) {
    return user(
        413,
        "RequestEntityTooLargeException",
        "message",
        "Request must be smaller than " + limitBytes + " bytes for the InvokeFunction operation");
  }

  /**
   * Returns the error for too large an event in words that callers have reported since 2017; theirs
   * have the limit of their time.
   */
  static ApiError eventTooLarge(int bytes, int limitBytes) {
    return user(
        413,
        "RequestEntityTooLargeException",
        "message",
        bytes
            + " byte payload is too large for the Event invocation type (limit "
            + limitBytes
            + " bytes)");
  }

  /** Returns the error of all other operations, which has no Type. */
  public static ApiError entityTooLarge(int limitBytes, String operation) {
    return new ApiError(
        413,
        "RequestEntityTooLargeException",
        "message",
        "Request must be smaller than " + limitBytes + " bytes for the " + operation + " operation",
        Map.of());
  }

  /** Returns AWS's error for what the platform refuses. */
  public static ApiError of(Refused refused) {
    String text = refused.text();
    return switch (refused.reason()) {
      case NOT_FOUND -> notFound(text);
      case NOT_FOUND_WITHOUT_TYPE ->
          new ApiError(404, "ResourceNotFoundException", "Message", text, Map.of());
      case CONFLICT -> user(409, "ResourceConflictException", "message", text);
      case INVALID_PARAMETER, TENANT -> invalidParameter(text);
      case INVALID_PARAMETER_WITHOUT_TYPE ->
          new ApiError(400, "InvalidParameterValueException", "message", text, Map.of());
      case PRECONDITION_FAILED -> user(412, "PreconditionFailedException", "message", text);
      case TOO_LARGE ->
          new ApiError(413, "RequestEntityTooLargeException", "message", text, Map.of());
      case CODE_STORAGE_EXCEEDED -> user(400, "CodeStorageExceededException", "message", text);
      case POLICY_LENGTH_EXCEEDED -> user(400, "PolicyLengthExceededException", "message", text);
      case PROVISIONED_CONFIG_NOT_FOUND ->
          user(404, "ProvisionedConcurrencyConfigNotFoundException", "message", text);
      case CODE_SIGNING_CONFIG_NOT_FOUND ->
          user(404, "CodeSigningConfigNotFoundException", "Message", text);
      case CODE_VERIFICATION_FAILED ->
          user(400, "CodeVerificationFailedException", "Message", text);
      case RUNTIME_VERSION_DELETED -> user(409, "RuntimeVersionDeletedException", "message", text);
      case RUNTIME_ALIAS_DELETED -> user(409, "RuntimeAliasDeletedException", "message", text);
      case SERVICE -> internal(text);
    };
  }

  /** Returns AWS's error for what the engine of durable executions refuses. */
  public static ApiError of(Rejected rejected) {
    String text = rejected.text();
    return switch (rejected.reason()) {
      case INVALID_PARAMETER -> invalidParameter(text);
      case NOT_FOUND -> notFound(text);
      case CONFLICT -> user(409, "ResourceConflictException", "message", text);
      case CALLBACK_CLOSED -> user(400, "CallbackTimeoutException", "Message", text);
      case ALREADY_STARTED -> user(409, "DurableExecutionAlreadyStartedException", "Message", text);
    };
  }

  static ApiError throttled(ThrottleReason reason) {
    return new ApiError(
        429,
        "TooManyRequestsException",
        "message",
        "Rate Exceeded.",
        Map.of("Type", "User", "Reason", reason.lambdaName()));
  }

  /**
   * Returns the error for a function that cannot be run. SDKs do not retry it: it takes a change of
   * the code, or of the machine.
   */
  static ApiError unprepared(String function, String cause, String remedy) {
    String text = "The function " + function + " cannot be run: " + cause + ". Remedy: " + remedy;
    return RestoreFault.of(cause)
        .map(fault ->
            switch (fault) {
              case HOOK -> user(400, "SnapStartException", "Message", text);
              case TIMEOUT -> user(408, "SnapStartTimeoutException", "Message", text);
              case NOT_READY -> user(409, "SnapStartNotReadyException", "Message", text);
            })
        .orElseGet(() -> user(409, "ResourceConflictException", "message", text));
  }

  /**
   * Returns the error for a request that is no operation of the Lambda API, nor of other services
   * that Thaw has.
   */
  public static ApiError unknownOperation(String request) {
    return user(404, "UnknownOperationException", "Message", "Thaw does not support " + request);
  }

  /**
   * Returns the error for what AWS can do and Thaw cannot: the one error that all operations have.
   *
   * @param what the operation, or the member of a request
   */
  public static ApiError notSupported(String what, String reason) {
    return invalidParameter("Thaw does not support " + what + ": " + reason);
  }

  /** Returns a refusal by the rules of this machine; AWS refuses by its policies. */
  private static ApiError denied(String message) {
    return user(403, "AccessDeniedException", "Message", message);
  }

  /** Returns the refusal of a change, to a caller who may only read and invoke. */
  public static ApiError notYours(String operation) {
    return denied(
        operation
            + " changes what runs here, and who does that runs code as the user of Thaw: only"
            + " programs of that user on this machine may, by a loopback address. Remedy: call from"
            + " there, or start Thaw with --allow-changes, which lets everybody who reaches this"
            + " port.");
  }

  /** Returns the refusal of what only those see who may change, to a caller who may read. */
  public static ApiError notYourContents() {
    return denied(
        "This may hold what functions got and wrote, or their code: only programs of the user who runs Thaw see"
            + " it, on this machine, by a loopback address. Remedy: ask from there, or start Thaw"
            + " with --allow-changes, which lets everybody who reaches this port.");
  }

  /** Returns the refusal to a function, which may only invoke. */
  public static ApiError notForFunctions() {
    return denied(
        "Functions may not change functions here, nor read about them: they may only invoke them"
            + " (Invoke, InvokeWithResponseStream, function URLs), and go on with durable executions"
            + " by their tokens. Remedy: do this from outside of"
            + " functions, with AWS_ENDPOINT_URL_LAMBDA.");
  }

  /** A fault of the platform. */
  public static ApiError internal(String message) {
    return new ApiError(500, "ServiceException", "Message", message, Map.of("Type", "Service"));
  }

  public Response answer() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    extra.forEach(body::put);
    body.put(messageKey, message);
    Map<String, String> headers = Map.of("x-amzn-ErrorType", type);
    return new Response(status, headers, body.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Carries an error to the HTTP handler. */
  public Refusal refusal() {
    return new Refusal(this);
  }

  /** A request that is refused; no bug, so without a stack trace. */
  public static final class Refusal extends RuntimeException {
    private final transient ApiError error;

    private Refusal(ApiError error) {
      super(error.message(), null, false, false);
      this.error = error;
    }

    public ApiError error() {
      return error;
    }
  }
}
