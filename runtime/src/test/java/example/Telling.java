package example;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.security.Security;
import java.util.LinkedHashMap;
import java.util.Map;
import thaw.runtime.Lifecycle;

/** Handlers that tell what they see. */
public final class Telling {
  private Telling() {}

  public static final class Members implements RequestHandler<Object, Map<String, Object>> {
    @Override
    public Map<String, Object> handleRequest(Object event, Context context) {
      Map<String, Object> seen = new LinkedHashMap<>();
      seen.put("id", context.getAwsRequestId());
      seen.put("group", context.getLogGroupName());
      seen.put("stream", context.getLogStreamName());
      seen.put("name", context.getFunctionName());
      seen.put("version", context.getFunctionVersion());
      seen.put("arn", context.getInvokedFunctionArn());
      seen.put("memory", context.getMemoryLimitInMB());
      seen.put("tenant", context.getTenantId());
      seen.put("trace", context.getXrayTraceId());
      int left = context.getRemainingTimeInMillis();
      seen.put("timeLeft", left > 0 && left <= 30_000);
      seen.put("property", System.getProperty("com.amazonaws.xray.traceHeader"));
      if (context.getIdentity() != null) {
        seen.put("identity", context.getIdentity().getIdentityId());
        seen.put("pool", context.getIdentity().getIdentityPoolId());
      }
      ClientContext client = context.getClientContext();
      if (client != null) {
        seen.put("installation", client.getClient().getInstallationId());
        seen.put("title", client.getClient().getAppTitle());
        seen.put("appVersion", client.getClient().getAppVersionName());
        seen.put("code", client.getClient().getAppVersionCode());
        seen.put("package", client.getClient().getAppPackageName());
        seen.put("custom", client.getCustom());
        seen.put("env", client.getEnvironment());
      }
      return seen;
    }
  }

  public static final class Logging implements RequestHandler<Object, Boolean> {
    @Override
    public Boolean handleRequest(Object event, Context context) {
      context.getLogger().log("plain\n");
      context.getLogger().log("debug\n", LogLevel.DEBUG);
      context.getLogger().log("warn \u00fc\n", LogLevel.WARN);
      context.getLogger().log(new byte[] {'b', '\n'});
      context.getLogger().log((String) null);
      LambdaRuntime.getLogger().log("\nglobal\n", LogLevel.ERROR);
      System.out.println("printed \u00fc");
      System.err.println("error \u00e4");
      return LambdaRuntime.getLogger() == context.getLogger();
    }
  }

  public static final class Properties implements RequestHandler<String, Object> {
    @Override
    public Object handleRequest(String name, Context context) {
      return name.startsWith("security:")
          ? Security.getProperty(name.substring(9))
          : System.getProperty(name);
    }
  }

  /** Tells of its turns, and what it throws in them changes nothing. */
  public static final class Turning implements RequestHandler<String, Boolean>, Lifecycle {
    private final boolean told = Lifecycle.register(this);

    @Override
    public Boolean handleRequest(String event, Context context) {
      System.out.println("handler " + event);
      if (event.equals("bad")) {
        throw new IllegalStateException("bad");
      }
      return told;
    }

    @Override
    public void beforeResponse(long deadlineMillis) {
      System.out.println("before " + (deadlineMillis > System.currentTimeMillis()));
      throw new IllegalStateException("of the turn");
    }

    @Override
    public void afterResponse(long deadlineMillis) {
      System.out.println("after " + (deadlineMillis > System.currentTimeMillis()));
    }

    @Override
    public void shutdown() {
      System.out.println("shutdown");
    }
  }
}
