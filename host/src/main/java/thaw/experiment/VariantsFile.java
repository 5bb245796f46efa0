package thaw.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
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
          "snapStart");

  private final Path file;

  private VariantsFile(Path file) {
    this.file = file;
  }

  public static List<VariantMatrix> read(Path file) {
    return new VariantsFile(file).matrices();
  }

  private List<VariantMatrix> matrices() {
    MappingNode root = mapping(compose());
    Map<String, Node> members = members(root);
    Node variants = members.get("variants");
    if (variants == null) {
      return List.of(matrix(root));
    }
    if (members.size() > 1) {
      throw mistake(root, "no member may stand beside variants", "move it into each entry");
    }
    List<VariantMatrix> matrices = new ArrayList<>();
    for (Node entry : list(variants)) {
      matrices.add(matrix(mapping(entry)));
    }
    if (matrices.isEmpty()) {
      throw mistake(variants, "variants is empty", "add an entry with at least a function");
    }
    return matrices;
  }

  private Node compose() {
    try {
      String text = Files.readString(file);
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      return new Compose(settings)
          .composeString(text)
          .orElseThrow(() ->
              new UserMistake(file + ": the file is empty", "see docs/method.md for an example"));
    } catch (IOException e) {
      throw new UserMistake("cannot read " + file, "name an existing file with --variants");
    } catch (MarkedYamlEngineException e) {
      String place =
          e.getProblemMark()
              .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
              .orElse("");
      throw new UserMistake(
          file + place + ": not YAML: " + e.getProblem(), "mend the syntax there");
    }
  }

  private VariantMatrix matrix(MappingNode node) {
    Map<String, Node> members = members(node);
    for (Map.Entry<String, Node> member : members.entrySet()) {
      if (!KEYS.contains(member.getKey())) {
        throw mistake(
            member.getValue(),
            "unknown member: " + member.getKey(),
            "use name, function, code, handler, memory, jdk, flags, environment or snapStart");
      }
    }
    if (!members.containsKey("function") && !members.containsKey("code")) {
      throw mistake(node, "an entry needs a function or code", "add function: LOGICAL_ID");
    }
    Path folder = file.toAbsolutePath().getParent();
    return new VariantMatrix(
        Optional.ofNullable(members.get("name")).map(this::text),
        texts(members.get("function")),
        texts(members.get("code")).stream()
            .map(path -> folder == null ? Path.of(path) : folder.resolve(path).normalize())
            .toList(),
        texts(members.get("handler")),
        memory(members.get("memory")),
        texts(members.get("jdk")),
        texts(members.get("flags")).stream().map(VariantsFile::words).toList(),
        environments(members.get("environment")),
        snapStarts(members.get("snapStart")));
  }

  private static List<String> words(String flags) {
    return flags.isBlank() ? List.of() : List.of(flags.strip().split("\\s+"));
  }

  private List<MemorySize> memory(@org.jspecify.annotations.Nullable Node node) {
    List<MemorySize> sizes = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : list(node)) {
      String text = text(item);
      try {
        sizes.add(new MemorySize(Integer.parseInt(text)));
      } catch (NumberFormatException e) {
        throw mistake(item, "memory must be a number of MB: " + text, "write for example 512");
      } catch (UserMistake e) {
        throw mistake(item, String.valueOf(e.getMessage()), e.remedy());
      }
    }
    return sizes;
  }

  private List<SnapStart> snapStarts(@org.jspecify.annotations.Nullable Node node) {
    List<SnapStart> starts = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : list(node)) {
      try {
        starts.add(SnapStart.of(text(item)));
      } catch (UserMistake e) {
        throw mistake(item, String.valueOf(e.getMessage()), e.remedy());
      }
    }
    return starts;
  }

  private List<Map<String, String>> environments(@org.jspecify.annotations.Nullable Node node) {
    List<Map<String, String>> all = new ArrayList<>();
    for (Node item : node == null ? List.<Node>of() : list(node)) {
      Map<String, String> variables = new LinkedHashMap<>();
      members(mapping(item)).forEach((name, value) -> variables.put(name, text(value)));
      all.add(variables);
    }
    return all;
  }

  private List<String> texts(@org.jspecify.annotations.Nullable Node node) {
    return node == null ? List.of() : list(node).stream().map(this::text).toList();
  }

  /** The items of a list, or a single value as a list of one. */
  private static List<Node> list(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  private String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw mistake(node, "a single value is expected here", "write it on one line");
  }

  private MappingNode mapping(Node node) {
    if (node instanceof MappingNode mapping) {
      return mapping;
    }
    throw mistake(node, "names with values are expected here", "write for example function: Hello");
  }

  private Map<String, Node> members(MappingNode node) {
    Map<String, Node> members = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      members.put(text(tuple.getKeyNode()), tuple.getValueNode());
    }
    return members;
  }

  private UserMistake mistake(Node node, String cause, String remedy) {
    String place = node.getStartMark().map(VariantsFile::place).orElse("");
    return new UserMistake(file + place + ": " + cause, remedy);
  }

  private static String place(Mark mark) {
    return ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }
}
