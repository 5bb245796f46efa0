package thaw.remedy.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.remedy.Draft;
import thaw.remedy.edit.Setting;
import thaw.remedy.edit.SettingFiles;

/**
 * The handler's module, as far as databases are concerned.
 *
 * @param root that names of files are relative to
 * @param folder of the module
 * @param libraries of its package
 * @param environment the function's variables, as the draft has them
 * @param restored the functions of the module that start from a snapshot of what init makes
 * @param isMadeByBuild whether the build makes Spring's bean definitions already
 */
public record DatabaseModule(
    Path root,
    Path folder,
    List<Path> libraries,
    Map<String, String> environment,
    List<String> restored,
    boolean isMadeByBuild) {
  private static final Pattern DRIVER =
      Pattern.compile(
          "(postgresql|mysql-connector(?:-j|-java)?|mariadb-java-client|ojdbc\\d+|mssql-jdbc|h2|hsqldb"
              + "|derby|sqlite-jdbc|jcc|redshift-jdbc42)-\\d.*\\.jar");

  public DatabaseModule {
    libraries = List.copyOf(libraries);
    environment = Map.copyOf(environment);
    restored = List.copyOf(restored);
  }

  List<Setting> settings() {
    return SettingFiles.read(root, folder.resolve("src/main/resources"));
  }

  /** Returns which databases the package has a driver of, by the names of their jars. */
  List<String> drivers() {
    return libraries.stream()
        .map(each -> DRIVER.matcher(each.getFileName().toString()))
        .filter(Matcher::matches)
        .map(jar -> jar.group(1))
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns whether the package has a library, by the beginning of its jar's name. */
  boolean has(String artifact) {
    return version(artifact).isPresent();
  }

  /** Returns the version of a library. */
  Optional<String> version(String artifact) {
    Pattern jar = Pattern.compile(Pattern.quote(artifact) + "-(\\d.*)\\.jar");
    return libraries.stream()
        .map(each -> jar.matcher(each.getFileName().toString()))
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** Returns the variable of the function that sets something already, or has it in options. */
  Optional<String> variable(String key) {
    String name = Setting.canonical(key);
    for (Map.Entry<String, String> each : new TreeMap<>(environment).entrySet()) {
      boolean isOption = each.getKey().equals(Draft.OPTIONS) || each.getKey().endsWith("_JSON");
      boolean sets =
          Setting.canonical(each.getKey()).equals(name)
              || isOption && Setting.canonical(each.getValue()).contains(name);
      if (sets) {
        return Optional.of("the variable " + each.getKey() + " sets " + key);
      }
    }
    return Optional.empty();
  }
}
