package thaw.runtime;

import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The logger of {@code LambdaRuntime.getLogger()}, which has a field and no method for it. */
final class GlobalLogger {
  private GlobalLogger() {}

  /**
   * Sets it by a variable handle, which loads a tenth of the classes that a reflective field loads.
   */
  static void set(LambdaLogger logger) {
    try {
      VarHandle field =
          MethodHandles.privateLookupIn(LambdaRuntime.class, MethodHandles.lookup())
              .findStaticVarHandle(LambdaRuntime.class, "logger", LambdaLogger.class);
      field.setVolatile(logger);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("aws-lambda-java-core has no LambdaRuntime.logger", e);
    }
  }
}
