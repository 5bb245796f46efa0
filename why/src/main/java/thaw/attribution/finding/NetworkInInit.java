package thaw.attribution.finding;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * Finds the waits of init that are for peers. A wait for what invocations call as well is priming:
 * it is there on purpose. A pause in code that also calls a peer is one between two tries: it is
 * that peer's.
 */
final class NetworkInInit {
  private static final Set<String> CONNECTIONS =
      Set.of(
          "java.net.Socket",
          "java.net.URL",
          "java.net.URLConnection",
          "java.net.HttpURLConnection",
          "java.net.http.HttpClient",
          "java.nio.channels.SocketChannel",
          "javax.net.SocketFactory",
          "javax.net.ssl.HttpsURLConnection");
  private static final Set<String> ASKING =
      Set.of(
          "<init>",
          "connect",
          "createSocket",
          "getInputStream",
          "getResponseCode",
          "open",
          "openStream",
          "send",
          "sendAsync");

  private final AnalysisContext examined;
  private final Set<CallSite.MethodId> inHandler;
  private final Set<String> handlerCalls;
  private final Map<String, Boolean> connecting = new HashMap<>();

  NetworkInInit(AnalysisContext examined) {
    this.examined = examined;
    this.inHandler = examined.reach().handlerMethods();
    this.handlerCalls =
        examined
            .reach()
            .handlerSites()
            .filter(CallSite::isCall)
            .filter(site -> !Code.JDK.test(site.owner()))
            .map(NetworkInInit::key)
            .collect(Collectors.toSet());
  }

  private static String key(CallSite site) {
    return site.owner() + "#" + site.name();
  }

  boolean isWait(ProfileSample sample) {
    return sample.phase() == PhaseName.HANDLER_INIT
        && sample.cause() == Cause.NETWORK_WAIT
        && !isPriming(sample);
  }

  private boolean isPriming(ProfileSample sample) {
    return ownFrames(sample).anyMatch(frame -> isRunByHandler(frame) || isCalledByHandler(frame));
  }

  private boolean isRunByHandler(Frame.Java frame) {
    return !frame.method().startsWith("<")
        && examined.code().methods(frame).anyMatch(method -> inHandler.contains(method.id()));
  }

  private boolean isCalledByHandler(Frame.Java frame) {
    return examined
        .code()
        .site(frame, Optional.empty())
        .map(NetworkInInit::key)
        .filter(handlerCalls::contains)
        .isPresent();
  }

  /** A sleep below an own method that leads to a connection as well. */
  boolean isPause(ProfileSample sample) {
    return sample.phase() == PhaseName.HANDLER_INIT
        && sample.cause() == Cause.SLEEP
        && ownFrames(sample)
            .filter(frame -> !frame.method().startsWith("<"))
            .anyMatch(this::connects);
  }

  private boolean connects(Frame.Java frame) {
    return connecting.computeIfAbsent(frame.text(), name -> leadsToConnection(frame));
  }

  private boolean leadsToConnection(Frame.Java frame) {
    Set<CallSite.MethodId> reached = examined.reach().from(examined.code().methods(frame));
    return examined
        .code()
        .sites()
        .filter(site -> reached.contains(site.in()))
        .anyMatch(NetworkInInit::isConnection);
  }

  private static boolean isConnection(CallSite site) {
    return site.isCall() && CONNECTIONS.contains(site.owner()) && ASKING.contains(site.name());
  }

  private Stream<Frame.Java> ownFrames(ProfileSample sample) {
    return Profile.java(sample).stream().filter(frame -> examined.isOwn(frame));
  }
}
