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
      import org.springframework.boot.context.event.ApplicationStartingEvent;
      import org.springframework.boot.web.servlet.context.AnnotationConfigServletWebServerApplicationContext;
      import org.springframework.context.ApplicationListener;
      import org.springframework.context.ConfigurableApplicationContext;
      import org.springframework.context.support.GenericApplicationContext;
      import org.springframework.core.SpringProperties;
      import org.springframework.core.annotation.Order;

      /**
       * Lets Spring take the bean definitions that the build has made. META-INF/spring.factories names
       * this class to Spring.
       */
      @Order(0)
      public final class AheadOfTime
              implements ApplicationListener<ApplicationStartingEvent>, ApplicationContextFactory {
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

          /** Spring looks for what the build has made by the name of the main class. */
          @Override
          public void onApplicationEvent(ApplicationStartingEvent event) {
              if (AotDetector.useGeneratedArtifacts()) {
                  event.getSpringApplication().setMainApplicationClass(AheadOfTime.class);
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
  private List<String> absent = List.of();
  private List<Path> libraries = List.of(Path.of("spring-boot-3.5.16.jar"));
  private List<AheadOfTime.Other> others = List.of();

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
        new AheadOfTime.Module(
            folder, folder, libraries, () -> absent, handler, environment, others));
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
        org.springframework.context.ApplicationListener=shop.AheadOfTime
        org.springframework.boot.ApplicationContextFactory=shop.AheadOfTime
        """,
        made.get(RESOURCES + "META-INF/spring.factories"));
    assertTrue(made.get("pom.xml").contains("<mainClass>shop.AheadOfTime</mainClass>"));
    assertEquals(CONTAINER, made.get(SOURCES + "/shop/AheadOfTime.java"));
  }

  @Test
  void conditions_are_not_asked_of_libraries_that_the_package_has_not() throws Exception {
    absent = List.of("org.apache.tomcat.embed:tomcat-embed-core");
    String pom = made(offer(INVOKER, MAIN_CLASS).remedy().orElseThrow()).get("pom.xml");
    assertTrue(
        pom.replaceAll("\n +", "")
            .contains(
                "<mainClass>shop.AheadOfTime</mainClass><excludes combine.children=\"append\"><exclude>"
                    + "<groupId>org.apache.tomcat.embed</groupId>"
                    + "<artifactId>tomcat-embed-core</artifactId></exclude></excludes></configuration>"),
        pom);
  }

  @Test
  void the_build_defines_what_the_invoker_of_spring_cloud_function_starts() throws Exception {
    Remedy remedy = offer(INVOKER, MAIN_CLASS).remedy().orElseThrow();
    Map<String, String> made = made(remedy);

    assertEquals(
        "org.springframework.context.ApplicationListener=shop.AheadOfTime\n",
        made.get(RESOURCES + "META-INF/spring.factories"));
    String source = made.get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("{Application.class, AWSCompanionAutoConfiguration.class}"), source);
    assertTrue(source.contains("--spring.main.web-application-type=none"), source);
  }

  @Test
  void without_a_variable_the_only_application_is_started() throws Exception {
    String application = SOURCES + "/shop/Application.java";
    assertTrue(refused(INVOKER, Map.of()).contains("is not known: no variable MAIN_CLASS"));
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
  void the_class_of_the_manifest_is_started_where_several_could_be() throws Exception {
    for (String name : List.of("Application", "Other")) {
      project.write(
          SOURCES + "/shop/" + name + ".java",
          "package shop;\n@org.springframework.boot.autoconfigure.SpringBootApplication\n"
              + "public class %s {}\n".formatted(name));
    }
    assertTrue(refused(INVOKER, Map.of()).contains("not one class with @SpringBootApplication"));
    project.write(
        "pom.xml",
        POM.replace(
            "<artifactId>shop</artifactId>",
            "<artifactId>shop</artifactId>\n  <properties>\n"
                + "    <start-class>shop.Other</start-class>\n  </properties>"));
    assertTrue(offer(INVOKER, Map.of()).remedy().orElseThrow().what().endsWith("of shop.Other"));
  }

  @Test
  void a_build_that_sam_takes_in_place_of_mavens_is_in_the_way() throws Exception {
    project.write("build.gradle.kts", "");
    String why = refused(DELEGATING, MAIN_CLASS);
    assertTrue(why.startsWith("a build of Gradle lies beside pom.xml"), why);
  }

  @Test
  void the_delegating_handler_starts_the_class_of_the_variable_or_of_its_subclass()
      throws Exception {
    Map<String, String> made = made(offer(DELEGATING, MAIN_CLASS).remedy().orElseThrow());
    assertEquals(
        "org.springframework.context.ApplicationListener=shop.AheadOfTime\n",
        made.get(RESOURCES + "META-INF/spring.factories"));
    String source = made.get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("SpringApplication.run(Application.class, arguments);"), source);
  }

  @Test
  void a_subclass_may_name_the_class_that_the_delegating_handler_starts() throws Exception {
    project.write(
        SOURCES + "/shop/Handler.java",
        "package shop; public class Handler extends "
            + DELEGATING
            + " { public Handler() { super(Application.class); } }");
    made(offer("shop.Handler", Map.of()).remedy().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // The form of AWS's archetypes, with the remark that they have.
        "{} // For applications that take longer: new SpringBootProxyHandlerBuilder",
        "{} class Pets { Object h = com.amazonaws.serverless.proxy.spring"
            + ".SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class); }",
        "{ public static void main(String[] a) { new org.springframework.boot.SpringApplication("
            + "Application.class); } }",
      })
  void what_no_handler_runs_says_nothing(String rest) throws Exception {
    project.write(SOURCES + "/shop/web/Handler.java", HANDLER + "class Other " + rest + "\n");
    made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SpringBootLambdaContainerHandler.getHttpApiV2ProxyHandler(Application.class)",
        "new SpringBootProxyHandlerBuilder<String>().defaultProxy()"
            + ".springBootApplication(Application.class).buildAndInitialize()",
        "new SpringBootProxyHandlerBuilder<String>().defaultProxy().asyncInit()"
            + ".springBootApplication(Application.class).buildAndInitialize()",
        "new SpringBootProxyHandlerBuilder<String>().servletApplication()"
            + ".springBootApplication(Application.class).buildAndInitialize()",
      })
  void each_form_of_the_container_is_known(String start) throws Exception {
    project.write(
        SOURCES + "/shop/web/Handler.java",
        HANDLER
            .replace(
                "SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class)", start)
            .replace(
                "import shop.Application;",
                "import com.amazonaws.serverless.proxy.spring.SpringBootProxyHandlerBuilder;\n"
                    + "import shop.Application;"));
    assertEquals(
        CONTAINER,
        made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow())
            .get(SOURCES + "/shop/AheadOfTime.java"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", new String[0]", ", new String[] {}"})
  void own_code_may_run_the_application_itself(String arguments) throws Exception {
    project.write(
        SOURCES + "/shop/web/Handler.java",
        """
        package shop.web;
        import org.springframework.boot.SpringApplication;
        class Handler {
          static { SpringApplication.run(shop.Application.class%s); }
        }
        """
            .formatted(arguments));
    String source =
        made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow())
            .get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("SpringApplication.run(Application.class, arguments);"), source);
  }

  @Test
  void the_context_is_that_of_spring_boot_4_where_that_is_there() throws Exception {
    project.write(
        "library/org/springframework/boot/web/server/servlet/context/"
            + "AnnotationConfigServletWebServerApplicationContext.java",
        "package org.springframework.boot.web.server.servlet.context;\n"
            + "public class AnnotationConfigServletWebServerApplicationContext"
            + " extends org.springframework.context.support.GenericApplicationContext {}\n");
    project.compile("library", "classes");
    project.write(SOURCES + "/shop/web/Handler.java", HANDLER);
    libraries = List.of(Path.of("spring-boot-4.0.3.jar"));
    String source =
        made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow())
            .get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("import org.springframework.boot.web.server.servlet.context."));
  }

  @Test
  void it_is_not_offered_twice() throws Exception {
    made(offer(INVOKER, MAIN_CLASS).remedy().orElseThrow());
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("has a class AheadOfTime"));
  }

  @Test
  void it_is_not_offered_when_spring_was_not_seen_to_define_beans() {
    JavaSources sources =
        JavaSources.read(folder, folder.resolve(SOURCES), List.of(folder.resolve("classes")));
    Explanation without =
        Explanations.EMPTY.withFindings(
            List.of(new Finding("run-time-injection", "", "", "", 500, 900, "")));
    assertEquals(
        new SpringAot.Offer(
            Optional.empty(), Optional.of("Spring was not seen to define beans in this start")),
        SpringAot.of(
            without,
            sources,
            new AheadOfTime.Module(
                folder, folder, libraries, List::of, INVOKER, MAIN_CLASS, List.of())));
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
        "SPRING_DATASOURCE_TYPE, org.h2.jdbcx.JdbcDataSource",
        "SPRING_DATA_JPA_REPOSITORIES_BOOTSTRAP_MODE, lazy",
      })
  void variables_that_decide_over_beans_are_left_to_run_time(String name, String value) {
    Map<String, String> environment = Map.of("MAIN_CLASS", "shop.Application", name, value);
    assertTrue(refused(INVOKER, environment).contains(name), refused(INVOKER, environment));
  }

  @Test
  void where_a_database_is_decides_over_beans_where_one_could_be_embedded_alone() throws Exception {
    Map<String, String> environment =
        Map.of(
            "MAIN_CLASS",
            "shop.Application",
            "SPRING_DATASOURCE_URL",
            "jdbc:postgresql://shop",
            "SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE",
            "0",
            "JAVA_TOOL_OPTIONS",
            "-Dspring.jpa.properties.hibernate.cache.use_second_level_cache=false");
    assertTrue(offer(INVOKER, environment).remedy().isPresent());
    project.write("library/org/h2/Driver.java", "package org.h2; public class Driver {}");
    project.compile("library", "classes");
    assertTrue(refused(INVOKER, environment).contains("SPRING_DATASOURCE_URL"));
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
        "application.properties, spring.profiles.active=${STAGE}",
        "application.properties, spring.profiles.include=a",
        "application.properties, \"spring.datasource.url=${URL}\nspring.datasource.type=${TYPE}\"",
        "application-prod.properties, a=b",
        "bootstrap.yml, \"a: b\"",
        "application.yml, \"spring:\n  profiles:\n    active: ${STAGE}\"",
        "application.yml, \"spring:\n  profiles:\n    active: a\n    include: b\"",
        "application.yml, \"spring:\n  datasource:\n    url: ${URL}\n    type: ${TYPE}\"",
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
        "application.properties, spring.profiles.active=a",
        "application.yml, \"spring:\n  profiles:\n    active: a\n  main:\n    banner-mode: off\"",
        "application.yml, spring.profiles.active: a",
        "application.properties, spring.datasource.url=${URL}",
        "application.yml, \"spring:\n  datasource:\n    url: ${URL}\n    hikari:\n      maximumPoolSize: ${SIZE:1}\"",
      })
  void plain_settings_are_no_condition(String file, String text) throws Exception {
    project.write(RESOURCES + file, text);
    assertTrue(offer(INVOKER, MAIN_CLASS).remedy().isPresent());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(Application.class, \"prod\")|activates profiles",
        "(Application.class).activateSpringProfiles(\"prod\")|activates profiles",
        "(type())|not written as X.class",
        "(String.class)|not own",
      })
  void what_the_build_would_not_see_is_named_with_its_place(String call, String why)
      throws Exception {
    project.write(
        SOURCES + "/shop/web/Handler.java",
        HANDLER
            .replace("(Application.class)", call)
            .replace("static final Object", "static Object")
            .replace(
                "class Handler {",
                "class Handler { static Class<?> type() { return Application.class; }")
            .replace(
                ".activate", ";\n  static { ((SpringBootLambdaContainerHandler) SPRING).activate")
            .replace("Profiles(\"prod\");", "Profiles(\"prod\"); }"));
    String refused = refused("shop.web.Handler", Map.of());
    assertTrue(refused.contains(why), refused);
    assertTrue(refused.matches(".*src/main/java/shop/web/Handler\\.java:\\d+ .*"), refused);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "System.setProperty(\"spring.profiles.active\", \"x\");|sets spring.profiles.active",
        "System.getProperty(\"spring.aot.enabled\");|names spring.aot.enabled itself",
        "new org.springframework.boot.SpringApplication(Application.class);|of its own",
        "new org.springframework.boot.builder.SpringApplicationBuilder(Application.class);|own",
        "com.amazonaws.serverless.proxy.spring.SpringLambdaContainerHandler"
            + ".getAwsProxyHandler(Application.class);|without Spring Boot",
      })
  void other_ways_of_starting_are_left_alone(String statement, String why) throws Exception {
    project.write(
        SOURCES + "/shop/web/Handler.java",
        HANDLER.replace("class Handler {", "class Handler { static { " + statement + " }"));
    String refused = refused("shop.web.Handler", Map.of());
    assertTrue(refused.contains(why), refused);
  }

  @Test
  void a_reactive_application_is_left_alone_unless_it_is_told_to_be_none() throws Exception {
    project.write(
        "library/org/springframework/web/reactive/HandlerAdapter.java",
        "package org.springframework.web.reactive; public interface HandlerAdapter {}");
    project.compile("library", "classes");
    project.write(SOURCES + "/shop/web/Handler.java", HANDLER);
    assertTrue(refused("shop.web.Handler", Map.of()).contains("reactive"));
    project.write(
        SOURCES + "/shop/web/Handler.java",
        HANDLER.replace(
            "SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class)",
            "new com.amazonaws.serverless.proxy.spring.SpringBootProxyHandlerBuilder<String>()"
                + ".servletApplication().springBootApplication(Application.class)"));
    made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow());
  }

  @Test
  void functions_of_the_module_that_start_otherwise_stay_as_they_are() throws Exception {
    project.write(SOURCES + "/shop/web/Handler.java", HANDLER);
    others =
        List.of(
            new AheadOfTime.Other("Post", DELEGATING, MAIN_CLASS),
            new AheadOfTime.Other("Same", "shop.web.Handler", Map.of("A", "b")));
    String source =
        made(offer("shop.web.Handler", Map.of()).remedy().orElseThrow())
            .get(SOURCES + "/shop/AheadOfTime.java");
    assertTrue(source.contains("\"" + DELEGATING + "\""), source);
    assertTrue(source.contains("_HANDLER"), source);
    assertTrue(!source.contains("shop.web.Handler"), source);
  }

  @Test
  void old_versions_and_other_registrations_are_left_alone() throws Exception {
    others = List.of(new AheadOfTime.Other("Other", INVOKER, Map.of("MAIN_CLASS", "shop.Other")));
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("Other has the same handler"));
    others =
        List.of(
            new AheadOfTime.Other(
                "Other",
                INVOKER,
                Map.of("MAIN_CLASS", "shop.Application", "SPRING_PROFILES_ACTIVE", "test")));
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("SPRING_PROFILES_ACTIVE of Other"));
    others = List.of();
    libraries = List.of(Path.of("spring-boot-2.7.18.jar"));
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("older"));
    libraries = List.of(Path.of("spring-boot-3.5.16.jar"));
    project.write(RESOURCES + "META-INF/spring.factories", "a=b\n");
    assertTrue(refused(INVOKER, MAIN_CLASS).contains("spring.factories"));
  }
}
