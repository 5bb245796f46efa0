package thaw.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Requests and responses of {@code criu swrk}.
 *
 * @see <a
 *     href="https://github.com/checkpoint-restore/criu/blob/v4.2/images/rpc.proto">rpc.proto</a>
 */
public final class CriuMessages {
  private static final int RESTORE = 2;
  private static final int VERSION = 10;
  private static final int NO_DESCRIPTOR = -1;
  private static final int CGROUPS_IGNORED = 0;

  /** The field numbers of criu_req. */
  private static final int REQUEST_TYPE = 1;

  private static final int REQUEST_OPTIONS = 2;
  private static final int KEEP_OPEN = 4;

  /** The field numbers of criu_opts. */
  private static final int IMAGES_DIR_FD = 1;

  private static final int LOG_LEVEL = 9;
  private static final int LOG_FILE = 10;
  private static final int INHERIT_FD = 27;
  private static final int MANAGE_CGROUPS_MODE = 34;
  private static final int CONFIG_FILE = 51;
  private static final int TCP_CLOSE = 52;
  private static final int UNPRIVILEGED = 67;
  private static final int IMAGES_DIR = 68;

  /** The field numbers of inherit_fd. */
  private static final int INHERIT_KEY = 1;

  private static final int INHERIT_DESCRIPTOR = 2;

  /** The field numbers of criu_resp. */
  private static final int RESPONSE_TYPE = 1;

  private static final int SUCCESS = 2;
  private static final int RESTORED = 4;
  private static final int ERRNO = 7;
  private static final int MESSAGE = 9;
  private static final int RESTORED_PID = 1;

  private CriuMessages() {}

  /**
   * The message of CRIU about a restore.
   *
   * @param pid of the restored process, as CRIU sees it; 0 when it failed
   * @param errno 0 when CRIU names none
   * @param problem CRIU's own words, often missing: the log says more
   */
  public record Response(boolean success, long pid, int errno, Optional<String> problem) {}

  static byte[] restoreRequest(RestoreOptions options, boolean unprivileged) {
    List<WireMessage.Field> fields = new ArrayList<>();
    fields.add(WireMessage.Field.ofNumber(IMAGES_DIR_FD, NO_DESCRIPTOR));
    fields.add(WireMessage.Field.ofText(IMAGES_DIR, options.images().toString()));
    fields.add(WireMessage.Field.ofNumber(LOG_LEVEL, options.logLevel()));
    fields.add(WireMessage.Field.ofText(LOG_FILE, CriuCommand.RESTORE_LOG));
    fields.add(WireMessage.Field.ofNumber(TCP_CLOSE, 1));
    fields.add(WireMessage.Field.ofNumber(MANAGE_CGROUPS_MODE, CGROUPS_IGNORED));
    fields.add(WireMessage.Field.ofText(CONFIG_FILE, options.configFile().toString()));
    if (unprivileged) {
      fields.add(WireMessage.Field.ofNumber(UNPRIVILEGED, 1));
    }
    for (RestoreOptions.Inherited inherited : options.inherited()) {
      WireMessage message =
          WireMessage.of(
              WireMessage.Field.ofText(INHERIT_KEY, inherited.key()),
              WireMessage.Field.ofNumber(INHERIT_DESCRIPTOR, inherited.descriptor()));
      fields.add(WireMessage.Field.ofBytes(INHERIT_FD, message.bytes()));
    }
    return WireMessage.of(
            WireMessage.Field.ofNumber(REQUEST_TYPE, RESTORE),
            WireMessage.Field.ofBytes(REQUEST_OPTIONS, new WireMessage(fields).bytes()))
        .bytes();
  }

  /** Asks for its version, and that it waits for another request then. */
  static byte[] versionRequest() {
    return WireMessage.of(
            WireMessage.Field.ofNumber(REQUEST_TYPE, VERSION),
            WireMessage.Field.ofNumber(KEEP_OPEN, 1))
        .bytes();
  }

  /**
   * @param message the answer to that
   */
  static void requireVersion(byte[] message) throws IOException {
    if (message.length == 0) {
      throw new IOException("criu ended without an answer");
    }
    try {
      WireMessage response = WireMessage.parse(message);
      if (response.required(RESPONSE_TYPE) != VERSION || response.required(SUCCESS) == 0) {
        throw new IOException("criu does not tell its version");
      }
    } catch (WireMessage.Malformed e) {
      throw new IOException("CRIU's answer is not a message of its protocol: " + e.getMessage(), e);
    }
  }

  /**
   * @param message as received; an empty one means that CRIU ended without an answer
   */
  static Response parse(byte[] message) throws IOException {
    if (message.length == 0) {
      throw new IOException("criu ended without an answer");
    }
    try {
      WireMessage response = WireMessage.parse(message);
      if (response.required(RESPONSE_TYPE) != RESTORE) {
        throw new IOException("criu answered type " + response.required(RESPONSE_TYPE));
      }
      Optional<WireMessage> restored = response.message(RESTORED);
      return new Response(
          response.required(SUCCESS) != 0,
          restored.isPresent() ? restored.get().required(RESTORED_PID) : 0,
          (int) response.number(ERRNO).orElse(0),
          response.text(MESSAGE));
    } catch (WireMessage.Malformed e) {
      throw new IOException("CRIU's answer is not a message of its protocol: " + e.getMessage(), e);
    }
  }
}
