package thaw.load.command;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import thaw.app.choice.EventChoice;
import thaw.app.running.RunFile;
import thaw.app.shared.Folders;
import thaw.load.Generator;
import thaw.load.Transport;
import thaw.load.http.GeneratorWarmUp;
import thaw.load.http.HttpTarget;
import thaw.load.http.HttpTransport;
import thaw.load.http.RequestTemplate;
import thaw.load.http.TraceIds;
import thaw.problem.UserMistake;

/** The target that is loaded; it exists before the first run and is closed after the last. */
sealed interface LoadTarget extends LoadedEnvironments, AutoCloseable
    permits LoadTarget.Remote, RunningFunction {
  /** Returns a description of the target for people. */
  String description();

  /** Prepares the target before the first run: nothing of it is measured. */
  void prepare() throws InterruptedException;

  /**
   * A way there, with connections for a rate.
   *
   * @param traces of the run
   */
  Transport open(double highestRate, TraceIds traces) throws InterruptedException;

  /** Tells this generator from now on which of its requests, which have these traces, were cold. */
  void follow(TraceIds traces, Generator generator);

  /** All that was told of the requests is known now. */
  void settle();

  @Override
  void close();

  /** A server somewhere. */
  static LoadTarget of(String url, RequestChoice requests) {
    return Remote.of(requests.template(HttpTarget.of(url)), requests);
  }

  /** A function behind a Lambda API. */
  static LoadTarget invoking(
      String endpoint, Optional<String> function, EventChoice event, RequestChoice requests) {
    if (function.isEmpty()) {
      throw new UserMistake(
          "--endpoint needs a function", "say which one: --function NAME, as thaw run lists them");
    }
    HttpTarget base = HttpTarget.of(endpoint);
    if (base.host().toLowerCase(Locale.ROOT).endsWith("amazonaws.com")) {
      throw new UserMistake(
          "requests to AWS itself must be signed, which thaw load does not do",
          "load the function's URL or API instead, or a thaw run");
    }
    String path = base.pathAndQuery().replaceAll("/+$", "");
    HttpTarget target =
        new HttpTarget(
            base.secure(),
            base.host(),
            base.port(),
            path
                + "/2015-03-31/functions/"
                + URLEncoder.encode(function.get(), StandardCharsets.UTF_8)
                + "/invocations");
    String body =
        event.given().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).orElse("{}");
    return Remote.of(requests.invocation(target, body), requests);
  }

  /**
   * A target that is reached over HTTP.
   *
   * @param events of what runs on this machine, where the target may be that
   */
  record Remote(
      RequestTemplate template, RequestChoice requests, ColdWatch cold, Optional<RunEvents> events)
      implements LoadTarget {
    static Remote of(RequestTemplate template, RequestChoice requests) {
      ColdWatch cold = new ColdWatch();
      List<RunFile> runs =
          template.target().isHere() ? RunFile.all(Folders.of(System.getenv()).cache()) : List.of();
      return new Remote(template, requests, cold, RunEvents.of(runs, cold));
    }

    @Override
    public String description() {
      return template.toString();
    }

    @Override
    public void prepare() throws InterruptedException {
      GeneratorWarmUp.run(template);
    }

    @Override
    public Transport open(double highestRate, TraceIds traces) throws InterruptedException {
      return HttpTransport.open(
          events.isPresent() ? template.traced(traces) : template,
          requests.expectation(),
          requests.trust(),
          requests.settings(highestRate));
    }

    @Override
    public int environments() {
      return cold.hasSeen() ? events.map(RunEvents::environments).orElse(-1) : -1;
    }

    @Override
    public void follow(TraceIds traces, Generator generator) {
      cold.add(traces, generator);
    }

    @Override
    public void settle() {
      events.ifPresent(RunEvents::close);
    }

    @Override
    public void close() {
      settle();
    }
  }
}
