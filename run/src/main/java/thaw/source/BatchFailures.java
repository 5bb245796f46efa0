package thaw.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import thaw.service.AwsJson;

/**
 * Tells which records of a batch a function has not processed, by its own report.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting">
 *     Implementing partial batch responses</a>
 */
sealed interface BatchFailures {
  /** All are processed. */
  record None() implements BatchFailures {}

  /** Some are not. */
  record Some(Set<String> ids) implements BatchFailures {}

  /** The report is none: the whole batch counts as failed. */
  record Whole() implements BatchFailures {}

  /**
   * @param response what the function answered
   * @param batch the ids of its records
   */
  static BatchFailures of(byte[] response, Set<String> batch) {
    JsonNode json;
    try {
      json = AwsJson.JSON.readTree(response);
    } catch (JsonProcessingException e) {
      return new Whole();
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot be read", e);
    }
    JsonNode failures = json.path("batchItemFailures");
    if (failures.isMissingNode() || failures.isNull()) {
      return isEmpty(json) || json.isObject() ? new None() : new Whole();
    }
    if (!failures.isArray()) {
      return new Whole();
    }
    Set<String> ids = new LinkedHashSet<>();
    for (JsonNode failure : failures) {
      String id = failure.path("itemIdentifier").asText("");
      if (!batch.contains(id)) {
        return new Whole();
      }
      ids.add(id);
    }
    return ids.isEmpty() ? new None() : new Some(ids);
  }

  /** Nothing, null, an empty text or an empty list: a success, as recorded on AWS. */
  private static boolean isEmpty(JsonNode json) {
    return json.isMissingNode()
        || json.isNull()
        || json.isTextual() && json.asText().isEmpty()
        || json.isArray() && json.isEmpty();
  }
}
