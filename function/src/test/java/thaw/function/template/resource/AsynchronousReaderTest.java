package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.AsynchronousSettings;
import thaw.function.EventInvokeConfig;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

class AsynchronousReaderTest {
  private static final String HEAD =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        Dead:
          Type: AWS::SQS::Queue
        News:
          Type: AWS::SNS::Topic
          Properties: {TopicName: daily-news}
        Pets:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java25
            Handler: com.example.Pets
            CodeUri: classes
      """;
  private static final String HERE = "us-east-1:123456789012:";

  @TempDir Path folder;

  private FunctionDefinition read(String properties) throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("template.yaml"), HEAD + properties.indent(6));
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    assertEquals(List.of(), application.warnings());
    return application.functions().getFirst();
  }

  @Test
  void a_function_that_says_nothing_has_no_settings() throws Exception {
    assertEquals(AsynchronousSettings.NONE, read("").asynchronous());
  }

  @Test
  void retries_age_destinations_and_dead_letter_queue_are_read() throws Exception {
    assertEquals(
        new AsynchronousSettings(
            new EventInvokeConfig(
                OptionalInt.of(1),
                OptionalInt.of(90),
                Optional.of("arn:aws:lambda:" + HERE + "function:Pets"),
                Optional.of("arn:aws:sns:" + HERE + "daily-news")),
            Optional.of("arn:aws:sqs:" + HERE + "Dead")),
        read("""
        Role: arn:aws:iam::123456789012:role/pets
        DeadLetterQueue: {Type: SQS, TargetArn: !GetAtt Dead.Arn}
        EventInvokeConfig:
          MaximumRetryAttempts: 1
          MaximumEventAgeInSeconds: 90
          DestinationConfig:
            OnSuccess: {Type: Lambda, Destination: !GetAtt Pets.Arn}
            OnFailure: {Type: SNS, Destination: !Ref News}
        """)
            .asynchronous());
  }

  @Test
  void a_queue_that_sam_would_make_has_the_name_that_sam_would_give() throws Exception {
    EventInvokeConfig config =
        read("EventInvokeConfig: {DestinationConfig: {OnFailure: {Type: SQS}}}")
            .asynchronous()
            .config();
    assertEquals(
        Optional.of("arn:aws:sqs:" + HERE + "PetsEventInvokeConfigOnFailureQueue"),
        config.onFailure());
    assertEquals(Optional.empty(), config.onSuccess());
  }

  @Test
  void values_beyond_lambdas_range_are_refused() {
    assertMistake(
        "EventInvokeConfig: {MaximumRetryAttempts: 3}",
        "MaximumRetryAttempts must be 0..2 attempts: 3",
        "give MaximumRetryAttempts a value in that range, as AWS demands");
    assertMistake(
        "EventInvokeConfig: {MaximumEventAgeInSeconds: 59}",
        "MaximumEventAgeInSeconds must be 60..21600 s: 59",
        "give MaximumEventAgeInSeconds a value in that range, as AWS demands");
    assertMistake(
        "DeadLetterQueue: {Type: SQS, TargetArn: !Ref Dead}",
        "TargetArn must be an ARN: https://sqs.us-east-1.amazonaws.com/123456789012/Dead",
        "write !GetAtt RESOURCE.Arn, for a topic !Ref RESOURCE");
  }

  private void assertMistake(String properties, String cause, String remedy) {
    UserMistake mistake = assertThrows(UserMistake.class, () -> read(properties));
    assertEquals(cause, mistake.getMessage().replaceFirst("^.*?template.yaml:\\d+:\\d+: ", ""));
    assertEquals(remedy, mistake.remedy());
  }
}
