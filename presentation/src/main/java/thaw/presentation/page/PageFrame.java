package thaw.presentation.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import gg.jte.Content;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;
import thaw.json.Json;

/**
 * The style and the script that a page carries, both ours, and the content security policy that
 * allows them by digest and no others: should a name from a user ever get past the templates'
 * escaping, it still cannot run.
 *
 * @param data what the script works with
 */
public record PageFrame(String policy, Content style, Content script, @Nullable Content data) {
  private static final String SHARED = "presentation/";
  private static final ObjectMapper MAPPER = Json.written().build();

  /**
   * A frame of files of the program's jar.
   *
   * @param styles the names of style sheets, with room between them; those that not all pages share
   *     with their folder below the package {@code thaw}
   * @param scripts likewise; they share one scope
   */
  public static PageFrame of(String styles, String scripts) {
    String style = "\n" + joined(styles);
    String script = "\n'use strict';\n(() => {\n" + joined(scripts) + "})();\n";
    String policy =
        "default-src 'none'; script-src %s; style-src %s; base-uri 'none'; form-action 'none'"
            .formatted(digest(script), digest(style));
    return new PageFrame(
        policy, out -> out.writeContent(style), out -> out.writeContent(script), null);
  }

  /**
   * Returns the frame with data; {@code <} is escaped, so no text can end the script element.
   *
   * @param data a record, or a tree
   */
  public PageFrame with(Object data) {
    String json = Json.text(MAPPER, data).replace("<", "\\u003c");
    return new PageFrame(policy, style, script, out -> out.writeContent(json));
  }

  /** Returns the frame with a policy that allows some more. */
  public PageFrame allowing(String directives) {
    return new PageFrame(policy + "; " + directives, style, script, data);
  }

  private static String joined(String names) {
    return Stream.of(names.split("\\s+"))
        .map(PageFrame::resource)
        .collect(Collectors.joining("\n"));
  }

  /** Returns the digest by which a content security policy allows a script or a style. */
  public static String digest(String content) {
    byte[] digest = DigestUtils.sha256(content);
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  /** Returns a script or a style sheet; those that not all pages share have their folder. */
  public static String resource(String name) {
    return file(name.contains("/") ? name : SHARED + name);
  }

  private static String file(String name) {
    try (InputStream in = PageFrame.class.getResourceAsStream("/thaw/" + name)) {
      if (in == null) {
        throw new IllegalStateException("not in the program's jar: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + name + " from the program's jar", e);
    }
  }
}
