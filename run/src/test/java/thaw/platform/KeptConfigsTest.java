package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import thaw.platform.record.Arn;
import thaw.platform.record.CapacityProvider;
import thaw.platform.record.DocumentsInMemory;
import thaw.platform.record.FunctionRecord;
import thaw.platform.record.FunctionVersion;
import thaw.platform.record.KeptResource;
import thaw.platform.record.Records;
import thaw.platform.record.Refused;
import thaw.platform.record.Registry;
import thaw.platform.record.ResourcePolicy;
import thaw.platform.record.SampleVersion;

/** What a restart does to code signing configs and capacity providers, and to older data. */
class KeptConfigsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode ENFORCE =
      JSON.createObjectNode().put("UntrustedArtifactOnDeployment", "Enforce");

  private final Map<String, Map<String, byte[]>> kept = new LinkedHashMap<>();
  private Registry registry = new Registry(records());

  private Records records() {
    return new Records(new DocumentsInMemory(kept));
  }

  private KeptResources kept(KeptResources.Kind kind) {
    return new KeptResources(kind, records(), registry, () -> 0);
  }

  private CodeSigning signing() {
    return new CodeSigning(kept(KeptResources.Kind.CODE_SIGNING_CONFIG), registry);
  }

  private CapacityProviders capacity() {
    return new CapacityProviders(
        kept(KeptResources.Kind.CAPACITY_PROVIDER), registry, (_, _) -> Activity.ACTIVE);
  }

  private static FunctionVersion latest(CapacityProvider.Use use) {
    return SampleVersion.of(FunctionVersion.LATEST, settings -> settings.capacity(use));
  }

  private void restart() {
    Registry before = registry;
    registry = new Registry(records());
    before.kept().forEach(registry::load);
  }

  @Test
  void a_code_signing_config_and_its_function_survive_a_restart() {
    registry.create(FunctionRecord.of("f", false, latest(null), Map.of()));
    KeptResource made =
        signing()
            .configs()
            .create(
                Arn.codeSigningConfig("csc-0"),
                Map.of("CodeSigningPolicies", ENFORCE),
                Map.of("a", "b"));
    signing().attach("f", made.arn());
    restart();
    assertEquals(List.of(made), signing().configs().all());
    assertEquals(made.arn(), registry.get("f").codeSigningConfig());
    assertEquals(
        Refused.Reason.CODE_VERIFICATION_FAILED,
        assertThrows(Refused.class, () -> signing().requireDeployable(registry.get("f"))).reason());
    assertThrows(Refused.class, () -> signing().configs().delete(made.arn()));
    signing().detach("f");
    signing().configs().delete(made.arn());
    restart();
    assertEquals(List.of(), signing().configs().all());
  }

  @Test
  void a_capacity_provider_its_users_and_their_scaling_survive_a_restart() {
    KeptResource made =
        capacity()
            .providers()
            .create(
                Arn.capacityProvider("fleet"),
                Map.of("KmsKeyArn", TextNode.valueOf("k")),
                Map.of());
    CapacityProvider.Use use = new CapacityProvider.Use(made.arn(), 32, 2.0);
    registry.create(FunctionRecord.of("f", false, latest(use), Map.of()));
    CapacityProvider.Scaling scaling = new CapacityProvider.Scaling(3, null);
    capacity().scale("f", FunctionVersion.LATEST, scaling);
    restart();
    assertEquals(List.of(made), capacity().providers().all());
    assertEquals(use, registry.get("f").latest().settings().capacity());
    assertEquals(scaling, capacity().scaling("f", FunctionVersion.LATEST));
    assertThrows(Refused.class, () -> capacity().providers().delete(made.arn()));
  }

  @Test
  void a_function_of_before_has_neither() throws Exception {
    registry.create(FunctionRecord.of("f", false, latest(null), Map.of()));
    Map<String, byte[]> functions = kept.get("function");
    ObjectNode old = (ObjectNode) JSON.readTree(functions.get("f"));
    old.remove(List.of("codeSigningConfig", "scaling"));
    ((ObjectNode) old.path("latest").path("settings")).remove("capacity");
    functions.put("f", JSON.writeValueAsBytes(old));
    restart();
    assertNull(registry.get("f").codeSigningConfig());
    assertEquals(Map.of(), registry.get("f").scaling());
    assertNull(registry.get("f").latest().settings().capacity());
  }

  @Test
  void a_policy_of_before_has_the_head_that_permissions_give_it() throws Exception {
    JsonNode old = JSON.readTree("{\"statements\":{},\"revisionId\":\"r\"}");
    ResourcePolicy policy = JSON.treeToValue(old, ResourcePolicy.class);
    assertEquals(Map.of("Version", "2012-10-17", "Id", "default"), policy.head());
    assertEquals(policy, JSON.readValue(JSON.writeValueAsBytes(policy), ResourcePolicy.class));
  }
}
