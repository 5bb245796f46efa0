package thaw.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.RequestChoice;

/** What is sent over HTTP, and what must come back. */
public final class RequestOptions extends RequestChoice {
  @Option(
      names = {"-X", "--method"},
      paramLabel = "METHOD",
      description = "Default: GET, POST with a body.")
  @Override
  public void chooseMethod(@Nullable String method) {
    super.chooseMethod(method);
  }

  @Option(
      names = {"-H", "--header"},
      paramLabel = "'NAME: VALUE'",
      description = "A header; repeatable. #{column} stands for a value of --data.")
  @Override
  public void chooseHeaders(List<String> headers) {
    super.chooseHeaders(headers);
  }

  @Option(
      names = "--body",
      paramLabel = "TEXT|@FILE",
      description =
          "The body. #{column} stands for a value of --data, #{number} for the request's.")
  @Override
  public void chooseBody(@Nullable String body) {
    super.chooseBody(body);
  }

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV file, column names first: each request has the next row's values.")
  @Override
  public void chooseData(@Nullable Path data) {
    super.chooseData(data);
  }

  @Option(
      names = "--expect-status",
      paramLabel = "STATUS",
      split = ",",
      description = "Statuses that count as answers. Default: every 2xx.")
  @Override
  public void chooseStatuses(List<Integer> statuses) {
    super.chooseStatuses(statuses);
  }

  @Option(names = "--expect-body", paramLabel = "REGEX", description = "Must be found in the body.")
  @Override
  public void chooseExpectedBody(@Nullable String expectedBody) {
    super.chooseExpectedBody(expectedBody);
  }

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "For a whole answer, from its request's first byte. Default: ${DEFAULT-VALUE}.",
      defaultValue = "30s")
  @Override
  public void chooseTimeout(String timeout) {
    super.chooseTimeout(timeout);
  }

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "At most so many at once; requests that find all busy wait, and their wait counts."
              + " Default: ${DEFAULT-VALUE}.",
      defaultValue = "256")
  @Override
  public void chooseConnections(int connections) {
    super.chooseConnections(connections);
  }

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "Certificates to trust, PEM; in place of the JDK's.")
  @Override
  public void chooseCertificates(@Nullable Path certificates) {
    super.chooseCertificates(certificates);
  }

  @Option(
      names = {"-k", "--insecure"},
      description = "Trusts every certificate.")
  @Override
  public void chooseInsecure(boolean insecure) {
    super.chooseInsecure(insecure);
  }
}
