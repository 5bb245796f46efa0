package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Code;

/** A library that binds JSON to objects by reflection. */
record JsonBinding(String name, Code code, List<String> mappers) {
  static final List<JsonBinding> ALL =
      List.of(
          new JsonBinding(
              "Jackson databind",
              Code.of("com.fasterxml.jackson.databind.", "com.fasterxml.jackson.datatype."),
              List.of("com.fasterxml.jackson.databind.")),
          new JsonBinding(
              "Jackson databind",
              Code.of("tools.jackson.databind."),
              List.of("tools.jackson.databind.")),
          new JsonBinding("Gson", Code.of("com.google.gson."), List.of("com.google.gson.Gson")),
          new JsonBinding("Moshi", Code.of("com.squareup.moshi."), List.of("com.squareup.moshi.")),
          new JsonBinding(
              "JSON-B",
              Code.of("org.eclipse.yasson.", "jakarta.json.bind."),
              List.of("jakarta.json.bind.")));

  boolean uses(CallSite site) {
    return (site.isCall() || site.kind() == CallSite.Kind.NEW)
        && mappers.stream().anyMatch(site.owner()::startsWith);
  }
}
