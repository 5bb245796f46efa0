package thaw.course.initorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Builds its client in the static initialiser. */
public final class ClientInStaticField implements RequestStreamHandler {
  private static final PetClient CLIENT = new PetClient();

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    output.write(CLIENT.protocol().getBytes(StandardCharsets.UTF_8));
  }
}
