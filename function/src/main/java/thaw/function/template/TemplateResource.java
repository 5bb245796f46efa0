package thaw.function.template;

import thaw.template.Place;
import thaw.template.TemplateValue;

/**
 * One resource of a template, before its intrinsics are resolved.
 *
 * @param members the whole resource: Type, Properties, Metadata, Condition ...
 * @param place where its logical id stands
 */
public record TemplateResource(
    String logicalId,
    String type,
    TemplateValue.Members properties,
    TemplateValue.Members members,
    Place place) {
  public static final String SERVERLESS_FUNCTION = "AWS::Serverless::Function";
  public static final String LAMBDA_FUNCTION = "AWS::Lambda::Function";
  public static final String SERVERLESS_LAYER = "AWS::Serverless::LayerVersion";
  public static final String LAMBDA_LAYER = "AWS::Lambda::LayerVersion";
  public static final String SIMPLE_TABLE = "AWS::Serverless::SimpleTable";
  public static final String DYNAMODB_TABLE = "AWS::DynamoDB::Table";
  public static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";
  public static final String VERSION = "AWS::Lambda::Version";
  public static final String ALIAS = "AWS::Lambda::Alias";
  public static final String STREAM_CONSUMER = "AWS::Kinesis::StreamConsumer";
  public static final String REST_API = "AWS::ApiGateway::RestApi";
  public static final String HTTP_API = "AWS::ApiGatewayV2::Api";
  public static final String QUEUE = "AWS::SQS::Queue";
  public static final String BUCKET = "AWS::S3::Bucket";
  public static final String TOPIC = "AWS::SNS::Topic";
  public static final String DATA_STREAM = "AWS::Kinesis::Stream";
  public static final String SECRET = "AWS::SecretsManager::Secret";
  public static final String STORED_PARAMETER = "AWS::SSM::Parameter";

  public static final String SERVERLESS_API = "AWS::Serverless::Api";
  public static final String SERVERLESS_HTTP_API = "AWS::Serverless::HttpApi";

  public boolean isFunction() {
    return type.equals(SERVERLESS_FUNCTION) || type.equals(LAMBDA_FUNCTION);
  }

  public boolean isLayer() {
    return type.equals(SERVERLESS_LAYER) || type.equals(LAMBDA_LAYER);
  }

  public boolean isApi() {
    return type.equals(SERVERLESS_API) || type.equals(SERVERLESS_HTTP_API);
  }

  public boolean isTable() {
    return type.equals(SIMPLE_TABLE) || type.equals(DYNAMODB_TABLE) || type.equals(GLOBAL_TABLE);
  }
}
