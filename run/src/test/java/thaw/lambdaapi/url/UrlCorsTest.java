package thaw.lambdaapi.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.http.Response;

class UrlCorsTest {
  private static final String ORIGIN = "https://example.com";
  private static final String ONE_ORIGIN =
      """
      {"AllowOrigins": ["https://example.com"], "AllowMethods": ["GET", "POST"],
       "AllowHeaders": ["x-a"], "ExposeHeaders": ["x-b", "x-c"], "MaxAge": 60}
      """;

  private static UrlCors cors(String config) throws Exception {
    return new UrlCors(new ObjectMapper().readTree(config));
  }

  private static UrlRequest request(String method, String... headers) {
    Map<String, List<String>> all = new TreeMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], List.of(headers[i + 1]));
    }
    return new UrlRequest(
        "id", method, "HTTP/1.1", "/", "", all, "127.0.0.1", 3001, _ -> new byte[0]);
  }

  @Test
  void a_preflight_is_answered_by_the_configuration() throws Exception {
    UrlRequest preflight =
        request("OPTIONS", "origin", ORIGIN, "access-control-request-method", "GET");
    assertTrue(cors(ONE_ORIGIN).isPreflight(preflight));
    Response answer = cors(ONE_ORIGIN).preflight(preflight);
    assertEquals(200, answer.status());
    assertEquals(
        "{Access-Control-Allow-Headers=x-a, Access-Control-Allow-Methods=GET,POST,"
            + " Access-Control-Allow-Origin=https://example.com,"
            + " Access-Control-Expose-Headers=x-b,x-c, Access-Control-Max-Age=60, Vary=Origin}",
        answer.headers().toString());
  }

  @Test
  void only_preflights_are_kept_from_the_function() throws Exception {
    assertFalse(cors(ONE_ORIGIN).isPreflight(request("OPTIONS")));
    assertFalse(cors(ONE_ORIGIN).isPreflight(request("GET", "origin", ORIGIN)));
    assertFalse(
        new UrlCors(null)
            .isPreflight(
                request("OPTIONS", "origin", ORIGIN, "access-control-request-method", "GET")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"AllowOrigins\": [\"*\"]} | {Access-Control-Allow-Origin=*}",
        "{\"AllowOrigins\": [\"*\"], \"AllowCredentials\": true} |"
            + " {Access-Control-Allow-Credentials=true,"
            + " Access-Control-Allow-Origin=https://example.com, Vary=Origin}",
        "{\"AllowOrigins\": [\"https://other.org\"]} | {Vary=Origin}",
        "{} | {Vary=Origin}",
      })
  void an_origin_is_told_whether_it_is_allowed(String config, String headers) throws Exception {
    Response answer = new Response(200, Map.of(), new byte[0]);
    assertEquals(
        headers,
        cors(config).applied(request("GET", "origin", ORIGIN), answer).headers().toString());
  }

  @Test
  void the_configuration_replaces_what_the_function_says() throws Exception {
    Response answer =
        new Response(
            200,
            Map.of("access-control-allow-origin", "*", "vary", "Accept", "X-A", "b"),
            new byte[0]);
    UrlRequest request = request("GET", "origin", ORIGIN);
    assertEquals(
        "{Access-Control-Allow-Origin=https://example.com,"
            + " Access-Control-Expose-Headers=x-b,x-c, vary=Accept, Origin, X-A=b}",
        cors(ONE_ORIGIN).applied(request, answer).headers().toString());
    assertEquals(answer, new UrlCors(null).applied(request, answer));
  }
}
