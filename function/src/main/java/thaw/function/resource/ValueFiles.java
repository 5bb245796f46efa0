package thaw.function.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.problem.UserMistake;

/**
 * Secrets and parameters that somebody has as files below one folder: the file's path is the name,
 * its content the value, without a line end at its end.
 *
 * <pre>
 * secrets/prod/db.json                the secret prod/db; .json and .txt are no part of the name
 * parameters/prod/db/url              the parameter /prod/db/url
 * parameters/stage                    the parameter stage
 * parameters/prod/key.SecureString    /prod/key, of that type; StringList is the other one
 * </pre>
 *
 * A name that begins with a slash where it would not begin with {@code %2F}.
 */
public record ValueFiles(List<Secret> secrets, List<StoredParameter> parameters) {
  private static final String SECRETS = "secrets";
  private static final String PARAMETERS = "parameters";
  private static final long LARGEST_BYTES = 65_536;

  public ValueFiles {
    secrets = List.copyOf(secrets);
    parameters = List.copyOf(parameters);
  }

  /**
   * @throws UserMistake when a file is no value
   */
  public static ValueFiles read(Path folder) {
    return new ValueFiles(
        all(folder.resolve(SECRETS), ValueFiles::secret),
        all(folder.resolve(PARAMETERS), ValueFiles::parameter));
  }

  private static <T> List<T> all(Path folder, BiFunction<Path, Path, T> reading) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<T> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(ValueFiles::isValue).sorted().toList()) {
        if (Files.size(file) > LARGEST_BYTES) {
          throw new UserMistake(
              "%s must have at most %d bytes".formatted(file, LARGEST_BYTES),
              "give a shorter value, as AWS demands");
        }
        all.add(reading.apply(folder.relativize(file), file));
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder + ": " + e, e);
    }
  }

  /**
   * Tells whether a file is a value. Hidden files are none, as editors and systems leave them
   * behind.
   */
  private static boolean isValue(Path file) {
    return Files.isRegularFile(file) && !String.valueOf(file.getFileName()).startsWith(".");
  }

  private static String name(Path relative) {
    return relative.toString().replace('\\', '/').replace("%2F", "/");
  }

  private static Secret secret(Path relative, Path file) {
    String name = name(relative).replaceFirst("\\.(json|txt)$", "");
    byte[] bytes = WholeFile.bytes(file);
    Secret.Content content;
    try {
      content = new Secret.Content.Text(text(bytes));
    } catch (CharacterCodingException e) {
      content = new Secret.Content.Binary(Base64.getEncoder().encodeToString(bytes));
    }
    return new Secret(file.toString(), name, "", content);
  }

  private static StoredParameter parameter(Path relative, Path file) {
    String name = (relative.getNameCount() > 1 ? "/" : "") + name(relative);
    StoredParameter.Type type = StoredParameter.Type.STRING;
    for (StoredParameter.Type each : StoredParameter.Type.values()) {
      if (name.endsWith("." + each.text())) {
        type = each;
        name = name.substring(0, name.length() - each.text().length() - 1);
      }
    }
    try {
      String value = text(WholeFile.bytes(file));
      if (value.isEmpty()) {
        throw new UserMistake(file + " is empty", "write the parameter's value into it");
      }
      return new StoredParameter(file.toString(), name, type, value, "");
    } catch (CharacterCodingException e) {
      throw new UserMistake(
          file + " is not text in UTF-8", "write the value as text; parameters have no others");
    }
  }

  private static String text(byte[] bytes) throws CharacterCodingException {
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.replaceFirst("\r?\n$", "");
  }

  /** The declared ones, with the values of files where there are some, and what only files have. */
  public List<Secret> over(List<Secret> declared) {
    return merged(declared, secrets, Secret::name, (own, file) -> own.withContent(file.content()));
  }

  /** Does what {@link #over} does for parameters; the type is the file's where it names one. */
  public List<StoredParameter> overParameters(List<StoredParameter> declared) {
    return merged(
        declared,
        parameters,
        StoredParameter::name,
        (own, file) ->
            new StoredParameter(
                own.logicalId(),
                own.name(),
                file.type() == StoredParameter.Type.STRING ? own.type() : file.type(),
                file.value(),
                own.description()));
  }

  private static <T> List<T> merged(
      List<T> declared, List<T> files, Function<T, String> name, BiFunction<T, T, T> both) {
    Map<String, T> byName = new LinkedHashMap<>();
    declared.forEach(each -> byName.put(name.apply(each), each));
    files.forEach(each -> byName.merge(name.apply(each), each, both));
    return List.copyOf(byName.values());
  }
}
