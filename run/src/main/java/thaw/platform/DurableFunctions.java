package thaw.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.durable.DurableExecutions;
import thaw.durable.DurableTerms;
import thaw.durable.Ending;
import thaw.durable.EngineClock;
import thaw.durable.ErrorObject;
import thaw.durable.ExecutionObserver;
import thaw.durable.ExecutionStatus;
import thaw.durable.Functions;
import thaw.durable.Rejected;
import thaw.durable.StartRequest;
import thaw.function.DurableConfig;
import thaw.function.Region;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.NamedFunction;
import thaw.platform.record.Refused;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.store.Store;

/**
 * The functions of the platform for the engine of durable executions, and the engine for the
 * platform: whoever invokes a durable function, as if it were any other one, starts an execution.
 */
public final class DurableFunctions implements Functions {
  private final Invocations invocations;
  private volatile @Nullable DurableExecutions executions;

  DurableFunctions(Invocations invocations) {
    this.invocations = invocations;
  }

  /**
   * Goes on with all executions that the store holds, and takes new ones from now on. The result
   * must be closed before the platform.
   */
  public DurableExecutions open(
      Store store, EngineClock clock, ExecutionObserver observer, Consumer<Exception> problems) {
    DurableExecutions opened = new DurableExecutions(store, this, clock, observer, problems);
    executions = opened;
    opened.begin();
    return opened;
  }

  public DurableExecutions executions() {
    return Objects.requireNonNull(executions, "no engine of durable executions was opened");
  }

