"""Prints properties.txt: the properties that each type of resource has, from the schemas that cfn-lint ships (pip install cfn-lint)."""
from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

TYPES = """
AWS::ApiGateway::ApiKey AWS::ApiGateway::Authorizer AWS::ApiGateway::Deployment AWS::ApiGateway::Method
AWS::ApiGateway::Resource AWS::ApiGateway::RestApi AWS::ApiGateway::Stage AWS::ApiGateway::UsagePlan
AWS::ApiGateway::UsagePlanKey AWS::ApiGatewayV2::Api AWS::ApiGatewayV2::Authorizer AWS::ApiGatewayV2::Integration
AWS::ApiGatewayV2::Route AWS::ApiGatewayV2::Stage AWS::DynamoDB::GlobalTable AWS::DynamoDB::Table
AWS::Events::EventBus AWS::Events::Rule AWS::Kinesis::Stream AWS::Kinesis::StreamConsumer AWS::Lambda::Alias
AWS::Lambda::EventInvokeConfig AWS::Lambda::EventSourceMapping AWS::Lambda::Function AWS::Lambda::LayerVersion
AWS::Lambda::Url AWS::Lambda::Version AWS::S3::Bucket AWS::SNS::Subscription AWS::SNS::Topic AWS::SQS::Queue
AWS::Scheduler::Schedule AWS::Serverless::Api AWS::Serverless::Function AWS::Serverless::HttpApi
AWS::Serverless::LayerVersion AWS::Serverless::SimpleTable
""".split()

for name in TYPES:
    schema = PROVIDER_SCHEMA_MANAGER.get_resource_schema("us-east-1", name).schema
    read_only = {path.split("/")[2] for path in schema.get("readOnlyProperties", []) if path.count("/") == 2}
    print(name, *sorted(set(schema["properties"]) - read_only))
