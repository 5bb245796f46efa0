package thaw.load.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import thaw.load.http.Expectation;
import thaw.load.http.HttpTarget;
import thaw.load.http.HttpTransport;
import thaw.load.http.RequestTemplate;
import thaw.load.http.Trust;
import thaw.problem.UserMistake;

/**
 * Chooses what is sent over HTTP, and what must come back.
 *
 * @param method absent for GET, or POST with a body
 * @param headers each {@code NAME: VALUE}
 * @param content the body, or @ and the file that has it
 * @param statuses that count as answers; empty for every 2xx
 * @param expected a regular expression that must be found in the body
 * @param patience for a whole answer: {@code 30s}
 * @param connections at most so many at once
 * @param certificates to trust in place of the JDK's, PEM
 * @param insecure whether every certificate is trusted
 */
@RecordBuilder
record RequestChoice(
    Optional<String> method,
    List<String> headers,
    Optional<String> content,
    List<Integer> statuses,
    Optional<String> expected,
    String patience,
    int connections,
    Optional<Path> certificates,
    boolean insecure)
    implements RequestChoiceBuilder.With {
  static final String USUAL_PATIENCE = "30s";
  static final int USUAL_CONNECTIONS = 256;

  /** A GET that is answered by any 2xx. */
  static final RequestChoice USUAL =
      new RequestChoice(
          Optional.empty(),
          List.of(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          USUAL_PATIENCE,
          USUAL_CONNECTIONS,
          Optional.empty(),
          false);

  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_OPENED = 32;

  RequestChoice {
    headers = List.copyOf(headers);
    statuses = List.copyOf(statuses);
  }

  Duration timeout() {
    return ScheduleChoice.duration(patience, "--timeout");
  }

  /** Has a mistake in what was given told before anything is made ready. */
  void check() {
    expectation();
    trust();
    settings(1);
  }

  Optional<String> body() {
    if (content.isEmpty() || !content.get().startsWith("@")) {
      return content;
    }
    Path file = Path.of(content.get().substring(1));
    try {
      return Optional.of(Files.readString(file));
    } catch (MalformedInputException e) {
      throw new UserMistake(
          "the body " + file + " is not text in UTF-8", "send text; in base64, for example");
    } catch (IOException e) {
      throw new UserMistake(
          "cannot read the body " + file, "name an existing file after @, or give the text itself");
    }
  }

  RequestTemplate template(HttpTarget target) {
    return template(target, body());
  }

  /** Returns the request of a Lambda API's operation Invoke. */
  RequestTemplate invocation(HttpTarget target, String event) {
    if (content.isPresent() || method.isPresent()) {
      throw new UserMistake(
          "an invocation is a POST with an event",
          "leave out --method, and use --event for --body");
    }
    return template(target, Optional.of(event));
  }

  private RequestTemplate template(HttpTarget target, Optional<String> sent) {
    return new RequestTemplate(
        method.map(name -> name.toUpperCase(Locale.ROOT)).orElse(sent.isPresent() ? "POST" : "GET"),
        target,
        headers.stream().map(RequestChoice::header).toList(),
        sent.orElse(null));
  }

  private static RequestTemplate.Header header(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0) {
      throw new UserMistake(
          "a header is NAME: VALUE, not " + text, "use for example -H 'Accept: text/plain'");
    }
    return new RequestTemplate.Header(
        text.substring(0, colon).strip(), text.substring(colon + 1).strip());
  }

  Expectation expectation() {
    Set<Integer> right = new HashSet<>(statuses);
    for (int status : right) {
      if (status < 200 || status > 599) {
        throw new UserMistake(
            "--expect-status must be 200..599: " + status,
            "use for example --expect-status 200,404");
      }
    }
    try {
      return new Expectation(right, expected.map(Pattern::compile));
    } catch (PatternSyntaxException e) {
      throw new UserMistake(
          "--expect-body is not a regular expression: " + e.getDescription(),
          "put a backslash before characters that are meant as they are");
    }
  }

  Trust trust() {
    if (insecure && certificates.isPresent()) {
      throw new UserMistake("--insecure trusts everybody", "leave out --insecure or --cacert");
    }
    return insecure ? Trust.everybody() : certificates.map(Trust::of).orElseGet(Trust::usual);
  }

  /** Connections for a rate: some are there before the first request. */
  HttpTransport.Settings settings(double highestRate) {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw new UserMistake(
          "--connections must be 1.." + MOST_CONNECTIONS + ": " + connections,
          "use for example --connections 256");
    }
    int opened = (int) Math.clamp(Math.ceil(highestRate / 100), 1, MOST_OPENED);
    return new HttpTransport.Settings(connections, Math.min(opened, connections), timeout());
  }
}
