package thaw.app.build;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a build with Maven writes to: {@code target}, unless the pom or a parent beside it has
 * another {@code directory} or {@code outputDirectory} for its build.
 */
record MavenOutput(Path folder, Path classes) {
  private static final String POM = "pom.xml";
  private static final int MOST_PARENTS = 20;

  /** What is in these belongs to plug-ins and profiles. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(?s)<!--.*?-->|<(pluginManagement|plugins|profiles|reporting|resources|testResources"
              + "|dependencies|dependencyManagement)>.*?</\\1>");

  private static final Pattern BUILD = Pattern.compile("(?s)<build>(.*?)</build>");
  private static final Pattern RELATIVE_PATH =
      Pattern.compile("(?s)<parent>.*?<relativePath>\\s*(.*?)\\s*</relativePath>.*?</parent>");
  private static final Pattern NO_PATH =
      Pattern.compile("(?s)<parent>.*?<relativePath\\s*/>.*?</parent>");

  static MavenOutput of(Path module) {
    Path folder =
        declared(module, "directory")
            .flatMap(text -> resolved(module, text))
            .orElse(module.resolve("target"));
    Path classes =
        declared(module, "outputDirectory")
            .map(text -> text.replace("${project.build.directory}", folder.toString()))
            .flatMap(text -> resolved(module, text))
            .orElse(folder.resolve("classes"));
    return new MavenOutput(folder, classes);
  }

  /** Returns the text of an element of the build, in the nearest pom that has it. */
  private static Optional<String> declared(Path module, String element) {
    Pattern pattern = Pattern.compile("<" + element + ">\\s*([^<]+?)\\s*</" + element + ">");
    Path pom = module.resolve(POM);
    for (int i = 0; i < MOST_PARENTS && Files.isRegularFile(pom); i++) {
      String text;
      try {
        text = OTHERS.matcher(Files.readString(pom, StandardCharsets.UTF_8)).replaceAll("");
      } catch (IOException e) {
        return Optional.empty(); // Maven says what is wrong with it
      }
      Matcher build = BUILD.matcher(text);
      if (build.find()) {
        Matcher found = pattern.matcher(build.group(1));
        if (found.find()) {
          return Optional.of(found.group(1));
        }
      }
      if (!text.contains("<parent>") || NO_PATH.matcher(text).find()) {
        return Optional.empty();
      }
      Matcher path = RELATIVE_PATH.matcher(text);
      Path next = pom.resolveSibling(path.find() ? path.group(1) : "../" + POM).normalize();
      pom = Files.isDirectory(next) ? next.resolve(POM) : next;
    }
    return Optional.empty();
  }

  private static Optional<Path> resolved(Path module, String text) {
    String path =
        text.replace("${project.basedir}", module.toString())
            .replace("${basedir}", module.toString());
    if (path.contains("${")) {
      return Optional.empty(); // known to Maven only
    }
    try {
      return Optional.of(module.resolve(path).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
