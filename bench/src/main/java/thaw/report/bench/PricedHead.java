package thaw.report.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import thaw.experiment.ExperimentResult;
import thaw.experiment.Host;
import thaw.experiment.Warning;
import thaw.tuning.LambdaPrices;

/**
 * The beginning of a document that says what cold starts cost on AWS.
 *
 * @param format its name and version
 * @param asLambda what AWS Lambda is expected to show, where it was asked for
 */
record PricedHead(
    String format,
    String title,
    Host host,
    String architecture,
    LambdaPrices prices,
    List<Warning> warnings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<JsonNode> asLambda) {
  static PricedHead of(
      String format, ExperimentResult result, LambdaPrices prices, Optional<JsonNode> asLambda) {
    return new PricedHead(
        format,
        result.title(),
        result.host(),
        prices.architecture(),
        prices,
        result.warnings(),
        asLambda);
  }
}
