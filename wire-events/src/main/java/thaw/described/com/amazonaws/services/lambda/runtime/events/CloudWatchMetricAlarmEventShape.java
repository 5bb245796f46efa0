package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.AlarmData;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.Configuration;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.Metric;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.MetricDetail;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.MetricStat;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.PreviousState;
import com.amazonaws.services.lambda.runtime.events.CloudWatchMetricAlarmEvent.State;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A change of a metric alarm of CloudWatch. */
public final class CloudWatchMetricAlarmEventShape extends Parts<CloudWatchMetricAlarmEvent> {
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
  private static final Field TIMESTAMP = Field.of(13, "timestamp");
  private static final Field REASON_DATA = Field.of(14, "reasonData");
  private static final Field DESCRIPTION = Field.of(15, "description");
  private static final Field METRICS = Field.of(16, "metrics");
  private static final Field ID = Field.of(17, "id");
  private static final Field METRIC_STAT = Field.of(18, "metricStat");
  private static final Field RETURN_DATA = Field.of(19, "returnData");
  private static final Field METRIC = Field.of(20, "metric");
  private static final Field PERIOD = Field.of(21, "period");
  private static final Field STAT = Field.of(22, "stat");
  private static final Field UNIT = Field.of(23, "unit");
  private static final Field NAMESPACE = Field.of(24, "namespace");
  private static final Field NAME = Field.of(25, "name");
  private static final Field DIMENSIONS = Field.of(26, "dimensions");

  private static final Shape<AlarmData> ALARM_DATA_PART =
      part(new CloudWatchMetricAlarmEventShape(1));
  private static final Shape<State> STATE_PART = part(new CloudWatchMetricAlarmEventShape(2));
  private static final Shape<PreviousState> PREVIOUS_STATE_PART =
      part(new CloudWatchMetricAlarmEventShape(3));
  private static final Shape<Configuration> CONFIGURATION_PART =
      part(new CloudWatchMetricAlarmEventShape(4));
  private static final Shape<Metric> METRIC_PART = part(new CloudWatchMetricAlarmEventShape(5));
  private static final Shape<MetricStat> METRIC_STAT_PART =
      part(new CloudWatchMetricAlarmEventShape(6));
  private static final Shape<MetricDetail> METRIC_DETAIL_PART =
      part(new CloudWatchMetricAlarmEventShape(7));

  /** For any thread. */
  public CloudWatchMetricAlarmEventShape() {
    this(0);
  }

  private CloudWatchMetricAlarmEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new AlarmData();
      case 2 -> new State();
      case 3 -> new PreviousState();
      case 4 -> new Configuration();
      case 5 -> new Metric();
      case 6 -> new MetricStat();
      case 7 -> new MetricDetail();
      default -> new CloudWatchMetricAlarmEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> alarmData(w, (AlarmData) value);
      case 2 -> state(w, (State) value);
      case 3 -> previousState(w, (PreviousState) value);
      case 4 -> configuration(w, (Configuration) value);
      case 5 -> metric(w, (Metric) value);
      case 6 -> metricStat(w, (MetricStat) value);
      case 7 -> metricDetail(w, (MetricDetail) value);
      default -> event(w, (CloudWatchMetricAlarmEvent) value);
    }
  }

  private static void event(Wire w, CloudWatchMetricAlarmEvent e) {
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
    e.setTimestamp(w.string(TIMESTAMP, e.getTimestamp()));
  }

  private static void previousState(Wire w, PreviousState e) {
    e.setValue(w.string(VALUE, e.getValue()));
    e.setReason(w.string(REASON, e.getReason()));
    e.setReasonData(w.string(REASON_DATA, e.getReasonData()));
    e.setTimestamp(w.string(TIMESTAMP, e.getTimestamp()));
  }

  private static void configuration(Wire w, Configuration e) {
    e.setDescription(w.string(DESCRIPTION, e.getDescription()));
    e.setMetrics(w.list(METRICS, e.getMetrics(), METRIC_PART));
  }

  private static void metric(Wire w, Metric e) {
    e.setId(w.string(ID, e.getId()));
    e.setMetricStat(w.value(METRIC_STAT, e.getMetricStat(), METRIC_STAT_PART));
    e.setReturnData(w.value(RETURN_DATA, e.getReturnData(), Values.BOOL));
  }

  private static void metricStat(Wire w, MetricStat e) {
    e.setMetric(w.value(METRIC, e.getMetric(), METRIC_DETAIL_PART));
    e.setPeriod(w.value(PERIOD, e.getPeriod(), Values.INT32));
    e.setStat(w.string(STAT, e.getStat()));
    e.setUnit(w.string(UNIT, e.getUnit()));
  }

  private static void metricDetail(Wire w, MetricDetail e) {
    e.setNamespace(w.string(NAMESPACE, e.getNamespace()));
    e.setName(w.string(NAME, e.getName()));
    e.setDimensions(w.map(DIMENSIONS, e.getDimensions(), Values.STRING));
  }
}
