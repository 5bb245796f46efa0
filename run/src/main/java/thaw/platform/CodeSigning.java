package thaw.platform;

import com.fasterxml.jackson.databind.JsonNode;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.KeptResource;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;

/**
 * Which functions have a code signing configuration, and so may not get code: to this machine all
 * code is unsigned.
 */
public record CodeSigning(KeptResources configs, Registry registry) {
  /** Members of a configuration; the policy is {@code Warn} or {@code Enforce}. */
  public static final String POLICIES = "CodeSigningPolicies";

  public static final String POLICY = "UntrustedArtifactOnDeployment";

  /** Gives a function a configuration, which is not deleted before the function has it. */
  public void attach(String function, String arn) {
    configs.holding(() -> {
      requireUsable(arn);
      registry.change(function, record -> record.withCodeSigningConfig(arn));
    });
  }

  public void detach(String function) {
    registry.change(function, record -> record.withCodeSigningConfig(null));
  }

  /**
   * @throws Refused when there is none, in the words for a function that is to have it
   */
  public KeptResource requireUsable(String arn) {
    return configs
        .find(arn)
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
    KeptResource config = requireUsable(arn);
    JsonNode policies = config.members().get(POLICIES);
    if (policies != null && policies.path(POLICY).asText().equals("Enforce")) {
      throw new Refused(
          Refused.Reason.CODE_VERIFICATION_FAILED,
          "The code signature failed one or more of the validation checks for signature mismatch or"
              + " expiry, and the code signing policy is set to ENFORCE. Lambda blocks the"
              + " deployment. (Thaw takes all code for unsigned. Remedy: set the policy of "
              + arn
              + " to Warn.)");
    }
  }
}
