package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.AheadOfTime;
import thaw.remedy.edit.JavaSources;

class SpringAotTest {
  private static final String SOURCES = "src/main/java";
  private static final String RESOURCES = "src/main/resources/";
  private static final String INVOKER =
      "org.springframework.cloud.function.adapter.aws.FunctionInvoker";
  private static final String DELEGATING =
      "com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler";
  private static final Map<String, String> MAIN_CLASS = Map.of("MAIN_CLASS", "shop.Application");

  private static final String HANDLER =
      """
      package shop.web;

      import com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler;
      import shop.Application;

      class Handler {
        static final Object SPRING =
            SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class);
      }
      """;

  private static final String POM =
      """
      <project>
        <parent>
          <groupId>org.springframework.boot</groupId>
          <artifactId>spring-boot-starter-parent</artifactId>
          <version>3.5.16</version>
        </parent>
        <artifactId>shop</artifactId>
      </project>
      """;

  private static final String CONTAINER =
      """
      package shop;

      import com.amazonaws.serverless.proxy.spring.embedded.ServerlessServletEmbeddedServerFactory;
      import org.springframework.aot.AotDetector;
      import org.springframework.boot.ApplicationContextFactory;
      import org.springframework.boot.WebApplicationType;
      import org.springframework.boot.builder.SpringApplicationBuilder;
      import org.springframework.boot.web.servlet.context.AnnotationConfigServletWebServerApplicationContext;
      import org.springframework.context.ConfigurableApplicationContext;
      import org.springframework.context.aot.AotApplicationContextInitializer;
      import org.springframework.context.support.GenericApplicationContext;
      import org.springframework.core.SpringProperties;
      import org.springframework.core.annotation.Order;

      /**
       * Lets Spring take the bean definitions that the build has made. META-INF/spring.factories names
       * this class to Spring.
       */
      @Order(0)
      public final class AheadOfTime
              implements AotApplicationContextInitializer<GenericApplicationContext>,
                      ApplicationContextFactory {
          static {
              if (System.getenv("AWS_LAMBDA_FUNCTION_NAME") != null) { // not in the build, nor in tests
                  SpringProperties.setFlag(AotDetector.AOT_ENABLED);
              }
          }

          /** The build runs it to learn which beans there are; it makes none. */
          public static void main(String[] arguments) {
              new SpringApplicationBuilder(ServerlessServletEmbeddedServerFactory.class, Application.class)
                      .web(WebApplicationType.SERVLET)
                      .run(arguments);
          }

          @Override
          public void initialize(GenericApplicationContext context) {
              if (AotDetector.useGeneratedArtifacts()) {
                  AotApplicationContextInitializer.forInitializerClasses(
                                  AheadOfTime.class.getName() + "__ApplicationContextInitializer")
                          .initialize(context);
              }
          }

          /** The kind of context that the container wants, without what would scan once more. */
          @Override
          public ConfigurableApplicationContext create(WebApplicationType type) {
              if (type != WebApplicationType.SERVLET || !AotDetector.useGeneratedArtifacts()) {
                  return null;
              }
              GenericApplicationContext context = new AnnotationConfigServletWebServerApplicationContext();
              for (String name : context.getBeanDefinitionNames()) {
                  context.removeBeanDefinition(name);
              }
              return context;
          }
      }
      """;

  @TempDir Path folder;
  private SpringStubs project;
  private List<Path> libraries = List.of(Path.of("spring-boot-3.5.16.jar"));
  private boolean isOneProgram = true;

  @BeforeEach
  void project() throws Exception {
    project = SpringStubs.in(folder);
    project.write("pom.xml", POM);
    project.write(
        SOURCES + "/shop/Application.java",
        "package shop;\n\npublic class Application {\n    int one;\n}\n");
  }

  private SpringAot.Offer offer(String handler, Map<String, String> environment) {
    Explanation explanation =
        Explanations.EMPTY
            .withMethods(
                List.of(
                    new Explanation.MethodTime(
                        "org.springframework.context.support.AbstractApplicationContext"
                            + ".invokeBeanFactoryPostProcessors",
                        "spring-context",
                        200,
                        0,
                        200)))
            .withFindings(List.of(new Finding("run-time-injection", "", "", "", 500, 900, "")));
    JavaSources sources =
        JavaSources.read(folder, folder.resolve(SOURCES), List.of(folder.resolve("classes")));
    return SpringAot.of(
        explanation,
        sources,
        new AheadOfTime.Module(folder, folder, libraries, handler, environment, isOneProgram));
  }

