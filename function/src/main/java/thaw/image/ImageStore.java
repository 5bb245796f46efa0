package thaw.image;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.files.NativeSha256;
import thaw.function.HostArchitecture;
import thaw.function.packaging.CacheSection;
import thaw.function.packaging.Sha256;
import thaw.function.packaging.StoreFolder;
import thaw.problem.UserMistake;

/**
 * Images unpacked once, each in a folder that is named by a digest of its configuration. No path
 * below their roots leads out of them, whoever follows it.
 */
public final class ImageStore {
  static {
    NativeSha256.install();
  }

  /** Files that the program which runs a container puts there. */
  private static final List<String> PLACES =
      List.of("etc/group", "etc/hosts", "etc/passwd", "etc/resolv.conf");

  /** Changes when the same image is unpacked otherwise than before. */
  private static final String FORM = "links lead inside ";

  private final StoreFolder images;
  private final Consumer<String> notes;

  /**
   * An image as a root file system.
   *
   * @param root read by functions, never changed
   * @param digest {@code sha256:} and 64 digits
   * @param bytes of its files
   */
  public record Unpacked(Path root, String digest, long bytes, ImageSettings settings) {}

  /**
   * @param root the store's folder
   * @param notes for people: what is unpacked
   */
  public ImageStore(Path root, Consumer<String> notes) {
    this.images = new StoreFolder(root, notes);
    this.notes = notes;
  }

  /** Returns the section of the cache in which it keeps what can be made again. */
  public CacheSection section() {
    return new CacheSection(images.root());
  }

  /**
   * @param path an OCI layout, an OCI tar or what docker save writes
   * @throws UserMistake when it is none, damaged, or for another machine
   */
  public Unpacked put(Path path) {
    return put(path, HostArchitecture.NAME);
  }

  /**
   * The same for another machine.
   *
   * @param architecture as Lambda names it
   */
  public Unpacked put(Path path, String architecture) {
    try (ImageFile image = ImageFile.open(path, architecture)) {
      image.requireArchitecture();
      Sha256 id = Sha256.of(out -> out.write((FORM + image.id().hex()).getBytes(UTF_8)));
      if (!images.has(id)) {
        notes.accept("unpacking the image " + path + " (once) ...");
        images.publish((content, scratch) -> {
          unpack(image, content, scratch);
          return id;
        });
      }
      Path folder = images.folder(id);
      section().use(folder);
      long bytes = Long.parseLong(Files.readString(folder.resolve("bytes")).strip());
      return new Unpacked(folder.resolve("root"), image.digest(), bytes, image.settings());
    } catch (IOException e) {
      throw new UncheckedIOException("could not unpack " + path + ": " + e, e);
    }
  }

  private static void unpack(ImageFile image, Path content, Path scratch) throws IOException {
    RootTree tree = new RootTree(image.path(), Files.createDirectory(scratch.resolve("contents")));
    for (ImageFile.Layer layer : image.layers()) {
      MessageDigest digest = DigestUtils.getSha256Digest();
      try (InputStream in = new DigestInputStream(image.open(layer), digest)) {
        tree.add(in);
        in.transferTo(java.io.OutputStream.nullOutputStream());
      } catch (IOException e) {
        throw damaged(image, layer, String.valueOf(e.getMessage()));
      }
      String found = "sha256:" + HexFormat.of().formatHex(digest.digest());
      if (!found.equals(layer.diffId())) {
        throw damaged(image, layer, "its digest is " + found);
      }
    }
    PLACES.forEach(tree::place);
    Files.createDirectory(content);
    tree.writeTo(content.resolve("root"));
    Files.writeString(content.resolve("bytes"), tree.bytes() + "\n");
  }

  private static UserMistake damaged(ImageFile image, ImageFile.Layer layer, String how) {
    return new UserMistake(
        "%s is damaged: its layer %s: %s".formatted(image.path(), layer.diffId(), how),
        "build or copy the image again");
  }
}
