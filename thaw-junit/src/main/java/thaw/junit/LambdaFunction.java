package thaw.junit;

import java.util.List;
import thaw.junit.durable.DurableExecution;
import thaw.junit.program.EventBytes;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/**
 * A function of an application that runs. Any number of threads may invoke it; each invocation that
 * comes while others run has an environment of its own, as on Lambda.
 */
public final class LambdaFunction {
  private final ThawRun run;
  private final String logicalId;
  private final String name;

  LambdaFunction(ThawRun run, String logicalId, String name) {
    this.run = run;
    this.logicalId = logicalId;
    this.name = name;
  }

  /**
   * Returns the function's name, by which the Lambda API knows it, and which is {@code
   * AWS_LAMBDA_FUNCTION_NAME} in the function.
   */
  public String name() {
    return name;
  }

  /** The same application's other functions, APIs and services. */
  public ThawRun application() {
    return run;
  }

  /** Invokes it with an empty JSON object. */
  public LambdaResponse invoke() {
    return invoke("{}");
  }

  /**
   * Invokes it and waits for its response.
   *
   * @param event the event. Text, {@code byte[]}, an {@code InputStream} (which is closed) and the
   *     file of a {@code Path} are JSON as it stands; every other object is written as JSON as
   *     Lambda's Java runtime does it, the types of aws-lambda-java-events included
   * @return what it returned, or how it failed
   * @throws ThawException when it was not invoked, or the test was interrupted
   */
  public LambdaResponse invoke(Object event) {
    int place = run.feed().place();
    LambdaClient.Answer answer = run.client().invoke(name, "RequestResponse", EventBytes.of(event));
    PendingInvocation ends = new PendingInvocation(run.feed(), name, place, answer.requestId());
    LambdaResponse response = new LambdaResponse(name, answer, ends::await);
    run.observer().accept(response);
    return response;
  }

  /**
   * Hands over an event for later, as an asynchronous invocation.
   *
   * @param event as {@link #invoke(Object)} takes it
   * @throws ThawException when the event was not accepted
   */
  public PendingInvocation invokeAsync(Object event) {
    int place = run.feed().place();
    LambdaClient.Answer answer = run.client().invoke(name, "Event", EventBytes.of(event));
    return new PendingInvocation(run.feed(), name, place, answer.requestId());
  }

  /**
   * Starts an execution of a durable function, which goes on while the test does.
   *
   * @param event as {@link #invoke(Object)} takes it
   * @throws ThawException when it was not started
   */
  public DurableExecution start(Object event) {
    return start("", event);
  }

  /**
   * The same, with a name: a second start with the same event finds the first one's execution.
   *
   * @param executionName letters, digits, {@code -} and {@code _}; empty for none
   */
  public DurableExecution start(String executionName, Object event) {
    return new DurableExecution(
        run.client(), run.client().start(name, executionName, EventBytes.of(event)));
  }

  /** All invocations of it that have ended, by whomever, in the order of their ends. */
  public List<FunctionInvocation> invocations() {
    return run.feed().since(0).stream().filter(each -> each.function().equals(name)).toList();
  }

  /**
   * Marks a moment, to wait for what an event source makes of an event that the test sends
   * afterwards.
   */
  public InvocationMark mark() {
    return new InvocationMark(run.feed(), name, run.feed().place());
  }

  /**
   * Measures cold starts by {@code thaw bench}: each in a new JVM, whatever {@link StartMode} the
   * tests use. Takes as long as that many cold starts, and some seconds.
   *
   * @param event as {@link #invoke(Object)} takes it
   * @param samples how many, at least 1
   * @throws ThawException when they could not be measured
   */
  public ColdStarts measureColdStarts(Object event, int samples) {
    return ColdStartBench.run(run.spec(), logicalId, EventBytes.of(event), samples);
  }

  @Override
  public String toString() {
    return name;
  }
}
