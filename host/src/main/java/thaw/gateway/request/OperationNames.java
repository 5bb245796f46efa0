package thaw.gateway.request;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Names of the Lambda API's operations, so that a refusal can name what was asked for. */
public final class OperationNames {
  private static final String FILE = "operations.txt";

  private OperationNames() {}

  /** {@code CreateFunction (POST /2015-03-31/functions)}, or without a name when it has none. */
  public static String describe(String method, List<String> path, String rawPath) {
    String request = method + " " + rawPath;
    for (String line : lines()) {
      String[] words = line.split(" ");
      if (words[1].equals(method) && fits(words[0], path)) {
        return words[2] + " (" + request + ")";
      }
    }
    return request;
  }

  private static List<String> lines() {
    try (InputStream file = OperationNames.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("not in the program: " + FILE);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + FILE, e);
    }
  }

  private static boolean fits(String template, List<String> path) {
    List<String> parts =
        Arrays.stream(template.split("/")).filter(part -> !part.isEmpty()).toList();
    if (parts.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!parts.get(i).startsWith("{") && !parts.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }
}
