package dev.thaw.samples.races;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** A digest that all requests feed. */
public class SharedDigest implements RequestHandler<Map<String, String>, String> {
  private final MessageDigest digest;

  public SharedDigest() throws NoSuchAlgorithmException {
    digest = MessageDigest.getInstance("SHA-256");
  }

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    digest.update(event.get("user").getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(digest.digest());
  }
}