  private String refused(String handler, Map<String, String> environment) {
    SpringAot.Offer offer = offer(handler, environment);
    assertEquals(Optional.empty(), offer.remedy());
    return offer.obstacle().orElseThrow();
  }

  private String original(Path file) {
    try {
      Path there = folder.resolve(file);
      return Files.exists(there) ? Files.readString(there) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The changed files; all sources compile with them. */
  private Map<String, String> made(Remedy remedy) throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    new Draft(List.of(remedy))
        .texts(this::original)
        .forEach((file, text) -> texts.put(file.toString(), text));
    for (Map.Entry<String, String> each : texts.entrySet()) {
      project.write(each.getKey(), each.getValue());
    }
    project.compile(SOURCES, "made");
    return texts;
  }

  @Test
  void the_build_defines_beans_of_an_application_that_own_code_starts_in_the_container()
      throws Exception {
    project.write(SOURCES + "/shop/web/Handler.java", HANDLER);
    Remedy remedy = offer("shop.web.Handler", Map.of()).remedy().orElseThrow();

    assertEquals("spring-aot", remedy.id());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    assertEquals(Optional.of("run-time-injection"), remedy.finding());
    assertTrue(remedy.predicted().lowMillis() < 200 && 200 < remedy.predicted().highMillis());

    Map<String, String> made = made(remedy);
    assertEquals(
        """
        org.springframework.context.ApplicationContextInitializer=shop.AheadOfTime
        org.springframework.boot.ApplicationContextFactory=shop.AheadOfTime
        """,
        made.get(RESOURCES + "META-INF/spring.factories"));
    assertTrue(made.get("pom.xml").contains("<mainClass>shop.AheadOfTime</mainClass>"));
    assertEquals(CONTAINER, made.get(SOURCES + "/shop/AheadOfTime.java"));
  }

  @Test
  void the_build_defines_what_the_invoker_of_spring_cloud_function_starts() throws Exception {
    Remedy remedy = offer(INVOKER, MAIN_CLASS).remedy().orElseThrow();
    Map<String, String> made = made(remedy);

    assertEquals(
        "org.springframework.context.ApplicationContextInitializer=shop.AheadOfTime\n",
        made.get(RESOURCES + "META-INF/spring.factories"));
    String source = made.get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("{Application.class, AWSCompanionAutoConfiguration.class}"), source);
    assertTrue(source.contains("--spring.main.web-application-type=none"), source);
  }

  @Test
  void without_a_variable_the_only_application_is_started() throws Exception {
    String application = SOURCES + "/shop/Application.java";
    assertTrue(refused(INVOKER, Map.of()).contains("not known"));
    project.write(
        application,
        "package shop;\n"
            + "@org.springframework.boot.autoconfigure.SpringBootApplication\n"
            + "public class Application {}\n");
    assertTrue(offer(INVOKER, Map.of()).remedy().isPresent());
  }

  @Test
  void a_subclass_in_the_project_starts_what_its_library_starts() throws Exception {
    project.write(
        SOURCES + "/shop/PrimedHandler.java",
        "package shop; public class PrimedHandler extends " + INVOKER + " {}");
    made(offer("shop.PrimedHandler", MAIN_CLASS).remedy().orElseThrow());
  }

  @Test
  void the_delegating_handler_of_the_container_is_left_alone_with_the_reason() throws Exception {
    assertTrue(refused(DELEGATING, MAIN_CLASS).contains("in a thread without a main class"));
    project.write(
        SOURCES + "/shop/Handler.java",
        "package shop; public class Handler extends " + DELEGATING + " {}");
    assertTrue(refused("shop.Handler", MAIN_CLASS).contains("in a thread without a main class"));
  }

  @Test
  void it_is_not_offered_twice() throws Exception {
    made(offer(INVOKER, MAIN_CLASS).remedy().orElseThrow());
    assertEquals(
        new SpringAot.Offer(Optional.empty(), Optional.empty()), offer(INVOKER, MAIN_CLASS));
  }

