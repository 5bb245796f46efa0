package thaw.attribution.finding;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.ClassCode;
import thaw.attribution.evidence.ClassCodeReader;
import thaw.attribution.evidence.ClientOperation;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.CodeIndex;
import thaw.attribution.evidence.Profile;

/**
 * Tells how this function can be primed. Code that calls the handler is given only where that is
 * known to change nothing and the event can be written down: it compiles as it stands, and cannot
 * end init with an error.
 */
final class HandlerPriming {
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
  private static final String NO_MEMBERS = "{}";

  /** By which code speaks to other programs; whether it changes something there is not seen. */
  private static final Code OTHERS =
      Code.of(
          "java.sql.",
          "javax.sql.",
          "java.net.http.",
          "java.net.HttpURLConnection",
          "java.net.URLConnection",
          "java.net.Socket",
          "jakarta.persistence.",
          "javax.persistence.");

  private final AnalysisContext examined;

  private HandlerPriming(AnalysisContext examined) {
    this.examined = examined;
  }

  /** Returns what to do, and below it the code. */
  static String remedy(AnalysisContext examined) {
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
      boolean isJava = place().isEmpty() ? examined.code().isJava() : CodeIndex.isJava(place());
      return isJava ? remedy : firstLine(remedy);
    }
    String simple = examined.settings().handlerClass();
    simple = simple.substring(Math.max(simple.lastIndexOf('.'), simple.lastIndexOf('$')) + 1);
    Optional<String> change = change();
    if (change.isPresent()) {
      return "call once before the first request (prime) what the request needs and what only reads: as the last statement of the constructor of %s, or in a hook that runs before a snapshot; not the handler itself, %s"
          .formatted(simple, change.get());
    }
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
    return code(handler.get().id(), simple, words);
  }

  private String code(CallSite.MethodId id, String simple, String words) {
    List<ClassDesc> types = MethodTypeDesc.ofDescriptor(id.descriptor()).parameterList();
    Optional<String> read =
        types.stream().filter(this::isRead).findFirst().map(ClassDesc::displayName);
    if (examined.settings().event().isEmpty()) {
      return words + "; Thaw knows no such event";
    }
    if (hasMembers()) {
      Optional<String> other =
          read.or(() ->
              types.stream().filter(type -> !isText(type)).findFirst().map(ClassDesc::displayName));
      if (other.isPresent()) {
        return words
            + ": %s with the members of a real one%s"
                .formatted(
                    other.get(),
                    isEditable()
                        ? "; where it can be made of the event, the step first-request of thaw fix writes that"
                        : "");
      }
    } else if (read.isPresent()) {
      return words + ": " + read.get() + " must have the members that it reads, a new one has none";
    }
    List<Optional<String>> made = types.stream().map(this::argument).toList();
    if (made.stream().anyMatch(Optional::isEmpty)) {
      return words;
    }
    String arguments = made.stream().flatMap(Optional::stream).collect(Collectors.joining(", "));
    return """
    call it once before the first request (prime): prime() as the last statement of the constructor of %1$s, and these members in %1$s:
    private void prime() {
      if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") == null) {
        return; // in tests
      }
      try {
        %2$s(%3$s);
      } catch (Exception e) {
        // its answer does not matter
      }
    }
    """
            .formatted(simple, id.name(), arguments)
        + (arguments.contains("EVENT") ? eventCode() : "")
        + (usesContext() ? STUB.formatted(AWS, examined.settings().memoryMiB()) : "");
  }

  /** Returns whether thaw fix can write into the handler: it edits sources that are Java. */
  private boolean isEditable() {
    return examined.evidence().costs().subject().hasSources()
        && CodeIndex.isJava(examined.mainPlaceOfHandler());
  }

  /** Returns why a call of the handler may change something outside, if it may. */
  private Optional<String> change() {
    Stream<ClientOperation> sampled =
        firstInvocation()
            .flatMap(sample -> Profile.java(sample).stream())
            .flatMap(frame ->
                ClientOperation.sampled(frame.className() + "." + frame.method()).stream());
    Stream<ClientOperation> called =
        examined
            .reach()
            .handlerSites()
            .filter(CallSite::isCall)
            .flatMap(site -> ClientOperation.called(site).stream());
    return Stream.concat(called, sampled) // a client's own methods may be no operations
        .filter(each -> !each.isReading())
        .findFirst()
        .map(each ->
            "which asks %s for %s: that would change something at each start%s"
                .formatted(
                    each.client(),
                    each.name(),
                    isEditable() && !examined.clients().isEmpty()
                        ? ". The steps prime-CLIENT and sdk-warm-up of thaw fix warm up its clients alone"
                        : ""))
        .or(() ->
            speaking()
                .map(place ->
                    "of which %s speaks to another program: Thaw cannot tell whether that changes something"
                        .formatted(place)));
  }

  /** Returns the place of own code that speaks to a program of which nothing is known. */
  private Optional<String> speaking() {
    return firstInvocation()
        .filter(sample -> sample.cause() == Cause.NETWORK_WAIT)
        .filter(sample ->
            Profile.java(sample).stream()
                .noneMatch(frame -> ClientOperation.isOfSdk(frame.className())))
        .flatMap(sample -> examined.ownPlace(sample).stream())
        .findFirst()
        .or(() ->
            examined
                .reach()
                .handlerSites()
                .filter(CallSite::isCall)
                .filter(site -> OTHERS.test(site.owner()))
                .findFirst()
                .map(examined.code()::place));
  }

  private Stream<ProfileSample> firstInvocation() {
    return examined.profile().samples().stream()
        .filter(sample -> sample.phase() == PhaseName.FIRST_INVOCATION);
  }

  private String eventCode() {
    return EVENT.formatted(
        examined
            .settings()
            .event()
            .replace("\\", "\\\\")
            .replace("\"\"\"", "\\\"\"\"")
            .indent(4)
            .stripTrailing());
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

  /** Something of that type; empty for one that only a person can fill in. */
  private Optional<String> argument(ClassDesc type) {
    String name = name(type);
    return switch (name) {
      case CONTEXT -> Optional.of(usesContext() ? "PRIMING" : "null");
      case "java.lang.String" -> Optional.of(text());
      case "java.lang.Object", "java.util.Map" -> Optional.of("java.util.Map.of()");
      case "java.util.List" -> Optional.of("java.util.List.of()");
      case "java.lang.Boolean", "boolean" -> Optional.of("false");
      case "java.lang.Long", "long" -> Optional.of("0L");
      case "java.lang.Double", "double" -> Optional.of("0.0");
      case "java.lang.Integer", "int" -> Optional.of("0");
      case "java.io.InputStream" ->
          Optional.of("new java.io.ByteArrayInputStream(%s.getBytes())".formatted(text()));
      case "java.io.OutputStream" -> Optional.of("java.io.OutputStream.nullOutputStream()");
      default -> made(name);
    };
  }

  /** Tells whether an event with members needs nothing but its text for an argument. */
  private static boolean isText(ClassDesc type) {
    return Set.of(CONTEXT, "java.lang.String", "java.io.InputStream", "java.io.OutputStream")
        .contains(name(type));
  }

  private boolean hasMembers() {
    return !examined.settings().event().equals(NO_MEMBERS);
  }

  private String text() {
    return hasMembers() ? "EVENT" : "\"{}\"";
  }

  private static String name(ClassDesc type) {
    return type.isClassOrInterface() ? binary(type) : type.displayName();
  }

  private static String binary(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
  }

  private Optional<String> made(String name) {
    return examined.evidence().classes().find(name).flatMap(ClassCodeReader::read).stream()
        .flatMap(code -> code.methods().stream())
        .filter(
            method -> method.id().name().equals("<init>") && method.id().descriptor().equals("()V"))
        .findFirst()
        .map(_ -> "new " + name.replace('$', '.') + "()");
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
