package thaw.service.own;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import thaw.function.resource.Secret;
import thaw.http.HttpHandler;

/**
 * Answers as Secrets Manager does to those who read secrets. Each has one version, the current one.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html">Actions</a>
 */
public final class SecretsManager {
  private static final String CURRENT = "AWSCURRENT";
  private static final String NOT_FOUND = "ResourceNotFoundException";
  private static final int LARGEST_BATCH = 20;
  private static final int LARGEST_PAGE = 100;

  private final List<Secret> secrets;
  private final String arnPrefix;
  private final double created;

  /**
   * @param created when all secrets were
   */
  public SecretsManager(List<Secret> secrets, String region, String account, Instant created) {
    this.secrets = List.copyOf(secrets);
    this.arnPrefix = "arn:aws:secretsmanager:%s:%s:secret:".formatted(region, account);
    this.created = created.toEpochMilli() / 1000.0;
  }

  public HttpHandler handler() {
    return new JsonProtocolHandler(
        "Secrets Manager",
        "secretsmanager.",
        Map.of(
            "GetSecretValue", this::getSecretValue,
            "BatchGetSecretValue", this::batchGetSecretValue,
            "DescribeSecret", request -> description(found(request), "VersionIdsToStages"),
            "ListSecrets", this::listSecrets),
        "declare secrets in the template, or give them as files of a seed");
  }

  private ObjectNode getSecretValue(JsonNode request) throws AwsError {
    Secret secret = found(request);
    String stage = request.path("VersionStage").asText(CURRENT);
    String version = request.path("VersionId").asText(version(secret));
    if (!version.equals(version(secret))) {
      throw new AwsError(
          NOT_FOUND,
          "Secrets Manager can't find the specified secret value for VersionId: " + version);
    }
    if (!stage.equals(CURRENT) || secret.content() instanceof Secret.Content.Missing) {
      throw new AwsError(
          NOT_FOUND,
          "Secrets Manager can't find the specified secret value for staging label: " + stage);
    }
    return value(secret);
  }

  private ObjectNode value(Secret secret) {
    ObjectNode value = JsonProtocolHandler.JSON.createObjectNode();
    value.put("ARN", arn(secret)).put("Name", secret.name()).put("VersionId", version(secret));
    switch (secret.content()) {
      case Secret.Content.Text(String text) -> value.put("SecretString", text);
      case Secret.Content.Binary(String base64) -> value.put("SecretBinary", base64);
      case Secret.Content.Missing() -> {}
    }
    value.putArray("VersionStages").add(CURRENT);
    return value.put("CreatedDate", created);
  }

  private ObjectNode batchGetSecretValue(JsonNode request) throws AwsError {
    JsonNode ids = request.path("SecretIdList");
    if (ids.isArray() == request.path("Filters").isArray()) {
      throw new AwsError(
          "InvalidParameterException", "You must provide either SecretIdList or Filters.");
    }
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    ArrayNode values = answer.putArray("SecretValues");
    ArrayNode errors = answer.putArray("Errors");
    if (!ids.isArray()) {
      List<Secret> all =
          matching(request)
              .filter(secret -> !(secret.content() instanceof Secret.Content.Missing))
              .toList();
      JsonPage<Secret> page = JsonPage.of(all, request, LARGEST_BATCH);
      page.items().forEach(secret -> values.add(value(secret)));
      page.tellNext(answer);
      return answer;
    }
    if (ids.isEmpty() || ids.size() > LARGEST_BATCH) {
      throw new AwsError(
          "InvalidParameterException", "SecretIdList must have 1..20 secrets: " + ids.size());
    }
    for (JsonNode id : ids) {
      ObjectNode one = JsonProtocolHandler.JSON.createObjectNode().put("SecretId", id.asText());
      try {
        values.add(getSecretValue(one));
      } catch (AwsError e) {
        errors.add(one.put("ErrorCode", e.code()).put("Message", e.message()));
      }
    }
    return answer;
  }

  private ObjectNode listSecrets(JsonNode request) throws AwsError {
    ObjectNode answer = JsonProtocolHandler.JSON.createObjectNode();
    List<Secret> all = matching(request).toList();
    boolean descends = request.path("SortOrder").asText("asc").equals("desc");
    JsonPage<Secret> page = JsonPage.of(descends ? all.reversed() : all, request, LARGEST_PAGE);
    ArrayNode list = answer.putArray("SecretList");
    page.items().forEach(secret -> list.add(description(secret, "SecretVersionsToStages")));
    page.tellNext(answer);
    return answer;
  }

  private ObjectNode description(Secret secret, String stages) {
    ObjectNode description = JsonProtocolHandler.JSON.createObjectNode();
    description.put("ARN", arn(secret)).put("Name", secret.name());
    if (!secret.description().isEmpty()) {
      description.put("Description", secret.description());
    }
    description.put("CreatedDate", created).put("LastChangedDate", created);
    if (!(secret.content() instanceof Secret.Content.Missing)) {
      description.putObject(stages).putArray(version(secret)).add(CURRENT);
    }
    return description;
  }

  private Stream<Secret> matching(JsonNode request) throws AwsError {
    Stream<Secret> matching = secrets.stream();
    for (JsonNode filter : request.path("Filters")) {
      String key = filter.path("Key").asText();
      if (!List.of("name", "description", "all").contains(key)) {
        throw new AwsError(
            "InvalidParameterException",
            "Thaw's Secrets Manager filters by name, description and all, not by " + key);
      }
      matching = matching.filter(secret -> isWanted(secret, key, filter.path("Values")));
    }
    return matching;
  }

  private static boolean isWanted(Secret secret, String key, JsonNode values) {
    for (JsonNode each : values) {
      boolean negated = each.asText().startsWith("!");
      String value = negated ? each.asText().substring(1) : each.asText();
      boolean matches =
          switch (key) {
            case "name" -> secret.name().startsWith(value);
            case "description" -> secret.description().startsWith(value);
            default -> secret.name().contains(value) || secret.description().contains(value);
          };
      if (matches != negated) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the secret that a request names by its name, its ARN, or the ARN without what AWS has
   * added to the name.
   */
  private Secret found(JsonNode request) throws AwsError {
    String id = request.path("SecretId").asText("");
    if (id.isEmpty()) {
      throw new AwsError(
          "ValidationException",
          "1 validation error detected: Value null at 'secretId' failed to satisfy constraint: Member must not be null");
    }
    Optional<Secret> found =
        secrets.stream()
            .filter(secret ->
                secret.name().equals(id)
                    || arn(secret).equals(id)
                    || (arnPrefix + secret.name()).equals(id))
            .findFirst();
    return found.orElseThrow(
        () -> new AwsError(NOT_FOUND, "Secrets Manager can't find the specified secret."));
  }

  private String arn(Secret secret) {
    return arnPrefix + secret.name() + "-" + Secret.suffix(secret.name());
  }

  private static String version(Secret secret) {
    return UUID.nameUUIDFromBytes(
            (secret.name() + secret.content()).getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}
