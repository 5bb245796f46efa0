package thaw.racing;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was found, as JSON. */
final class Report {
  private static final int MOST_FRAMES = 12;
  private static final int MOST_RESPONSES = 10;

  private final StringBuilder json = new StringBuilder("{");

  void races(Collection<RaceFound> races) {
    json.append("\"races\":[");
    String separator = "";
    for (RaceFound race : races) {
      json.append(separator).append("{\"subject\":");
      text(race.subject);
      json.append(",\"type\":");
      text(race.type);
      json.append(",\"first\":");
      access(race.first);
      json.append(",\"second\":");
      access(race.second);
      json.append('}');
      separator = ",";
    }
    json.append(']');
  }

  private void access(Access access) {
    json.append("{\"thread\":").append(access.thread).append(",\"writes\":").append(access.writes);
    json.append(",\"stack\":[");
    int frames = 0;
    for (StackTraceElement frame : access.stack.getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith("thaw.racing.") && frames == 0) {
        continue;
      }
      if (frames == MOST_FRAMES
          || name.startsWith("com.amazonaws.services.lambda.runtime.api.client.")) {
        break;
      }
      json.append(frames == 0 ? "" : ",").append("{\"className\":");
      text(name);
      json.append(",\"method\":");
      text(frame.getMethodName());
      json.append(",\"file\":");
      text(frame.getFileName() == null ? "" : frame.getFileName());
      json.append(",\"line\":").append(Math.max(0, frame.getLineNumber())).append('}');
      frames++;
    }
    json.append("]}");
  }

  void responses(List<Answer> unlike, Map<Integer, Set<String>> serial) {
    json.append(",\"responses\":[");
    int count = Math.min(MOST_RESPONSES, unlike.size());
    for (int i = 0; i < count; i++) {
      Answer answer = unlike.get(i);
      json.append(i == 0 ? "" : ",").append("{\"event\":").append(answer.event);
      json.append(",\"serial\":");
      text(serial.get(answer.event).iterator().next());
      json.append(",\"concurrent\":");
      text(answer.text);
      json.append('}');
    }
    json.append("],\"unlike\":").append(unlike.size()).append('}');
  }

  private void text(String value) {
    json.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u00").append(c < 16 ? "0" : "1").append(Character.forDigit(c & 15, 16));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }

  @Override
  public String toString() {
    return json.toString();
  }
}
