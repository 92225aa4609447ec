package io.loopsentinel.build;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Which classes may use the private members of which, as class files tell it (JVMS 4.7.28 and
 * 4.7.29).
 */
final class Nests {

  private Nests() {}

  /** Returns the name of the class that a class names as its nest's host; itself where none. */
  static String hostOf(ClassReader file) {
    String[] host = {file.getClassName()};
    file.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public void visitNestHost(String nestHost) {
            host[0] = nestHost;
          }
        },
        ClassReader.SKIP_CODE);
    return host[0];
  }

  /** Returns the names of the classes that a class takes into its nest. */
  static Set<String> membersOf(ClassReader file) {
    Set<String> members = new LinkedHashSet<>();
    file.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public void visitNestMember(String nestMember) {
            members.add(nestMember);
          }
        },
        ClassReader.SKIP_CODE);
    return members;
  }

  /** Returns a class file that takes more classes into its nest. */
  static byte[] withMembers(ClassReader file, List<String> members) {
    ClassWriter writer = new ClassWriter(0);
    file.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visitEnd() {
            members.forEach(this::visitNestMember);
            super.visitEnd();
          }
        },
        0);
    return writer.toByteArray();
  }
}
