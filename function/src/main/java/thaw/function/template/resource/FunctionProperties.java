package thaw.function.template.resource;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import thaw.function.template.Template;
import thaw.function.template.TemplateResource;
import thaw.template.TemplateValue;

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

  /** What people write who know a thing by its name elsewhere, in lower case. */
  private static final Map<String, String> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("arch", "Architectures"),
          Map.entry("code", "CodeUri"),
          Map.entry("concurrency", "ReservedConcurrentExecutions"),
          Map.entry("reservedconcurrency", "ReservedConcurrentExecutions"),
          Map.entry("disk", "EphemeralStorage"),
          Map.entry("storage", "EphemeralStorage"),
          Map.entry("tmp", "EphemeralStorage"),
          Map.entry("dlq", "DeadLetterQueue"),
          Map.entry("entrypoint", "Handler"),
          Map.entry("main", "Handler"),
          Map.entry("env", "Environment"),
          Map.entry("variables", "Environment"),
          Map.entry("jdk", "Runtime"),
          Map.entry("javaversion", "Runtime"),
          Map.entry("logformat", "LoggingConfig"),
          Map.entry("loggroup", "LoggingConfig"),
          Map.entry("loglevel", "LoggingConfig"),
          Map.entry("name", "FunctionName"),
          Map.entry("permissions", "Policies"),
          Map.entry("ram", "MemorySize"),
          Map.entry("triggers", "Events"),
          Map.entry("url", "FunctionUrlConfig"),
          Map.entry("uri", "CodeUri"),
          Map.entry("xray", "Tracing"));

  private FunctionProperties() {}

  static Set<String> known(String type) {
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(type.equals(TemplateResource.LAMBDA_FUNCTION) ? LAMBDA : SERVERLESS);
    return known;
  }

  /**
   * Refuses misspelt properties. Others that do not exist get one line each, with the name that was
   * probably meant.
   */
  static void check(String type, TemplateValue.Members properties, Consumer<String> warnings) {
    Template.refuseMisspelt("a function", properties, known(type), OTHER_NAMES, warnings);
  }
}
