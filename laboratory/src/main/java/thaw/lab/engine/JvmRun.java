package thaw.lab.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;

/**
 * The output of a program that ended well. The programs of the course tell their figures in lines
 * {@code @key=value}, each of which is a figure of the sample; all else is for people.
 *
 * @param output standard output, by lines
 * @param errors standard error, by lines
 */
public record JvmRun(List<String> output, List<String> errors) {
  private static final String MARK = "@";

  public JvmRun {
    output = List.copyOf(output);
    errors = List.copyOf(errors);
  }

  /** The figures that it told, by their keys. */
  Map<String, Double> figures() throws SampleFailure {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String line : output) {
      int equals = line.indexOf('=');
      if (line.startsWith(MARK) && equals > 0) {
        figures.put(line.substring(MARK.length(), equals), number(line, equals));
      }
    }
    return figures;
  }

  /** The figures of these quantities, all of which it must have told. */
  public Map<Quantity, Double> values(Quantity... wanted) throws SampleFailure {
    Map<String, Double> figures = figures();
    Map<Quantity, Double> values = new LinkedHashMap<>();
    List<String> missing = new ArrayList<>();
    for (Quantity quantity : wanted) {
      Double value = figures.get(quantity.key());
      if (value == null) {
        missing.add(quantity.key());
      } else {
        values.put(quantity, value);
      }
    }
    if (!missing.isEmpty()) {
      throw new SampleFailure("the program did not tell " + String.join(", ", missing));
    }
    return values;
  }

  private static double number(String line, int equals) throws SampleFailure {
    try {
      double number = Double.parseDouble(line.substring(equals + 1).strip());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, as of what is no finite number
    }
    throw new SampleFailure("no number: " + line);
  }
}
