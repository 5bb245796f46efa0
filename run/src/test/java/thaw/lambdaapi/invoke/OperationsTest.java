package thaw.lambdaapi.invoke;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.http.Response;

class OperationsTest {
  private static final Operation.Answering NONE = _ -> Response.nothing();
  private static final Operations TABLE =
      new Operations(
          List.of(
              new Operation("ListFunctions", "GET", "/2015-03-31/functions", NONE),
              new Operation("GetFunction", "GET", "/2015-03-31/functions/{FunctionName}", NONE),
              new Operation("GetConfig", "GET", "/functions/{FunctionName}/config", NONE),
              new Operation(
                  "ListConfigs", "GET", "/functions/{FunctionName}/config?List=ALL", NONE),
              new Operation("PutConfig", "PUT", "/functions/{FunctionName}/config", NONE)));

  @ParameterizedTest
  @CsvSource({
    "GET, /2015-03-31/functions, , ListFunctions, ",
    "GET, /2015-03-31/functions/, , ListFunctions, ",
    "GET, /2015-03-31/functions/f, , GetFunction, f",
    "GET, /2015-03-31/functions/f:%24LATEST, , GetFunction, f:$LATEST",
    "GET, /2015-03-31/functions/arn%3Aaws%3Alambda%3Af, , GetFunction, arn:aws:lambda:f",
    "GET, /2015-03-31/functions/a+b, , GetFunction, a+b",
    "GET, /functions/f/config, , GetConfig, f",
    "GET, /functions/f/config, ALL, ListConfigs, f",
    "GET, /functions/f/config, SOME, GetConfig, f",
    "PUT, /functions/f/config, ALL, PutConfig, f"
  })
  void method_path_and_query_name_an_operation(
      String method, String path, String list, String operation, String function) {
    Operations.Match match = TABLE.find(method, path, _ -> Optional.ofNullable(list)).orElseThrow();
    assertEquals(operation, match.operation().name());
    assertEquals(function == null ? Map.of() : Map.of("FunctionName", function), match.path());
  }

  @ParameterizedTest
  @CsvSource({"DELETE, /functions/f/config", "GET, /", "GET, /functions/f", "POST, /a%zz"})
  void all_else_is_none(String method, String path) {
    assertEquals(Optional.empty(), TABLE.find(method, path, _ -> Optional.empty()));
  }
}
