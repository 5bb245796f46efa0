package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.IamPolicyResponseV1;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponseV1.PolicyDocument;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponseV1.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import thaw.wire.MixIn;
import thaw.wire.Wire;

/** The policy of a response is set as an object, and got as a map by the names of IAM. */
@MixIn(IamPolicyResponseV1.class)
final class IamPolicyV1MixIn {
  private IamPolicyV1MixIn() {}

  @SuppressWarnings("unchecked")
  static @Nullable PolicyDocument getPolicyDocument(IamPolicyResponseV1 response, Wire w) {
    if (w.reading()) {
      return null;
    }
    Map<String, Object> policy = response.getPolicyDocument();
    List<Statement> statements = new ArrayList<>();
    Object written = Objects.requireNonNull(policy.get("Statement"));
    for (Map<String, Object> each : (Map<String, Object>[]) written) {
      Statement statement = new Statement();
      statement.setAction((String) each.get("Action"));
      statement.setEffect((String) each.get("Effect"));
      statement.setResource(Arrays.asList((String[]) each.get("Resource")));
      statement.setCondition((Map<String, Map<String, Object>>) each.get("Condition"));
      statements.add(statement);
    }
    PolicyDocument document = new PolicyDocument();
    document.setVersion((String) policy.get("Version"));
    document.setStatement(statements);
    return document;
  }
}
