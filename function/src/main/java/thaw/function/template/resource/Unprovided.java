package thaw.function.template.resource;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import thaw.function.template.TemplateResource;

/**
 * Tells of resources that Thaw does not have. What guards, watches, names or bills others is missed
 * by nobody on this machine, and is not told of.
 */
final class Unprovided {
  /** Types that are read elsewhere in this room. */
  private static final Set<String> PROVIDED =
      Set.of(
          TemplateResource.QUEUE,
          TemplateResource.BUCKET,
          TemplateResource.TOPIC,
          TemplateResource.DATA_STREAM,
          TemplateResource.STREAM_CONSUMER,
          TemplateResource.SECRET,
          TemplateResource.STORED_PARAMETER,
          TemplateResource.REST_API,
          TemplateResource.HTTP_API,
          TemplateResource.VERSION,
          TemplateResource.ALIAS,
          DatabaseIdentity.INSTANCE,
          DatabaseIdentity.CLUSTER,
          DatabaseIdentity.PROXY,
          DatabaseIdentity.PROXY_ENDPOINT,
          DatabaseIdentity.PROXY_TARGETS,
          DatabaseIdentity.DSQL,
          QualifierReader.URL,
          QualifierReader.EVENT_INVOKE_CONFIG,
          "AWS::CloudFormation::Stack",
          "AWS::Events::EventBus",
          "AWS::Lambda::CapacityProvider",
          "AWS::Serverless::Application",
          "AWS::Serverless::CapacityProvider");

  /** Types of services that matter otherwise. */
  private static final Set<String> MISSED_BY_NOBODY =
      Set.of(
          "AWS::CloudFormation::WaitConditionHandle",
          "AWS::DynamoDB::ResourcePolicy",
          "AWS::Events::EventBusPolicy",
          "AWS::Kinesis::ResourcePolicy",
          "AWS::Lambda::CodeSigningConfig",
          "AWS::Lambda::LayerVersionPermission",
          "AWS::Lambda::Permission",
          "AWS::RDS::DBClusterParameterGroup",
          "AWS::RDS::DBParameterGroup",
          "AWS::RDS::DBSecurityGroup",
          "AWS::RDS::DBSecurityGroupIngress",
          "AWS::RDS::DBSubnetGroup",
          "AWS::RDS::EventSubscription",
          "AWS::RDS::OptionGroup",
          "AWS::S3::AccessPoint",
          "AWS::S3::BucketPolicy",
          "AWS::SNS::TopicInlinePolicy",
          "AWS::SNS::TopicPolicy",
          "AWS::SQS::QueueInlinePolicy",
          "AWS::SQS::QueuePolicy",
          "AWS::Scheduler::ScheduleGroup",
          "AWS::SecretsManager::ResourcePolicy",
          "AWS::SecretsManager::RotationSchedule",
          "AWS::SecretsManager::SecretTargetAttachment",
          "AWS::Serverless::Connector",
          "Custom::CrossRegionExportWriter",
          "Custom::DescribeCognitoUserPoolClient",
          "Custom::ECRAutoDeleteImages",
          "Custom::LogRetention",
          "Custom::S3AutoDeleteObjects",
          "Custom::VpcRestrictDefaultSG");

  /** Services none of whose resources answers a function, or what their names begin with. */
  private static final List<String> SERVICES_MISSED_BY_NOBODY =
      List.of(
          "AWS::ApiGateway::", // what is not a part of an API concerns its owner
          "AWS::ApiGatewayV2::",
          "AWS::ApplicationAutoScaling::",
          "AWS::ApplicationInsights::",
          "AWS::ApplicationSignals::",
          "AWS::Backup::",
          "AWS::Budgets::",
          "AWS::CDK::",
          "AWS::CertificateManager::",
          "AWS::Chatbot::",
          "AWS::CloudFront::",
          "AWS::CloudTrail::",
          "AWS::CloudWatch::",
          "AWS::CodeBuild::",
          "AWS::CodeDeploy::",
          "AWS::CodePipeline::",
          "AWS::Cognito::",
          "AWS::Config::",
          "AWS::EC2::",
          "AWS::ECR::",
          "AWS::IAM::",
          "AWS::InternetMonitor::",
          "AWS::KMS::",
          "AWS::Logs::",
          "AWS::Oam::",
          "AWS::RUM::",
          "AWS::ResourceGroups::",
          "AWS::Route53",
          "AWS::SSMContacts::",
          "AWS::SSMIncidents::",
          "AWS::ServiceCatalog",
          "AWS::ServiceDiscovery::",
          "AWS::Shield::",
          "AWS::Signer::",
          "AWS::Synthetics::",
          "AWS::WAF",
          "AWS::XRay::");

  /** Those that feed functions all the same. */
  private static final Set<String> MISSED = Set.of("AWS::Logs::SubscriptionFilter");

  private Unprovided() {}

  /** Returns whether resources of a type may have an effect here. */
  static boolean isProvided(String type) {
    return PROVIDED.contains(type) || EventSourceReader.isSource(type);
  }

  /** Returns the line about a resource that somebody may wait for in vain. */
  static Optional<String> warning(TemplateResource resource) {
    String type = resource.type();
    boolean quiet =
        PROVIDED.contains(type)
            || MISSED_BY_NOBODY.contains(type)
            || resource.isApi()
            || resource.isLayer()
            || SERVICES_MISSED_BY_NOBODY.stream().anyMatch(type::startsWith)
                && !MISSED.contains(type);
    return quiet
        ? Optional.empty()
        : Optional.of(
            "%s: %s (%s) is not provided locally"
                .formatted(resource.place(), resource.logicalId(), type));
  }
}
