package thaw.experiment.matrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import thaw.environment.launch.ClientKind;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/**
 * A YAML file of variants: one matrix, or a list of them under {@code variants}.
 *
 * <pre>
 * variants:
 *   - name: guice                  # optional
 *     function: [GuiceLazy, GuiceStatic]
 *     memory: [256, 512]
 *     jdk: [17, 25]                # version or folder
 *     flags: ["", "-XX:TieredStopAtLevel=1 -Xshare:off"]
 *     environment: [{}, {LOG_LEVEL: debug}]
 *     snapStart: [none, snapshot]
 *     runtime: [official, thaw]    # the client of the Runtime API
 *   - code: [target/a.jar, target/b.jar]
 *     handler: com.example.Handler::handleRequest
 * </pre>
 *
 * <p>Every value may be a list or a single value. Paths are relative to the file.
 */
public final class VariantsFile {
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "function",
          "code",
          "handler",
          "memory",
          "jdk",
          "flags",
          "environment",
          "snapStart",
          "runtime");

  private final MarkedYaml yaml;

  private VariantsFile(Path file) {
    this.yaml = new MarkedYaml(file, "--variants", "docs/method.md");
  }

  public static List<VariantMatrix> read(Path file) {
    return new VariantsFile(file).matrices();
  }

  private List<VariantMatrix> matrices() {
    MappingNode root = yaml.root();
    Map<String, Node> members = yaml.members(root);
    Node variants = members.get("variants");
    if (variants == null) {
      return List.of(matrix(root));
    }
    if (members.size() > 1) {
      throw yaml.mistake(root, "no member may stand beside variants", "move it into each entry");
    }
    List<VariantMatrix> matrices = new ArrayList<>();
    for (Node entry : MarkedYaml.list(variants)) {
      matrices.add(matrix(yaml.mapping(entry)));
    }
    if (matrices.isEmpty()) {
      throw yaml.mistake(variants, "variants is empty", "add an entry with at least a function");
    }
    return matrices;
  }

  private VariantMatrix matrix(MappingNode node) {
    Map<String, Node> members = yaml.members(node);
    for (Map.Entry<String, Node> member : members.entrySet()) {
      if (!KEYS.contains(member.getKey())) {
        throw yaml.mistake(
            member.getValue(),
            "unknown member: " + member.getKey(),
            "use name, function, code, handler, memory, jdk, flags, environment, snapStart or"
                + " runtime");
      }
    }
    if (!members.containsKey("function") && !members.containsKey("code")) {
      throw yaml.mistake(node, "an entry needs a function or code", "add function: LOGICAL_ID");
    }
    Path folder = yaml.file().toAbsolutePath().getParent();
    return new VariantMatrix(
        Optional.ofNullable(members.get("name")).map(yaml::text),
        texts(members.get("function")),
        texts(members.get("code")).stream()
            .map(path -> folder == null ? Path.of(path) : folder.resolve(path).normalize())
            .toList(),
        texts(members.get("handler")),
        memory(members.get("memory")),
        texts(members.get("jdk")),
        texts(members.get("flags")).stream().map(VariantsFile::words).toList(),
        environments(members.get("environment")),
        choices(members.get("snapStart"), SnapStart::of),
        choices(members.get("runtime"), ClientKind::of));
  }

  private static List<String> words(String flags) {
    return flags.isBlank() ? List.of() : List.of(flags.strip().split("\\s+"));
  }

  private List<MemorySize> memory(@org.jspecify.annotations.Nullable Node node) {
    List<MemorySize> sizes = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : MarkedYaml.list(node)) {
      String text = yaml.text(item);
      try {
        sizes.add(MemorySize.onDemand(Integer.parseInt(text)));
      } catch (NumberFormatException e) {
        throw yaml.mistake(item, "memory must be a number of MB: " + text, "write for example 512");
      } catch (UserMistake e) {
        throw yaml.mistake(item, String.valueOf(e.getMessage()), e.remedy());
      }
    }
    return sizes;
  }

  /** Values that have names. */
  private <T> List<T> choices(
      @org.jspecify.annotations.Nullable Node node, Function<String, T> named) {
    List<T> chosen = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : MarkedYaml.list(node)) {
      try {
        chosen.add(named.apply(yaml.text(item)));
      } catch (UserMistake e) {
        throw yaml.mistake(item, String.valueOf(e.getMessage()), e.remedy());
      }
    }
    return chosen;
  }

  private List<Map<String, String>> environments(@org.jspecify.annotations.Nullable Node node) {
    List<Map<String, String>> all = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : MarkedYaml.list(node)) {
      Map<String, String> variables = new LinkedHashMap<>();
      yaml.members(yaml.mapping(item))
          .forEach((name, value) -> variables.put(name, yaml.text(value)));
      all.add(variables);
    }
    return all;
  }

  private List<String> texts(@org.jspecify.annotations.Nullable Node node) {
    return node == null ? List.of() : MarkedYaml.list(node).stream().map(yaml::text).toList();
  }
}
