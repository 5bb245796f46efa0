package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import thaw.fixture.SideBySide;
import thaw.function.packaging.CodeSource;

/** Class files as compilers before Java 6 wrote them. */
@SideBySide
class FramedCodeTest {
  private static final String CLASS = "old/Sign.class";

  @TempDir Path folder;
  private Path exploded;

  @BeforeEach
  void explode() throws Exception {
    exploded = Files.createDirectories(folder.resolve("exploded"));
    Files.createDirectories(exploded.resolve("lib"));
  }

  /** A class with branches whose ends have types of their own, so that frames are computed. */
  private static byte[] sign(int version, String above, String other) {
    ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    file.visit(
        version,
        Opcodes.ACC_PUBLIC,
        "old/Sign",
        null,
        "java/lang/Object",
        new String[] {"java/util/function/IntUnaryOperator"});
    MethodVisitor made = file.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    made.visitVarInsn(Opcodes.ALOAD, 0);
    made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    made.visitInsn(Opcodes.RETURN);
    made.visitMaxs(0, 0);
    MethodVisitor code = file.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
    Label negative = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IFLT, negative);
    instance(code, above);
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(negative);
    instance(code, other);
    code.visitLabel(end);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/Object", "toString", "()Ljava/lang/String;", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    file.visitEnd();
    return file.toByteArray();
  }

  private static void instance(MethodVisitor code, String type) {
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
  }

  private static byte[] sign() {
    return sign(Opcodes.V1_5, "java/util/ArrayList", "java/util/HashSet");
  }

  /** A subroutine, as javac made one of finally up to Java 5. */
  private static byte[] withSubroutine() {
    ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    file.visit(Opcodes.V1_3, Opcodes.ACC_PUBLIC, "old/Sub", null, "java/lang/Object", null);
    MethodVisitor code =
        file.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
    Label subroutine = new Label();
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitVarInsn(Opcodes.RET, 0);
    code.visitMaxs(0, 0);
    file.visitEnd();
    return file.toByteArray();
  }

  private Path jar(String name, Object... namesAndBytes) throws Exception {
    Path jar = exploded.resolve("lib").resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < namesAndBytes.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndBytes[i]));
        zip.write((byte[]) namesAndBytes[i + 1]);
        zip.closeEntry();
      }
    }
    return jar;
  }

  /** Returns the library folder of what is made of a package that its project has zipped. */
  private Path framed() {
    CodeSource made =
        FramedCode.of(new CodeSource.Folder(exploded), exploded, folder.resolve("made"));
    return made.path().resolve("lib");
  }

  private static byte[] entry(Path jar, String name) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
  }

  private static int major(byte[] file) {
    return file[7];
  }

  @Test
  void an_old_class_gets_frames_and_does_the_same() throws Exception {
    Path jar = jar("old.jar", "words.txt", "words".getBytes(), CLASS, sign());
    assertEquals(Set.of("old.Sign"), FramedCode.old(exploded));

    Path made = framed().resolve("old.jar");

    assertEquals(50, major(entry(made, CLASS)));
    assertTrue(
        new String(entry(made, CLASS), StandardCharsets.ISO_8859_1).contains("StackMapTable"));
    assertArrayEquals(entry(jar, "words.txt"), entry(made, "words.txt"));
    assertEquals(49, major(entry(jar, CLASS)), "what was built stays");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {made.toUri().toURL()})) {
      IntUnaryOperator sign =
          (IntUnaryOperator) loader.loadClass("old.Sign").getDeclaredConstructor().newInstance();
      assertEquals(2, sign.applyAsInt(1), "[]");
    }
  }

  @Test
  void classes_of_a_shaded_jar_get_frames_and_its_links_lead_to_what_they_did() throws Exception {
    Path built = folder.resolve("Sign.class");
    Files.write(built, sign());
    Files.createDirectories(exploded.resolve("old"));
    Files.write(exploded.resolve(CLASS), sign());
    Files.createSymbolicLink(exploded.resolve("old/Link.class"), built);
    assertEquals(Set.of("old.Sign"), FramedCode.old(exploded));

    Path task = framed().getParent();

    assertEquals(50, major(Files.readAllBytes(task.resolve(CLASS))));
    assertEquals(49, major(Files.readAllBytes(built)));
  }

  @Test
  void libraries_of_a_built_project_stay_in_their_order_and_new_ones_as_they_are()
      throws Exception {
    Path newer = jar("a.jar", CLASS, sign(Opcodes.V1_6, "java/util/TreeSet", "java/util/TreeSet"));
    Path older = jar("b.jar", CLASS, sign());

    CodeSource.Built made =
        (CodeSource.Built)
            FramedCode.of(
                new CodeSource.Built(List.of(folder), List.of(older, newer)),
                exploded,
                folder.resolve("made"));

    assertEquals(List.of(folder), made.classes());
    assertEquals("b.jar", made.libraries().getFirst().getFileName().toString());
    assertEquals(50, major(entry(made.libraries().getFirst(), CLASS)));
    assertEquals(newer, made.libraries().getLast());
  }

  @Test
  void a_signed_jar_stays_as_it_is() throws Exception {
    Path jar = jar("signed.jar", "META-INF/A.SF", new byte[] {1}, CLASS, sign());

    assertEquals(Set.of(), FramedCode.old(exploded));
    assertArrayEquals(Files.readAllBytes(jar), Files.readAllBytes(framed().resolve("signed.jar")));
  }

  @Test
  void a_class_that_cannot_have_frames_stays_as_it_is() throws Exception {
    byte[] missing = sign(Opcodes.V1_5, "absent/One", "absent/Other");
    byte[] subroutine = withSubroutine();
    jar("odd.jar", CLASS, missing, "old/Sub.class", subroutine, "old/No.class", new byte[] {1});

    Path made = framed().resolve("odd.jar");

    assertArrayEquals(missing, entry(made, CLASS), "no supertypes are known");
    assertArrayEquals(subroutine, entry(made, "old/Sub.class"));
    assertArrayEquals(new byte[] {1}, entry(made, "old/No.class"));
  }

  @Test
  void an_interface_becomes_abstract_as_the_jvm_takes_an_old_one() throws Exception {
    ClassWriter file = new ClassWriter(0);
    file.visit(Opcodes.V1_2, Opcodes.ACC_INTERFACE, "old/Face", null, "java/lang/Object", null);
    file.visitEnd();
    jar("face.jar", "old/Face.class", file.toByteArray());

    Path made = framed().resolve("face.jar");

    try (URLClassLoader loader = new URLClassLoader(new URL[] {made.toUri().toURL()})) {
      Class<?> face = loader.loadClass("old.Face");
      assertTrue(face.isInterface());
      assertFalse(face.isAnnotation());
    }
  }
}
