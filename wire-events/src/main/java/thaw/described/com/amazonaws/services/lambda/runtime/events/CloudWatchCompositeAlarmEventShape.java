package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CloudWatchCompositeAlarmEvent;
import com.amazonaws.services.lambda.runtime.events.CloudWatchCompositeAlarmEvent.AlarmData;
import com.amazonaws.services.lambda.runtime.events.CloudWatchCompositeAlarmEvent.Configuration;
import com.amazonaws.services.lambda.runtime.events.CloudWatchCompositeAlarmEvent.PreviousState;
import com.amazonaws.services.lambda.runtime.events.CloudWatchCompositeAlarmEvent.State;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A change of a composite alarm of CloudWatch. */
public final class CloudWatchCompositeAlarmEventShape extends Parts<CloudWatchCompositeAlarmEvent> {
  private static final Field SOURCE = Field.of(1, "source");
  private static final Field ALARM_ARN = Field.of(2, "alarmArn");
  private static final Field ACCOUNT_ID = Field.of(3, "accountId");
  private static final Field TIME = Field.of(4, "time");
  private static final Field REGION = Field.of(5, "region");
  private static final Field ALARM_DATA = Field.of(6, "alarmData");
  private static final Field ALARM_NAME = Field.of(7, "alarmName");
  private static final Field STATE = Field.of(8, "state");
  private static final Field PREVIOUS_STATE = Field.of(9, "previousState");
  private static final Field CONFIGURATION = Field.of(10, "configuration");
  private static final Field VALUE = Field.of(11, "value");
  private static final Field REASON = Field.of(12, "reason");
  private static final Field REASON_DATA = Field.of(13, "reasonData");
  private static final Field TIMESTAMP = Field.of(14, "timestamp");
  private static final Field ACTIONS_SUPPRESSED_BY = Field.of(15, "actionsSuppressedBy");
  private static final Field ACTIONS_SUPPRESSED_REASON = Field.of(16, "actionsSuppressedReason");
  private static final Field ALARM_RULE = Field.of(17, "alarmRule");
  private static final Field ACTIONS_SUPPRESSOR = Field.of(18, "actionsSuppressor");
  private static final Field ACTIONS_SUPPRESSOR_WAIT_PERIOD =
      Field.of(19, "actionsSuppressorWaitPeriod");
  private static final Field ACTIONS_SUPPRESSOR_EXTENSION_PERIOD =
      Field.of(20, "actionsSuppressorExtensionPeriod");

  private static final Shape<AlarmData> ALARM_DATA_PART =
      part(new CloudWatchCompositeAlarmEventShape(1));
  private static final Shape<State> STATE_PART = part(new CloudWatchCompositeAlarmEventShape(2));
  private static final Shape<PreviousState> PREVIOUS_STATE_PART =
      part(new CloudWatchCompositeAlarmEventShape(3));
  private static final Shape<Configuration> CONFIGURATION_PART =
      part(new CloudWatchCompositeAlarmEventShape(4));

  /** For any thread. */
  public CloudWatchCompositeAlarmEventShape() {
    this(0);
  }

  private CloudWatchCompositeAlarmEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new AlarmData();
      case 2 -> new State();
      case 3 -> new PreviousState();
      case 4 -> new Configuration();
      default -> new CloudWatchCompositeAlarmEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> alarmData(w, (AlarmData) value);
      case 2 -> state(w, (State) value);
      case 3 -> previousState(w, (PreviousState) value);
      case 4 -> configuration(w, (Configuration) value);
      default -> event(w, (CloudWatchCompositeAlarmEvent) value);
    }
  }

  private static void event(Wire w, CloudWatchCompositeAlarmEvent e) {
    e.setSource(w.string(SOURCE, e.getSource()));
    e.setAlarmArn(w.string(ALARM_ARN, e.getAlarmArn()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setTime(w.string(TIME, e.getTime()));
    e.setRegion(w.string(REGION, e.getRegion()));
    e.setAlarmData(w.value(ALARM_DATA, e.getAlarmData(), ALARM_DATA_PART));
  }

  private static void alarmData(Wire w, AlarmData e) {
    e.setAlarmName(w.string(ALARM_NAME, e.getAlarmName()));
    e.setState(w.value(STATE, e.getState(), STATE_PART));
    e.setPreviousState(w.value(PREVIOUS_STATE, e.getPreviousState(), PREVIOUS_STATE_PART));
    e.setConfiguration(w.value(CONFIGURATION, e.getConfiguration(), CONFIGURATION_PART));
  }

  private static void state(Wire w, State e) {
    e.setValue(w.string(VALUE, e.getValue()));
    e.setReason(w.string(REASON, e.getReason()));
    e.setReasonData(w.string(REASON_DATA, e.getReasonData()));
    e.setTimestamp(w.string(TIMESTAMP, e.getTimestamp()));
  }

  private static void previousState(Wire w, PreviousState e) {
    e.setValue(w.string(VALUE, e.getValue()));
    e.setReason(w.string(REASON, e.getReason()));
    e.setReasonData(w.string(REASON_DATA, e.getReasonData()));
    e.setTimestamp(w.string(TIMESTAMP, e.getTimestamp()));
    e.setActionsSuppressedBy(w.string(ACTIONS_SUPPRESSED_BY, e.getActionsSuppressedBy()));
    e.setActionsSuppressedReason(
        w.string(ACTIONS_SUPPRESSED_REASON, e.getActionsSuppressedReason()));
  }

  private static void configuration(Wire w, Configuration e) {
    e.setAlarmRule(w.string(ALARM_RULE, e.getAlarmRule()));
    e.setActionsSuppressor(w.string(ACTIONS_SUPPRESSOR, e.getActionsSuppressor()));
    e.setActionsSuppressorWaitPeriod(
        w.value(ACTIONS_SUPPRESSOR_WAIT_PERIOD, e.getActionsSuppressorWaitPeriod(), Values.INT32));
    e.setActionsSuppressorExtensionPeriod(
        w.value(
            ACTIONS_SUPPRESSOR_EXTENSION_PERIOD,
            e.getActionsSuppressorExtensionPeriod(),
            Values.INT32));
  }
}
