package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.ConfigEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** What AWS Config gives to a rule. */
public final class ConfigEventShape extends ObjectShape<ConfigEvent> {
  private static final Field VERSION = Field.of(1, "version");
  private static final Field INVOKING_EVENT = Field.of(2, "invokingEvent");
  private static final Field RULE_PARAMETERS = Field.of(3, "ruleParameters");
  private static final Field RESULT_TOKEN = Field.of(4, "resultToken");
  private static final Field CONFIG_RULE_ARN = Field.of(5, "configRuleArn");
  private static final Field CONFIG_RULE_ID = Field.of(6, "configRuleId");
  private static final Field CONFIG_RULE_NAME = Field.of(7, "configRuleName");
  private static final Field ACCOUNT_ID = Field.of(8, "accountId");
  private static final Field EXECUTION_ROLE_ARN = Field.of(9, "executionRoleArn");
  private static final Field EVENT_LEFT_SCOPE = Field.of(10, "eventLeftScope");

  /** For any thread. */
  public ConfigEventShape() {}

  @Override
  protected ConfigEvent blank() {
    return new ConfigEvent();
  }

  @Override
  protected ConfigEvent fields(Wire w, ConfigEvent e) {
    e.setVersion(w.string(VERSION, e.getVersion()));
    e.setInvokingEvent(w.string(INVOKING_EVENT, e.getInvokingEvent()));
    e.setRuleParameters(w.string(RULE_PARAMETERS, e.getRuleParameters()));
    e.setResultToken(w.string(RESULT_TOKEN, e.getResultToken()));
    e.setConfigRuleArn(w.string(CONFIG_RULE_ARN, e.getConfigRuleArn()));
    e.setConfigRuleId(w.string(CONFIG_RULE_ID, e.getConfigRuleId()));
    e.setConfigRuleName(w.string(CONFIG_RULE_NAME, e.getConfigRuleName()));
    e.setAccountId(w.string(ACCOUNT_ID, e.getAccountId()));
    e.setExecutionRoleArn(w.string(EXECUTION_ROLE_ARN, e.getExecutionRoleArn()));
    e.setEventLeftScope(w.bool(EVENT_LEFT_SCOPE, e.getEventLeftScope()));
    return e;
  }
}
