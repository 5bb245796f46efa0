package thaw.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import thaw.problem.UserMistake;

/**
 * Reads the properties of one resource, intrinsics resolved. Every mistake names the property's
 * place.
 */
public record ResourceProperties(
    TemplateValue.Members members, Intrinsics intrinsics, Place owner) {
  public Optional<String> text(String name) {
    return members.member(name).map(member -> text(name, member));
  }

  private String text(String name, TemplateValue.Member member) {
    if (intrinsics.resolve(member.value()) instanceof TemplateValue.Text text
        && text.kind() != TemplateValue.Kind.NULL
        && !text.text().isBlank()) {
      return text.asString().strip();
    }
    throw member.key().mistake(name + " must be a text", "give " + name + " one plain value");
  }

  public OptionalInt wholeNumber(String name, int smallest, int largest, String unit) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return OptionalInt.empty();
    }
    String digits = text.get();
    if (!digits.matches("-?\\d{1,9}")
        || Integer.parseInt(digits) < smallest
        || Integer.parseInt(digits) > largest) {
      throw mistake(
          name,
          "%s must be %d..%d %s: %s".formatted(name, smallest, largest, unit, digits),
          "give " + name + " a value in that range, as AWS demands");
    }
    return OptionalInt.of(Integer.parseInt(digits));
  }

  /** A list of texts; one alone counts as a list. */
  public Optional<List<String>> texts(String name) {
    Optional<TemplateValue.Member> found = members.member(name);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    TemplateValue.Member member = found.get();
    if (!(intrinsics.resolve(member.value()) instanceof TemplateValue.Items items)) {
      return Optional.of(List.of(text(name, member)));
    }
    List<String> texts = new ArrayList<>();
    for (TemplateValue item : items.items()) {
      texts.add(text(name, new TemplateValue.Member(member.key(), item)));
    }
    return Optional.of(texts);
  }

  /** A mapping below the property, empty when it is absent. */
  public Optional<ResourceProperties> below(String name) {
    return members
        .member(name)
        .map(member -> {
          if (member.value() instanceof TemplateValue.Members below) {
            return new ResourceProperties(below, intrinsics, member.key());
          }
          if (member.value() instanceof TemplateValue.Call unknown) {
            throw unknown.mistake();
          }
          throw TemplateValue.noMapping(name, member);
        });
  }

  /** A mapping below the property; one without members when it is absent. */
  public ResourceProperties belowOrEmpty(String name) {
    return below(name)
        .orElseGet(() ->
            new ResourceProperties(new TemplateValue.Members(Map.of(), owner), intrinsics, owner));
  }

  /** The place of a property's name, or of the resource when the property is absent. */
  public Place place(String name) {
    return members.member(name).map(TemplateValue.Member::key).orElse(owner);
  }

  public UserMistake mistake(String name, String cause, String remedy) {
    return place(name).mistake(cause, remedy);
  }
}
