package thaw.durable;

/** The kinds of event in a history; the API has these names, with details of the same name. */
public enum EventType {
  EXECUTION_STARTED("ExecutionStarted"),
  EXECUTION_SUCCEEDED("ExecutionSucceeded"),
  EXECUTION_FAILED("ExecutionFailed"),
  EXECUTION_TIMED_OUT("ExecutionTimedOut"),
  EXECUTION_STOPPED("ExecutionStopped"),
  CONTEXT_STARTED("ContextStarted"),
  CONTEXT_SUCCEEDED("ContextSucceeded"),
  CONTEXT_FAILED("ContextFailed"),
  WAIT_STARTED("WaitStarted"),
  WAIT_SUCCEEDED("WaitSucceeded"),
  WAIT_CANCELLED("WaitCancelled"),
  STEP_STARTED("StepStarted"),
  STEP_SUCCEEDED("StepSucceeded"),
  STEP_FAILED("StepFailed"),
  CHAINED_INVOKE_STARTED("ChainedInvokeStarted"),
  CHAINED_INVOKE_SUCCEEDED("ChainedInvokeSucceeded"),
  CHAINED_INVOKE_FAILED("ChainedInvokeFailed"),
  CHAINED_INVOKE_TIMED_OUT("ChainedInvokeTimedOut"),
  CHAINED_INVOKE_STOPPED("ChainedInvokeStopped"),
  CALLBACK_STARTED("CallbackStarted"),
  CALLBACK_SUCCEEDED("CallbackSucceeded"),
  CALLBACK_FAILED("CallbackFailed"),
  CALLBACK_TIMED_OUT("CallbackTimedOut"),
  INVOCATION_COMPLETED("InvocationCompleted"),
  EXECUTION_PAUSED("ExecutionPaused"),
  EXECUTION_RESUMED("ExecutionResumed");

  private final String lambdaName;

  EventType(String lambdaName) {
    this.lambdaName = lambdaName;
  }

  /** Returns the name that the API has for it. */
  public String lambdaName() {
    return lambdaName;
  }
}
