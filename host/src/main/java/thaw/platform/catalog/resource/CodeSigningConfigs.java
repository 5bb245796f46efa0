package thaw.platform.catalog.resource;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import thaw.platform.catalog.Attachments;
import thaw.platform.record.Arn;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.resource.CodeSigningConfig;

/**
 * Code signing configurations, and which functions have them. Refuses to know signatures: to this
 * machine all code is unsigned.
 *
 * <p>Thread-safe; {@code lock} guards {@code configs}.
 */
public final class CodeSigningConfigs {
  private static final String KIND = "code-signing-config";
  private static final String ID_LETTERS = "0123456789abcdef";
  private static final int ID_LENGTH = 17;

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<String, CodeSigningConfig> configs = new TreeMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Records records;
  private final Registry registry;
  private final LongSupplier epochMillis;

  public CodeSigningConfigs(Records records, Registry registry, LongSupplier epochMillis) {
    this.records = records;
    this.registry = registry;
    this.epochMillis = epochMillis;
    records.all(KIND, CodeSigningConfig.class).forEach(config -> configs.put(config.arn(), config));
  }

  /**
   * The settings that its owner gives.
   *
   * @param publishers null to keep them
   * @param policy null to keep it
   */
  public record About(
      @Nullable String description, @Nullable List<String> publishers, @Nullable String policy) {}

  public CodeSigningConfig create(About about, Map<String, String> tags) {
    lock.lock();
    try {
      return keep(
          new CodeSigningConfig(
              newId(),
              about.description(),
              List.copyOf(Objects.requireNonNull(about.publishers())),
              Objects.requireNonNullElse(about.policy(), CodeSigningConfig.WARN),
              Map.copyOf(tags),
              epochMillis.getAsLong()));
    } finally {
      lock.unlock();
    }
  }

  private String newId() {
    StringBuilder id = new StringBuilder("csc-");
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
    }
    return id.toString();
  }

  private CodeSigningConfig keep(CodeSigningConfig config) {
    records.put(KIND, config.id(), config);
    configs.put(config.arn(), config);
    return config;
  }

  /** Returns the configurations in the order of their ARNs. */
  public List<CodeSigningConfig> all() {
    lock.lock();
    try {
      return List.copyOf(configs.values());
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused when there is none
   */
  public CodeSigningConfig get(String arn) {
    return find(arn)
        .orElseThrow(() ->
            new Refused(
                Refused.Reason.NOT_FOUND_WITHOUT_TYPE,
                "The Lambda code signing configuration " + arn + " can not be found."));
  }

  private Optional<CodeSigningConfig> find(String arn) {
    lock.lock();
    try {
      return Optional.ofNullable(configs.get(arn));
    } finally {
      lock.unlock();
    }
  }

  /** Has effect from the next deployment of code on. */
  public CodeSigningConfig update(String arn, About about) {
    return change(
        arn,
        before ->
            new CodeSigningConfig(
                before.id(),
                about.description() == null ? before.description() : about.description(),
                about.publishers() == null ? before.publishers() : List.copyOf(about.publishers()),
                about.policy() == null ? before.policy() : about.policy(),
                before.tags(),
                epochMillis.getAsLong()));
  }

  private CodeSigningConfig change(String arn, UnaryOperator<CodeSigningConfig> change) {
    lock.lock();
    try {
      return keep(change.apply(get(arn)));
    } finally {
      lock.unlock();
    }
  }

  /**
   * @throws Refused while a function has it
   */
  public void delete(String arn) {
    lock.lock();
    try {
      CodeSigningConfig config = get(arn);
      List<String> users = functions(arn);
      if (!users.isEmpty()) {
        throw Refused.conflict(
            "The Lambda code signing configuration "
                + arn
                + " is used by functions: "
                + String.join(", ", users));
      }
      records.remove(KIND, config.id());
      configs.remove(arn);
    } finally {
      lock.unlock();
    }
  }

  /** ARNs of those that have it. */
  public List<String> functions(String arn) {
    get(arn);
    return registry.all().stream()
        .filter(function -> arn.equals(function.codeSigningConfig()))
        .map(function -> Arn.function(function.name()))
        .toList();
  }

  /**
   * Gives a function a configuration under the lock, so that it is not deleted before the function
   * has it.
   */
  public void attach(String function, String arn) {
    lock.lock();
    try {
      requireUsable(arn);
      registry.extend(function, extras -> extras.withCodeSigningConfig(arn));
    } finally {
      lock.unlock();
    }
  }

  public void detach(String function) {
    registry.extend(function, extras -> extras.withCodeSigningConfig(null));
  }

  /**
   * @throws Refused when there is none, in the words for a function that is to have it
   */
  public CodeSigningConfig requireUsable(String arn) {
    return find(arn)
        .orElseThrow(() ->
            new Refused(
                Refused.Reason.CODE_SIGNING_CONFIG_NOT_FOUND,
                "The code signing configuration cannot be found. Check that the provided"
                    + " configuration is not deleted: "
                    + arn
                    + "."));
  }

  /** A function may get other code. */
  public void requireDeployable(FunctionRecord function) {
    String arn = function.codeSigningConfig();
    if (arn != null) {
      requireDeployable(arn);
    }
  }

  /**
   * A function that has the configuration may get code.
   *
   * @throws Refused when the code would have to be signed
   */
  public void requireDeployable(String arn) {
    if (requireUsable(arn).policy().equals(CodeSigningConfig.ENFORCE)) {
      throw new Refused(
          Refused.Reason.CODE_VERIFICATION_FAILED,
          "The code signature failed one or more of the validation checks for signature mismatch or"
              + " expiry, and the code signing policy is set to ENFORCE. Lambda blocks the"
              + " deployment. (Thaw takes all code for unsigned. Remedy: set the policy of "
              + arn
              + " to Warn.)");
    }
  }

  public void tag(String arn, Map<String, String> tags) {
    change(arn, config -> config.withTags(Attachments.tagged(config.tags(), tags)));
  }

  public void untag(String arn, List<String> keys) {
    change(arn, config -> config.withTags(Attachments.untagged(config.tags(), keys)));
  }
}
