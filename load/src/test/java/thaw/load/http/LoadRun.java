package thaw.load.http;

import java.time.Duration;
import java.util.List;
import thaw.load.Generator;
import thaw.load.LoadPlan;
import thaw.load.LoadResult;
import thaw.load.RateProfile;
import thaw.load.Schedule;

/**
 * A short run against a server of a test.
 *
 * @param rate requests per second
 * @param seconds how long
 */
public record LoadRun(
    String url,
    double rate,
    double seconds,
    String method,
    String body,
    Expectation expectation,
    Trust trust,
    HttpTransport.Settings settings) {
  /** Of every run: a server sees by them which request it has. */
  public static final TraceIds TRACES = new TraceIds("0000002a");

  public static LoadRun of(String url) {
    return new LoadRun(
        url,
        200,
        0.5,
        "POST",
        "{}",
        Expectation.SUCCESS,
        Trust.usual(),
        new HttpTransport.Settings(64, 2, Duration.ofSeconds(10)));
  }

  public LoadRun at(double newRate, double newSeconds) {
    return new LoadRun(url, newRate, newSeconds, method, body, expectation, trust, settings);
  }

  public LoadRun expecting(Expectation other) {
    return new LoadRun(url, rate, seconds, method, body, other, trust, settings);
  }

  LoadRun trusting(Trust other) {
    return new LoadRun(url, rate, seconds, method, body, expectation, other, settings);
  }

  LoadRun method(String other) {
    return new LoadRun(url, rate, seconds, other, body, expectation, trust, settings);
  }

  LoadRun body(String other) {
    return new LoadRun(url, rate, seconds, method, other, expectation, trust, settings);
  }

  public LoadRun connections(int most, int opened, Duration timeout) {
    HttpTransport.Settings other = new HttpTransport.Settings(most, opened, timeout);
    return new LoadRun(url, rate, seconds, method, body, expectation, trust, other);
  }

  HttpTransport open() throws InterruptedException {
    RequestTemplate template =
        new RequestTemplate(method, HttpTarget.of(url), List.of(), body).traced(TRACES);
    return HttpTransport.open(template, expectation, trust, settings);
  }

  public Generator generator() {
    Schedule schedule =
        new Schedule.Even(
            RateProfile.constant(rate, Duration.ofMillis(Math.round(1000 * seconds))));
    return new Generator(new LoadPlan("test", url, schedule, settings.timeout()), true);
  }

  public LoadResult run() throws InterruptedException {
    Generator generator = generator();
    try (HttpTransport transport = open()) {
      generator.run(transport);
    }
    return generator.result();
  }
}
