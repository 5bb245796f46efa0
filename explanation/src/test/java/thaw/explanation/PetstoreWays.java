package thaw.explanation;

import java.util.List;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;

/** The ways in which the cold start of {@link WhyExamples#petstore} spends its time. */
final class PetstoreWays {
  private static final String RUNTIME =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda.";
  private static final String HANDLER = "com.example.petstore.CreatePetHandler.";

  /** A way of spending time: where, on what, whose, and how much of the whole. */
  record Way(
      PhaseName phase,
      Cause cause,
      String owner,
      String requester,
      double millis,
      String... path) {}

  static final List<Way> ALL =
      List.of(
          new Way(PhaseName.BOOT, Cause.LAUNCH, "JDK", "JDK", 6.2),
          new Way(PhaseName.BOOT, Cause.VM_START, "JDK", "JDK", 31.5, "!JNI_CreateJavaVM"),
          new Way(PhaseName.BOOT, Cause.ARCHIVE_RESTORE, "JDK", "JDK", 2.1, "!JNI_CreateJavaVM"),
          new Way(PhaseName.BOOT, Cause.PAGE_FAULTS, "JDK", "JDK", 5.3, "?exc_page_fault"),
          new Way(
              PhaseName.RUNTIME_CLIENT,
              Cause.CLASS_PARSE,
              "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0",
              "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0",
              28.4,
              RUNTIME + "main",
              "java.lang.ClassLoader.loadClass",
              "!ClassFileParser::parse_stream(ClassFileStream const*, int)"),
          new Way(
              PhaseName.RUNTIME_CLIENT,
              Cause.JSON,
              WhyExamples.JACKSON,
              WhyExamples.JACKSON,
              12.7,
              RUNTIME + "main",
              RUNTIME + "startRuntime",
              "com.amazonaws.lambda.thirdparty.com.fasterxml.jackson.databind.ObjectMapper.<init>"),
          new Way(
              PhaseName.RUNTIME_CLIENT,
              Cause.KERNEL_FILE,
              "JDK",
              "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0",
              9.9,
              RUNTIME + "main",
              "java.lang.System.load",
              "?ksys_read"),
          new Way(
              PhaseName.HANDLER_INIT,
              Cause.STATIC_INIT,
              "JDK",
              "function",
              8.7,
              RUNTIME + "main",
              HANDLER + "<clinit>",
              "java.math.BigDecimal.<clinit>"),
          new Way(
              PhaseName.HANDLER_INIT,
              Cause.REGEX,
              "function",
              "function",
              3.2,
              RUNTIME + "main",
              HANDLER + "<clinit>",
              "java.util.regex.Pattern.compile"),
          new Way(
              PhaseName.HANDLER_INIT,
              Cause.FILE_WAIT,
              "/var/task/lib",
              "function",
              4.1,
              RUNTIME + "main",
              HANDLER + "<clinit>",
              "java.util.zip.ZipFile.<init>"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.CLASS_PARSE,
              WhyExamples.GUICE,
              WhyExamples.GUICE,
              66.4,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "com.google.inject.Guice.createInjector",
              "com.google.inject.internal.InternalInjectorCreator.build",
              "java.lang.ClassLoader.loadClass",
              "!ClassFileParser::parse_stream(ClassFileStream const*, int)"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.CLASS_PARSE,
              WhyExamples.SDK,
              WhyExamples.SDK,
              40.2,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClientBuilder.buildClient",
              "java.lang.ClassLoader.loadClass",
              "!ClassFileParser::parse_stream(ClassFileStream const*, int)"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.JAR_IO,
              WhyExamples.SDK,
              WhyExamples.SDK,
              52.1,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClientBuilder.buildClient",
              "jdk.internal.loader.URLClassPath$JarLoader.getResource",
              "java.util.zip.Inflater.inflate"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.INVOKEDYNAMIC,
              WhyExamples.GUICE,
              WhyExamples.GUICE,
              92.6,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "com.google.inject.Guice.createInjector",
              "com.google.inject.internal.aop.ClassBuilding$$Lambda.apply",
              "java.lang.invoke.MethodHandleNatives.linkCallSite"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.INJECTION,
              WhyExamples.GUICE,
              WhyExamples.GUICE,
              16.0,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "com.google.inject.Guice.createInjector",
              "com.google.inject.internal.InjectorImpl.getBindingOrThrow"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.CRYPTO,
              "JDK",
              WhyExamples.SDK,
              33.4,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient.putItem",
              "java.security.SecureRandom.<init>"),
          new Way(
              PhaseName.FIRST_INVOCATION,
              Cause.NETWORK_WAIT,
              WhyExamples.PEER,
              WhyExamples.SDK,
              11.1,
              RUNTIME + "main",
              HANDLER + "handleRequest",
              "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient.putItem",
              "sun.nio.ch.Net.poll"),
          new Way(
              PhaseName.LATER_INVOCATIONS,
              Cause.USER_CODE,
              "function",
              "function",
              2.5,
              RUNTIME + "main",
              HANDLER + "handleRequest"));

  private PetstoreWays() {}
}
