package thaw.function.template.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.function.resource.Database;
import thaw.function.resource.Secret;
import thaw.template.ResourceProperties;

/**
 * Adds to a secret what its attachment to a database does on AWS.
 *
 * @param attachments properties of the template's
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-secretsmanager-secrettargetattachment.html">SecretTargetAttachment</a>
 */
record DatabaseSecrets(List<ResourceProperties> attachments, List<Database> databases) {
  private static final JsonMapper JSON = new JsonMapper();

  Secret with(Secret secret) {
    return attachments.stream()
        .filter(each -> isOf(each, secret))
        .flatMap(each -> target(each).stream())
        .findFirst()
        .map(database -> attached(secret, database))
        .orElse(secret);
  }

  private static boolean isOf(ResourceProperties attachment, Secret secret) {
    return attachment
        .text("SecretId")
        .filter(id ->
            id.equals(secret.name())
                || id.endsWith(":secret:" + secret.name())
                || id.endsWith(":secret:" + secret.name() + "-" + Secret.suffix(secret.name())))
        .isPresent();
  }

  private Optional<Database> target(ResourceProperties attachment) {
    String id = attachment.text("TargetId").orElse("").toLowerCase(Locale.ROOT);
    return databases.stream()
        .filter(each ->
            each.name().equals(id)
                || each.hosts().stream().anyMatch(host -> host.startsWith(id + ".")))
        .findFirst();
  }

  /** A secret that is no JSON object stays as it is. */
  private static Secret attached(Secret secret, Database database) {
    if (!(secret.content() instanceof Secret.Content.Text(String text))) {
      return secret;
    }
    try {
      if (JSON.readTree(text) instanceof ObjectNode object) {
        object.put("engine", database.engine()).put("host", database.host());
        object.put("port", database.port());
        if (!database.database().equals(Database.USUAL)) {
          object.put("dbname", database.database());
        }
        boolean cluster = database.arn().contains(":cluster:");
        object.put(cluster ? "dbClusterIdentifier" : "dbInstanceIdentifier", database.name());
        return new Secret(
            secret.logicalId(),
            secret.name(),
            secret.description(),
            new Secret.Content.Text(object.toString()));
      }
    } catch (JsonProcessingException e) {
      // a password alone
    }
    return secret;
  }
}
