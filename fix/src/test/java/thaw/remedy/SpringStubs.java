package thaw.remedy;

import java.nio.file.Path;
import java.util.Map;

/** Types of Spring and of handlers for it, as far as edits name them. */
public final class SpringStubs {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry(
              "org.springframework.aot.AotDetector",
              """
              class AotDetector {
                public static final String AOT_ENABLED = "spring.aot.enabled";
                public static boolean useGeneratedArtifacts() { return false; }
              }
              """),
          Map.entry(
              "org.springframework.core.SpringProperties",
              "class SpringProperties { public static void setFlag(String key) {} }"),
          Map.entry(
              "org.springframework.core.annotation.Order", "@interface Order { int value(); }"),
          Map.entry(
              "org.springframework.context.ConfigurableApplicationContext",
              "interface ConfigurableApplicationContext {}"),
          Map.entry(
              "org.springframework.context.ApplicationListener",
              "interface ApplicationListener<E> { void onApplicationEvent(E event); }"),
          Map.entry(
              "org.springframework.boot.context.event.ApplicationStartingEvent",
              """
              class ApplicationStartingEvent {
                public org.springframework.boot.SpringApplication getSpringApplication() {
                  return null;
                }
              }
              """),
          Map.entry(
              "org.springframework.context.support.GenericApplicationContext",
              """
              class GenericApplicationContext
                  implements org.springframework.context.ConfigurableApplicationContext {
                public String[] getBeanDefinitionNames() { return new String[0]; }
                public void removeBeanDefinition(String name) {}
              }
              """),
          Map.entry(
              "org.springframework.context.annotation.Conditional",
              "@interface Conditional { Class<?>[] value(); }"),
          Map.entry(
              "org.springframework.context.annotation.Profile",
              "@Conditional(Object.class) @interface Profile { String[] value(); }"),
          Map.entry("org.springframework.context.annotation.Bean", "@interface Bean {}"),
          Map.entry(
              "org.springframework.beans.factory.config.BeanFactoryPostProcessor",
              "interface BeanFactoryPostProcessor {}"),
          Map.entry(
              "org.springframework.boot.autoconfigure.SpringBootApplication",
              "@interface SpringBootApplication {}"),
          Map.entry(
              "org.springframework.boot.WebApplicationType",
              "enum WebApplicationType { NONE, SERVLET, REACTIVE }"),
          Map.entry(
              "org.springframework.boot.ApplicationContextFactory",
              """
              interface ApplicationContextFactory {
                org.springframework.context.ConfigurableApplicationContext create(
                    WebApplicationType type);
              }
              """),
          Map.entry(
              "org.springframework.boot.SpringApplication",
              """
              class SpringApplication {
                public static void run(Class<?>[] sources, String[] arguments) {}
                public static void run(Class<?> source, String... arguments) {}
                public SpringApplication(Class<?>... sources) {}
                public void setMainApplicationClass(Class<?> main) {}
              }
              """),
          Map.entry(
              "org.springframework.boot.builder.SpringApplicationBuilder",
              """
              class SpringApplicationBuilder {
                public SpringApplicationBuilder(Class<?>... sources) {}
                public SpringApplicationBuilder web(
                    org.springframework.boot.WebApplicationType type) { return this; }
                public void run(String... arguments) {}
              }
              """),
          Map.entry(
              "org.springframework.boot.web.servlet.context."
                  + "AnnotationConfigServletWebServerApplicationContext",
              """
              class AnnotationConfigServletWebServerApplicationContext
                  extends org.springframework.context.support.GenericApplicationContext {}
              """),
          Map.entry(
              "com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler",
              """
              class SpringBootLambdaContainerHandler {
                public static SpringBootLambdaContainerHandler getAwsProxyHandler(
                    Class<?> type, String... profiles) {
                  return null;
                }
                public static SpringBootLambdaContainerHandler getHttpApiV2ProxyHandler(
                    Class<?> type, String... profiles) {
                  return null;
                }
                public void activateSpringProfiles(String... profiles) {}
              }
              """),
          Map.entry(
              "com.amazonaws.serverless.proxy.spring.SpringBootProxyHandlerBuilder",
              """
              class SpringBootProxyHandlerBuilder<R> {
                public SpringBootProxyHandlerBuilder<R> defaultProxy() { return this; }
                public SpringBootProxyHandlerBuilder<R> asyncInit() { return this; }
                public SpringBootProxyHandlerBuilder<R> servletApplication() { return this; }
                public SpringBootProxyHandlerBuilder<R> profiles(String... p) { return this; }
                public SpringBootProxyHandlerBuilder<R> springBootApplication(Class<?> type) {
                  return this;
                }
                public SpringBootLambdaContainerHandler buildAndInitialize() { return null; }
              }
              """),
          Map.entry(
              "com.amazonaws.serverless.proxy.spring.SpringLambdaContainerHandler",
              """
              class SpringLambdaContainerHandler {
                public static Object getAwsProxyHandler(Class<?>... types) { return types; }
              }
              """),
          Map.entry(
              "com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler",
              """
              class SpringDelegatingLambdaContainerHandler {
                public SpringDelegatingLambdaContainerHandler() {}
                public SpringDelegatingLambdaContainerHandler(Class<?>... types) {}
              }
              """),
          Map.entry(
              "com.amazonaws.serverless.proxy.spring.embedded.ServerlessServletEmbeddedServerFactory",
              "class ServerlessServletEmbeddedServerFactory {}"),
          Map.entry(
              "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
              """
              class FunctionInvoker {
                public FunctionInvoker() {}
                public FunctionInvoker(String definition) {}
              }
              """),
          Map.entry(
              "org.springframework.cloud.function.adapter.aws.AWSCompanionAutoConfiguration",
              "class AWSCompanionAutoConfiguration {}"));

  private final Path folder;

  private SpringStubs(Path folder) {
    this.folder = folder;
  }

  /** Their classes are in {@code classes} of the folder. */
  public static SpringStubs in(Path folder) throws Exception {
    SpringStubs stubs = new SpringStubs(folder);
    for (Map.Entry<String, String> each : TYPES.entrySet()) {
      int dot = each.getKey().lastIndexOf('.');
      stubs.write(
          "library/" + each.getKey().replace('.', '/') + ".java",
          "package "
              + each.getKey().substring(0, dot)
              + ";\n"
              + each.getValue().replaceFirst("(?=(@?interface|class|enum) )", "public "));
    }
    stubs.compile("library", "classes");
    return stubs;
  }

  void write(String file, String text) throws Exception {
    new SourceFolder(folder).write(file, text);
  }

  void compile(String from, String into) throws Exception {
    new SourceFolder(folder).compile(from, into, "-proc:none");
  }
}
