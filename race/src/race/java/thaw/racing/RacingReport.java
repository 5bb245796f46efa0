package thaw.racing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The findings as JSON. */
final class RacingReport {
  private static final int MOST_FRAMES = 12;
  private static final int MOST_RESPONSES = 10;

  private final StringBuilder json = new StringBuilder("{");

  void races(Collection<RaceFound> races) {
    json.append("\"races\":[");
    String separator = "";
    Set<String> raced = new HashSet<>();
    for (RaceFound race : races) {
      if (race.kind.equals(RaceFound.RACE)) {
        raced.add(race.subject);
      }
    }
    for (RaceFound race : races) {
      if (race.between != null && raced.contains(race.subject)) {
        continue; // what mends the race has to mend the two steps
      }
      json.append(separator).append("{\"kind\":");
      text(race.kind);
      json.append(",\"subject\":");
      text(race.subject);
      json.append(",\"type\":");
      text(race.type);
      json.append(",\"first\":");
      access(race.first);
      json.append(",\"second\":");
      access(race.second);
      if (race.between != null) {
        json.append(",\"between\":");
        access(race.between);
      }
      json.append('}');
      separator = ",";
    }
    json.append(']');
  }

  void shared(Collection<String> subjects) {
    json.append(",\"shared\":[");
    String separator = "";
    for (String subject : subjects) {
      json.append(separator);
      text(subject);
      separator = ",";
    }
    json.append(']');
  }

  private void access(RacingAccess access) {
    json.append("{\"thread\":").append(access.thread).append(",\"writes\":").append(access.writes);
    json.append(",\"stack\":[");
    String separator = "";
    for (StackTraceElement frame : frames(access.stack.getStackTrace())) {
      json.append(separator).append("{\"className\":");
      text(frame.getClassName());
      json.append(",\"method\":");
      text(frame.getMethodName());
      json.append(",\"file\":");
      text(frame.getFileName() == null ? "" : frame.getFileName());
      json.append(",\"line\":").append(Math.max(0, frame.getLineNumber())).append('}');
      separator = ",";
    }
    json.append("]}");
  }

  /** Those of the function: not ours, nor the runtime client's, nor what the compiler adds. */
  private static List<StackTraceElement> frames(StackTraceElement[] stack) {
    List<StackTraceElement> own = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith("thaw.racing.") && own.isEmpty()) {
        continue;
      }
      if (frame.getClassName().startsWith("com.amazonaws.services.lambda.runtime.api.client.")) {
        break;
      }
      own.add(frame);
    }
    int last = own.size() - 1;
    if (last > 0
        && own.get(last).getMethodName().equals(own.get(last - 1).getMethodName())
        && own.get(last).getClassName().equals(own.get(last - 1).getClassName())) {
      own.remove(last); // the bridge from the handler's interface
    }
    return own.subList(0, Math.min(MOST_FRAMES, own.size()));
  }

  void responses(List<Answer> unlike, Map<Integer, Set<String>> serial) {
    json.append(",\"responses\":[");
    Set<String> shown = new HashSet<>();
    for (Answer answer : unlike) {
      if (shown.size() == MOST_RESPONSES || !shown.add(answer.event + " " + answer.text)) {
        continue;
      }
      json.append(shown.size() == 1 ? "" : ",").append("{\"event\":").append(answer.event);
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
