package thaw.runtime;

import com.amazonaws.services.lambda.runtime.LambdaRuntimeInternal;
import java.lang.reflect.Method;

/** The request's id for lines of Log4j, when Lambda's appender of it is in use. */
final class Log4jContext {
  private static final String KEY = "AWSRequestId";

  private Log4jContext() {}

  static void put(String requestId) {
    if (!LambdaRuntimeInternal.getUseLog4jAppender()) {
      return;
    }
    boolean first = put("org.apache.log4j.MDC", Object.class, requestId);
    boolean second = put("org.apache.logging.log4j.ThreadContext", String.class, requestId);
    if (!first && !second) {
      System.err.println(
          "The function uses Lambda's appender for Log4j, and neither org.apache.log4j.MDC nor"
              + " org.apache.logging.log4j.ThreadContext can be loaded: lines have no request id.");
    }
  }

  private static boolean put(String className, Class<?> valueType, String requestId) {
    try {
      Class<?> context = Class.forName(className, true, ClassLoader.getSystemClassLoader());
      Method put = context.getMethod("put", String.class, valueType);
      put.invoke(null, KEY, requestId);
      return true;
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }
}
