package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;

/** A handler whose objects the runtime client binds to JSON with the Jackson that it shades. */
final class PojoHandler implements Check {
  private static final String RUNTIME = "com.amazonaws.services.lambda.runtime.";
  static final Code SERIALIZER =
      Code.of(
          RUNTIME + "serialization.",
          RUNTIME + "api.client.PojoSerializerLoader",
          "com.amazonaws.lambda.thirdparty.");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    String handler = examined.settings().handlerClass();
    Cost cost = examined.profile().work(SERIALIZER::asks);
    long classes = examined.loads(SERIALIZER);
    if (cost.isNone()
        || classes == 0
        || examined.code().find(handler).isEmpty()
        || examined.code().supertypes(handler).contains(RUNTIME + "RequestStreamHandler")) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "pojo-handler",
            "the runtime client binds the handler's objects to JSON by reflection",
            "its serializer took %s; %,d of its classes were loaded"
                .formatted(cost.text(), classes),
            examined.mainPlaceOfHandler(),
            examined.without(SERIALIZER::asks),
            "implement RequestStreamHandler: public void handleRequest(InputStream in, OutputStream"
                + " out, Context context), and read the event with a streaming parser"));
  }
}
