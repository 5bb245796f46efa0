package thaw.course.initorder;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Builds its client when the first request needs it. */
public final class ClientInHandler implements RequestStreamHandler {
  private @Nullable PetClient client;

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    if (client == null) {
      client = new PetClient();
    }
    output.write(client.protocol().getBytes(StandardCharsets.UTF_8));
  }
}
