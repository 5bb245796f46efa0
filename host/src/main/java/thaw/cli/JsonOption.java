package thaw.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --json} of commands whose result other programs read: the document, and nothing else. */
public final class JsonOption {
  private static final ObjectMapper JSON = JsonMapper.builder().addModule(new Jdk8Module()).build();

  @Option(
      names = "--json",
      description = "Prints the result as JSON, and nothing else, on standard output.")
  private boolean asked;

  public boolean isAsked() {
    return asked;
  }

  /**
   * @param document JSON, or lines of it
   */
  public void print(Path document) {
    try {
      System.out.print(Files.readString(document));
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the result: " + e, e);
    }
  }

  /**
   * @param document a record, on one line
   */
  public void print(Object document) {
    System.out.println(text(document));
  }

  /** Returns a document as JSON on one line; what is absent is null. */
  public static String text(Object document) {
    try {
      return JSON.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of plain values has no JSON", e);
    }
  }
}
