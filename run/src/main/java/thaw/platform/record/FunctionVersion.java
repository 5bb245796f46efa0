package thaw.platform.record;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.EnvironmentSpec;

/**
 * One version of a function as the API describes it. A published one keeps its settings and code.
 *
 * @param version {@code $LATEST}, {@code $LATEST.PUBLISHED} or a number
 * @param code null while a function of the template was not prepared
 * @param revisionId changes with every change, of its policy and tags too
 * @param modifiedMillis since 1970
 * @param runtimeVersionArn null until it was prepared; with a customer-managed runtime the version
 *     that its alias led to when the function was changed last
 */
public record FunctionVersion(
    String version,
    FunctionSettings settings,
    @Nullable PackagedCode code,
    String revisionId,
    long modifiedMillis,
    Life life,
    @Nullable String runtimeVersionArn) {
  public static final String LATEST = EnvironmentSpec.LATEST;

  /** The version of a function on managed instances that is published without a number. */
  public static final String LATEST_PUBLISHED = "$LATEST.PUBLISHED";

  /** Whether it can be invoked, and whether its last change has taken effect. */
  public record Life(
      State state, @Nullable String reason, Update update, @Nullable String updateReason) {
    public static final Life ACTIVE = new Life(State.ACTIVE, null, Update.SUCCESSFUL, null);
    public static final Life PENDING = new Life(State.PENDING, null, Update.NONE, null);

    public static Life failed(String reason) {
      return new Life(State.FAILED, reason, Update.FAILED, reason);
    }

    public Life updating() {
      return new Life(state, reason, Update.IN_PROGRESS, null);
    }

    public Life updateFailed(String why) {
      return new Life(state, reason, Update.FAILED, why);
    }
  }

  /** Returns whether its requests are recorded for X-Ray where their callers have not decided. */
  public boolean tracesActively() {
    return settings.tracing().equals("Active");
  }

  /** Returns whether its executions outlive its invocations. */
  public boolean isDurable() {
    return settings.durable() != null;
  }

  /** Returns whether no environment of it serves two tenants. */
  public boolean separatesTenants() {
    return settings.tenantIsolation() != null;
  }

  /**
   * A request is for a tenant exactly where environments belong to tenants.
   *
   * @throws Refused when it is not
   */
  public void requireTenant(Optional<String> tenant) {
    boolean isolated = separatesTenants();
    if (isolated && tenant.isEmpty()) {
      throw new Refused(
          Refused.Reason.TENANT,
          "The invoked function is enabled with tenancy configuration. Add a valid tenant ID in"
              + " your request and try again.");
    }
    if (!isolated && tenant.isPresent()) {
      throw new Refused(
          Refused.Reason.TENANT,
          "The invoked function is not enabled with tenancy configuration. Remove the tenant ID"
              + " from your request and try again.");
    }
  }

  public enum State {
    PENDING,
    ACTIVE,
    FAILED
  }

  public enum Update {
    /** There is no update, as the function is being created. */
    NONE,
    IN_PROGRESS,
    SUCCESSFUL,
    FAILED
  }

  public boolean isLatest() {
    return version.equals(FunctionVersion.LATEST);
  }

  public boolean isLatestPublished() {
    return version.equals(LATEST_PUBLISHED);
  }

  /**
   * Returns whether its environments take many requests at a time: on managed instances, published.
   */
  public boolean isShared() {
    return settings.capacity() != null && !isLatest();
  }

  /** Returns whether it is on managed instances, where what is not published cannot be invoked. */
  public boolean isActiveNonInvocable() {
    return settings.capacity() != null && isLatest() && life.state() == State.ACTIVE;
  }

  /**
   * @param runtimeArn of what runs it; a customer-managed runtime's version is known before
   */
  public FunctionVersion with(Life other, @Nullable String runtimeArn) {
    return new FunctionVersion(
        version,
        settings,
        code,
        newRevision(),
        modifiedMillis,
        other,
        settings.runtimeConfig() == null ? runtimeArn : runtimeVersionArn);
  }

  public FunctionVersion withRuntimeVersion(String runtimeArn) {
    return new FunctionVersion(
        version, settings, code, revisionId, modifiedMillis, life, runtimeArn);
  }

  /** Returns the version after a change of what belongs to it besides its settings and code. */
  FunctionVersion withRevision(String other) {
    return new FunctionVersion(
        version, settings, code, other, modifiedMillis, life, runtimeVersionArn);
  }

  /** Returns whether settings and code are what the same change has made them. */
  public boolean isOfOneChange(FunctionVersion other) {
    return modifiedMillis == other.modifiedMillis
        && settings.equals(other.settings)
        && Objects.equals(code, other.code);
  }

  public FunctionVersion withLife(Life other) {
    return with(other, runtimeVersionArn);
  }

  public FunctionVersion withCode(PackagedCode other) {
    return new FunctionVersion(
        version, settings, other, revisionId, modifiedMillis, life, runtimeVersionArn);
  }

  /**
   * Returns the version with the code that the template names, and that is not known before it is
   * prepared.
   */
  public FunctionVersion fromTemplate(long nowMillis) {
    return new FunctionVersion(
        version, settings, null, newRevision(), nowMillis, life, runtimeVersionArn);
  }

  public static String newRevision() {
    return UUID.randomUUID().toString();
  }
}
