package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;

class AddressesTest {
  private static final String TEMPLATE =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Hello:
          Type: AWS::Serverless::Function
          Properties:
            FunctionName: hello
            Runtime: java25
            CodeUri: classes
            Handler: com.example.Hello
            FunctionUrlConfig: {AuthType: NONE}
            Events:
              Get: {Type: Api, Properties: {Path: /hello, Method: get}}
        Caller:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            CodeUri: classes
            Handler: com.example.Caller
            Environment:
              Variables:
                URL: !GetAtt HelloUrl.FunctionUrl
                PATH_OF_URL: !Sub "${HelloUrl.FunctionUrl}orders/7"
                LIVE: !GetAtt LiveUrl.FunctionUrl
                API: !Sub "https://${ServerlessRestApi}.execute-api.${AWS::Region}.amazonaws.com/Prod/hello"
                PLAIN: x
        Live:
          Type: AWS::Lambda::Alias
          Properties: {Name: live, FunctionName: !Ref Hello, FunctionVersion: $LATEST}
        LiveUrl:
          Type: AWS::Lambda::Url
          Properties: {AuthType: NONE, TargetFunctionArn: !GetAtt Hello.Arn, Qualifier: live}
        Orders:
          Type: AWS::SQS::Queue
        Uploads:
          Type: AWS::S3::Bucket
      Outputs:
        Page:
          Description: where to look
          Value: !Sub "https://${ServerlessRestApi}.execute-api.${AWS::Region}.amazonaws.com/Prod/hello/"
        Other: {Value: "https://elsewhere.execute-api.eu-west-1.amazonaws.com/Prod/"}
        Queue: {Value: !Ref Orders}
        Url: {Value: !GetAtt HelloUrl.FunctionUrl}
        Function: {Value: !GetAtt Hello.Arn}
        Imported: {Value: !ImportValue somewhere}
        Empty: {}
      """;

  @TempDir Path folder;

  @Test
  void variables_of_functions_lead_to_urls_and_apis_that_run_here() throws IOException {
    Addresses addresses = addresses();
    FunctionDefinition caller = addresses.application().functions().getLast();
    assertTrue(Addresses.concerns(caller));
    assertEquals(
        Map.of(
            "URL", "http://127.0.0.1:3001/_thaw/url/hello/",
            "PATH_OF_URL", "http://127.0.0.1:3001/_thaw/url/hello/orders/7",
            "LIVE", "http://127.0.0.1:3001/_thaw/url/hello:live/",
            "API", "http://127.0.0.1:3000/hello",
            "PLAIN", "x"),
        addresses.over(caller).environment());
    FunctionDefinition hello = addresses.application().functions().getFirst();
    assertFalse(Addresses.concerns(hello));
  }

  @Test
  void queues_buckets_and_outputs_have_the_addresses_of_what_runs_here() throws IOException {
    Addresses addresses = addresses();
    assertEquals(
        List.of(
            "queue Orders at http://127.0.0.1:1111/123456789012/Orders",
            "bucket uploads at http://127.0.0.1:2222/uploads",
            "output Page: http://127.0.0.1:3000/hello/",
            "output Other: https://elsewhere.execute-api.eu-west-1.amazonaws.com/Prod/",
            "output Queue: http://127.0.0.1:1111/123456789012/Orders",
            "output Url: http://127.0.0.1:3001/_thaw/url/hello/",
            "output Function: arn:aws:lambda:us-east-1:123456789012:function:hello"),
        addresses.lines());
    assertEquals(List.of(), addresses.application().warnings());
  }

  private Addresses addresses() throws IOException {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    return new Addresses(
        application,
        "http://127.0.0.1:3001",
        Map.of(
            "AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:1111",
            "AWS_ENDPOINT_URL_S3", "http://127.0.0.1:2222"),
        _ -> "http://127.0.0.1:3000");
  }
}
