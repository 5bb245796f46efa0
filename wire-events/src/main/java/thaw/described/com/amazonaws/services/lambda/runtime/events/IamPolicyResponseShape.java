package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.PolicyDocument;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.Statement;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/**
 * What a Lambda authorizer of an HTTP API answers, as a policy. The policy is read by the names
 * with which it is written, those of IAM.
 */
public final class IamPolicyResponseShape extends Parts<IamPolicyResponse> {
  private static final Field PRINCIPAL_ID = Field.of(1, "principalId");
  private static final Field POLICY_DOCUMENT = Field.of(2, "policyDocument");
  private static final Field CONTEXT = Field.of(3, "context");
  private static final Field VERSION = Field.of(4, "Version");
  private static final Field STATEMENT = Field.of(5, "Statement");
  private static final Field ACTION = Field.of(6, "Action");
  private static final Field EFFECT = Field.of(7, "Effect");
  private static final Field RESOURCE = Field.of(8, "Resource");
  private static final Field CONDITION = Field.of(9, "Condition");

  private static final Shape<PolicyDocument> POLICY_DOCUMENT_PART =
      part(new IamPolicyResponseShape(1));
  private static final Shape<Statement> STATEMENT_PART = part(new IamPolicyResponseShape(2));

  /** For any thread. */
  public IamPolicyResponseShape() {
    this(0);
  }

  private IamPolicyResponseShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new PolicyDocument();
      case 2 -> new Statement();
      default -> new IamPolicyResponse();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> policyDocument(w, (PolicyDocument) value);
      case 2 -> statement(w, (Statement) value);
      default -> response(w, (IamPolicyResponse) value);
    }
  }

  private static void response(Wire w, IamPolicyResponse e) {
    e.setPrincipalId(w.string(PRINCIPAL_ID, e.getPrincipalId()));
    if (w.reading()) {
      e.setPolicyDocument(w.value(POLICY_DOCUMENT, null, POLICY_DOCUMENT_PART));
    } else {
      w.map(POLICY_DOCUMENT, e.getPolicyDocument(), Values.ANY); // only the setter has its type
    }
    e.setContext(w.map(CONTEXT, e.getContext(), Values.ANY));
  }

  private static void policyDocument(Wire w, PolicyDocument e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setStatement(w.list(STATEMENT, e.getStatement(), STATEMENT_PART));
  }

  private static void statement(Wire w, Statement e) {
    e.setAction(w.string(ACTION, e.getAction()));
    e.setEffect(w.string(EFFECT, e.getEffect()));
    e.setResource(w.list(RESOURCE, e.getResource(), Values.STRING));
    e.setCondition(w.map(CONDITION, e.getCondition(), Values.ANY_BY_NAME));
  }
}
