package thaw.function.template.resource;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.function.template.TemplateValue;

/**
 * The property names of functions, from the SAM and CloudFormation references, to tell a misspelt
 * property from one that Thaw has no use for.
 */
final class FunctionProperties {
  private static final Set<String> COMMON =
      Set.of(
          "Architectures",
          "CapacityProviderConfig",
          "CodeSigningConfigArn",
          "Description",
          "DurableConfig",
          "Environment",
          "EphemeralStorage",
          "FileSystemConfigs",
          "FunctionName",
          "Handler",
          "ImageConfig",
          "KmsKeyArn",
          "Layers",
          "LoggingConfig",
          "MemorySize",
          "PackageType",
          "RecursiveLoop",
          "Role",
          "Runtime",
          "RuntimeConfig",
          "SnapStart",
          "Tags",
          "TenancyConfig",
          "Timeout",
          "VpcConfig");
  private static final Set<String> SERVERLESS =
      Set.of(
          "AssumeRolePolicyDocument",
          "AutoPublishAlias",
          "AutoPublishAliasAllProperties",
          "AutoPublishCodeSha256",
          "CodeUri",
          "DeadLetterQueue",
          "DeploymentPreference",
          "EventInvokeConfig",
          "Events",
          "FunctionScalingConfig",
          "FunctionUrlConfig",
          "ImageUri",
          "InlineCode",
          "PermissionsBoundary",
          "Policies",
          "PropagateTags",
          "ProvisionedConcurrencyConfig",
          "PublishToLatestPublished",
          "ReservedConcurrentExecutions",
          "RolePath",
          "RuntimeManagementConfig",
          "SourceKMSKeyArn",
          "Tracing",
          "VersionDeletionPolicy",
          "VersionDescription");
  private static final Set<String> LAMBDA =
      Set.of(
          "Code",
          "DeadLetterConfig",
          "FunctionScalingConfig",
          "PublishToLatestPublished",
          "ReservedConcurrentExecutions",
          "RuntimeManagementConfig",
          "SnapStartResponse",
          "TracingConfig");

  private FunctionProperties() {}

  static Set<String> known(String type) {
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(type.equals(TemplateResource.LAMBDA_FUNCTION) ? LAMBDA : SERVERLESS);
    return known;
  }

  /** One line for each property that does not exist, with the name that was probably meant. */
  static void warn(String type, TemplateValue.Members properties, Consumer<String> warnings) {
    Template.warnOfUnknown("a function", properties, known(type), warnings);
  }
}