  /**
   * Returns the version that a request is for, which is to be drawn once, of a function that has a
   * durable one; empty for others, and where its invocation will be refused.
   */
  public Optional<FunctionVersion> drawn(String name, Optional<String> qualifier) {
    try {
      return invocations.hasDurableVersion(name)
          ? Optional.of(invocations.target(name, qualifier.orElse("")))
          : Optional.empty();
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  /**
   * Starts an execution of a durable function, or finds the one of the same name.
   *
   * @param version a durable one
   * @param synchronous whether somebody waits for its end
   * @throws Refused when it must not be started so
   * @throws Rejected when there is another one of this name
   */
  public DurableExecutions.Started start(
      String name,
      FunctionVersion version,
      Invocation invocation,
      Optional<String> executionName,
      boolean synchronous) {
    version.requireTenant(invocation.tenant());
    Target target = target(name, version);
    if (synchronous
        && target.terms().orElseThrow().executionTimeoutSeconds()
            > DurableConfig.LONGEST_SYNCHRONOUS_SECONDS) {
      throw Refused.invalid(
          "You cannot synchronously invoke a durable function with an executionTimeout greater"
              + " than 15 minutes.");
    }
    return executions()
        .start(
            new StartRequest(
                target,
                executionName,
                new String(invocation.payload(), StandardCharsets.UTF_8),
                synchronous,
                invocation.tenant().orElse(null),
                invocation.trace().orElse(null)));
  }

  /** Has an execution process an event, and waits for its end. */
  RequestOutcome run(String name, FunctionVersion version, Invocation invocation)
      throws InterruptedException {
    DurableExecutions.Started started = start(name, version, invocation, Optional.empty(), true);
    return new RequestOutcome.Completed(await(started), Optional.empty(), version.version());
  }

  /** Waits for the end of an execution, as long as an invocation may take. */
  public InvocationOutcome await(DurableExecutions.Started started) throws InterruptedException {
    try {
      return outcome(
          executions()
              .ending(started.arn())
              .get(DurableConfig.LONGEST_SYNCHRONOUS_SECONDS, TimeUnit.SECONDS));
    } catch (TimeoutException e) { // of one that was found by its name
      return failure(
          ErrorObject.of(
              "Sandbox.Timedout",
              "the execution has not ended in %d seconds"
                  .formatted(DurableConfig.LONGEST_SYNCHRONOUS_SECONDS)));
    } catch (ExecutionException e) {
      throw new IllegalStateException("could not wait for " + started.arn(), e);
    }
  }

  private static InvocationOutcome outcome(Ending ending) {
    if (ending.status() != ExecutionStatus.SUCCEEDED) {
      ErrorObject error = ending.error();
      return failure(error == null ? ErrorObject.of("Unknown", null) : error);
    }
    String result = ending.result();
    return new InvocationOutcome.Success(
        (result == null ? "null" : result).getBytes(StandardCharsets.UTF_8));
  }

  private static InvocationOutcome failure(ErrorObject error) {
    ObjectNode payload = error.toFunctionError();
    return new InvocationOutcome.Failure(
        Objects.requireNonNullElse(error.type(), "Unknown"),
        Objects.requireNonNullElse(error.message(), ""),
        payload.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Target target(String named) {
    NamedFunction function =
        NamedFunction.parse(named)
            .orElseThrow(
                () -> new Rejected(Rejected.Reason.NOT_FOUND, "Function not found: " + named));
    requireHere("region", function.region(), Region.own());
    requireHere("account", function.account(), Region.ACCOUNT);
    try {
      FunctionVersion version =
          invocations.target(function.name(), function.qualifier().orElse(""));
      if (version.isDurable() && function.qualifier().isEmpty()) {
        throw new Rejected(Rejected.Reason.INVALID_PARAMETER, UNQUALIFIED);
      }
      return target(function.name(), version);
    } catch (Refused e) {
      throw new Rejected(
          e.reason() == Refused.Reason.NOT_FOUND
              ? Rejected.Reason.NOT_FOUND
              : Rejected.Reason.INVALID_PARAMETER,
          e.text());
    }
  }

  /** AWS's words for a request that names a durable function without its version. */
  public static final String UNQUALIFIED =
      "You cannot invoke a durable function using an unqualified ARN.";

  private static void requireHere(String what, Optional<String> named, String here) {
    if (!named.orElse(here).equals(here)) {
      throw new Rejected(
          Rejected.Reason.INVALID_PARAMETER,
          "Cannot start a CHAINED_INVOKE on a function in another " + what + ".");
    }
  }

  private static Target target(String name, FunctionVersion version) {
    return new Target(
        Region.own(),
        Region.ACCOUNT,
        name,
        version.version(),
        Optional.ofNullable(version.settings().durable())
            .map(config ->
                new DurableTerms(
                    config.executionTimeoutSeconds(), config.retentionDays(), config.kmsKeyArn())));
  }

  @Override
  public Answer invoke(Call call) throws InterruptedException {
    Invocation invocation =
        new Invocation(
                call.requestId(),
                call.payload(),
                Optional.empty(),
                Optional.of(call.version()),
                Optional.ofNullable(call.trace()),
                Optional.empty())
            .withTenant(Optional.ofNullable(call.tenant()));
    RequestOutcome outcome;
    try {
      outcome = invocations.invokeItself(call.function(), invocation);
    } catch (Refused e) {
      return switch (e.reason()) {
        case NOT_FOUND, NOT_FOUND_WITHOUT_TYPE ->
            new Gone("Function not found: " + Arn.function(call.function(), call.version()));
        case TENANT, INVALID_PARAMETER, INVALID_PARAMETER_WITHOUT_TYPE -> new Gone(e.text());
        default -> new NotNow("ResourceConflictException", e.text());
      };
    }
    return switch (outcome) {
      case RequestOutcome.Completed completed ->
          switch (completed.outcome()) {
            case InvocationOutcome.Success(byte[] payload) -> new Returned(payload);
            case InvocationOutcome.Failure failure -> new Failed(failure.type(), failure.payload());
          };
      case RequestOutcome.Throttled _ -> new NotNow("TooManyRequestsException", "Rate Exceeded.");
      case RequestOutcome.Unprepared(String cause, String remedy) ->
          new NotNow(
              "ResourceConflictException",
              "The function %s cannot be run: %s. Remedy: %s"
                  .formatted(call.function(), cause, remedy));
    };
  }
}
