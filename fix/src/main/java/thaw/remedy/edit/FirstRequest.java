package thaw.remedy.edit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * The members by which a handler answers a request of its own: the call, the event, the context.
 *
 * @param event of the request
 * @param handlerMethod that Lambda calls
 */
public record FirstRequest(JsonNode event, String handlerMethod) implements InitCall {
  private static final String METHOD = "answerFirstRequest";
  private static final String CONTEXT = "FirstContext";
  private static final String AWS = "com.amazonaws.services.lambda.runtime.";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Set<String> names() {
    return Set.of(METHOD, CONTEXT, EventCode.METHOD, EventCode.CONSTANT);
  }

  @Override
  public String words() {
    return "answers a first request in init, where no client waits for it";
  }

  /** None where the handler takes no event by this method, or the event cannot be made for it. */
  @Override
  public Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String owner,
      UnaryOperator<String> named,
      String step) {
    return HandlerEntrance.of(sources, handler, handlerMethod)
        .flatMap(entrance -> {
          String last = entrance.takesContext() ? ", new " + CONTEXT + "()" : "";
          if (entrance.event().isEmpty()) {
            String arguments =
                "%n\t\t\t\t\tnew %s(%s.getBytes(%s.UTF_8)),%n\t\t\t\t\tnew %s()%s"
                    .formatted(
                        named.apply("java.io.ByteArrayInputStream"),
                        EventCode.CONSTANT,
                        named.apply("java.nio.charset.StandardCharsets"),
                        named.apply("java.io.ByteArrayOutputStream"),
                        last);
            return Optional.of(
                text(entrance, arguments, EventCode.json(EventCode.CONSTANT, event), named, step));
          }
          TypeMirror type = entrance.event().get();
          return EventCode.made(sources, type, event, named)
              .or(() -> EventCode.bound(sources, type, event, named))
              .map(made -> text(entrance, EventCode.METHOD + "()" + last, made, named, step));
        });
  }

  private String text(
      HandlerEntrance entrance,
      String arguments,
      String event,
      UnaryOperator<String> named,
      String step) {
    String call =
        """
        /** A GET, which changes nothing: later requests find loaded what it has loaded. */
        private void %s() {
        \tif (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
        \t\ttry {
        \t\t\t%s(%s);
        \t\t} catch (Exception e) {
        \t\t\t// its answer does not matter, and init goes on
        \t\t}
        \t}
        }
        """
            .formatted(METHOD, handlerMethod, arguments);
    if (!entrance.takesContext()) {
      return (call + "\n" + event).replace("\t", step);
    }
    String context =
        """
        private static final class %s implements %s {
        \tpublic String getAwsRequestId() { return "00000000-0000-0000-0000-000000000000"; }
        \tpublic String getLogGroupName() { return System.getenv("AWS_LAMBDA_LOG_GROUP_NAME"); }
        \tpublic String getLogStreamName() { return System.getenv("AWS_LAMBDA_LOG_STREAM_NAME"); }
        \tpublic String getFunctionName() { return System.getenv("AWS_LAMBDA_FUNCTION_NAME"); }
        \tpublic String getFunctionVersion() { return System.getenv("AWS_LAMBDA_FUNCTION_VERSION"); }
        \tpublic String getInvokedFunctionArn() {
        \t\treturn String.format(
        \t\t\t\t"arn:aws:lambda:%%s:000000000000:function:%%s",
        \t\t\t\tSystem.getenv("AWS_REGION"), getFunctionName());
        \t}
        \tpublic %s getIdentity() { return null; }
        \tpublic %s getClientContext() { return null; }
        \tpublic int getRemainingTimeInMillis() { return 10_000; }
        \tpublic int getMemoryLimitInMB() {
        \t\treturn Integer.parseInt(System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
        \t}
        \tpublic %s getLogger() { return %s.getLogger(); }
        }
        """
            .formatted(
                CONTEXT,
                named.apply(AWS + "Context"),
                named.apply(AWS + "CognitoIdentity"),
                named.apply(AWS + "ClientContext"),
                named.apply(AWS + "LambdaLogger"),
                named.apply(AWS + "LambdaRuntime"));
    return (call + "\n" + event + "\n" + context).replace("\t", step);
  }
}
