package thaw.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.sandbox.Capability;
import thaw.snapshot.CriuCommand;

/** Tells other programs what {@code thaw setup} has got, and whether it works. */
record SetupDocument(String format, List<SetupPart> parts) {
  private static final String FORMAT = "thaw-setup-1";

  SetupDocument {
    parts = List.copyOf(parts);
  }

  /**
   * One part of a set-up; what is not known of it is no member.
   *
   * @param state {@code installed} by this run, {@code present} before, {@code works}, or {@code
   *     missing}: it is not there, or does not work
   * @param detail the evidence; empty of a program that is there
   * @param cost what is lost without it; empty when it is there
   * @param remedy how to get it; empty when it is there
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SetupPart(
      String name,
      String state,
      @Nullable String version,
      @Nullable String path,
      String detail,
      String cost,
      String remedy) {
    private static SetupPart of(CriuCommand criu, boolean installed) {
      return new SetupPart(
          "CRIU",
          installed ? "installed" : "present",
          criu.version().text(),
          criu.binary().toString(),
          "",
          "",
          "");
    }

    private static SetupPart of(String name, String good, Capability found) {
      return new SetupPart(
          name,
          found.available() ? good : "missing",
          null,
          null,
          found.detail(),
          found.cost(),
          found.remedy());
    }
  }

  /**
   * Makes the document of a set-up that is over, or of a check.
   *
   * @param criu the one that Thaw uses; empty when there is none
   * @param installed whether this run has installed it
   * @param snapshots whether functions can be dumped and restored with it
   */
  static SetupDocument of(Optional<CriuCommand> criu, boolean installed, Capability snapshots) {
    return new SetupDocument(
        FORMAT,
        List.of(
            criu.map(found -> SetupPart.of(found, installed))
                .orElseGet(() -> SetupPart.of("CRIU", "present", snapshots)),
            SetupPart.of(snapshots.name(), "works", snapshots)));
  }
}
