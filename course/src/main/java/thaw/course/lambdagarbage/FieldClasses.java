package thaw.course.lambdagarbage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes classes like {@link NineFields} for other numbers of fields, as source. */
public final class FieldClasses {
  private FieldClasses() {}

  /**
   * Writes them.
   *
   * @param arguments the folder, and the numbers of fields
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0], "thaw", "course", "lambdagarbage");
    Files.createDirectories(folder);
    for (int i = 1; i < arguments.length; i++) {
      int fields = Integer.parseInt(arguments[i]);
      String name = "Fields" + fields;
      Files.writeString(folder.resolve(name + ".java"), source(name, fields));
    }
  }

  /**
   * @param name of the class
   */
  static String source(String name, int fields) {
    int half = (fields + 1) / 2;
    return """
    package thaw.course.lambdagarbage;

    import java.util.function.IntConsumer;

    public final class NAME implements WireReadable {
    FIELDS
      @Override
      public void capturing(Wire wire) {
    CAPTURING  }

      @Override
      public void split(Wire wire) {
        firstHalf(wire);
        secondHalf(wire);
      }

      private void firstHalf(Wire wire) {
    FIRST_HALF  }

      private void secondHalf(Wire wire) {
    SECOND_HALF  }

      @Override
      public void nonCapturing(Wire wire) {
    NON_CAPTURING  }

      @Override
      public void anonymous(Wire wire) {
    ANONYMOUS  }

      @Override
      public void write(Wire wire) {
    WRITE  }
    SETTERS}
    """
        .replace("NON_CAPTURING", each(1, fields, "    wire.read(N).int32(this, NAME::setFN);\n"))
        .replace("CAPTURING", each(1, fields, "    wire.read(N).int32(this::setFN);\n"))
        .replace("FIRST_HALF", each(1, half, "    wire.read(N).int32(this::setFN);\n"))
        .replace("SECOND_HALF", each(half + 1, fields, "    wire.read(N).int32(this::setFN);\n"))
        .replace(
            "ANONYMOUS",
            each(
                1,
                fields,
                """
                    wire.read(N)
                        .int32(
                            new IntConsumer() {
                              @Override
                              public void accept(int value) {
                                setFN(value);
                              }
                            });
                """))
        .replace("FIELDS", each(1, fields, "  private int fN;\n"))
        .replace("WRITE", each(1, fields, "    wire.write(N).int32(fN);\n"))
        .replace("SETTERS", each(1, fields, "\n  void setFN(int value) {\n    fN = value;\n  }\n"))
        .replace("NAME", name);
  }

  private static String each(int first, int last, String line) {
    StringBuilder lines = new StringBuilder();
    for (int field = first; field <= last; field++) {
      lines.append(
          line.replace("N)", field + ")").replace("FN", "F" + field).replace("fN", "f" + field));
    }
    return lines.toString();
  }
}
