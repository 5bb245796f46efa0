package thaw.apigateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.PayloadFormat;

/** Table tests of which route takes a request. */
public class RouterTest {
  /** Those of AWS's own example of priorities (http-api-develop-routes), and some. */
  private static final Router HTTP =
      new Router(
          Api.Kind.HTTP,
          routes(
              "$default",
              "ANY /{proxy+}",
              "GET /pets/{proxy+}",
              "GET /pets/dog/{id}",
              "GET /pets/dog/1",
              "GET /deep/a/{rest+}",
              "GET /deep/{x}/b",
              "PUT /",
              "ANY /cats/{id}",
              "GET /cats/{id}"));

  private static final Router REST =
      new Router(
          Api.Kind.REST,
          routes(
              "POST /test",
              "ANY /test/any",
              "OPTIONS /{proxy+}",
              "GET /pets/{id}",
              "GET /pets/best",
              "GET /pets/{id}/toys/{toy}",
              "ANY /files/{path+}",
              "GET /"));

  public static List<ApiRoute> routes(String... keys) {
    return Stream.of(keys)
        .map(key -> key.equals("$default") ? "ANY $default" : key)
        .map(key -> key.split(" "))
        .map(key ->
            new ApiRoute(
                key[0],
                key[1],
                new ApiRoute.Target.Function(
                    "function", Optional.empty(), PayloadFormat.V2, Duration.ofSeconds(30)),
                Optional.empty(),
                false))
        .toList();
  }

  private static String found(Router router, String method, String path) {
    return router
        .find(method, path)
        .map(match -> match.route().key() + " " + match.parameters())
        .orElse("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | /pets/dog/1 | GET /pets/dog/1 {}",
        "GET | /pets/dog/2 | GET /pets/dog/{id} {id=2}",
        "GET | /pets/cat/1 | GET /pets/{proxy+} {proxy=cat/1}",
        "POST | /test/5 | ANY /{proxy+} {proxy=test/5}",
        "POST | /pets/dog/1 | ANY /{proxy+} {proxy=pets/dog/1}",
        "GET | /deep/a/b | GET /deep/{x}/b {x=a}",
        "GET | /deep/a/c | GET /deep/a/{rest+} {rest=c}",
        "GET | /cats/1 | GET /cats/{id} {id=1}",
        "POST | /cats/1 | ANY /cats/{id} {id=1}",
        "PUT | / | PUT / {}",
        "GET | / | $default {}",
        "GET | // | ANY /{proxy+} {proxy=/}",
        "GET | /pets/dog/1/ | GET /pets/{proxy+} {proxy=dog/1/}",
        "GET | /pets/dog/ | GET /pets/{proxy+} {proxy=dog/}",
        "GET | /pets//x | GET /pets/{proxy+} {proxy=/x}",
      })
  void an_http_api_takes_the_most_specific_route(String method, String path, String route) {
    assertEquals(route, found(HTTP, method, path));
  }

  /** The first four as recorded on AWS (LocalStack, TestApigatewayRouting). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /test | POST /test {}",
        "OPTIONS | /test | OPTIONS /{proxy+} {proxy=test}",
        "OPTIONS | /test/any | ANY /test/any {}",
        "GET | /test | none",
        "GET | /pets/best | GET /pets/best {}",
        "GET | /pets/2 | GET /pets/{id} {id=2}",
        "GET | /pets/2/ | GET /pets/{id} {id=2}",
        "GET | //pets/2 | GET /pets/{id} {id=2}",
        "GET | /pets/best/toys/a%2Fb | GET /pets/{id}/toys/{toy} {id=best, toy=a%2Fb}",
        "GET | /pets//toys/a | none",
        "GET | /pets | none",
        "GET | /files | none",
        "GET | /files/ | none",
        "GET | /files/a//b/ | ANY /files/{path+} {path=a//b}",
        "GET | /files//a | ANY /files/{path+} {path=/a}",
        "GET | /files/../x | ANY /files/{path+} {path=../x}",
        "GET | / | GET / {}",
        "GET | /// | GET / {}",
        "GET | '' | GET / {}",
        "OPTIONS | / | none",
      })
  void a_rest_api_goes_segment_by_segment_and_the_method_counts(
      String method, String path, String route) {
    assertEquals(route, found(REST, method, path));
  }

  @Test
  void without_a_route_there_is_none() {
    assertEquals(Optional.empty(), new Router(Api.Kind.HTTP, List.of()).find("GET", "/"));
  }

  @Test
  void parameters_keep_the_order_of_the_path() {
    Map<String, String> parameters = REST.find("GET", "/pets/1/toys/2").orElseThrow().parameters();
    assertEquals(List.of("id", "toy"), List.copyOf(parameters.keySet()));
  }
}
