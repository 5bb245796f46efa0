package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.LexEvent;
import com.amazonaws.services.lambda.runtime.events.LexEvent.Bot;
import com.amazonaws.services.lambda.runtime.events.LexEvent.CurrentIntent;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Wire;

/** A turn of a conversation with Amazon Lex, version 1. */
public final class LexEventShape extends Parts<LexEvent> {
  private static final Field MESSAGE_VERSION = Field.of(1, "messageVersion");
  private static final Field INVOCATION_SOURCE = Field.of(2, "invocationSource");
  private static final Field USER_ID = Field.of(3, "userId");
  private static final Field SESSION_ATTRIBUTES = Field.of(4, "sessionAttributes");
  private static final Field OUTPUT_DIALOG_MODE = Field.of(5, "outputDialogMode");
  private static final Field CURRENT_INTENT = Field.of(6, "currentIntent");
  private static final Field BOT = Field.of(7, "bot");
  private static final Field NAME = Field.of(8, "name");
  private static final Field SLOTS = Field.of(9, "slots");
  private static final Field CONFIRMATION_STATUS = Field.of(10, "confirmationStatus");
  private static final Field ALIAS = Field.of(11, "alias");
  private static final Field VERSION = Field.of(12, "version");

  private static final Shape<CurrentIntent> CURRENT_INTENT_PART = part(new LexEventShape(1));
  private static final Shape<Bot> BOT_PART = part(new LexEventShape(2));

  /** For any thread. */
  public LexEventShape() {
    this(0);
  }

  private LexEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new LexEvent().new CurrentIntent(); // whose they are is seen by nobody
      case 2 -> new LexEvent().new Bot();
      default -> new LexEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> currentIntent(w, (CurrentIntent) value);
      case 2 -> bot(w, (Bot) value);
      default -> event(w, (LexEvent) value);
    }
  }

  private static void event(Wire w, LexEvent e) {
    e.setMessageVersion(w.string(MESSAGE_VERSION, e.getMessageVersion()));
    e.setInvocationSource(w.string(INVOCATION_SOURCE, e.getInvocationSource()));
    e.setUserId(w.string(USER_ID, e.getUserId()));
    e.setSessionAttributes(w.map(SESSION_ATTRIBUTES, e.getSessionAttributes(), Values.STRING));
    e.setOutputDialogMode(w.string(OUTPUT_DIALOG_MODE, e.getOutputDialogMode()));
    e.setCurrentIntent(w.value(CURRENT_INTENT, e.getCurrentIntent(), CURRENT_INTENT_PART));
    e.setBot(w.value(BOT, e.getBot(), BOT_PART));
  }

  private static void currentIntent(Wire w, CurrentIntent e) {
    e.setName(w.string(NAME, e.getName()));
    e.setSlots(w.map(SLOTS, e.getSlots(), Values.STRING));
    e.setConfirmationStatus(w.string(CONFIRMATION_STATUS, e.getConfirmationStatus()));
  }

  private static void bot(Wire w, Bot e) {
    e.setName(w.string(NAME, e.getName()));
    e.setAlias(w.string(ALIAS, e.getAlias()));
    e.setVersion(w.string(VERSION, e.getVersion()));
  }
}
