package thaw.function.template.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.function.Api;
import thaw.function.ApiAuthorizer;
import thaw.function.ApiCors;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.PayloadFormat;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

/** APIs as CDK and CloudFormation spell them out. */
class ResourceApiReaderTest {
  private static final String FUNCTION =
      """
      Resources:
        F:
          Type: AWS::Lambda::Function
          Properties: {FunctionName: f, Runtime: java21, Handler: a.B, Code: classes}
        V: {Type: AWS::Lambda::Version, Properties: {FunctionName: !Ref F}}
        Live:
          Type: AWS::Lambda::Alias
          Properties: {FunctionName: !Ref F, FunctionVersion: !GetAtt V.Version, Name: live}
      """;
  private static final String URI =
      "!Sub 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${%s}/invocations'";

  @TempDir Path folder;

  private Application read(String resources) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), FUNCTION + resources.indent(2));
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  /** The only API of resources that are all provided. */
  private Api api(String resources) throws Exception {
    Application application = read(resources);
    assertEquals(List.of(), application.warnings());
    assertEquals(1, application.apis().size());
    return application.apis().getFirst();
  }

  private static List<String> said(Application application) {
    return application.warnings().stream()
        .map(warning -> warning.replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""))
        .toList();
  }

  private static List<String> keys(Api api) {
    return api.routes().stream().map(ApiRoute::key).toList();
  }

  private static ApiRoute.Target f(String qualifier, PayloadFormat format, Duration limit) {
    return new ApiRoute.Target.Function(
        "f", Optional.of(qualifier).filter(text -> !text.isEmpty()), format, limit);
  }

  private static final String REST =
      """
      R: {Type: AWS::ApiGateway::RestApi, Properties: {Name: shop, BinaryMediaTypes: [image/png]}}
      S:
        Type: AWS::ApiGateway::Stage
        Properties: {RestApiId: !Ref R, DeploymentId: !Ref D, StageName: v1, Variables: {a: b}}
      D: {Type: AWS::ApiGateway::Deployment, Properties: {RestApiId: !Ref R}}
      """;

  /** As canary deployments have it: each stage leads to an alias of its own. */
  @Test
  void a_variable_of_the_stage_names_the_alias() throws Exception {
    Api api =
        api(
            REST
                + """
                Root:
                  Type: AWS::ApiGateway::Method
                  Properties:
                    RestApiId: !Ref R
                    ResourceId: !GetAtt R.RootResourceId
                    HttpMethod: GET
                    Integration:
                      Type: AWS_PROXY
                      Uri: !Sub 'arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${F.Arn}:${!stageVariables.a}/invocations'
                """);
    assertEquals(
        f("b", PayloadFormat.V1, Duration.ofSeconds(29)), api.routes().getFirst().target());
  }

  @Test
  void methods_of_nested_resources_are_routes() throws Exception {
    Api api =
        api(
            REST
                + """
                Greedy: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref R, ParentId: !Ref Id, PathPart: '{proxy+}'}}
                Id: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref R, ParentId: !Ref Pets, PathPart: '{id}'}}
                Pets: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref R, ParentId: !GetAtt R.RootResourceId, PathPart: pets}}
                Root:
                  Type: AWS::ApiGateway::Method
                  Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: GET, AuthorizationType: NONE, Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: %s}}
                Any:
                  Type: AWS::ApiGateway::Method
                  Properties: {RestApiId: !Ref R, ResourceId: !Ref Greedy, HttpMethod: ANY, Integration: {Type: AWS_PROXY, TimeoutInMillis: 5000, Uri: %s}}
                """
                    .formatted(URI.formatted("F.Arn"), URI.formatted("Live")));
    assertEquals(Api.Kind.REST, api.kind());
    assertEquals("v1", api.stage());
    assertEquals(Map.of("a", "b"), api.stageVariables());
    assertEquals(List.of("image/png"), api.binaryMediaTypes());
    assertEquals(List.of("GET /", "ANY /pets/{id}/{proxy+}"), keys(api));
    assertEquals(f("", PayloadFormat.V1, Duration.ofSeconds(29)), api.routes().getFirst().target());
    assertEquals(f("live", PayloadFormat.V1, Duration.ofSeconds(5)), api.routes().get(1).target());
  }

  @Test
  void a_deployment_may_name_the_stage() throws Exception {
    assertEquals(
        "beta",
        api("""
        R: {Type: AWS::ApiGateway::RestApi, Properties: {Name: shop}}
        D: {Type: AWS::ApiGateway::Deployment, Properties: {RestApiId: !Ref R, StageName: beta}}
        M:
          Type: AWS::ApiGateway::Method
          Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: GET, Integration: {Type: AWS_PROXY, Uri: %s}}
        """
                .formatted(URI.formatted("F.Arn")))
            .stage());
  }

  @Test
  void mocks_answer_as_written() throws Exception {
    Api api =
        api(
            REST
                + """
                Options:
                  Type: AWS::ApiGateway::Method
                  Properties:
                    RestApiId: !Ref R
                    ResourceId: !GetAtt R.RootResourceId
                    HttpMethod: OPTIONS
                    Integration:
                      Type: MOCK
                      RequestTemplates: {application/json: '{ statusCode: 200 }'}
                      IntegrationResponses:
                        - StatusCode: '204'
                          SelectionPattern: ''
                          ResponseParameters: {method.response.header.Access-Control-Allow-Origin: "'*'"}
                Get:
                  Type: AWS::ApiGateway::Method
                  Properties:
                    RestApiId: !Ref R
                    ResourceId: !GetAtt R.RootResourceId
                    HttpMethod: GET
                    Integration:
                      Type: MOCK
                      RequestTemplates: {application/json: '{"statusCode": 418}'}
                      IntegrationResponses:
                        - {StatusCode: '200'}
                        - {StatusCode: '418', SelectionPattern: '4\\d\\d', ResponseTemplates: {application/json: teapot}}
                """);
    assertEquals(
        new ApiRoute.Target.Fixed(204, Map.of("Access-Control-Allow-Origin", "*"), ""),
        api.routes().getFirst().target());
    assertTrue(api.routes().getFirst().isPreflight());
    assertEquals(new ApiRoute.Target.Fixed(418, Map.of(), "teapot"), api.routes().get(1).target());
  }

  @Test
  void rest_authorizers_and_keys_guard_methods() throws Exception {
    Application application =
        read(
            REST
                + """
                T: {Type: AWS::ApiGateway::Authorizer, Properties: {RestApiId: !Ref R, Name: tok, Type: TOKEN, AuthorizerUri: %1$s, IdentitySource: method.request.header.X-Token, AuthorizerResultTtlInSeconds: 0}}
                Q: {Type: AWS::ApiGateway::Authorizer, Properties: {RestApiId: !Ref R, Name: req, Type: REQUEST, AuthorizerUri: %1$s, IdentitySource: 'method.request.header.A, method.request.querystring.q, context.stage'}}
                C: {Type: AWS::ApiGateway::Authorizer, Properties: {RestApiId: !Ref R, Name: pool, Type: COGNITO_USER_POOLS, ProviderARNs: [x], IdentitySource: method.request.header.Jwt}}
                Get: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: GET, AuthorizationType: CUSTOM, AuthorizerId: !Ref T, ApiKeyRequired: true, Integration: {Type: AWS_PROXY, Uri: %1$s}}}
                Put: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: PUT, AuthorizationType: CUSTOM, AuthorizerId: !Ref Q, Integration: {Type: AWS_PROXY, Uri: %1$s}}}
                Post: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: POST, AuthorizationType: COGNITO_USER_POOLS, AuthorizerId: !Ref C, Integration: {Type: AWS_PROXY, Uri: %1$s}}}
                Head: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: HEAD, AuthorizationType: AWS_IAM, Integration: {Type: AWS_PROXY, Uri: %1$s}}}
                K: {Type: AWS::ApiGateway::ApiKey, Properties: {Enabled: true, Value: twenty-letters-or-more}}
                P: {Type: AWS::ApiGateway::UsagePlan, Properties: {ApiStages: [{ApiId: !Ref R, Stage: !Ref S}]}}
                PK: {Type: AWS::ApiGateway::UsagePlanKey, Properties: {KeyId: !Ref K, KeyType: API_KEY, UsagePlanId: !Ref P}}
                """
                    .formatted(URI.formatted("F.Arn")));
    Api api = application.apis().getFirst();
    List<ApiAuthorizer> authorizers =
        api.routes().stream().map(route -> route.authorizer().orElseThrow()).toList();
    assertEquals(
        new ApiAuthorizer.Lambda(
            "tok",
            "f",
            Optional.empty(),
            true,
            List.of(new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "X-Token")),
            Optional.empty(),
            Duration.ZERO,
            PayloadFormat.V1,
            false),
        authorizers.getFirst());
    ApiAuthorizer.Lambda request = (ApiAuthorizer.Lambda) authorizers.get(1);
    assertEquals(
        List.of(
            new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "A"),
            new ApiAuthorizer.Source(ApiAuthorizer.Source.From.QUERY, "q"),
            new ApiAuthorizer.Source(ApiAuthorizer.Source.From.CONTEXT, "stage")),
        request.sources());
    assertEquals(Duration.ofSeconds(300), request.memory());
    assertEquals(new ApiAuthorizer.Claims("pool", "Jwt"), authorizers.get(2));
    assertEquals(new ApiAuthorizer.Iam(), authorizers.get(3));
    assertTrue(api.routes().getFirst().keyRequired());
    assertEquals("twenty-letters-or-more", api.keys().getFirst().value());
    assertEquals(
        List.of(
            "tokens of the authorizer pool are not checked: requests need one, its claims are"
                + " passed on"),
        said(application));
  }

  @Test
  void routes_of_an_http_api_lead_to_integrations() throws Exception {
    Application application =
        read(
            """
            H: {Type: AWS::ApiGatewayV2::Api, Properties: {Name: h, ProtocolType: HTTP, CorsConfiguration: {AllowOrigins: ['https://a.example']}}}
            B: {Type: AWS::ApiGatewayV2::Stage, Properties: {ApiId: !Ref H, StageName: beta}}
            D: {Type: AWS::ApiGatewayV2::Stage, Properties: {ApiId: !Ref H, StageName: $default, AutoDeploy: true, StageVariables: {v: w}}}
            I: {Type: AWS::ApiGatewayV2::Integration, Properties: {ApiId: !Ref H, IntegrationType: AWS_PROXY, IntegrationUri: !Ref Live, PayloadFormatVersion: '2.0'}}
            J: {Type: AWS::ApiGatewayV2::Integration, Properties: {ApiId: !Ref H, IntegrationType: AWS_PROXY, IntegrationUri: !GetAtt F.Arn, PayloadFormatVersion: '1.0', TimeoutInMillis: 2000}}
            U: {Type: AWS::ApiGatewayV2::Integration, Properties: {ApiId: !Ref H, IntegrationType: HTTP_PROXY, IntegrationMethod: ANY, IntegrationUri: 'https://example.com/{proxy}', PayloadFormatVersion: '1.0'}}
            Q: {Type: AWS::ApiGatewayV2::Integration, Properties: {ApiId: !Ref H, IntegrationType: AWS_PROXY, IntegrationSubtype: SQS-SendMessage, PayloadFormatVersion: '1.0'}}
            A: {Type: AWS::ApiGatewayV2::Authorizer, Properties: {ApiId: !Ref H, Name: la, AuthorizerType: REQUEST, AuthorizerUri: %s, AuthorizerPayloadFormatVersion: '2.0', EnableSimpleResponses: true, IdentitySource: [$request.header.X]}}
            W: {Type: AWS::ApiGatewayV2::Authorizer, Properties: {ApiId: !Ref H, Name: jwt, AuthorizerType: JWT, IdentitySource: [$request.header.Authorization], JwtConfiguration: {Issuer: x}}}
            R1: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref H, RouteKey: $default, Target: !Sub 'integrations/${I}'}}
            R2: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref H, RouteKey: 'GET /a/{x}', AuthorizationType: CUSTOM, AuthorizerId: !Ref A, Target: !Join [/, [integrations, !Ref J]]}}
            R3: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref H, RouteKey: 'ANY /p/{proxy+}', AuthorizationType: JWT, AuthorizerId: !Ref W, Target: !Sub 'integrations/${U}'}}
            R4: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref H, RouteKey: 'POST /q', Target: !Sub 'integrations/${Q}'}}
            """
                .formatted(URI.formatted("F.Arn")));
    Api api = application.apis().getFirst();
    assertEquals("$default", api.stage());
    assertEquals(Map.of("v", "w"), api.stageVariables());
    assertEquals(Optional.of(List.of("https://a.example")), api.cors().map(ApiCors::allowOrigins));
    assertEquals(List.of("$default", "GET /a/{x}", "ANY /p/{proxy+}"), keys(api));
    assertEquals(
        f("live", PayloadFormat.V2, Duration.ofSeconds(30)), api.routes().getFirst().target());
    assertEquals(f("", PayloadFormat.V1, Duration.ofSeconds(2)), api.routes().get(1).target());
    ApiAuthorizer.Lambda lambda =
        (ApiAuthorizer.Lambda) api.routes().get(1).authorizer().orElseThrow();
    assertTrue(lambda.simple());
    assertEquals(
        List.of(new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "X")), lambda.sources());
    assertEquals(
        "https://example.com/{proxy}", ((ApiRoute.Target.Http) api.routes().get(2).target()).uri());
    assertEquals(
        Optional.of(new ApiAuthorizer.Claims("jwt", "Authorization")),
        api.routes().get(2).authorizer());
    assertEquals(
        List.of(
            "of the stages of H only $default is served, and not beta",
            "requests do not go to services of AWS here, POST /q is left out",
            "tokens of the authorizer jwt are not checked: requests need one, its claims are"
                + " passed on"),
        said(application));
  }

  @Test
  void the_target_of_an_http_api_takes_all_requests() throws Exception {
    Api api =
        api(
            "H: {Type: AWS::ApiGatewayV2::Api, Properties: {Name: h, ProtocolType: HTTP, Target: !GetAtt F.Arn}}\n");
    assertEquals(List.of("$default"), keys(api));
    assertEquals(f("", PayloadFormat.V2, Duration.ofSeconds(30)), api.routes().getFirst().target());
  }

  @Test
  void the_body_of_an_api_has_its_routes() throws Exception {
    Api http =
        api(
            """
            H:
              Type: AWS::ApiGatewayV2::Api
              Properties:
                Body: {openapi: 3.0.1, paths: {/a: {get: {x-amazon-apigateway-integration: {type: aws_proxy, payloadFormatVersion: '2.0', uri: !GetAtt F.Arn}}}}}
            """);
    assertEquals(List.of("GET /a"), keys(http));
    Api rest =
        api(
            """
            R:
              Type: AWS::ApiGateway::RestApi
              Properties:
                Body:
                  swagger: '2.0'
                  securityDefinitions:
                    tok: {type: apiKey, name: X-Token, in: header, x-amazon-apigateway-authorizer: {type: token, authorizerUri: %1$s}}
                  paths: {/b: {get: {security: [{tok: []}], x-amazon-apigateway-integration: {type: aws_proxy, httpMethod: POST, uri: %1$s}}}}
            D: {Type: AWS::ApiGateway::Deployment, Properties: {RestApiId: !Ref R, StageName: x}}
            """
                .formatted(URI.formatted("F.Arn")));
    assertEquals(List.of("GET /b"), keys(rest));
    assertEquals(
        Optional.of(List.of(new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "X-Token"))),
        rest.routes()
            .getFirst()
            .authorizer()
            .map(authorizer -> ((ApiAuthorizer.Lambda) authorizer).sources()));
  }

  @Test
  void what_cannot_be_served_is_left_out_with_a_line() throws Exception {
    Application application =
        read(
            """
            W: {Type: AWS::ApiGatewayV2::Api, Properties: {Name: w, ProtocolType: WEBSOCKET, RouteSelectionExpression: x}}
            WR: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref W, RouteKey: $connect}}
            R: {Type: AWS::ApiGateway::RestApi, Properties: {Name: shop}}
            Get: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: GET, Integration: {Type: AWS, Uri: 'arn:aws:apigateway:us-east-1:sqs:path/q'}}}
            Put: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: elsewhere, HttpMethod: PUT, Integration: {Type: AWS_PROXY}}}
            Post: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: elsewhere, ResourceId: x, HttpMethod: POST, Integration: {Type: AWS_PROXY}}}
            """);
    assertEquals(1, application.functions().size());
    assertEquals(
        List.of(
            "Post is left out: its RestApiId names no AWS::ApiGateway::RestApi of this template",
            "the API R has no stage, here its stage is Prod",
            "only integrations of type aws_proxy, http_proxy and mock are served, GET / is left"
                + " out",
            "Put is left out: its ResourceId is none of its API",
            "the WebSocket API W is not provided locally",
            "the API R leads to no function"),
        said(application));
  }

  /** The function of such a route is there all the same, and so are the other routes. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "aws", "HTTP", "AWS"})
  void a_route_whose_gateway_makes_the_request_anew_is_left_out(String type) throws Exception {
    String told =
        "only integrations of type aws_proxy, http_proxy and mock are served, %s is left out";
    Application definition =
        read(
            """
            R:
              Type: AWS::ApiGateway::RestApi
              Properties:
                Body:
                  swagger: '2.0'
                  paths:
                    /a: {get: {x-amazon-apigateway-integration: {type: %2$s, httpMethod: POST, uri: %1$s, requestTemplates: {application/json: '{}'}}}}
                    /b: {get: {x-amazon-apigateway-integration: {type: aws_proxy, httpMethod: POST, uri: %1$s}}}
            D: {Type: AWS::ApiGateway::Deployment, Properties: {RestApiId: !Ref R, StageName: x}}
            """
                .formatted(URI.formatted("F.Arn"), type));
    Application resources =
        read(
            REST
                + """
                A: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref R, ParentId: !GetAtt R.RootResourceId, PathPart: a}}
                B: {Type: AWS::ApiGateway::Resource, Properties: {RestApiId: !Ref R, ParentId: !GetAtt R.RootResourceId, PathPart: b}}
                GetA: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !Ref A, HttpMethod: GET, AuthorizationType: NONE, Integration: {Type: %2$s, IntegrationHttpMethod: POST, Uri: %1$s}}}
                GetB: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !Ref B, HttpMethod: GET, AuthorizationType: NONE, Integration: {Type: AWS_PROXY, IntegrationHttpMethod: POST, Uri: %1$s}}}
                """
                    .formatted(URI.formatted("F.Arn"), type));
    for (Application application : List.of(definition, resources)) {
      assertEquals(List.of(told.formatted("GET /a")), said(application));
      assertEquals(List.of("GET /b"), keys(application.apis().getFirst()));
      assertEquals(1, application.functions().size());
    }
  }

  /** What other stacks export is not known here; then only the key is missing. */
  @Test
  void a_usage_plan_may_have_keys_of_other_stacks() throws Exception {
    Application application =
        read(
            REST
                + """
                G: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref R, ResourceId: !GetAtt R.RootResourceId, HttpMethod: GET, Integration: {Type: AWS_PROXY, Uri: %s}}}
                P: {Type: AWS::ApiGateway::UsagePlan, Properties: {ApiStages: [{ApiId: !Ref R, Stage: !Ref S}]}}
                L: {Type: AWS::ApiGateway::UsagePlanKey, Properties: {KeyId: !ImportValue k, KeyType: API_KEY, UsagePlanId: !Ref P}}
                """
                    .formatted(URI.formatted("F.Arn")));
    assertEquals(List.of("GET /"), keys(application.apis().getFirst()));
    assertEquals(
        List.of(
            "L is left out: no stack here exports k; add --import k=VALUE, or imports: in thaw.yaml"),
        said(application));
  }

  /** A gateway renders them for each request; a template of SAM's would have been before. */
  @Test
  void mapping_templates_do_not_make_a_template_one_that_is_not_rendered() throws Exception {
    Application application =
        read(
            REST
                + """
                Put:
                  Type: AWS::ApiGateway::Method
                  Properties:
                    RestApiId: !Ref R
                    ResourceId: !GetAtt R.RootResourceId
                    HttpMethod: PUT
                    Integration:
                      Type: AWS
                      RequestTemplates:
                        application/json: !Sub |
                          {
                            "Records": [
                              #foreach($elem in $input.path('$.records'))
                              {"Data": "$elem"}#if($foreach.hasNext),#end
                              #end
                            ]
                          #set($a = 1)
                          }
                """);
    assertEquals(1, application.functions().size());
    assertEquals(List.of(), keys(application.apis().getFirst()));
  }

  @Test
  void routes_may_be_added_to_the_apis_of_sam() throws Exception {
    Application application =
        read(
            """
            S: {Type: AWS::Serverless::HttpApi}
            I: {Type: AWS::ApiGatewayV2::Integration, Properties: {ApiId: !Ref S, IntegrationType: AWS_PROXY, IntegrationUri: !GetAtt F.Arn, PayloadFormatVersion: '2.0'}}
            A: {Type: AWS::ApiGatewayV2::Route, Properties: {ApiId: !Ref S, RouteKey: 'GET /a', Target: !Sub 'integrations/${I}'}}
            T: {Type: AWS::Serverless::Api, Properties: {StageName: x}}
            M: {Type: AWS::ApiGateway::Method, Properties: {RestApiId: !Ref T, ResourceId: !GetAtt T.RootResourceId, HttpMethod: GET, Integration: {Type: AWS_PROXY, Uri: %s}}}
            """
                .formatted(URI.formatted("F.Arn")));
    assertEquals(List.of("GET /a"), keys(application.apis().getFirst()));
    assertEquals(List.of("GET /"), keys(application.apis().get(1)));
  }
}
