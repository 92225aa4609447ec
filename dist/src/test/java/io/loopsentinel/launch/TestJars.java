package io.loopsentinel.launch;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes jars that are built as the agent's is. */
final class TestJars {

  private TestJars() {}

  static File write(File jar, Map<String, byte[]> files) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.IMPLEMENTATION_TITLE, "An agent");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue());
        out.closeEntry();
      }
    }
    return jar;
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
}
