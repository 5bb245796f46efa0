package thaw.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.attribution.Explanation;
import thaw.attribution.Explanation.ClassGroup;
import thaw.attribution.Explanation.LoadedClass;
import thaw.explanation.Treemap.Tile;
import thaw.presentation.page.Svg;
import thaw.presentation.text.Figures;
import thaw.presentation.text.Text;

/**
 * The loaded classes as a map: an area for each library, in it one for each package, as large as
 * they have classes. Packages are light where their classes come from an archive.
 *
 * @param text what the map shows, for people who do not see it
 */
record ClassMap(List<LibraryArea> libraries, String text) {
  static final int HEIGHT = 420;

  /** The width in pixels on a desktop's page; a narrower window shrinks the map. */
  private static final double WIDTH = 1190;

  /** Widths of the map, in pixels, from which on the style sheet may show a label. */
  private static final List<Integer> STEPS = List.of(340, 520, 680, 900, 1190);

  private static final int MARGIN = 8;

  /** The share of a library below which an area has no room for a pointer. */
  private static final double LEAST_SHARE_OF_LIBRARY = 0.002;

  private static final double LEAST_SHARE_OF_PACKAGE = 0.001;
  private static final int LABEL_HEIGHT = 17;
  private static final int MOST_OF_TEXT = 12;

  /**
   * @param style of its colour
   */
  record LibraryArea(
      Place place, String style, Label label, String tip, List<PackageArea> packages) {}

  record PackageArea(Place place, String style, Label label, List<String> lines) {}

  /**
   * @param text empty where the widest map has no room
   * @param style which shows it where the map is wide enough
   */
  record Label(String text, String style) {
    private static final Label NONE = new Label("", "");

    private static Label of(String text, Tile tile) {
      double needed = (Svg.width(text) + MARGIN) * WIDTH / tile.width();
      return STEPS.stream()
          .filter(step -> step >= needed)
          .findFirst()
          .map(step -> new Label(text, "from-" + step))
          .orElse(NONE);
    }
  }

  /** Horizontal positions are shares of the width, vertical ones are pixels. */
  record Place(String x, String width, String y, String height) {
    private static Place of(Tile tile) {
      return new Place(
          percent(tile.x()), percent(tile.width()), pixels(tile.y()), pixels(tile.height()));
    }

    private static String percent(double pixels) {
      return String.format(Locale.ROOT, "%.3f%%", 100 * pixels / WIDTH);
    }

    private static String pixels(double pixels) {
      return String.format(Locale.ROOT, "%.1f", pixels);
    }
  }

  private record Group(String name, boolean archived, int classes) {
    private static List<Group> merged(Stream<Group> groups) {
      Map<Group, Integer> sums =
          groups.collect(
              Collectors.toMap(
                  each -> new Group(each.name, each.archived, 0),
                  Group::classes,
                  Integer::sum,
                  LinkedHashMap::new));
      return sums.entrySet().stream()
          .map(sum -> new Group(sum.getKey().name, sum.getKey().archived, sum.getValue()))
          .sorted(Comparator.comparingInt(Group::classes).reversed())
          .toList();
    }
  }

