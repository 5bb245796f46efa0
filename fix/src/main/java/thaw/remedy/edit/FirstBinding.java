package thaw.remedy.edit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * The member by which a handler has the runtime's own serializer bind an event and an answer. The
 * handler's method is not called. The serializer is reached by name: it is on the class path of the
 * runtime, and not of the build.
 *
 * @param handlerMethod that Lambda calls
 */
public record FirstBinding(JsonNode event, String handlerMethod) implements InitCall {
  private static final String METHOD = "bindFirstEvent";
  private static final String CONSTANT = "FIRST_EVENT";

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Set<String> names() {
    return Set.of(METHOD, CONSTANT);
  }

  @Override
  public String words() {
    return "has an event bound in init, where no client waits for it";
  }

  /** None where the runtime gives the handler streams, or a text. */
  @Override
  public Optional<String> members(
      JavaSources sources,
      TypeElement handler,
      String owner,
      UnaryOperator<String> named,
      String step) {
    return HandlerEntrance.of(sources, handler, handlerMethod)
        .flatMap(entrance ->
            entrance
                .event()
                .filter(type -> !type.toString().equals("java.lang.String"))
                .flatMap(type -> EventCode.raw(sources, type, named))
                .map(type -> text(type, answer(sources, entrance.answer(), named), owner, named)))
        .map(text -> text.replace("\t", step));
  }

  /** Returns two arguments: the class of an answer, and one that says nothing. */
  private static Optional<String[]> answer(
      JavaSources sources, TypeMirror type, UnaryOperator<String> named) {
    if (type.toString().equals("java.lang.String")) {
      return Optional.of(new String[] {"String", "\"\""});
    }
    return EventCode.isBean(type)
        ? EventCode.raw(sources, type, named).map(each -> new String[] {each, "new " + each + "()"})
        : Optional.empty();
  }

  private String text(
      String type, Optional<String[]> answer, String owner, UnaryOperator<String> named) {
    String reflected = named.apply("java.lang.reflect.Method");
    String written =
        answer
            .map(of ->
                """
                \t\t\tserializer
                \t\t\t\t\t.getMethod("toJson", Object.class, %s.class)
                \t\t\t\t\t.invoke(
                \t\t\t\t\t\t\tserializerFor.invoke(null, %s.class, loader),
                \t\t\t\t\t\t\t%s,
                \t\t\t\t\t\t\tnew %s());
                """
                    .formatted(
                        named.apply("java.io.OutputStream"),
                        of[0],
                        of[1],
                        named.apply("java.io.ByteArrayOutputStream")))
            .orElse("");
    return """
    /** Has %10$s. */
    private static void %1$s() {
    \tif (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in tests
    \t\ttry {
    \t\t\tString runtime = "com.amazonaws.services.lambda.runtime.serialization.";
    \t\t\tClassLoader loader = %2$s.class.getClassLoader();
    \t\t\tClass<?> serializer = Class.forName(runtime + "PojoSerializer");
    \t\t\t%3$s serializerFor =
    \t\t\t\t\tClass.forName(runtime + "events.LambdaEventSerializers")
    \t\t\t\t\t\t\t.getMethod("serializerFor", Class.class, ClassLoader.class);
    \t\t\tserializer
    \t\t\t\t\t.getMethod("fromJson", %4$s.class)
    \t\t\t\t\t.invoke(
    \t\t\t\t\t\t\tserializerFor.invoke(null, %5$s.class, loader),
    \t\t\t\t\t\t\tnew %6$s(%7$s.getBytes(%8$s.UTF_8)));
    %9$s\t\t} catch (Exception | LinkageError e) {
    \t\t\t// init goes on whatever comes of it
    \t\t}
    \t}
    }

    """
            .formatted(
                METHOD,
                owner,
                reflected,
                named.apply("java.io.InputStream"),
                type,
                named.apply("java.io.ByteArrayInputStream"),
                CONSTANT,
                named.apply("java.nio.charset.StandardCharsets"),
                written,
                written.isEmpty()
                    ? "an event bound as the runtime does it, and drops it"
                    : "an event and an answer bound as the runtime does it, and drops them")
        + EventCode.json(CONSTANT, event);
  }
}
