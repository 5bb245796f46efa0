package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import thaw.runtime.StreamedResponse;
import thaw.runtime.StreamingHandler;

/** Handlers of streams. */
public final class StreamHandlers {
  private StreamHandlers() {}

  public static final class Echo implements RequestStreamHandler {
    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context)
        throws IOException {
      in.transferTo(out);
    }
  }

  public static final class Length implements RequestStreamHandler {
    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context)
        throws IOException {
      long sum = 0;
      byte[] all = in.readAllBytes();
      for (byte each : all) {
        sum = sum * 31 + each;
      }
      out.write((all.length + " " + sum).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The event says what happens. */
  public static final class Streaming implements StreamingHandler {
    @Override
    public void handleRequest(InputStream event, StreamedResponse response, Context context)
        throws IOException {
      String what = new String(event.readAllBytes(), StandardCharsets.UTF_8);
      if (what.equals("\"early\"")) {
        response.write('x');
        throw new IllegalStateException("before a byte has left");
      }
      if (what.equals("\"http\"")) {
        response.http(201, Map.of("X-Kind", "a \"b\""));
        response.write("body".getBytes(StandardCharsets.UTF_8));
        return;
      }
      if (what.equals("\"nothing\"")) {
        return;
      }
      response.contentType("text/plain");
      response.write("one ".getBytes(StandardCharsets.UTF_8));
      response.flush();
      response.write("two ".getBytes(StandardCharsets.UTF_8));
      response.flush();
      if (what.equals("\"late\"")) {
        throw new IllegalStateException("in the middle");
      }
      response.write(new byte[20_000]);
    }
  }
}
