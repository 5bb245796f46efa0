package thaw.function.template;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import thaw.template.Yaml11;

/**
 * The files of this machine that a template names, relative to its own folder: those that {@code
 * sam deploy} and {@code aws cloudformation package} upload.
 *
 * @see <a href="https://docs.aws.amazon.com/cli/latest/reference/cloudformation/package.html">aws
 *     cloudformation package</a>
 */
public final class LocalPaths {
  private static final Set<String> PROPERTIES =
      Set.of(
          "BodyS3Location",
          "Code",
          "CodeS3Location",
          "CodeUri",
          "Content",
          "ContentUri",
          "DefinitionS3Location",
          "DefinitionUri",
          "LicenseUrl",
          "Location",
          "ModulePackage",
          "ReadmeUrl",
          "RequestMappingTemplateS3Location",
          "ResponseMappingTemplateS3Location",
          "SchemaUri",
          "ScriptLocation",
          "SourceBundle",
          "TemplateURL",
          "aws:asset:path");

  private static final Pattern PLAIN = Pattern.compile("[\\w./@+-]+");

  private LocalPaths() {}

  /**
   * Returns a template's text for another folder, from which its paths lead to the same files. All
   * else stays as it is, and so does what is not there.
   */
  public static String movedTo(String text, Path from, Path to) {
    Path old = from.toAbsolutePath().normalize();
    Path young = to.toAbsolutePath().normalize();
    if (old.equals(young)) {
      return text;
    }
    List<ScalarNode> named = new ArrayList<>();
    try {
      Yaml11.nodes(text).ifPresent(root -> find(root, new IdentityHashMap<>(), named));
    } catch (YamlEngineException e) {
      return text; // who reads it tells what is wrong
    }
    named.sort(Comparator.comparingInt(LocalPaths::start).reversed());
    StringBuilder moved = new StringBuilder(text);
    for (ScalarNode each : named) {
      if (isThere(old, each.getValue())) {
        String path = young.relativize(old.resolve(each.getValue()).normalize()).toString();
        moved.replace(
            text.offsetByCodePoints(0, start(each)),
            text.offsetByCodePoints(0, each.getEndMark().orElseThrow().getIndex()),
            PLAIN.matcher(path).matches() ? path : "'" + path.replace("'", "''") + "'");
      }
    }
    return moved.toString();
  }

  private static int start(ScalarNode node) {
    return node.getStartMark().orElseThrow().getIndex();
  }

  private static boolean isThere(Path folder, String value) {
    try {
      Path path = Path.of(value);
      return !value.isBlank() && !path.isAbsolute() && Files.exists(folder.resolve(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static void find(Node of, Map<Node, Boolean> seen, List<ScalarNode> named) {
    if (seen.put(of, true) != null) {
      return; // an alias
    }
    for (NodeTuple member : Nodes.members(of)) {
      if (PROPERTIES.contains(Nodes.key(member))
          && member.getValueNode() instanceof ScalarNode scalar
          && scalar.getTag().equals(Tag.STR)
          && seen.put(scalar, true) == null) {
        named.add(scalar);
      }
      find(member.getValueNode(), seen, named);
    }
    if (of instanceof SequenceNode sequence) {
      sequence.getValue().forEach(each -> find(each, seen, named));
    }
  }
}