  @Test
  void it_is_not_offered_when_spring_was_not_seen_to_define_beans() {
    JavaSources sources =
        JavaSources.read(folder, folder.resolve(SOURCES), List.of(folder.resolve("classes")));
    Explanation without =
        Explanations.EMPTY.withFindings(
            List.of(new Finding("run-time-injection", "", "", "", 500, 900, "")));
    assertEquals(
        new SpringAot.Offer(Optional.empty(), Optional.empty()),
        SpringAot.of(
            without,
            sources,
            new AheadOfTime.Module(folder, folder, libraries, INVOKER, MAIN_CLASS, true)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@org.springframework.context.annotation.Profile(\"test\") class Orders {}",
        "@org.springframework.context.annotation.Conditional(Object.class) class Orders {}",
        "@org.springframework.context.annotation.Profile(\"a\") @interface Mine {}\n"
            + "@Mine class Orders {}",
        "class Orders { @org.springframework.context.annotation.Profile(\"a\") Object bean() "
            + "{ return this; } }",
        "class Orders implements org.springframework.beans.factory.config.BeanFactoryPostProcessor"
            + " {}",
        "class Orders { @org.springframework.context.annotation.Bean "
            + "org.springframework.beans.factory.config.BeanFactoryPostProcessor bean() "
            + "{ return null; } }",
      })
  void conditions_of_own_beans_are_left_to_run_time(String source) throws Exception {
    project.write(SOURCES + "/shop/Orders.java", "package shop;\n" + source);
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("shop.Orders"), refused(INVOKER, MAIN_CLASS));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "SPRING_PROFILES_ACTIVE, prod",
        "spring.profiles.active, prod",
        "JAVA_TOOL_OPTIONS, -Dspring.profiles.active=prod",
        "SPRING_DATASOURCE_URL, jdbc:h2:mem",
      })
  void variables_that_decide_over_beans_are_left_to_run_time(String name, String value) {
    Map<String, String> environment = Map.of("MAIN_CLASS", "shop.Application", name, value);
    assertTrue(refused(INVOKER, environment).contains(name), refused(INVOKER, environment));
  }

  @Test
  void the_name_of_the_function_may_be_a_variable() {
    assertTrue(
        offer(
                INVOKER,
                Map.of(
                    "MAIN_CLASS", "shop.Application", "SPRING_CLOUD_FUNCTION_DEFINITION", "orders"))
            .remedy()
            .isPresent());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "application.properties, spring.profiles.active=a",
        "application.properties, spring.datasource.url=${URL}",
        "application-prod.properties, a=b",
        "bootstrap.yml, \"a: b\"",
        "application.yml, \"spring:\n  profiles:\n    active: a\"",
        "application.yml, \"spring:\n  datasource:\n    url: ${URL}\"",
      })
  void files_with_profiles_or_variables_are_left_to_run_time(String file, String text)
      throws Exception {
    project.write(RESOURCES + file, text);
    assertTrue(refused(INVOKER, MAIN_CLASS).contains(file), refused(INVOKER, MAIN_CLASS));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "application.properties, \"spring.main.banner-mode=off\ntable=${TABLE}\"",
        "application.yml, \"spring:\n  main:\n    banner-mode: off\"",
      })
  void plain_settings_are_no_condition(String file, String text) throws Exception {
    project.write(RESOURCES + file, text);
    assertTrue(offer(INVOKER, MAIN_CLASS).remedy().isPresent());
  }

  @Test
  void profiles_in_the_call_and_other_ways_of_starting_are_left_alone() throws Exception {
    for (String handler :
        List.of(
            HANDLER.replace("(Application.class)", "(Application.class, \"prod\")"),
            HANDLER
                .replace("(Application.class)", "(type())")
                .replace(
                    "class Handler {",
                    "class Handler { static Class<?> type() { return Application.class; }"),
            HANDLER.replace("class Handler {", "class Handler { // activateSpringProfiles"))) {
      project.write(SOURCES + "/shop/web/Handler.java", handler);
      assertTrue(refused("shop.web.Handler", Map.of()).contains("not known"), handler);
    }
  }

  @Test
  void modules_of_several_functions_and_old_versions_are_left_alone() throws Exception {
    isOneProgram = false;
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("another function"));
    isOneProgram = true;
    libraries = List.of(Path.of("spring-boot-2.7.18.jar"));
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("older"));
    libraries = List.of(Path.of("spring-boot-3.5.16.jar"));
    project.write(RESOURCES + "META-INF/spring.factories", "a=b\n");
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("spring.factories"));
  }
}
