package thaw.tuning;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Names the requests that count. */
public enum TuneRequests {
  /** All, of which a share meets a cold start. */
  @JsonProperty("all")
  ALL("all requests"),
  @JsonProperty("cold")
  COLD("cold starts"),
  @JsonProperty("warm")
  WARM("warm requests");

  private final String label;

  TuneRequests(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  double coldShare(TuneMix mix) {
    return switch (this) {
      case ALL -> mix.coldShare();
      case COLD -> 1;
      case WARM -> 0;
    };
  }
}