  static ClassMap of(Explanation explanation) {
    List<LoadedClass> all = explanation.classes().list();
    Map<String, List<LoadedClass>> byLibrary =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    LoadedClass::library, LinkedHashMap::new, Collectors.toList()));
    List<Map.Entry<String, List<LoadedClass>>> libraries =
        byLibrary.entrySet().stream()
            .filter(each -> each.getValue().size() >= LEAST_SHARE_OF_LIBRARY * all.size())
            .sorted(
                Comparator.comparingInt(
                        (Map.Entry<String, List<LoadedClass>> each) -> each.getValue().size())
                    .reversed())
            .toList();
    List<Tile> tiles =
        Treemap.of(
            libraries.stream().map(each -> (double) each.getValue().size()).toList(),
            new Tile(0, 0, WIDTH, HEIGHT));
    Map<String, Double> millis =
        explanation.classes().byLibrary().stream()
            .collect(Collectors.toMap(ClassGroup::name, ClassGroup::millis, Double::sum));
    List<LibraryArea> areas = new ArrayList<>();
    for (int i = 0; i < libraries.size(); i++) {
      String name = libraries.get(i).getKey();
      areas.add(
          area(
              name,
              libraries.get(i).getValue(),
              tiles.get(i),
              all.size(),
              millis.getOrDefault(name, 0.0)));
    }
    return new ClassMap(areas, text(byLibrary, all.size()));
  }

  private static LibraryArea area(
      String library, List<LoadedClass> classes, Tile tile, int all, double millis) {
    Label label = tile.height() > 2 * LABEL_HEIGHT ? label(library, tile) : Label.NONE;
    int head = label.text().isEmpty() ? 0 : LABEL_HEIGHT;
    List<Group> groups =
        Group.merged(classes.stream().map(each -> new Group(packageOf(each), each.archived(), 1)));
    List<Group> shown =
        groups.stream().filter(each -> each.classes() >= LEAST_SHARE_OF_PACKAGE * all).toList();
    List<Tile> tiles =
        Treemap.of(
            shown.stream().map(each -> (double) each.classes()).toList(),
            new Tile(tile.x(), tile.y() + head, tile.width(), tile.height() - head));
    List<PackageArea> packages = new ArrayList<>();
    for (int i = 0; i < shown.size(); i++) {
      packages.add(area(shown.get(i), library, tiles.get(i)));
    }
    return new LibraryArea(
        Place.of(tile),
        style(library),
        label,
        "%s: %s, %s ms of class loading"
            .formatted(Text.clean(library), classes(classes.size()), Figures.millis(millis)),
        packages);
  }

  /** Returns a library's name, shortened to the room that there is: its version gives way first. */
  private static Label label(String library, Tile tile) {
    String brief = OwnerNames.brief(Text.clean(library));
    return Stream.of(brief, brief.split(" ")[0])
        .map(each -> Label.of(each, tile))
        .filter(each -> !each.text().isEmpty())
        .findFirst()
        .orElse(Label.NONE);
  }

  private static PackageArea area(Group group, String library, Tile tile) {
    String name = Text.clean(group.name());
    String last = name.substring(name.lastIndexOf('.') + 1);
    return new PackageArea(
        Place.of(tile),
        group.archived() ? "archived" : "loaded",
        tile.height() > LABEL_HEIGHT ? Label.of(last, tile) : Label.NONE,
        List.of(
            name,
            classes(group.classes())
                + (group.archived() ? " from a class archive" : " from no class archive"),
            Text.clean(library)));
  }

  private static String classes(int count) {
    return count == 1 ? "1 class" : Figures.whole(count) + " classes";
  }

  private static String packageOf(LoadedClass each) {
    int end = each.name().lastIndexOf('.');
    return end < 0 ? "(no package)" : each.name().substring(0, end);
  }

  private static String style(String library) {
    return switch (library) {
      case "function" -> "of-function";
      case "JDK" -> "of-jdk";
      default -> "of-library";
    };
  }

  private static String text(Map<String, List<LoadedClass>> byLibrary, int all) {
    List<String> parts =
        byLibrary.entrySet().stream()
            .sorted(
                Comparator.comparingInt(
                        (Map.Entry<String, List<LoadedClass>> each) -> each.getValue().size())
                    .reversed())
            .limit(MOST_OF_TEXT)
            .map(each ->
                "%s %s (%s)"
                    .formatted(
                        OwnerNames.brief(Text.clean(each.getKey())),
                        Figures.whole(each.getValue().size()),
                        Figures.percent((double) each.getValue().size() / all)))
            .toList();
    int others = byLibrary.size() - parts.size();
    return "%s by library: %s%s"
        .formatted(
            classes(all), String.join(", ", parts), others > 0 ? ", and " + others + " more" : "");
  }
}
