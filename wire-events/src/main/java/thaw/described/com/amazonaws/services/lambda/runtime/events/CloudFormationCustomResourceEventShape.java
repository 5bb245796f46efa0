package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CloudFormationCustomResourceEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** What CloudFormation wants of a custom resource. */
public final class CloudFormationCustomResourceEventShape
    extends ObjectShape<CloudFormationCustomResourceEvent> {
  private static final Field REQUEST_TYPE = Field.of(1, "RequestType");
  private static final Field SERVICE_TOKEN = Field.of(2, "ServiceToken");
  private static final Field RESPONSE_URL = Field.of(3, "ResponseURL");
  private static final Field STACK_ID = Field.of(4, "StackId");
  private static final Field REQUEST_ID = Field.of(5, "RequestId");
  private static final Field LOGICAL_RESOURCE_ID = Field.of(6, "LogicalResourceId");
  private static final Field PHYSICAL_RESOURCE_ID = Field.of(7, "PhysicalResourceId");
  private static final Field RESOURCE_TYPE = Field.of(8, "ResourceType");
  private static final Field RESOURCE_PROPERTIES = Field.of(9, "ResourceProperties");
  private static final Field OLD_RESOURCE_PROPERTIES = Field.of(10, "OldResourceProperties");

  /** For any thread. */
  public CloudFormationCustomResourceEventShape() {}

  @Override
  protected CloudFormationCustomResourceEvent blank() {
    return new CloudFormationCustomResourceEvent();
  }

  @Override
  protected CloudFormationCustomResourceEvent fields(Wire w, CloudFormationCustomResourceEvent e) {
    e.setRequestType(w.string(REQUEST_TYPE, e.getRequestType()));
    e.setServiceToken(w.string(SERVICE_TOKEN, e.getServiceToken()));
    e.setResponseUrl(w.string(RESPONSE_URL, e.getResponseUrl()));
    e.setStackId(w.string(STACK_ID, e.getStackId()));
    e.setRequestId(w.string(REQUEST_ID, e.getRequestId()));
    e.setLogicalResourceId(w.string(LOGICAL_RESOURCE_ID, e.getLogicalResourceId()));
    e.setPhysicalResourceId(w.string(PHYSICAL_RESOURCE_ID, e.getPhysicalResourceId()));
    e.setResourceType(w.string(RESOURCE_TYPE, e.getResourceType()));
    e.setResourceProperties(w.map(RESOURCE_PROPERTIES, e.getResourceProperties(), Values.ANY));
    e.setOldResourceProperties(
        w.map(OLD_RESOURCE_PROPERTIES, e.getOldResourceProperties(), Values.ANY));
    return e;
  }
}
