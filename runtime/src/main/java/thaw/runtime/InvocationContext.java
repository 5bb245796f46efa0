package thaw.runtime;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/** Tells a handler about its invocation. */
final class InvocationContext implements Context {
  private final RuntimeSettings settings;
  private final Event event;
  private final LambdaLogger logger;
  private final @Nullable CognitoIdentity identity;
  private final @Nullable ClientContext clientContext;

  InvocationContext(RuntimeSettings settings, Event event, LambdaLogger logger) {
    this.settings = settings;
    this.event = event;
    this.logger = logger;
    identity = event.cognitoIdentity == null ? null : CallerIdentity.of(event.cognitoIdentity);
    clientContext = event.clientContext == null ? null : CallerContext.of(event.clientContext);
  }

  @Override
  public String getAwsRequestId() {
    return event.requestId();
  }

  @Override
  public @Nullable String getLogGroupName() {
    return settings.logGroup;
  }

  @Override
  public @Nullable String getLogStreamName() {
    return settings.logStream;
  }

  @Override
  public @Nullable String getFunctionName() {
    return settings.functionName;
  }

  @Override
  public @Nullable String getFunctionVersion() {
    return settings.functionVersion;
  }

  @Override
  public @Nullable String getInvokedFunctionArn() {
    return event.functionArn;
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return identity;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return clientContext;
  }

  @Override
  public int getRemainingTimeInMillis() {
    int left = (int) (event.deadlineMillis - System.currentTimeMillis());
    return Math.max(left, 0);
  }

  @Override
  public int getMemoryLimitInMB() {
    return settings.memoryMiB;
  }

  @Override
  public LambdaLogger getLogger() {
    return logger;
  }

  @Override
  public @Nullable String getTenantId() {
    return event.tenantId;
  }

  @Override
  public @Nullable String getXrayTraceId() {
    return event.traceId;
  }
}
