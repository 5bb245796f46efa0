import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.snapstart.FunctionArchives;
import thaw.runtimeapi.InvocationOutcome;
import thaw.environment.InvocationResult;
import thaw.runtimeapi.Invocation;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.Application;
import thaw.function.template.resource.ApplicationReader;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentStore;
import thaw.function.FunctionDefinition;
import thaw.function.template.ReadOptions;
import thaw.function.Region;
import thaw.sandbox.jdk.Jdk;
import thaw.service.LocalServices;
import thaw.service.ServiceAccess;
import thaw.service.ServiceSpecBuilder;
import thaw.snapshot.SnapshotStore;

/**
 * What does a version with SnapStart gain, where there is no CRIU, from an archive of its own classes?
 * Starts with the archive of the runtime client only, as Lambda has one, beside starts from that of
 * the function, interleaved in one run; docs/decisions/0013-snapstart-fallback.md has the finding.
 *
 * <p>Run with {@code benchmarks/run FallbackStart TEMPLATE-FOLDER LOGICAL-ID PACKAGE EVENT [starts of
 * each] [JDK feature version ...]}; the package is a zip, or a folder as {@code /var/task} will be.
 */
public final class FallbackStart {
  public static void main(String[] arguments) throws Exception {
    Application application =
        ApplicationReader.read(Path.of(arguments[0]), ReadOptions.defaults());
    Path code = Path.of(arguments[2]);
    byte[] event = Files.readAllBytes(Path.of(arguments[3]));
    int starts = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 15;
    List<Integer> jdks = new ArrayList<>();
    for (int i = 5; i < arguments.length; i++) {
      jdks.add(Integer.parseInt(arguments[i]));
    }
    FunctionDefinition function =
        application.functions().stream()
            .filter(each -> each.logicalId().equals(arguments[1]))
            .findFirst()
            .orElseThrow();
    Path downloads = Path.of(System.getProperty("user.home"), ".cache/thaw/services");
    try (Lab lab = new Lab();
        LocalServices services =
            LocalServices.start(
                lab.instance,
                ServiceSpecBuilder.builder()
                    .tables(application.tables())
                    .queues(application.queues())
                    .buckets(application.buckets())
                    .region(Region.own())
                    .account(ReadOptions.DEFAULT_ACCOUNT)
                    .jdk(Lab.jdk(25))
                    .cache(downloads)
                    .build(),
                System.err::println)) {
      for (int feature : jdks.isEmpty() ? List.of(25, 17) : jdks) {
        measure(lab, services, function, code, Lab.jdk(feature), event, starts);
      }
    }
  }

  private static void measure(
      Lab lab,
      LocalServices services,
      FunctionDefinition function,
      Path code,
      Jdk jdk,
      byte[] event,
      int starts)
      throws Exception {
    ServiceAccess access = services.accessFor(Optional.of(jdk));
    EnvironmentSpec plain =
        EnvironmentSpec.latest(
                function,
                new DeploymentStore(lab.work.resolve("functions"))
                    .put(
                        Files.isDirectory(code)
                            ? new CodeSource.Folder(code)
                            : new CodeSource.Archive(code)),
                Optional.empty(),
                new RuntimeProgram.Java(
                    jdk,
                    List.of(),
                    lab.client,
                    ((RuntimeProgram.Java) lab.hello(jdk, 512).program()).archive()),
                access.variables(),
                access.binds(),
                Region.own())
            .withVersion("1");
    long begin = System.nanoTime();
    FunctionArchives.Result result =
        new FunctionArchives(lab.instance, new SnapshotStore(lab.work.resolve("function-archives")))
            .archived(plain, "stream", stamped -> {});
    if (!(result instanceof FunctionArchives.Result.Archived(EnvironmentSpec archived))) {
      throw new IllegalStateException("no archive: " + result);
    }
    System.out.printf(
        "%s on %s, %d starts each, archive made in %.1f s%n",
        function.logicalId(), jdk.label(), starts, (System.nanoTime() - begin) / 1e9);
    Map<EnvironmentSpec, List<InvocationResult>> results = new LinkedHashMap<>();
    for (EnvironmentSpec spec : List.of(plain, archived)) {
      results.put(spec, new ArrayList<>());
    }
    Random random = new Random(1);
    for (int i = -1; i < starts; i++) {
      List<EnvironmentSpec> order = new ArrayList<>(results.keySet());
      Collections.shuffle(order, random);
      for (EnvironmentSpec spec : order) {
        InvocationResult one = coldStart(lab, spec, event);
        if (i >= 0) {
          results.get(spec).add(one);
        }
      }
    }
    results.forEach((spec, all) -> {
      System.out.printf("  %s%n", spec.start().words());
      System.out.printf(
          "    init  %s%n",
          Lab.describe(all.stream().map(one -> one.init().orElseThrow().toNanos() / 1e6).toList()));
      System.out.printf(
          "    first %s%n",
          Lab.describe(all.stream().map(one -> one.duration().toNanos() / 1e6).toList()));
      System.out.printf("    total %s%n", Lab.describe(totals(all)));
    });
    System.out.printf(
        "  total %.2f of plain%n",
        Lab.quantiles(totals(results.get(archived))).median()
            / Lab.quantiles(totals(results.get(plain))).median());
  }

  private static List<Double> totals(List<InvocationResult> all) {
    return all.stream().map(one -> one.startToResponse().orElseThrow().toNanos() / 1e6).toList();
  }

  private static InvocationResult coldStart(Lab lab, EnvironmentSpec spec, byte[] event)
      throws InterruptedException {
    List<String> log = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(lab.instance, spec, log::add)) {
      environment.initialise();
      InvocationResult result = environment.invoke(Invocation.of(event));
      if (!(result.outcome() instanceof InvocationOutcome.Success)) {
        throw new IllegalStateException("failed: " + String.join("\n", log));
      }
      return result;
    }
  }
}
