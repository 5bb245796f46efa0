package thaw.experiment.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import thaw.problem.UserMistake;

/** A YAML file whose faults are told with line and column. Refuses to know what it says. */
public final class MarkedYaml {
  private final Path file;
  private final String option;
  private final String documentation;

  /**
   * @param option that names such a file
   * @param documentation where an example is
   */
  public MarkedYaml(Path file, String option, String documentation) {
    this.file = file;
    this.option = option;
    this.documentation = documentation;
  }

  Path file() {
    return file;
  }

  public MappingNode root() {
    return mapping(compose());
  }

  private Node compose() {
    try {
      String text = Files.readString(file);
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      return new Compose(settings)
          .composeString(text)
          .orElseThrow(() ->
              new UserMistake(
                  file + ": the file is empty", "see " + documentation + " for an example"));
    } catch (IOException e) {
      throw new UserMistake("cannot read " + file, "name an existing file with " + option);
    } catch (MarkedYamlEngineException e) {
      String place = e.getProblemMark().map(MarkedYaml::place).orElse("");
      throw new UserMistake(
          file + place + ": not YAML: " + e.getProblem(), "mend the syntax there");
    }
  }

  /** The items of a list, or a single value as a list of one. */
  public static List<Node> list(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  public String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw mistake(node, "a single value is expected here", "write it on one line");
  }

  public MappingNode mapping(Node node) {
    if (node instanceof MappingNode mapping) {
      return mapping;
    }
    throw mistake(node, "names with values are expected here", "write for example function: Hello");
  }

  public Map<String, Node> members(MappingNode node) {
    Map<String, Node> members = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      members.put(text(tuple.getKeyNode()), tuple.getValueNode());
    }
    return members;
  }

  public UserMistake mistake(Node node, String cause, String remedy) {
    return new UserMistake(placeOf(node) + ": " + cause, remedy);
  }

  /** File, line and column. */
  public String placeOf(Node node) {
    return file + node.getStartMark().map(MarkedYaml::place).orElse("");
  }

  private static String place(Mark mark) {
    return ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
  }
}
