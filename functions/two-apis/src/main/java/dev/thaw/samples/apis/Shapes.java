package dev.thaw.samples.apis;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Returns the bytes that the request's body has as base64; fails when it says so. */
public final class Shapes implements RequestStreamHandler {
  private static final Pattern BODY = Pattern.compile("\"body\":\"([A-Za-z0-9+/=]*)\"");

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    String event = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    Matcher body = BODY.matcher(event);
    byte[] result = body.find() ? Base64.getDecoder().decode(body.group(1)) : new byte[0];
    if (new String(result, StandardCharsets.UTF_8).equals("fail")) {
      throw new IllegalStateException("as asked");
    }
    out.write(result);
  }
}
