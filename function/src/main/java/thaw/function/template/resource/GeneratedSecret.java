package thaw.function.template.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import thaw.template.ResourceProperties;

/**
 * A password as Secrets Manager makes it for a template. It follows from the secret's name: the
 * same in each run, so that what a snapshot or a database of the user's has seen stays right.
 *
 * @param alphabets the characters to choose from, by kind
 * @param each whether there must be one of each kind
 * @param template JSON that gets the password as a member; absent for the password alone
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-secretsmanager-secret-generatesecretstring.html">GenerateSecretString</a>
 */
record GeneratedSecret(List<String> alphabets, int length, boolean each, Optional<Json> template) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int USUAL_LENGTH = 32;
  private static final int LONGEST = 4096;
  private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  /**
   * A JSON object that gets one more member.
   *
   * @param key of the member
   */
  record Json(ObjectNode object, String key) {}

  static GeneratedSecret read(ResourceProperties settings) {
    String excluded = settings.text("ExcludeCharacters").orElse("");
    List<String> alphabets = new ArrayList<>();
    add(alphabets, settings, "ExcludeLowercase", "abcdefghijklmnopqrstuvwxyz", excluded);
    add(alphabets, settings, "ExcludeUppercase", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", excluded);
    add(alphabets, settings, "ExcludeNumbers", "0123456789", excluded);
    add(alphabets, settings, "ExcludePunctuation", PUNCTUATION, excluded);
    if (MappingReader.flag(settings, "IncludeSpace").orElse(false)) {
      alphabets.add(" ");
    }
    if (alphabets.isEmpty()) {
      throw settings
          .owner()
          .mistake("no characters are left for the secret", "exclude fewer characters");
    }
    return new GeneratedSecret(
        List.copyOf(alphabets),
        settings.wholeNumber("PasswordLength", 1, LONGEST, "characters").orElse(USUAL_LENGTH),
        MappingReader.flag(settings, "RequireEachIncludedType").orElse(true),
        template(settings));
  }

  private static void add(
      List<String> alphabets,
      ResourceProperties settings,
      String exclude,
      String all,
      String excluded) {
    StringBuilder left = new StringBuilder();
    all.chars().filter(c -> excluded.indexOf(c) < 0).forEach(left::appendCodePoint);
    if (!MappingReader.flag(settings, exclude).orElse(false) && !left.isEmpty()) {
      alphabets.add(left.toString());
    }
  }

  private static Optional<Json> template(ResourceProperties settings) {
    Optional<String> template = settings.text("SecretStringTemplate");
    Optional<String> key = settings.text("GenerateStringKey");
    if (template.isPresent() != key.isPresent()) {
      throw settings
          .owner()
          .mistake(
              "SecretStringTemplate and GenerateStringKey need each other",
              "write both, or none of them");
    }
    return template.map(text -> new Json(object(settings, text), key.orElseThrow()));
  }

  private static ObjectNode object(ResourceProperties settings, String text) {
    try {
      JsonNode read = JSON.readTree(text);
      if (read instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      // told below
    }
    throw settings.mistake(
        "SecretStringTemplate",
        "SecretStringTemplate must be a JSON object: " + text,
        "write it like '{\"username\": \"admin\"}'");
  }

  /**
   * @param name of the secret
   */
  String text(String name) {
    String password = password(name);
    return template
        .map(json -> json.object().deepCopy().put(json.key(), password).toString())
        .orElse(password);
  }

  private String password(String name) {
    Random random = new Random(31L * name.hashCode() + length);
    String all = String.join("", alphabets);
    List<Character> chosen = new ArrayList<>();
    if (each && length >= alphabets.size()) {
      alphabets.forEach(kind -> chosen.add(kind.charAt(random.nextInt(kind.length()))));
    }
    while (chosen.size() < length) {
      chosen.add(all.charAt(random.nextInt(all.length())));
    }
    Collections.shuffle(chosen, random);
    StringBuilder password = new StringBuilder();
    chosen.forEach(password::append);
    return password.toString();
  }
}
