package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/** The events of routes that stand for many paths: of one that the function is known to serve. */
class RouteEventTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String RETENTION =
      "import java.lang.annotation.*; @Retention(RetentionPolicy.RUNTIME) public @interface ";

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  private static String annotation(String type, String members) {
    int dot = type.lastIndexOf('.');
    return "package "
        + type.substring(0, dot)
        + "; "
        + RETENTION
        + type.substring(dot + 1)
        + " { "
        + members
        + " }";
  }

  private static List<String> spring() {
    String own = "org.springframework.web.bind.annotation.";
    return List.of(
        annotation(own + "RequestMapping", "String[] value() default {};"),
        annotation(own + "GetMapping", "String[] value() default {}; String[] path() default {};"),
        annotation(own + "PostMapping", "String[] value() default {};"),
        annotation(own + "PathVariable", "String value() default \"\";"),
        annotation("org.springframework.cloud.openfeign.FeignClient", "String value();"));
  }

  private void code(List<String> annotations, String... classes) throws Exception {
    List<String> all = new ArrayList<>(annotations);
    all.addAll(List.of(classes));
    Sources.compile(folder.resolve("classes"), all.toArray(String[]::new));
  }

  private Application template(String events) throws Exception {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Products:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: classes
              Handler: com.acme.boot.StreamLambdaHandler::handleRequest
              Runtime: java17
              Events:
        """
            + events.indent(8));
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  private JsonNode event(Application application) throws Exception {
    FunctionDefinition function = application.functions().getFirst();
    byte[] event = EventChoice.usual().of(application, function, said::add);
    return JSON.readTree(new String(event, StandardCharsets.UTF_8));
  }

  private static final String PROXY =
      "Proxy: {Type: HttpApi, Properties: {Path: '/{proxy+}', Method: ANY}}\n";

  private static final String CONTROLLER =
      """
      package com.acme.boot;
      import org.springframework.web.bind.annotation.*;
      import java.util.*;
      @RequestMapping("/products")
      public class ProductController {
        @PostMapping public String add(String body) { return ""; }
        @GetMapping("/{id}") public String get(@PathVariable("id") UUID id) { return ""; }
        @GetMapping public List<String> list() { return List.of(); }
      }
      """;

  private static final String HEALTH =
      """
      package com.acme.boot;
      import org.springframework.web.bind.annotation.*;
      public class Aliveness {
        @GetMapping("/health") public String health() { return ""; }
      }
      """;

  private static final String CLIENT =
      """
      package com.acme.boot;
      import org.springframework.web.bind.annotation.*;
      @org.springframework.cloud.openfeign.FeignClient("other")
      public interface Client { @GetMapping("/a-client-s") String get(); }
      """;

  @Test
  void a_greedy_route_has_the_path_of_a_controller_and_no_health_check() throws Exception {
    code(spring(), CONTROLLER, HEALTH, CLIENT);
    JsonNode event = event(template(PROXY));
    assertEquals("/products", event.at("/rawPath").asText());
    assertEquals("products", event.at("/pathParameters/proxy").asText());
    assertEquals("ANY /{proxy+}", event.at("/routeKey").asText());
    assertTrue(
        said.getFirst()
            .contains("(GET /products, from com.acme.boot.ProductController.list) would send it"),
        said.toString());
    assertEquals(1, said.size());
  }

  @Test
  void a_function_in_a_package_of_aws_has_routes_as_well() throws Exception {
    code(spring(), CONTROLLER.replace("com.acme.boot", "com.amazonaws.sample"), HEALTH);

    assertEquals("/products", event(template(PROXY)).path("rawPath").asText());
  }

  @Test
  void a_parameter_has_a_value_of_the_type_that_the_method_takes() throws Exception {
    code(spring(), CONTROLLER);
    JsonNode event =
        event(
            template("Get: {Type: Api, Properties: {Path: '/products/{product}', Method: get}}\n"));
    assertEquals(36, event.at("/pathParameters/product").asText().length());
    assertEquals(
        "/products/" + event.at("/pathParameters/product").asText(), event.at("/path").asText());
  }

  @Test
  void a_route_of_all_requests_and_a_url_have_such_a_path_as_well() throws Exception {
    code(spring(), CONTROLLER);
    JsonNode open = event(template("Every: {Type: HttpApi}\n"));
    assertEquals("/products", open.at("/rawPath").asText());
    assertTrue(open.at("/pathParameters").isMissingNode(), open.toString());
    Application application = template(PROXY);
    Files.writeString(
        folder.resolve("template.yaml"),
        Files.readString(folder.resolve("template.yaml"))
            .replaceAll("(?s)Events:.*", "FunctionUrlConfig: {AuthType: NONE}\n"));
    application = ApplicationReader.read(folder, ReadOptions.defaults());
    assertEquals("/products", event(application).at("/rawPath").asText());
  }

  @Test
  void jax_rs_and_micronaut_declare_routes_too() throws Exception {
    code(
        List.of(
            annotation("jakarta.ws.rs.Path", "String value();"),
            annotation("jakarta.ws.rs.GET", ""),
            annotation("jakarta.ws.rs.PathParam", "String value();")),
        """
        package com.acme;
        import jakarta.ws.rs.*;
        @Path("books")
        public class Books {
          @GET @Path("{from}/until/{isbn: [0-9]{2,}}")
          public String get(@PathParam("isbn") long isbn, @PathParam("from") java.time.LocalDate from) {
            return "";
          }
        }
        """);
    assertEquals("/books/2026-01-01/until/1", event(template(PROXY)).at("/rawPath").asText());
    code(
        List.of(
            annotation("io.micronaut.http.annotation.Controller", "String value();"),
            annotation("io.micronaut.http.annotation.Get", "String value();")),
        """
        package com.acme;
        import io.micronaut.http.annotation.*;
        @Controller("/cars")
        public class Cars { @Get("/all{?page}") public String all() { return ""; } }
        """);
    assertEquals("/cars/all", event(template(PROXY)).at("/rawPath").asText());
  }

  @Test
  void an_openapi_definition_tells_paths_and_types() throws Exception {
    code(List.of(), "package com.acme; public class None {}");
    Files.writeString(
        folder.resolve("openapi.yaml"),
        """
        openapi: 3.0.1
        paths:
          /status: {get: {responses: {}}}
          /orders/{id}:
            parameters:
              - {$ref: '#/components/parameters/Id'}
            get: {responses: {}}
        components:
          parameters:
            Id: {name: id, in: path, schema: {type: integer, example: 4711}}
        """);
    assertEquals("/orders/4711", event(template(PROXY)).at("/rawPath").asText());
    assertTrue(said.getFirst().contains("from openapi.yaml"), said.toString());
  }

  @Test
  void a_recorded_event_is_taken_as_it_is() throws Exception {
    code(spring(), CONTROLLER);
    Path events = Files.createDirectories(folder.resolve("events"));
    Files.writeString(
        events.resolve("search.json"),
        "{\"version\": \"2.0\", \"routeKey\": \"ANY /{proxy+}\", \"rawPath\": \"/search\","
            + " \"rawQueryString\": \"q=tea\","
            + " \"requestContext\": {\"http\": {\"method\": \"GET\"}}}");
    assertEquals("q=tea", event(template(PROXY)).at("/rawQueryString").asText());
    assertTrue(said.getFirst().contains("search.json"), said.toString());
    JsonNode first = event(template(PROXY.replace("HttpApi", "Api")));
    assertEquals("/search", first.at("/path").asText()); // another format: its path alone
    assertTrue(first.at("/queryStringParameters/q").isMissingNode(), first.toString());
  }

  @Test
  void a_read_without_parameters_comes_first_and_a_health_check_last() throws Exception {
    code(List.of(), "package com.acme; public class None {}");
    Application application =
        template(
            """
            Put: {Type: HttpApi, Properties: {Path: /orders, Method: post}}
            Alive: {Type: HttpApi, Properties: {Path: /health, Method: get}}
            Get: {Type: HttpApi, Properties: {Path: '/orders/{id}', Method: get}}
            List: {Type: HttpApi, Properties: {Path: /orders, Method: get}}
            """);
    assertEquals(
        List.of("GET /orders", "GET /orders/{id}", "POST /orders", "GET /health"),
        ImpliedEvent.all(application, application.functions().getFirst())
            .map(each -> each.source().replaceAll("the route | of .*", ""))
            .toList());
  }

  private void kept(String name, String method, String path) throws Exception {
    Files.writeString(
        Files.createDirectories(folder.resolve("events")).resolve(name),
        "{\"httpMethod\": \"%s\", \"path\": \"%s\", \"resource\": \"/{proxy+}\"}"
            .formatted(method, path));
  }

  @Test
  void the_event_for_any_function_is_not_for_one_that_no_client_can_send_it_to() throws Exception {
    code(List.of(), "package com.acme.boot; class StreamLambdaHandler {}");
    Application application =
        template("Hello: {Type: Api, Properties: {Path: /hello, Method: get}}\n");
    kept("event.json", "POST", "/path/to/resource"); // as sam init writes it
    assertEquals("GET", event(application).path("httpMethod").asText());
    assertTrue(
        said.getFirst().contains("no route of it has POST /path/to/resource"), said::toString);

    kept("event.json", "GET", "/bye");
    assertEquals("/hello", event(application).path("path").asText());

    kept("event.json", "GET", "/hello");
    assertEquals("/{proxy+}", event(application).path("resource").asText());

    kept("event.json", "GET", "/bye");
    kept("Products.json", "GET", "/own"); // somebody wants it so
    assertEquals("/own", event(application).path("path").asText());
  }

  @Test
  void the_sample_of_a_greedy_path_is_nobodys_request() throws Exception {
    code(spring(), CONTROLLER);
    Application application = template(PROXY);
    kept("event.json", "POST", "/path/to/resource");
    assertEquals("GET", event(application).at("/requestContext/http/method").asText());
  }
}
