package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.function.Application;
import thaw.function.template.ReadOptions;
import thaw.problem.UserMistake;

/** What AWS would refuse at the deployment is told before anything runs. */
class FunctionConstraintsTest {
  private static final String HEAD =
      """
      Transform: AWS::Serverless-2016-10-31
      Resources:
        F:
          Type: AWS::Serverless::Function
          Properties:
            Runtime: java21
            Handler: a.B::c
            CodeUri: app.jar
      """;
  private static final String QUEUE =
      """
            Timeout: 60
            Events:
              Orders:
                Type: SQS
                Properties:
                  Queue: !GetAtt Q.Arn
        Q:
          Type: AWS::SQS::Queue
      """;

  @TempDir Path folder;

  private Application read(String rest) throws Exception {
    Path template = folder.resolve("template.yaml");
    Files.writeString(folder.resolve("app.jar"), "");
    Files.writeString(template, HEAD + rest);
    return ApplicationReader.read(template, ReadOptions.defaults());
  }

  private static String property(String yaml) {
    return yaml.indent(6);
  }

  private UserMistake mistake(String rest) {
    return assertThrows(UserMistake.class, () -> read(rest));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "Environment: {Variables: {spring.profiles.active: dev}}~:9:33: AWS refuses the environment variable spring.profiles.active: Value at 'environment.variables' failed to satisfy constraint: Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+]",
        "Environment: {Variables: {A: 1}}~refuses the environment variable A: Value at 'environment.variables'",
        "Environment: {Variables: {MY-KEY: a}}~refuses the environment variable MY-KEY: Value at 'environment.variables'",
        "Environment: {Variables: {1X: a}}~refuses the environment variable 1X: Value at 'environment.variables'",
        "Environment: {Variables: {AWS_REGION: eu-west-1}}~contains reserved keys that are currently not supported for modification. Reserved keys used in this request: AWS_REGION",
        "Environment: {Variables: {_HANDLER: a.B}}~Reserved keys used in this request: _HANDLER",
        "LoggingConfig: {LogFormat: Text, ApplicationLogLevel: DEBUG}~LogLevel is not supported when LogFormat is set to \"Text\"",
        "LoggingConfig: {SystemLogLevel: DEBUG}~LogLevel is not supported when LogFormat is set to \"Text\"",
        "LoggingConfig: {LogFormat: XML}~:9:23: AWS refuses LogFormat: Value 'XML' at 'loggingConfig.logFormat' failed to satisfy constraint: Member must satisfy enum value set: [JSON, Text]",
        "LoggingConfig: {LogFormat: !Select [0, [XML]]}~:9:23: LogFormat must be JSON or Text: XML",
        "LoggingConfig: {LogFormat: JSON, SystemLogLevel: !Sub ERROR}~SystemLogLevel must be DEBUG or INFO or WARN: ERROR",
        "LoggingConfig: {LogGroup: 'a b'}~at 'loggingConfig.logGroup'",
        "FunctionUrlConfig: {AuthType: NONE, Cors: {AllowMethods: [OPTIONS]}}~Value '[OPTIONS]' at 'cors.allowMethods' failed to satisfy constraint: Member must satisfy constraint: [Member must have length less than or equal to 6",
        "FunctionUrlConfig: {AuthType: NONE, Cors: {AllowMethods: [GET, PUT, POST, DELETE, HEAD, PATCH, '*']}}~at 'cors.allowMethods' failed to satisfy constraint: Member must have length less than or equal to 6",
        "FunctionUrlConfig: {AuthType: NONE, Cors: {AllowOrigins: ['']}}~:9:50: AllowOrigins must be a text",
      })
  void what_has_an_effect_here_is_refused_in_AWS_s_words(String yaml, String told) {
    UserMistake refused = mistake(property(yaml));
    assertTrue(String.valueOf(refused.getMessage()).contains(told), refused.getMessage());
  }

  @Test
  void the_remedy_for_a_variable_s_name_is_a_name_that_Lambda_takes() {
    assertTrue(
        mistake(property("Environment: {Variables: {spring.cloud.function.definition: f}}"))
            .remedy()
            .contains("SPRING_CLOUD_FUNCTION_DEFINITION"));
    assertTrue(mistake(property("Environment: {Variables: {1X: f}}")).remedy().contains("MY_1X"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "VpcConfig: {SubnetIds: [any]}~:9:19: function F runs here, and AWS will refuse it: Value '[any]' at 'vpcConfig.subnetIds'",
        "VpcConfig: {SecurityGroupIds: [sg-1, sg-2, sg-3, sg-4, sg-5, !Ref More]}~at 'vpcConfig.securityGroupIds' failed to satisfy constraint: Member must have length less than or equal to 5",
        "KmsKeyArn: mine~:9:7: function F runs here, and AWS will refuse it: Value 'mine' at 'kMSKeyArn'",
        "FileSystemConfigs: [{Arn: 'arn:aws:elasticfilesystem:us-east-1:123456789012:access-point/fsap-0123456789abcdef0', LocalMountPath: /tmp/a}]~at 'fileSystemConfigs.1.member.localMountPath'",
      })
  void what_has_none_is_told_in_one_line(String yaml, String told) throws Exception {
    List<String> warnings = read(property(yaml)).warnings();
    assertTrue(warnings.stream().anyMatch(line -> line.contains(told)), warnings.toString());
  }

  @Test
  void what_only_the_deployment_knows_is_passed_over() throws Exception {
    assertEquals(
        List.of(),
        read(
                property(
                    """
                    KmsKeyArn: !GetAtt Key.Arn
                    FileSystemConfigs: [{Arn: !GetAtt Files.Arn, LocalMountPath: /mnt/a}]
                    VpcConfig: {SubnetIds: [!Ref A, subnet-1], SecurityGroupIds: !Ref Groups}
                    Environment: {Variables: {TABLE_NAME: !Ref AWS::StackName, SPRING_PROFILES_ACTIVE: dev}}
                    LoggingConfig: {LogFormat: JSON, ApplicationLogLevel: DEBUG}
                    """))
            .warnings()
            .stream()
            .filter(line -> line.contains("AWS will refuse"))
            .toList());
  }

  @Test
  void a_queue_must_not_give_a_message_again_while_its_function_has_it() throws Exception {
    UserMistake refused = mistake(QUEUE);
    assertTrue(
        String.valueOf(refused.getMessage())
            .endsWith(
                ":14:13: AWS refuses Orders: Queue visibility timeout: 30 seconds is less than"
                    + " Function timeout: 60 seconds"),
        refused.getMessage());
    assertTrue(refused.remedy().contains("give Q a VisibilityTimeout"), refused.remedy());
    String longer = "    Properties: {VisibilityTimeout: 60}\n";
    assertEquals(1, read(QUEUE + longer).sources().size());
  }

  @Test
  void a_queue_has_no_settings_of_streams() {
    String source = QUEUE.replace("Timeout: 60\n", "Timeout: 6\n");
    assertTrue(
        String.valueOf(
                mistake(
                        source.replace(
                            "Queue: !GetAtt Q.Arn",
                            "Queue: !GetAtt Q.Arn\n            ParallelizationFactor: 2"))
                    .getMessage())
            .contains(
                "Unsupported ParallelizationFactor parameter for given event source mapping type."));
  }
}
