package thaw.snapshot;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files that dumped processes have open or mapped, {@code files.img}, with new ones added. */
final class ImageFiles {
  static final String NAME = "files.img";

  /** The field numbers of file_entry. */
  private static final int TYPE = 1;

  private static final int ID = 2;
  private static final int REG = 3;
  private static final long TYPE_REG = 1;

  /** The field numbers of reg_file_entry. */
  private static final int REG_ID = 1;

  private static final int REG_FLAGS = 2;
  private static final int REG_POS = 3;
  private static final int REG_NAME = 6;
  private static final int REG_SIZE = 8;
  private static final int REG_EXT = 9;
  private static final int REG_MODE = 10;
  private static final int BUILD_ID = 11;
  private static final int CHECKSUM = 12;
  private static final int CHECKSUM_CONFIG = 13;
  private static final int CHECKSUM_PARAMETER = 14;

  private static final int FDINFO_ID = 1;
  private static final int WORKING_FOLDER_ID = 1; // of fs_entry
  private static final int ROOT_FOLDER_ID = 2;
  private static final int EXE_FILE_ID = 12; // of mm_entry
  private static final long OWNERS_REGULAR_FILE = 0100600;

  private final CriuImageFile original;
  private final Map<Long, WireMessage> byId;
  private final List<WireMessage> memories = new ArrayList<>();

  private ImageFiles(CriuImageFile original, Map<Long, WireMessage> byId) {
    this.original = original;
    this.byId = byId;
  }

  static ImageFiles read(Path images) throws IOException {
    Path file = images.resolve(NAME);
    CriuImageFile image = CriuImageFile.read(file, CriuImageFile.FILES);
    try {
      Map<Long, WireMessage> byId = new HashMap<>();
      for (WireMessage entry : image.messages()) {
        byId.put(entry.required(ID), entry);
      }
      ImageFiles files = new ImageFiles(image, byId);
      files.requireDescriptors(images);
      files.requireFolders(images);
      return files;
    } catch (WireMessage.Malformed e) {
      throw new BadImage(file, String.valueOf(e.getMessage()));
    }
  }

  private void requireDescriptors(Path images) throws IOException, WireMessage.Malformed {
    try (DirectoryStream<Path> tables = Files.newDirectoryStream(images, "fdinfo-*.img")) {
      for (Path table : tables) {
        for (WireMessage descriptor : CriuImageFile.read(table, CriuImageFile.FDINFO).messages()) {
          require(descriptor.required(FDINFO_ID), table.getFileName().toString());
        }
      }
    }
  }

  private void requireFolders(Path images) throws IOException, WireMessage.Malformed {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(images, "fs-*.img")) {
      for (Path process : processes) {
        for (WireMessage folders : CriuImageFile.read(process, CriuImageFile.FS).messages()) {
          require(folders.required(WORKING_FOLDER_ID), process.getFileName().toString());
          require(folders.required(ROOT_FOLDER_ID), process.getFileName().toString());
        }
      }
    }
  }

  private WireMessage require(long id, String user) throws BadImage {
    WireMessage entry = byId.get(id);
    if (entry == null) {
      throw new BadImage(NAME, "file " + id + " of " + user + " is missing");
    }
    return entry;
  }

  /** All files that these areas map must be there. */
  void requireAll(List<MemoryArea> areas, String user) throws BadImage, WireMessage.Malformed {
    Set<Long> seen = new HashSet<>();
    for (MemoryArea area : areas) {
      if (area.isOfFile() && seen.add(area.fileId())) {
        require(area.fileId(), user);
      }
    }
  }

  /**
   * Adds the memory file. All that it does not know of itself, such as the owner of its signals, it
   * has from the process's program.
   *
   * @param process its {@code mm_entry}
   * @return the id
   */
  long addMemory(WireMessage process, String path) throws BadImage, WireMessage.Malformed {
    long program = process.required(EXE_FILE_ID);
    WireMessage template =
        require(program, "the program")
            .message(REG)
            .orElseThrow(() -> new BadImage(NAME, "the program is not a regular file"));
    long id = byId.keySet().stream().mapToLong(Long::longValue).max().orElse(0) + 1;
    WireMessage file =
        template
            .with(REG_ID, id)
            .with(REG_FLAGS, 0)
            .with(REG_POS, 0)
            .with(WireMessage.Field.ofText(REG_NAME, path))
            .with(REG_MODE, OWNERS_REGULAR_FILE)
            .without(REG_SIZE, REG_EXT, BUILD_ID, CHECKSUM, CHECKSUM_CONFIG, CHECKSUM_PARAMETER);
    WireMessage entry =
        WireMessage.of(
            WireMessage.Field.ofNumber(TYPE, TYPE_REG),
            WireMessage.Field.ofNumber(ID, id),
            WireMessage.Field.ofBytes(REG, file.bytes()));
    byId.put(id, entry);
    memories.add(entry);
    return id;
  }

  /** Ids of the regular files of that name. */
  Set<Long> named(String path) throws WireMessage.Malformed {
    Set<Long> ids = new HashSet<>();
    for (Map.Entry<Long, WireMessage> each : byId.entrySet()) {
      Optional<WireMessage> file = each.getValue().message(REG);
      if (file.isPresent() && file.get().text(REG_NAME).equals(Optional.of(path))) {
        ids.add(each.getKey());
      }
    }
    return ids;
  }

  /**
   * All of them.
   *
   * @param memorySize CRIU refuses to restore when the memory file has another size
   */
  CriuImageFile image(long memorySize) throws BadImage {
    List<WireMessage> all = new ArrayList<>(original.messages());
    for (WireMessage memory : memories) {
      try {
        WireMessage file = memory.message(REG).orElseThrow().with(REG_SIZE, memorySize);
        all.add(memory.with(WireMessage.Field.ofBytes(REG, file.bytes())));
      } catch (WireMessage.Malformed e) {
        throw new BadImage(NAME, String.valueOf(e.getMessage()));
      }
    }
    return new CriuImageFile(CriuImageFile.FILES, all);
  }
}
