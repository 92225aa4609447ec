package io.loopsentinel.agent.instrument;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * The little of a class file that matching needs: its names, and its methods' (JVMS 4.1). Class
 * files of later Java versions are read, too.
 */
final class ClassOutline {

  private static final int MAJOR_VERSION = 6;
  private static final int LATEST_KNOWN = Opcodes.V17;

  private final int majorVersion;
  private final List<String> interfaces = new ArrayList<>();
  private final Set<String> fields = new HashSet<>();
  private final List<MethodOutline> methods = new ArrayList<>();
  private int access;
  private String name = "";
  private @Nullable String superName;

  /**
   * Reads a class file.
   *
   * @throws IllegalArgumentException where the bytes are no class file
   */
  ClassOutline(byte[] file) {
    try {
      this.majorVersion = (file[MAJOR_VERSION] & 0xff) << 8 | (file[MAJOR_VERSION + 1] & 0xff);
      new ClassReader(readable(file))
          .accept(new Reader(), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("no class file", e);
    }
  }

  /** What is read here has not changed for long, so that a later version is read as this one. */
  private byte[] readable(byte[] file) {
    if (majorVersion <= LATEST_KNOWN) {
      return file;
    }
    byte[] known = file.clone();
    known[MAJOR_VERSION] = 0;
    known[MAJOR_VERSION + 1] = LATEST_KNOWN;
    return known;
  }

  private final class Reader extends ClassVisitor {

    Reader() {
      super(OpenedClassReader.ASM_API);
    }

    @Override
    public void visit(
        int version,
        int accessFlags,
        String internalName,
        @Nullable String signature,
        @Nullable String superclass,
        String @Nullable [] itsInterfaces) {
      access = accessFlags;
      name = internalName;
      superName = superclass;
      if (itsInterfaces != null) {
        interfaces.addAll(List.of(itsInterfaces));
      }
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int accessFlags,
        String field,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      fields.add(field);
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int accessFlags,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      List<String> annotations = new ArrayList<>(0);
      // The class file has other flags in two bytes; ASM adds some of its own above them.
      methods.add(new MethodOutline(method, descriptor, accessFlags & 0xffff, annotations));
      return new MethodVisitor(OpenedClassReader.ASM_API) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
          annotations.add(type);
          return null;
        }
      };
    }
  }

  boolean isInterface() {
    return Modifier.isInterface(access);
  }

  /** Returns its internal name ({@code a/b/C}). */
  String name() {
    return name;
  }

  /** Returns the internal name of its superclass; {@code null} for {@link Object}. */
  @Nullable String superName() {
    return superName;
  }

  /** Returns the internal names of the interfaces that it names itself. */
  List<String> interfaces() {
    return interfaces;
  }

  /** Returns the internal names of its interfaces and of its superclass. */
  List<String> parents() {
    List<String> parents = new ArrayList<>(interfaces);
    if (superName != null) {
      parents.add(superName);
    }
    return parents;
  }

  /** Returns whether its methods can be guarded: before Java 5, none can name its class. */
  boolean isGuardable() {
    return majorVersion >= Opcodes.V1_5;
  }

  /** Returns the major version of its format: 49 for Java 5, 61 for Java 17. */
  int majorVersion() {
    return majorVersion;
  }

  /** Returns whether it declares a field of this name, of any visibility. */
  boolean declaresField(String wanted) {
    return fields.contains(wanted);
  }

  /** Returns its methods in the order of the file. */
  List<MethodOutline> methods() {
    return methods;
  }
}
