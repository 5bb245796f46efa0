package thaw.attribution.evidence;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.PhaseName;

/**
 * Tells how this function can be primed: by the statement that makes one call of the handler before
 * the first event, as it compiles, and cannot end init with an error.
 */
public final class HandlerPriming {
  private static final String AWS = "com.amazonaws.services.lambda.runtime.";
  private static final String CONTEXT = AWS + "Context";
  private static final String STUB =
      """
      static final %1$sContext PRIMING = new %1$sContext() {
        public String getAwsRequestId() { return "priming"; }
        public String getLogGroupName() { return "priming"; }
        public String getLogStreamName() { return "priming"; }
        public String getFunctionName() { return "priming"; }
        public String getFunctionVersion() { return "priming"; }
        public String getInvokedFunctionArn() { return "priming"; }
        public %1$sCognitoIdentity getIdentity() { return null; }
        public %1$sClientContext getClientContext() { return null; }
        public int getRemainingTimeInMillis() { return 10_000; }
        public int getMemoryLimitInMB() { return %2$d; }
        public %1$sLambdaLogger getLogger() { return %1$sLambdaRuntime.getLogger(); }
      };
      """;

  private static final String EVENT =
      """
      static final String EVENT =
          \"""
      %s
          \""";
      """;
  private static final String EVENT_UNKNOWN =
      """
      static final String EVENT = ""; // the JSON of an event that reaches the same calls and changes nothing
      """;
  private static final String NO_MEMBERS = "{}";

  private final AnalysisContext examined;

  private HandlerPriming(AnalysisContext examined) {
    this.examined = examined;
  }

  /** Returns what to do, and below it the code. */
  public static String remedy(AnalysisContext examined) {
    HandlerPriming priming = new HandlerPriming(examined);
    return priming.hook() + priming.call();
  }

  /** A hook that is there already. */
  private String hook() {
    Optional<ClassCode.Method> hook = examined.reach().hooks().findFirst();
    if (hook.isEmpty()) {
      return "";
    }
    String place = examined.code().place(hook.get());
    return examined.settings().snapStart()
        ? place + " runs before the snapshot and does not make these calls: add them there, or "
        : place
            + " runs with SnapStart only (SnapStart: {ApplyOn: PublishedVersions} in the template):"
            + " turn it on, or ";
  }

  private String call() {
    Optional<ClassCode.Method> handler = handler();
    if (handler.isEmpty()) {
      String remedy = Framework.of(examined).remedy(place());
      return CodeIndex.isJava(place()) ? remedy : firstLine(remedy);
    }
    CallSite.MethodId id = handler.get().id();
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(id.descriptor());
    String arguments =
        type.parameterList().stream().map(this::argument).collect(Collectors.joining(", "));
    String simple = examined.settings().handlerClass();
    simple = simple.substring(Math.max(simple.lastIndexOf('.'), simple.lastIndexOf('$')) + 1);
    String words =
        "call it once before the first request (prime): as the last statement of the constructor of %s, with an event that reaches the same calls and changes nothing"
            .formatted(simple);
    if (isWoven()) {
      return words
          + ", and below the aspects that are woven around it: they ask the context, and log and count each call";
    }
    if (!CodeIndex.isJava(examined.code().place(handler.get()))) {
      return words;
    }
    return type.parameterList().stream()
        .filter(this::isRead)
        .findFirst()
        .map(event ->
            words
                + ": "
                + event.displayName()
                + " must have the members that it reads, a new one has none")
        .orElseGet(() ->
            words
                + """

                try {
                  %s(%s);
                } catch (Exception e) {
                  // its answer does not matter
                }
                """
                    .formatted(id.name(), arguments)
                + (arguments.contains("EVENT") ? eventCode() : "")
                + (usesContext() ? STUB.formatted(AWS, examined.settings().memoryMiB()) : ""));
  }

  private String eventCode() {
    String event = examined.settings().event();
    return event.isEmpty()
        ? EVENT_UNKNOWN
        : EVENT.formatted(
            event.replace("\\", "\\\\").replace("\"\"\"", "\\\"\"\"").indent(4).stripTrailing());
  }

  private static String firstLine(String remedy) {
    return remedy.lines().findFirst().orElse("");
  }

  /** Tells whether AspectJ has put advice around the handler, as for Powertools. */
  private boolean isWoven() {
    return examined
        .reach()
        .handlerSites()
        .anyMatch(site -> site.owner().startsWith("org.aspectj."));
  }

  /** Tells whether the code asks an event of this type for its members. */
  private boolean isRead(ClassDesc type) {
    if (!type.isClassOrInterface()
        || binary(type).equals(CONTEXT)
        || binary(type).startsWith("java.")) {
      return false;
    }
    return examined
        .reach()
        .handlerSites()
        .filter(CallSite::isCall)
        .anyMatch(site -> site.owner().equals(binary(type)));
  }

  private String place() {
    return examined.mainPlace(sample -> sample.phase() == PhaseName.FIRST_INVOCATION);
  }

  /** The handler's method, where it is own code. */
  private Optional<ClassCode.Method> handler() {
    List<ClassCode.Method> methods =
        examined.code().supertypes(examined.settings().handlerClass()).stream()
            .flatMap(type -> examined.code().find(type).stream())
            .flatMap(found -> found.methods().stream())
            .filter(method -> method.id().name().equals(examined.settings().handlerMethod()))
            .filter(method -> !method.isBridge() && !method.isAbstract())
            .toList();
    return methods.stream().findFirst();
  }

  /** Something of that type; a record or an interface has to be filled in. */
  private String argument(ClassDesc type) {
    String name = type.isClassOrInterface() ? binary(type) : type.displayName();
    return switch (name) {
      case CONTEXT -> usesContext() ? "PRIMING" : "null";
      case "java.lang.String" -> text();
      case "java.lang.Object", "java.util.Map" -> "java.util.Map.of(%s)".formatted(members());
      case "java.util.List" -> "java.util.List.of(%s)".formatted(members());
      case "java.lang.Boolean", "boolean" -> "false";
      case "java.lang.Long", "long" -> "0L";
      case "java.lang.Double", "double" -> "0.0";
      case "java.lang.Integer", "int", "short", "byte" -> "0";
      case "java.io.InputStream" ->
          "new java.io.ByteArrayInputStream(%s.getBytes())".formatted(text());
      case "java.io.OutputStream" -> "java.io.OutputStream.nullOutputStream()";
      default -> made(name);
    };
  }

  private boolean hasMembers() {
    return !examined.settings().event().equals(NO_MEMBERS);
  }

  private String text() {
    return hasMembers() ? "EVENT" : "\"{}\"";
  }

  private String members() {
    return hasMembers() ? "/* what it reads */" : "";
  }

  private static String binary(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
  }

  private String made(String name) {
    boolean isPlain =
        examined.evidence().classes().find(name).flatMap(ClassCodeReader::read).stream()
            .flatMap(code -> code.methods().stream())
            .anyMatch(method ->
                method.id().name().equals("<init>") && method.id().descriptor().equals("()V"));
    String source = name.replace('$', '.');
    return isPlain
        ? "new " + source + "()"
        : "/* a " + source.substring(source.lastIndexOf('.') + 1) + " */ sample";
  }

  /** Tells whether the code asks its context for anything, or passes it on. */
  private boolean usesContext() {
    Stream<CallSite> sites = examined.reach().handlerSites().filter(CallSite::isCall);
    return sites.anyMatch(site ->
        site.owner().equals(CONTEXT)
            || (site.descriptor().contains("L" + CONTEXT.replace('.', '/') + ";")
                && !examined.isFirstParty(site.owner())));
  }
}
