package thaw.function.template.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

class HttpProxyReaderTest {
  @TempDir Path folder;

  /** A template without any function. */
  private Application read(String type, String properties, String path, String integration)
      throws IOException {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Shop:
            Type: AWS::Serverless::%s
            Properties:
              %s
              DefinitionBody:
                openapi: 3.0.1
                paths:
                  '%s':
                    x-amazon-apigateway-any-method:
                      x-amazon-apigateway-integration: %s
        """
            .formatted(type, properties, path, integration));
    return ApplicationReader.readForServer(folder, ReadOptions.defaults());
  }

  private Application rest(String path, String integration) throws IOException {
    return read("Api", "StageName: x", path, integration);
  }

  private static ApiRoute.Target only(Application application) {
    assertEquals(List.of(), application.warnings());
    return application.apis().getFirst().routes().getFirst().target();
  }

  @Test
  void an_api_needs_no_function() throws Exception {
    Application application =
        rest(
            "/pets/{proxy+}",
            """
            {type: HTTP_PROXY, httpMethod: any, uri: 'http://127.0.0.1:8080/shop/{proxy}?a={proxy}',
              connectionType: INTERNET, timeoutInMillis: 1500,
              requestParameters: {integration.request.path.proxy: method.request.path.proxy}}\
            """
                .indent(14)
                .strip());
    ApiRoute.Target.Http target =
        new ApiRoute.Target.Http(
            "http://127.0.0.1:8080",
            "/shop/{proxy}?a={proxy}",
            Optional.empty(),
            Duration.ofMillis(1500));
    assertEquals(target, only(application));
    assertEquals("http://127.0.0.1:8080/shop/{proxy}?a={proxy}", target.uri());
  }

  @Test
  void parameters_may_have_other_names_in_the_address() throws Exception {
    assertEquals(
        new ApiRoute.Target.Http(
            "https://example.com", "/{id}", Optional.of("GET"), Duration.ofSeconds(29)),
        only(
            rest(
                "/pets/{id}",
                "{type: http_proxy, httpMethod: get, uri: 'https://example.com/{pet}',"
                    + " requestParameters: {integration.request.path.pet: method.request.path.id}}")));
  }

  @Test
  void stage_variables_name_the_server_of_a_stage() throws Exception {
    assertEquals(
        new ApiRoute.Target.Http("http://h:81", "", Optional.of("PUT"), Duration.ofSeconds(30)),
        only(
            read(
                "HttpApi",
                "StageVariables: {server: 'h:81'}",
                "/$default",
                "{type: http_proxy, httpMethod: PUT, uri: 'http://${stageVariables.server}'}")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "httpMethod: GET | the integration has no uri",
        "httpMethod: GET, uri: 'ftp://h/' | the uri names no HTTP server: ftp://h/",
        "httpMethod: GET, uri: 'http://{id}/' | the uri names no HTTP server: http://{id}/",
        "httpMethod: GET, uri: 'http://a b/' | the uri names no HTTP server: http://a b/",
        "httpMethod: GET, uri: 'http://u:p@h/' | the uri names no HTTP server: http://u:p@h/",
        "httpMethod: GET, uri: 'http://h/{ids}' | the uri has a parameter that the path has not: {ids}",
        "httpMethod: GET, uri: 'http://${stageVariables.x}/' | the uri has a stage variable that the API has not: x",
        "uri: 'http://h/' | the integration has no httpMethod",
        "httpMethod: FETCH, uri: 'http://h/' | Method must be an HTTP method or any: FETCH",
        "httpMethod: GET, uri: 'http://h/', timeoutInMillis: 1 | timeoutInMillis must be 50..900000 ms: 1",
      })
  void what_aws_would_refuse_is_refused(String integration, String cause) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class, () -> rest("/{id}", "{type: http_proxy, " + integration + "}"));
    assertEquals(cause, mistake.getMessage().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connectionType: VPC_LINK, connectionId: v | there are no private networks (connectionType VPC_LINK) here, ANY /a is left out",
        "requestParameters: {integration.request.header.x: \"'y'\"} | of requestParameters only path to path is evaluated, this is ignored: integration.request.header.x",
        "requestParameters: {'overwrite:path': /b} | of requestParameters only path to path is evaluated, this is ignored: overwrite:path",
        "tlsConfig: {insecureSkipVerification: true} | this is not evaluated: tlsConfig",
      })
  void what_has_no_effect_is_said(String more, String warning) throws Exception {
    Application application =
        rest("/a", "{type: http_proxy, httpMethod: GET, uri: 'http://h/', " + more + "}");
    assertEquals(
        warning,
        application.warnings().getFirst().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
  }

  @Test
  void other_integrations_are_left_out() throws Exception {
    Application application = rest("/a", "{type: http}");
    assertEquals(List.of(), application.apis().getFirst().routes());
    assertEquals(
        "only integrations of type aws_proxy, http_proxy and mock are served,"
            + " ANY /a is left out",
        application.warnings().getFirst().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
  }
}
