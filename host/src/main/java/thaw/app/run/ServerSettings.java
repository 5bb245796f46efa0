package thaw.app.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.async.Pace;
import thaw.platform.record.PlatformLimits;
import thaw.pool.life.EnvironmentObservation;
import thaw.service.busy.Conditions;
import thaw.service.redirect.Emulator;
import thaw.trace.Tracer;

/**
 * The settings with which a server runs an application.
 *
 * @param source what is run, as it was named
 * @param reachesHost whether functions reach every port of this machine
 * @param reach where its servers listen, and who is let in
 * @param port 0 for any
 * @param apiPort of the first API; the others are on those that follow; 0 for any
 * @param awsEndpoint an emulator that has AWS's services which Thaw does not have; absent: the one
 *     of {@code thaw.yaml}
 * @param limitsPolicies of environments
 * @param services conditions under which local services answer
 * @param reloads whether code that changes on disk is taken over
 * @param starts how environments come to life
 * @param clients the runtime clients of functions
 * @param collector where traces are passed on to
 * @param worker how it runs as one of several; absent for one of its own
 * @param audience who learns what happens
 */
public record ServerSettings(
    Path source,
    boolean reachesHost,
    ServerReach reach,
    int port,
    int apiPort,
    Optional<Emulator> awsEndpoint,
    PlatformLimits limits,
    LimitsPolicies limitsPolicies,
    Conditions services,
    boolean reloads,
    Optional<Path> data,
    Pace pace,
    StartSettings starts,
    Clients clients,
    Optional<Tracer.Collector> collector,
    Optional<WorkerTerms> worker,
    Audience audience) {
  String host() {
    return reach.host();
  }

  String url(int boundPort) {
    return "http://" + (host().contains(":") ? "[" + host() + "]" : host()) + ":" + boundPort;
  }

  /**
   * Tells who learns of what happens.
   *
   * @param terminal whether the functions' log is shown
   * @param commands whether other commands find this program
   * @param observer gets all that happens in environments, quickly
   * @param addresses gets where it is, once it takes requests
   */
  public record Audience(
      boolean terminal,
      boolean commands,
      Consumer<EnvironmentObservation> observer,
      Consumer<RunAddresses> addresses) {
    /** The audience of an application that people use. */
    static final Audience EVERYBODY = new Audience(true, true, _ -> {}, _ -> {});

    /** Returns the audience of a program that serves requests of its own making only. */
    public static Audience only(Consumer<EnvironmentObservation> observer) {
      return new Audience(false, false, observer, _ -> {});
    }
  }
}
