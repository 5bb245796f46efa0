package thaw.app.choice;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import thaw.load.http.Expectation;
import thaw.load.http.HttpTarget;
import thaw.load.http.HttpTransport;
import thaw.load.http.RequestTemplate;
import thaw.load.http.TraceIds;
import thaw.load.http.Trust;
import thaw.load.http.Values;
import thaw.load.http.ValuesFile;
import thaw.problem.UserMistake;

/** What is sent over HTTP, and what must come back. */
public class RequestChoice {
  private static final int MOST_CONNECTIONS = 10_000;
  private static final int MOST_OPENED = 32;

  private @Nullable String method;

  private List<String> headers = new ArrayList<>();

  private @Nullable String body;

  private @Nullable Path data;

  private List<Integer> statuses = new ArrayList<>();

  private @Nullable String expectedBody;

  private String timeout = "30s";

  private int connections = 256;

  private @Nullable Path certificates;

  private boolean insecure;

  public Duration timeout() {
    return ScheduleChoice.duration(timeout, "--timeout");
  }

  /** Before anything is made ready. */
  public void check() {
    expectation();
    trust();
    settings(1);
  }

  public Values values() {
    return data == null ? Values.NONE : ValuesFile.read(data);
  }

  public Optional<String> body() {
    if (body == null || !body.startsWith("@")) {
      return Optional.ofNullable(body);
    }
    Path file = Path.of(body.substring(1));
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

  /**
   * @param traces when each request is to have a trace of its own, by which it is found again
   */
  public RequestTemplate template(HttpTarget target, Optional<TraceIds> traces) {
    return template(target, body(), traces);
  }

  /** That of a Lambda API's operation Invoke. */
  public RequestTemplate invocation(HttpTarget target, String event, Optional<TraceIds> traces) {
    if (body != null || method != null) {
      throw new UserMistake(
          "an invocation is a POST with an event",
          "leave out --method, and use --event for --body");
    }
    return template(target, Optional.of(event), traces);
  }

  private RequestTemplate template(
      HttpTarget target, Optional<String> content, Optional<TraceIds> traces) {
    List<RequestTemplate.Header> all = new ArrayList<>();
    for (String header : headers) {
      all.add(header(header));
    }
    traces.ifPresent(_ -> all.add(new RequestTemplate.Header(TraceIds.HEADER, "#{trace}")));
    Values values = values();
    return new RequestTemplate(
        method == null ? content.isPresent() ? "POST" : "GET" : method.toUpperCase(Locale.ROOT),
        target,
        all,
        content.orElse(null),
        traces.map(values::traced).orElse(values));
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

  public Expectation expectation() {
    Set<Integer> right = new HashSet<>(statuses);
    for (int status : right) {
      if (status < 200 || status > 599) {
        throw new UserMistake(
            "--expect-status must be 200..599: " + status,
            "use for example --expect-status 200,404");
      }
    }
    try {
      return new Expectation(right, Optional.ofNullable(expectedBody).map(Pattern::compile));
    } catch (PatternSyntaxException e) {
      throw new UserMistake(
          "--expect-body is not a regular expression: " + e.getDescription(),
          "put a backslash before characters that are meant as they are");
    }
  }

  public Trust trust() {
    if (insecure && certificates != null) {
      throw new UserMistake("--insecure trusts everybody", "leave out --insecure or --cacert");
    }
    return insecure
        ? Trust.everybody()
        : certificates == null ? Trust.usual() : Trust.of(certificates);
  }

  /** Connections for a rate: some are there before the first request. */
  public HttpTransport.Settings settings(double highestRate) {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw new UserMistake(
          "--connections must be 1.." + MOST_CONNECTIONS + ": " + connections,
          "use for example --connections 256");
    }
    int opened = (int) Math.clamp(Math.ceil(highestRate / 100), 1, MOST_OPENED);
    return new HttpTransport.Settings(connections, Math.min(opened, connections), timeout());
  }

  /** Chooses what {@code --method} is for. */
  public void chooseMethod(@Nullable String method) {
    this.method = method;
  }

  /** Chooses what {@code --header} is for. */
  public void chooseHeaders(List<String> headers) {
    this.headers = headers;
  }

  /** Chooses what {@code --body} is for. */
  public void chooseBody(@Nullable String body) {
    this.body = body;
  }

  /** Chooses what {@code --data} is for. */
  public void chooseData(@Nullable Path data) {
    this.data = data;
  }

  /** Chooses what {@code --expect-status} is for. */
  public void chooseStatuses(List<Integer> statuses) {
    this.statuses = statuses;
  }

  /** Chooses what {@code --expect-body} is for. */
  public void chooseExpectedBody(@Nullable String expectedBody) {
    this.expectedBody = expectedBody;
  }

  /** Chooses what {@code --timeout} is for. */
  public void chooseTimeout(String timeout) {
    this.timeout = timeout;
  }

  /** Chooses what {@code --connections} is for. */
  public void chooseConnections(int connections) {
    this.connections = connections;
  }

  /** Chooses what {@code --cacert} is for. */
  public void chooseCertificates(@Nullable Path certificates) {
    this.certificates = certificates;
  }

  /** Chooses what {@code --insecure} is for. */
  public void chooseInsecure(boolean insecure) {
    this.insecure = insecure;
  }
}
