package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.SecretsManagerRotationEvent;
import thaw.wire.Field;
import thaw.wire.ObjectShape;
import thaw.wire.Wire;

/** A step of a rotation in Secrets Manager. */
public final class SecretsManagerRotationEventShape
    extends ObjectShape<SecretsManagerRotationEvent> {
  private static final Field STEP = Field.of(1, "Step");
  private static final Field SECRET_ID = Field.of(2, "SecretId");
  private static final Field CLIENT_REQUEST_TOKEN = Field.of(3, "ClientRequestToken");
  private static final Field ROTATION_TOKEN = Field.of(4, "RotationToken");

  /** For any thread. */
  public SecretsManagerRotationEventShape() {}

  @Override
  protected SecretsManagerRotationEvent blank() {
    return new SecretsManagerRotationEvent();
  }

  @Override
  protected SecretsManagerRotationEvent fields(Wire w, SecretsManagerRotationEvent e) {
    e.setStep(w.string(STEP, e.getStep()));
    e.setSecretId(w.string(SECRET_ID, e.getSecretId()));
    e.setClientRequestToken(w.string(CLIENT_REQUEST_TOKEN, e.getClientRequestToken()));
    e.setRotationToken(w.string(ROTATION_TOKEN, e.getRotationToken()));
    return e;
  }
}
