package io.loopsentinel.launch;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes jars that are built as the agent's is. */
final class NestedJars {

  private NestedJars() {}

  /** Writes a jar, in which everything is stored as it is. */
  static File write(File jar, Map<String, byte[]> files) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.IMPLEMENTATION_TITLE, "An agent");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        add(file.getKey(), file.getValue(), ZipEntry.STORED, out);
      }
    }
    return jar;
  }

  /**
   * Returns a jar.
   *
   * @param method how its files are in it: {@link ZipEntry#STORED} or {@link ZipEntry#DEFLATED}
   * @param comment behind its directory; absent: none
   */
  static byte[] jar(int method, @Nullable String comment, Map<String, byte[]> files)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      out.setComment(comment);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        add(file.getKey(), file.getValue(), method, out);
      }
    }
    return bytes.toByteArray();
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a class without methods, by its internal name. */
  static byte[] classFile(String name) {
    return classFile(name, null);
  }

  /** Returns a class whose method {@code get} makes an object of another class. */
  static byte[] supplier(String name, String made) {
    return classFile(name, made);
  }

  private static byte[] classFile(String name, @Nullable String made) {
    ClassWriter type = new ClassWriter(0);
    String[] interfaces = made == null ? null : new String[] {"java/util/function/Supplier"};
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", interfaces);
    MethodVisitor constructor = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);
    constructor.visitEnd();
    if (made != null) {
      MethodVisitor get =
          type.visitMethod(Opcodes.ACC_PUBLIC, "get", "()Ljava/lang/Object;", null, null);
      get.visitCode();
      get.visitTypeInsn(Opcodes.NEW, made);
      get.visitInsn(Opcodes.DUP);
      get.visitMethodInsn(Opcodes.INVOKESPECIAL, made, "<init>", "()V", false);
      get.visitInsn(Opcodes.ARETURN);
      get.visitMaxs(2, 1);
      get.visitEnd();
    }
    type.visitEnd();
    return type.toByteArray();
  }

  private static void add(String name, byte[] content, int method, ZipOutputStream out)
      throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(method);
    // As the tool jar has it, which marks a file so that is a jar.
    entry.setExtra(new byte[] {(byte) 0xfe, (byte) 0xca, 0, 0});
    if (method == ZipEntry.DEFLATED) {
      // Makes a file's own header longer than what the directory says of it.
      entry.setLastModifiedTime(FileTime.fromMillis(0));
      entry.setLastAccessTime(FileTime.fromMillis(0));
    } else {
      CRC32 sum = new CRC32();
      sum.update(content);
      entry.setCrc(sum.getValue());
      entry.setSize(content.length);
    }
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
