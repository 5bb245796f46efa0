package thaw.lambdaapi;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.Output;
import thaw.function.Region;

/**
 * The resources that the template makes here, as tools see a stack of CloudFormation: SAM's types
 * are what its transform makes of them.
 *
 * @param stages of APIs, by their ids
 * @param outputs with addresses of this machine; none before they are known
 */
public record Stack(
    List<Resource> resources, Map<String, String> stages, Supplier<List<Output>> outputs) {
  static final String FUNCTION = "AWS::Lambda::Function";
  static final Stack EMPTY = new Stack(List.of(), Map.of(), List::of);

  /**
   * @param physicalId what {@code Ref} gives
   */
  record Resource(String logicalId, String type, String physicalId) {}

  public Stack {
    resources = List.copyOf(resources);
    stages = Map.copyOf(stages);
  }

  /**
   * @param sqs where queues are found, as a URL without a slash at its end; empty for nowhere
   * @param outputs asked for at each request
   */
  public static Stack of(Application application, String sqs, Supplier<List<Output>> outputs) {
    List<Resource> resources = new ArrayList<>();
    application
        .functions()
        .forEach(each -> resources.add(new Resource(each.logicalId(), FUNCTION, each.name())));
    application
        .tables()
        .forEach(each ->
            resources.add(new Resource(each.logicalId(), "AWS::DynamoDB::Table", each.name())));
    application
        .queues()
        .forEach(each ->
            resources.add(
                new Resource(
                    each.logicalId(),
                    "AWS::SQS::Queue",
                    sqs + "/" + Region.ACCOUNT + "/" + each.name())));
    application
        .buckets()
        .forEach(
            each -> resources.add(new Resource(each.logicalId(), "AWS::S3::Bucket", each.name())));
    application
        .apis()
        .forEach(each -> resources.add(new Resource(each.logicalId(), type(each), each.id())));
    Map<String, String> stages = new HashMap<>();
    application.apis().forEach(each -> stages.put(each.id(), each.stage()));
    return new Stack(resources, stages, outputs);
  }

  private static String type(Api api) {
    return switch (api.kind()) {
      case REST -> "AWS::ApiGateway::RestApi";
      case HTTP -> "AWS::ApiGatewayV2::Api";
    };
  }
}
