package thaw.attribution.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A place where a function's own code takes keys in a way that does not fit a snapshot: from
 * variables that functions with SnapStart do not have, or once, though they expire. Own code here
 * is the handler's package and those below it.
 *
 * @param place class, method and line
 * @param what for people, what happens there
 * @param absent whether a restored function has no keys there, and what needs them fails
 */
public record FixedCredentials(String place, String what, boolean absent) {
  /** What to do about it. */
  public static final String REMEDY =
      "leave out the credentials provider, or give the client DefaultCredentialsProvider or"
          + " ContainerCredentialsProvider, which ask Lambda for new keys (SDK 1:"
          + " DefaultAWSCredentialsProviderChain)";

  private static final String SDK_2 = "software.amazon.awssdk.auth.credentials.";
  private static final String SDK_1 = "com.amazonaws.auth.";
  private static final String VARIABLES =
      "keys come from AWS_ACCESS_KEY_ID and other variables, which a function with SnapStart does"
          + " not have";
  private static final String KEPT =
      "keys are given to a provider that never asks for others; where that is before the snapshot,"
          + " and they are not constants for tests, they expire in its clones";

  /** Classes that are made or asked for there. */
  private static final Map<String, String> KNOWN =
      Map.of(
          SDK_2 + "EnvironmentVariableCredentialsProvider",
          VARIABLES,
          SDK_1 + "EnvironmentVariableCredentialsProvider",
          VARIABLES,
          SDK_2 + "StaticCredentialsProvider",
          KEPT,
          SDK_1 + "AWSStaticCredentialsProvider",
          KEPT);

  /** They look for keys elsewhere, too: beside them the variables are one place of several. */
  private static final Set<String> SEVERAL_PLACES =
      Set.of(
          SDK_2 + "AwsCredentialsProviderChain",
          SDK_2 + "AwsCredentialsProviderChain$Builder",
          SDK_2 + "ContainerCredentialsProvider",
          SDK_2 + "DefaultCredentialsProvider",
          SDK_1 + "AWSCredentialsProviderChain",
          SDK_1 + "ContainerCredentialsProvider",
          SDK_1 + "EC2ContainerCredentialsProviderWrapper",
          SDK_1 + "DefaultAWSCredentialsProviderChain");

  private static final Set<String> NAMES =
      Set.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN");

  /** Returns the fixed credentials in the function's own classes, in the order of the classes. */
  public static List<FixedCredentials> of(PackageClasses classes, String handlerClass) {
    String ownPackage = handlerClass.substring(0, handlerClass.lastIndexOf('.') + 1);
    List<FixedCredentials> found = new ArrayList<>();
    for (String name : classes.names()) {
      if (name.startsWith(ownPackage) && (!ownPackage.isEmpty() || name.indexOf('.') < 0)) {
        classes.find(name).flatMap(ClassCodeReader::read).ifPresent(code -> look(code, found));
      }
    }
    return found;
  }

  private static void look(ClassCode code, List<FixedCredentials> found) {
    for (ClassCode.Method method : code.methods()) {
      for (CallSite site : method.sites()) {
        what(site, method)
            .ifPresent(what ->
                found.add(new FixedCredentials(place(code, site), what, what.equals(VARIABLES))));
      }
    }
  }

  private static Optional<String> what(CallSite site, ClassCode.Method method) {
    if (site.kind() == CallSite.Kind.STATIC_CALL || site.kind() == CallSite.Kind.NEW) {
      if (site.calls("java.lang.System", "getenv")) {
        return method.strings().stream().anyMatch(NAMES::contains)
            ? Optional.of(VARIABLES)
            : Optional.empty();
      }
      return Optional.ofNullable(KNOWN.get(site.owner()))
          .filter(what -> !what.equals(VARIABLES) || !asksSeveralPlaces(method));
    }
    return Optional.empty();
  }

  private static boolean asksSeveralPlaces(ClassCode.Method method) {
    return method.sites().stream().map(CallSite::owner).anyMatch(SEVERAL_PLACES::contains);
  }

  private static String place(ClassCode code, CallSite site) {
    return "%s.%s(%s:%d)".formatted(code.name(), site.in().name(), code.sourceFile(), site.line());
  }
}
