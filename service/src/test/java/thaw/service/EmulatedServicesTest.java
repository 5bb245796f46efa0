package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.function.template.ReadOptions;
import thaw.sandbox.Bind;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;
import thaw.service.redirect.Emulator;
import thaw.service.redirect.JvmTrust;

/** What functions get of an emulator, beside which no service is wanted. */
@SideBySide
class EmulatedServicesTest {
  private static final String EMULATOR = "http://127.0.0.1:4566";
  private static final String LAMBDA = "http://127.0.0.1:3001";

  @TempDir Path folder;

  @Test
  void names_lead_to_it_and_where_they_cannot_variables_do() {
    SandboxHost host = SandboxHost.probe();
    assumeTrue(host.hasMountNamespaces(), "needs mount namespaces");
    Jdk jdk = Jdks.read(Path.of(System.getProperty("java.home"))).orElseThrow();
    ServiceSpec spec =
        ServiceSpecBuilder.builder()
            .region("eu-west-1")
            .account(ReadOptions.DEFAULT_ACCOUNT)
            .jdk(jdk)
            .cache(folder.resolve("cache"))
            .emulator(Optional.of(Emulator.of(EMULATOR, "--aws-endpoint")))
            .lambda(true)
            .build();
    try (Instance instance = Instance.open(host, folder);
        LocalServices services = LocalServices.start(instance, spec, line -> {})) {
      services.leadToLambda(URI.create(LAMBDA), new InetSocketAddress("127.0.0.1", 3001));
      assertEquals(Map.of("AWS_ENDPOINT_URL", EMULATOR), services.variables());

      ServiceAccess led = services.accessFor(Optional.of(jdk));
      assumeTrue(led.missing().isEmpty(), led.missing().toString());
      assertEquals(Map.of(), led.variables());
      List<Path> targets = led.binds().stream().map(Bind::target).toList();
      assertTrue(targets.contains(Path.of("/etc/resolv.conf")), targets::toString);

      ServiceAccess other = services.accessFor(new JvmTrust(List.of(), "a JVM without a store"));
      assertEquals(
          Map.of("AWS_ENDPOINT_URL", EMULATOR, "AWS_ENDPOINT_URL_LAMBDA", LAMBDA),
          other.variables());
      assertTrue(other.missing().getFirst().contains("a JVM without a store"), "it is said");
    }
  }
}
