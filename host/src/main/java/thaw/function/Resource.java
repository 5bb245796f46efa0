package thaw.function;

/**
 * One resource of a template, before its intrinsics are resolved.
 *
 * @param members the whole resource: Type, Properties, Metadata, Condition ...
 * @param place where its logical id stands
 */
record Resource(
    String logicalId, String type, Value.Members properties, Value.Members members, Place place) {
  static final String SERVERLESS_FUNCTION = "AWS::Serverless::Function";
  static final String LAMBDA_FUNCTION = "AWS::Lambda::Function";
  static final String SERVERLESS_LAYER = "AWS::Serverless::LayerVersion";
  static final String LAMBDA_LAYER = "AWS::Lambda::LayerVersion";
  static final String SIMPLE_TABLE = "AWS::Serverless::SimpleTable";
  static final String DYNAMODB_TABLE = "AWS::DynamoDB::Table";
  static final String QUEUE = "AWS::SQS::Queue";
  static final String BUCKET = "AWS::S3::Bucket";
  static final String TOPIC = "AWS::SNS::Topic";
  static final String DATA_STREAM = "AWS::Kinesis::Stream";
  static final String SECRET = "AWS::SecretsManager::Secret";
  static final String STORED_PARAMETER = "AWS::SSM::Parameter";

  static final String SERVERLESS_API = "AWS::Serverless::Api";
  static final String SERVERLESS_HTTP_API = "AWS::Serverless::HttpApi";

  boolean isFunction() {
    return type.equals(SERVERLESS_FUNCTION) || type.equals(LAMBDA_FUNCTION);
  }

  boolean isLayer() {
    return type.equals(SERVERLESS_LAYER) || type.equals(LAMBDA_LAYER);
  }

  boolean isApi() {
    return type.equals(SERVERLESS_API) || type.equals(SERVERLESS_HTTP_API);
  }

  boolean isTable() {
    return type.equals(SIMPLE_TABLE) || type.equals(DYNAMODB_TABLE);
  }
}
