package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ConnectEvent;
import com.amazonaws.services.lambda.runtime.events.ConnectEvent.ContactData;
import com.amazonaws.services.lambda.runtime.events.ConnectEvent.CustomerEndpoint;
import com.amazonaws.services.lambda.runtime.events.ConnectEvent.Details;
import com.amazonaws.services.lambda.runtime.events.ConnectEvent.Queue;
import com.amazonaws.services.lambda.runtime.events.ConnectEvent.SystemEndpoint;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A contact of Amazon Connect. */
public final class ConnectEventShape extends Parts<ConnectEvent> {
  private static final Field DETAILS = Field.of(1, "Details");
  private static final Field NAME = Field.of(2, "Name");
  private static final Field CONTACT_DATA = Field.of(3, "ContactData");
  private static final Field PARAMETERS = Field.of(4, "Parameters");
  private static final Field ATTRIBUTES = Field.of(5, "Attributes");
  private static final Field CHANNEL = Field.of(6, "Channel");
  private static final Field CONTACT_ID = Field.of(7, "ContactId");
  private static final Field CUSTOMER_ENDPOINT = Field.of(8, "CustomerEndpoint");
  private static final Field INITIAL_CONTACT_ID = Field.of(9, "InitialContactId");
  private static final Field INITIATION_METHOD = Field.of(10, "InitiationMethod");
  private static final Field INSTANCE_ARN = Field.of(11, "InstanceARN");
  private static final Field PREVIOUS_CONTACT_ID = Field.of(12, "PreviousContactId");
  private static final Field QUEUE = Field.of(13, "Queue");
  private static final Field SYSTEM_ENDPOINT = Field.of(14, "SystemEndpoint");
  private static final Field ADDRESS = Field.of(15, "Address");
  private static final Field TYPE = Field.of(16, "Type");
  private static final Field ARN = Field.of(17, "ARN");

  private static final Shape<Details> DETAILS_PART = part(new ConnectEventShape(1));
  private static final Shape<ContactData> CONTACT_DATA_PART = part(new ConnectEventShape(2));
  private static final Shape<CustomerEndpoint> CUSTOMER_ENDPOINT_PART =
      part(new ConnectEventShape(3));
  private static final Shape<Queue> QUEUE_PART = part(new ConnectEventShape(4));
  private static final Shape<SystemEndpoint> SYSTEM_ENDPOINT_PART = part(new ConnectEventShape(5));

  /** For any thread. */
  public ConnectEventShape() {
    this(0);
  }

  private ConnectEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Details();
      case 2 -> new ContactData();
      case 3 -> new CustomerEndpoint();
      case 4 -> new Queue();
      case 5 -> new SystemEndpoint();
      default -> new ConnectEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> details(w, (Details) value);
      case 2 -> contactData(w, (ContactData) value);
      case 3 -> customerEndpoint(w, (CustomerEndpoint) value);
      case 4 -> queue(w, (Queue) value);
      case 5 -> systemEndpoint(w, (SystemEndpoint) value);
      default -> event(w, (ConnectEvent) value);
    }
  }

  private static void event(Wire w, ConnectEvent e) {
    e.setDetails(w.value(DETAILS, e.getDetails(), DETAILS_PART));
    e.setName(w.string(NAME, e.getName()));
  }

  private static void details(Wire w, Details e) {
    e.setContactData(w.value(CONTACT_DATA, e.getContactData(), CONTACT_DATA_PART));
    e.setParameters(w.map(PARAMETERS, e.getParameters(), Values.ANY));
  }

  private static void contactData(Wire w, ContactData e) {
    e.setAttributes(w.map(ATTRIBUTES, e.getAttributes(), Values.STRING));
    e.setChannel(w.string(CHANNEL, e.getChannel()));
    e.setContactId(w.string(CONTACT_ID, e.getContactId()));
    e.setCustomerEndpoint(
        w.value(CUSTOMER_ENDPOINT, e.getCustomerEndpoint(), CUSTOMER_ENDPOINT_PART));
    e.setInitialContactId(w.string(INITIAL_CONTACT_ID, e.getInitialContactId()));
    e.setInitiationMethod(w.string(INITIATION_METHOD, e.getInitiationMethod()));
    e.setInstanceArn(w.string(INSTANCE_ARN, e.getInstanceArn()));
    e.setPreviousContactId(w.string(PREVIOUS_CONTACT_ID, e.getPreviousContactId()));
    e.setQueue(w.value(QUEUE, e.getQueue(), QUEUE_PART));
    e.setSystemEndpoint(w.value(SYSTEM_ENDPOINT, e.getSystemEndpoint(), SYSTEM_ENDPOINT_PART));
  }

  private static void customerEndpoint(Wire w, CustomerEndpoint e) {
    e.setAddress(w.string(ADDRESS, e.getAddress()));
    e.setType(w.string(TYPE, e.getType()));
  }

  private static void queue(Wire w, Queue e) {
    e.setARN(w.string(ARN, e.getARN()));
    e.setName(w.string(NAME, e.getName()));
  }

  private static void systemEndpoint(Wire w, SystemEndpoint e) {
    e.setAddress(w.string(ADDRESS, e.getAddress()));
    e.setType(w.string(TYPE, e.getType()));
  }
}
