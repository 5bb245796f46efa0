package thaw.function.template.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.Api;
import thaw.function.ApiAuthorizer;
import thaw.function.ApiCors;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.PayloadFormat;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;

class ApiReaderTest {
  private static final String HEAD =
      """
      Transform: AWS::Serverless-2016-10-31
      Parameters:
        Stage: {Type: String, Default: dev}
      """;
  private static final String FUNCTION =
      """
        Pets:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: pets
            Runtime: java25
            Handler: com.example.Pets
            CodeUri: classes
      """;

  @TempDir Path folder;

  private Application read(String globals, String events, String resources) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    String written =
        HEAD
            + globals
            + "Resources:\n"
            + FUNCTION
            + (events.isEmpty() ? "" : "      Events:\n" + events.indent(8))
            + resources.indent(2);
    Files.writeString(folder.resolve("template.yaml"), written);
    return ApplicationReader.read(folder, ReadOptions.defaults());
  }

  private List<Api> apis(String globals, String events, String resources) throws Exception {
    Application application = read(globals, events, resources);
    assertEquals(List.of(), application.warnings());
    return application.apis();
  }

  private static ApiRoute.Target.Function pets(PayloadFormat format, int seconds) {
    return new ApiRoute.Target.Function(
        "pets", Optional.empty(), format, Duration.ofSeconds(seconds));
  }

  private static ApiRoute route(String method, String path, ApiRoute.Target target) {
    return new ApiRoute(method, path, target, Optional.empty(), false);
  }

  @Test
  void events_imply_apis() throws Exception {
    List<Api> apis =
        apis(
            "",
            """
            Get: {Type: Api, Properties: {Path: '/pets/{id}', Method: get}}
            All: {Type: Api, Properties: {Path: '/{proxy+}', Method: ANY, TimeoutInMillis: 5000}}
            Http: {Type: HttpApi, Properties: {Path: /pets, Method: post, PayloadFormatVersion: '1.0'}}
            Other: {Type: HttpApi}
            Queue: {Type: SQS, Properties: {Queue: 'arn:aws:sqs:us-east-1:1:q'}}
            """,
            "");
    Api rest = apis.getFirst();
    assertEquals(
        List.of("ServerlessRestApi", "ServerlessHttpApi"),
        List.of(rest.logicalId(), apis.get(1).logicalId()));
    assertEquals("Prod", rest.stage());
    assertEquals(
        List.of(
            route("GET", "/pets/{id}", pets(PayloadFormat.V1, 29)),
            route("ANY", "/{proxy+}", pets(PayloadFormat.V1, 5))),
        rest.routes());
    assertEquals("$default", apis.get(1).stage());
    assertEquals(
        List.of(
            route("POST", "/pets", pets(PayloadFormat.V1, 30)),
            route("ANY", "$default", pets(PayloadFormat.V2, 30))),
        apis.get(1).routes());
    assertEquals("$default", apis.get(1).routes().get(1).key());
  }

  @Test
  void an_explicit_api_has_stage_variables_types_and_globals() throws Exception {
    Api api =
        apis(
                "Globals: {Api: {BinaryMediaTypes: [image~1png], Cors: \"'*'\"}}\n",
                "Get: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /pets, Method: get}}\n",
                """
                Shop:
                  Type: AWS::Serverless::Api
                  Properties: {StageName: !Ref Stage, Variables: {a: !Sub 'b-${Stage}'}}
                """)
            .getFirst();
    assertEquals("dev", api.stage());
    assertEquals(Map.of("a", "b-dev"), api.stageVariables());
    assertEquals(List.of("image/png"), api.binaryMediaTypes());
    assertEquals(
        List.of(
            route("GET", "/pets", pets(PayloadFormat.V1, 29)),
            route(
                "OPTIONS",
                "/pets",
                ApiRoute.Target.Fixed.preflight(
                    Map.of(
                        "Access-Control-Allow-Origin",
                        "*",
                        "Access-Control-Allow-Methods",
                        "GET,OPTIONS")))),
        api.routes());
    assertTrue(api.id().matches("[a-z0-9]{10}"), api.id());
  }

  @Test
  void it_is_said_when_the_code_of_an_authorizer_is_missing_and_everybody_is_let_in()
      throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(
        folder.resolve("template.yaml"),
        HEAD
            + "Resources:\n"
            + FUNCTION
            + """
                  Events:
                    Get: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: get}}
              Judge:
                Type: AWS::Serverless::Function
                Properties: {Runtime: java25, Handler: com.example.Judge, CodeUri: judge.zip}
              Shop:
                Type: AWS::Serverless::Api
                Properties:
                  StageName: x
                  Auth: {DefaultAuthorizer: Mine, Authorizers: {Mine: {FunctionArn: !GetAtt Judge.Arn}}}
            """);
    Application one =
        ApplicationReader.read(folder, ReadOptions.defaults().withMeant(Set.of("Pets")));
    assertTrue(
        one.warnings().stream()
            .anyMatch(warning ->
                warning.endsWith(
                    "the authorizer Mine cannot be run: the API lets in all requests that it would"
                        + " judge")),
        one.warnings()::toString);
  }

  @Test
  void authorizers_are_read_and_events_override_them() throws Exception {
    List<Api> apis =
        apis(
            "",
            """
            Token: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: get}}
            Request: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /b, Method: get, Auth: {Authorizer: Other, ApiKeyRequired: true}}}
            Open: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /c, Method: get, Auth: {Authorizer: NONE}}}
            Iam: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /d, Method: get, Auth: {Authorizer: AWS_IAM}}}
            Simple: {Type: HttpApi, Properties: {ApiId: !Ref Http, Path: /a, Method: get}}
            """,
            """
            Shop:
              Type: AWS::Serverless::Api
              Properties:
                StageName: x
                Auth:
                  DefaultAuthorizer: Mine
                  Authorizers:
                    Mine: {FunctionArn: !GetAtt Pets.Arn, Identity: {Header: x-token, ValidationExpression: 'a.*'}}
                    Other:
                      FunctionArn: !GetAtt Pets.Arn
                      FunctionPayloadType: REQUEST
                      Identity: {Headers: [a], QueryStrings: [b], StageVariables: [c], Context: [httpMethod], ReauthorizeEvery: 7}
            Http:
              Type: AWS::Serverless::HttpApi
              Properties:
                Auth:
                  DefaultAuthorizer: Simple
                  Authorizers:
                    Simple: {FunctionArn: !GetAtt Pets.Arn, AuthorizerPayloadFormatVersion: 2.0, EnableSimpleResponses: true}
            Key: {Type: AWS::ApiGateway::ApiKey, Properties: {Enabled: true}}
            Plan:
              Type: AWS::ApiGateway::UsagePlan
              Properties: {ApiStages: [{ApiId: !Ref Shop, Stage: !Ref ShopxStage}]}
            PlanKey:
              Type: AWS::ApiGateway::UsagePlanKey
              Properties: {KeyId: !Ref Key, KeyType: API_KEY, UsagePlanId: !Ref Plan}
            """);
    List<ApiRoute> routes = apis.getFirst().routes();
    assertEquals(
        Optional.of(
            new ApiAuthorizer.Lambda(
                "Mine",
                "pets",
                Optional.empty(),
                true,
                List.of(new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "x-token")),
                Optional.of("a.*"),
                Duration.ofSeconds(300),
                PayloadFormat.V1,
                false)),
        routes.getFirst().authorizer());
    assertEquals(
        Optional.of(
            new ApiAuthorizer.Lambda(
                "Other",
                "pets",
                Optional.empty(),
                false,
                List.of(
                    new ApiAuthorizer.Source(ApiAuthorizer.Source.From.HEADER, "a"),
                    new ApiAuthorizer.Source(ApiAuthorizer.Source.From.QUERY, "b"),
                    new ApiAuthorizer.Source(ApiAuthorizer.Source.From.STAGE_VARIABLE, "c"),
                    new ApiAuthorizer.Source(ApiAuthorizer.Source.From.CONTEXT, "httpMethod")),
                Optional.empty(),
                Duration.ofSeconds(7),
                PayloadFormat.V1,
                false)),
        routes.get(1).authorizer());
    assertTrue(routes.get(1).keyRequired());
    assertEquals(Optional.empty(), routes.get(2).authorizer());
    assertEquals(Optional.of(new ApiAuthorizer.Iam()), routes.get(3).authorizer());
    assertEquals("Key", apis.getFirst().keys().getFirst().id());
    assertTrue(apis.getFirst().keys().getFirst().value().matches("[a-z0-9]{40}"));
    ApiAuthorizer.Lambda simple =
        (ApiAuthorizer.Lambda) apis.get(1).routes().getFirst().authorizer().orElseThrow();
    assertTrue(simple.simple());
    assertEquals(Duration.ZERO, simple.memory());
    assertEquals(PayloadFormat.V2, simple.format());
  }

  @Test
  void cors_of_an_http_api() throws Exception {
    String event = "A: {Type: HttpApi, Properties: {ApiId: !Ref Http, Path: /a, Method: get}}\n";
    String api = "Http: {Type: AWS::Serverless::HttpApi, Properties: {CorsConfiguration: %s}}\n";
    assertEquals(
        Optional.of(
            new ApiCors(
                true,
                List.of("a"),
                List.of("GET"),
                List.of("https://x"),
                List.of("b"),
                OptionalInt.of(9))),
        apis(
                "",
                event,
                api.formatted(
                    "{AllowCredentials: true, AllowHeaders: [a], AllowMethods: [GET],"
                        + " AllowOrigins: ['https://x'], ExposeHeaders: [b], MaxAge: 9}"))
            .getFirst()
            .cors());
    assertEquals(
        List.of("*"),
        apis("", event, api.formatted("true")).getFirst().cors().orElseThrow().allowOrigins());
    assertEquals(Optional.empty(), apis("", event, api.formatted("false")).getFirst().cors());
  }

  /** Ten days are the value of CDK's own example; Lambda's function URLs take one day at most. */
  @Test
  void scripts_of_an_http_api_may_keep_an_answer_for_any_time() throws Exception {
    String event = "A: {Type: HttpApi, Properties: {ApiId: !Ref Shop, Path: /a, Method: get}}\n";
    for (int age : new int[] {864_000, -1}) {
      String api =
          "Shop: {Type: AWS::Serverless::HttpApi, Properties: {CorsConfiguration: {AllowOrigins: ['*'], MaxAge: %d}}}\n"
              .formatted(age);
      assertEquals(
          OptionalInt.of(age),
          apis("", event, api).getFirst().cors().orElseThrow().maxAgeSeconds());
    }
  }

  @Test
  void preflights_of_a_rest_api_ask_its_default_authorizer_unless_told_not_to() throws Exception {
    String event = "A: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: any}}\n";
    String api =
        """
        Shop:
          Type: AWS::Serverless::Api
          Properties:
            StageName: x
            Cors: {AllowOrigin: "'https://x'", AllowCredentials: true, MaxAge: "'5'"}
            Auth:
              DefaultAuthorizer: Mine
              AddDefaultAuthorizerToCorsPreflight: %s
              Authorizers: {Mine: {FunctionArn: !GetAtt Pets.Arn}}
        """;
    ApiRoute asks = apis("", event, api.formatted("true")).getFirst().routes().get(1);
    assertTrue(asks.authorizer().isPresent());
    assertEquals(
        ApiRoute.Target.Fixed.preflight(
            Map.of(
                "Access-Control-Allow-Origin",
                "https://x",
                "Access-Control-Allow-Credentials",
                "true",
                "Access-Control-Max-Age",
                "5",
                "Access-Control-Allow-Methods",
                "DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT")),
        asks.target());
    ApiRoute open = apis("", event, api.formatted("false")).getFirst().routes().get(1);
    assertEquals(Optional.empty(), open.authorizer());
  }

  @Test
  void a_definition_leads_to_functions() throws Exception {
    Files.writeString(
        folder.resolve("api.yaml"),
        """
        paths:
          /file:
            get:
              x-amazon-apigateway-integration:
                type: aws_proxy
                uri: arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:pets/invocations
                payloadFormatVersion: "2.0"
        """);
    List<Api> apis =
        apis(
            "",
            "",
            """
            Shop:
              Type: AWS::Serverless::Api
              Properties:
                StageName: x
                DefinitionBody:
                  openapi: 3.0.1
                  components: {securitySchemes: {api_key: {type: apiKey, name: x-api-key, in: header}}}
                  paths:
                    /pets/{id}:
                      parameters: []
                      x-amazon-apigateway-any-method:
                        security: [{api_key: []}]
                        x-amazon-apigateway-integration:
                          type: AWS_PROXY
                          httpMethod: POST
                          uri: !Sub arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Pets.Arn}/invocations
                          timeoutInMillis: 7000
                Auth: {UsagePlan: {CreateUsagePlan: PER_API}}
            Http: {Type: AWS::Serverless::HttpApi, Properties: {DefinitionUri: api.yaml}}
            Included:
              Type: AWS::Serverless::HttpApi
              Properties:
                DefinitionBody: {Fn::Transform: {Name: AWS::Include, Parameters: {Location: api.yaml}}}
            """);
    ApiRoute any = apis.getFirst().routes().getFirst();
    assertEquals(
        new ApiRoute("ANY", "/pets/{id}", pets(PayloadFormat.V1, 7), Optional.empty(), true), any);
    assertEquals("ShopApiKey", apis.getFirst().keys().getFirst().id());
    List<ApiRoute> file = List.of(route("GET", "/file", pets(PayloadFormat.V2, 30)));
    assertEquals(file, apis.get(1).routes());
    assertEquals(file, apis.get(2).routes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{Type: Api, Properties: {Path: /a}} | the event has no Method | add Method: get, or any",
        "{Type: Api, Properties: {Method: get}} | the event has no Path | add Path: /{proxy+} or the like",
        "{Type: HttpApi, Properties: {Method: get}} | the event has no Path | add Path: /{proxy+} or the like",
        "{Type: Api, Properties: {Path: a, Method: get}} | Path must begin with a slash: a | write Path: /a",
        "{Type: Api, Properties: {Path: '/{a}.json', Method: get}} | a parameter of Path must be a whole segment: /{a}.json | write it between two slashes, such as /pets/{id}",
        "{Type: Api, Properties: {Path: '/{a+}/b', Method: get}} | a greedy parameter of Path must be its end: /{a+}/b | leave out what follows {a+}",
        "{Type: Api, Properties: {Path: /a, Method: gett}} | Method must be an HTTP method or any: gett | write Method: get",
        "{Type: Api, Properties: {Path: /a, Method: get, TimeoutInMillis: 49}} | TimeoutInMillis must be 50..900000 ms: 49 | give TimeoutInMillis a value in that range, as AWS demands",
        "{Type: HttpApi, Properties: {Path: /a, Method: get, PayloadFormatVersion: 3.0}} | PayloadFormatVersion must be 2.0 or 1.0: 3.0 | write PayloadFormatVersion: 2.0 or 1.0",
        "{Type: Api, Properties: {RestApiId: !Ref Http, Path: /a, Method: get}} | RestApiId names an API of the other kind: Http | write Type: HttpApi with ApiId",
        "{Type: HttpApi, Properties: {ApiId: !Ref Http, Path: /a, Method: get, Auth: {Authorizer: Mina}}} | no authorizer of the API has this name: Mina | write Mine",
      })
  void what_aws_would_refuse_is_refused(String event, String cause, String remedy) {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    "",
                    "A: " + event + "\n",
                    """
                    Http:
                      Type: AWS::Serverless::HttpApi
                      Properties: {Auth: {Authorizers: {Mine: {FunctionArn: !GetAtt Pets.Arn, AuthorizerPayloadFormatVersion: 2.0}}}}
                    """));
    assertEquals(cause, mistake.getMessage().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
    assertEquals(remedy, mistake.remedy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{Type: Api, Properties: {Path: /a, Method: get, Timeout: 3}} | Shop: {Type: AWS::SNS::Topic} | an event of type Api has no property Timeout, did you mean TimeoutInMillis?",
        "{Type: Api, Properties: {Path: /a, Methud: get, Method: get}} | Shop: {Type: AWS::SNS::Topic} | an event of type Api has no property Methud, did you mean Method?",
        "{Type: Api, Properties: {RestApiId: elsewhere, Path: /a, Method: get}} | Shop: {Type: AWS::SNS::Topic} | RestApiId names no AWS::Serverless::Api of this template, the event is left out: elsewhere",
        "{Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: get}} | 'Shop: {Type: AWS::Serverless::Api, Properties: {StageName: x, BinaryMediaType: [a]}}' | a REST API has no property BinaryMediaType, did you mean BinaryMediaTypes?",
        "{Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: get}} | 'Shop: {Type: AWS::Serverless::Api, Properties: {StageName: x, Auth: {ApiKeyRequired: true}}}' | the API Shop requires a key and no usage plan has one for it: it answers 403",
        "{Type: Api, Properties: {RestApiId: !Ref Shop, Path: /a, Method: get}} | 'Shop: {Type: AWS::Serverless::Api, Properties: {StageName: x, Auth: {DefaultAuthorizer: C, Authorizers: {C: {UserPoolArn: a}}}}}' | tokens of the authorizer C are not checked: requests need one, its claims are passed on",
        "{Type: Schedule, Properties: {Schedule: rate(1 day)}} | 'Shop: {Type: AWS::Serverless::Api, Properties: {StageName: x}}' | the API Shop leads to no function",
        "{Type: Schedule, Properties: {Schedule: rate(1 day)}} | 'Shop: {Type: AWS::Serverless::Api, Properties: {StageName: x, DefinitionUri: s3://a/b}}' | the definition is not on this machine, its paths are left out: s3://a/b",
      })
  void what_has_no_effect_is_said(String event, String resource, String warning) throws Exception {
    List<String> warnings =
        read("", "A: " + event + "\n", resource + "\n").warnings().stream()
            .map(line -> line.replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""))
            .toList();
    assertTrue(warnings.contains(warning), warnings.toString());
  }

  /** What SAM's translator does not read may have any form. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Api | UserPoolArn: !GetAtt Pool.Arn, AuthorizerType: JWT, JwtConfiguration: {Audience: [a]}, IdentitySource: [$request.header.X] | Authorization",
        "Api | UserPoolArn: !GetAtt Pool.Arn, FunctionArn: !GetAtt Pets.Arn, Identity: {Header: X} | X",
        "HttpApi | JwtConfiguration: {audience: [a]}, IdentitySource: [$request.header.X] | X",
        "HttpApi | JwtConfiguration: {audience: [a]}, IdentitySource: $request.header.X | X",
      })
  void tokens_are_where_sam_says(String kind, String authorizer, String header) throws Exception {
    assertEquals(
        Optional.of(new ApiAuthorizer.Claims("Mine", header)),
        withAuthorizer(kind, authorizer).apis().getFirst().routes().getFirst().authorizer());
  }

  @Test
  void an_authorizer_of_which_something_is_not_known_does_not_cost_the_api() throws Exception {
    Application application =
        withAuthorizer("Api", "FunctionArn: !ImportValue Judge, Identity: {Header: X}");
    assertEquals(Optional.empty(), application.apis().getFirst().routes().getFirst().authorizer());
    assertTrue(
        application
            .warnings()
            .toString()
            .contains(
                "the authorizer Mine is left out, the API lets in all requests that it would judge:"
                    + " no stack here exports Judge"),
        application.warnings().toString());
  }

  private Application withAuthorizer(String kind, String authorizer) throws Exception {
    return read(
        "",
        "A: {Type: %s, Properties: {%s: !Ref Shop, Path: /a, Method: get}}\n"
            .formatted(kind, kind.equals("Api") ? "RestApiId" : "ApiId"),
        """
        Pool: {Type: AWS::Cognito::UserPool}
        Shop:
          Type: AWS::Serverless::%s
          Properties: {StageName: x, Auth: {DefaultAuthorizer: Mine, Authorizers: {Mine: {%s}}}}
        """
            .formatted(kind, authorizer));
  }

  @Test
  void two_events_of_one_route_are_a_mistake() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    "",
                    """
                    A: {Type: Api, Properties: {Path: /a, Method: get}}
                    B: {Type: Api, Properties: {Path: /a, Method: GET}}
                    """,
                    ""));
    assertTrue(mistake.getMessage().endsWith("the same path and method: GET /a"));
  }

  @Test
  void a_reference_to_an_api_gives_its_id() throws Exception {
    Application application =
        read(
            "",
            "A: {Type: HttpApi}\n",
            """
            Names:
              Type: AWS::Serverless::Function
              Properties:
                Runtime: java25
                Handler: com.example.Pets
                CodeUri: classes
                Environment:
                  Variables: {API: !Ref ServerlessHttpApi, BASE: !Sub '${ServerlessHttpApi.ApiEndpoint}'}
            """);
    String id = application.apis().getFirst().id();
    assertEquals(
        Map.of("API", id, "BASE", "https://" + id + ".execute-api.us-east-1.amazonaws.com"),
        application.functions().get(1).environment());
  }

  @Test
  void the_definition_of_an_api_wins_over_events_that_name_it() throws Exception {
    String definition =
        """
        Shop:
          Type: AWS::Serverless::Api
          Properties:
            StageName: v1
            DefinitionBody:
              paths:
                /a:
                  get:
                    x-amazon-apigateway-integration: {type: aws_proxy, httpMethod: POST, uri: !Sub 'arn:aws:apigateway:r:lambda:path/2015-03-31/functions/${Pets.Arn}/invocations'}
        """;
    String event = "E: {Type: Api, Properties: {RestApiId: !Ref Shop, Path: %s, Method: get}}\n";
    List<Api> apis = apis("", event.formatted("/a"), definition);
    assertEquals(List.of(route("GET", "/a", pets(PayloadFormat.V1, 29))), apis.getFirst().routes());
    Application other = read("", event.formatted("/b"), definition);
    assertEquals(
        List.of("GET /a"), other.apis().getFirst().routes().stream().map(ApiRoute::key).toList());
    assertTrue(
        other
            .warnings()
            .getFirst()
            .endsWith(
                "no request comes of this event: Shop has a definition of its own, without GET"
                    + " /b"));
    Application merged =
        read("", event.formatted("/b"), definition + "    MergeDefinitions: true\n");
    assertEquals(
        List.of("GET /a", "GET /b"),
        merged.apis().getFirst().routes().stream().map(ApiRoute::key).toList());
  }

  /** As SAM's translator has it. */
  @Test
  void events_are_added_to_the_definition_of_an_http_api() throws Exception {
    List<Api> apis =
        apis(
            "",
            """
            A: {Type: HttpApi, Properties: {ApiId: !Ref Shop, Path: /a, Method: get}}
            B: {Type: HttpApi, Properties: {ApiId: !Ref Shop, Path: /b, Method: get}}
            """,
            """
            Shop:
              Type: AWS::Serverless::HttpApi
              Properties:
                DefinitionBody:
                  paths:
                    /a: {get: {x-amazon-apigateway-integration: {type: aws_proxy, payloadFormatVersion: '1.0', uri: !GetAtt Pets.Arn}}}
                    /c: {get: {x-amazon-apigateway-integration: {type: aws_proxy, payloadFormatVersion: '1.0', uri: !GetAtt Pets.Arn}}}
            """);
    assertEquals(
        List.of(
            route("GET", "/c", pets(PayloadFormat.V1, 30)),
            route("GET", "/a", pets(PayloadFormat.V2, 30)),
            route("GET", "/b", pets(PayloadFormat.V2, 30))),
        apis.getFirst().routes());
  }
}
