package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
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
  void queues_buckets_and_outputs_have_the_addresses_of_what_runs_here() throws IOException {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), TEMPLATE);
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    Addresses addresses =
        new Addresses(
            application,
            "http://127.0.0.1:3001",
            Map.of(
                "AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:1111",
                "AWS_ENDPOINT_URL_S3", "http://127.0.0.1:2222"),
            _ -> "http://127.0.0.1:3000");
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
    assertEquals(List.of(), application.warnings());
  }
}
