package io.loopsentinel.targets.match;

import java.util.stream.Stream;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Describes classes from class files, without loading them: a class that is loaded too early could
 * no longer be transformed. Stateless.
 */
public final class ClassFiles {

  private ClassFiles() {}

  /** Describes a class; referenced types are described by name only. */
  public static TypeDescription describe(String type, byte[] file) {
    return describe(type, withoutEnclosingMethod(file), ClassFileLocator.NoOp.INSTANCE);
  }

  /** As below, with the class files of a loader, and without Byte Buddy types in the signature. */
  public static TypeDescription describe(String type, byte[] file, ClassLoader loader) {
    return describe(type, file, new Resources(loader));
  }

  /** Describes a class; referenced types are read from class files on demand. */
  public static TypeDescription describe(String type, byte[] file, ClassFileLocator others) {
    ClassFileLocator own = ClassFileLocator.Simple.of(type, file);
    return types(new ClassFileLocator.Compound(own, others)).describe(type).resolve();
  }

  /** Returns whether a class was compiled for Java 1.4 or older, which has no class constants. */
  public static boolean isTooOld(byte[] file) {
    return ClassFileVersion.ofClassFile(file).isLessThan(ClassFileVersion.JAVA_V5);
  }

  /** Returns a pool that reads a class file when more than the name is needed. */
  static TypePool types(ClassFileLocator files) {
    return new TypePool.Default.WithLazyResolution(
        TypePool.CacheProvider.Simple.withObjectType(),
        new ClassFileLocator.Compound(files, new Stubs()),
        TypePool.Default.ReaderMode.FAST);
  }

  /** Removes the enclosing method, in which Byte Buddy would resolve type variables. */
  private static byte[] withoutEnclosingMethod(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor visitor =
        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
          @Override
          public void visitOuterClass(
              String owner, @Nullable String method, @Nullable String descriptor) {}
        };
    OpenedClassReader.of(file).accept(visitor, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  /**
   * Returns the superclasses and interfaces of a class, each before its own supertypes. Only
   * erasures are read, because type arguments would lead to other classes.
   */
  static Stream<TypeDescription> ancestors(TypeDescription type) {
    return Stream.concat(Stream.ofNullable(type.getSuperClass()), type.getInterfaces().stream())
        .map(TypeDefinition::asErasure)
        .flatMap(parent -> Stream.concat(Stream.of(parent), ancestors(parent)));
  }

  /**
   * Finds the class files of a loader, except for the JDK's: none of their supertypes is a target,
   * and reading them needs a separate file system.
   */
  record Resources(ClassLoader loader) implements ClassFileLocator {

    @Override
    public Resolution locate(String name) {
      byte[] file =
          name.startsWith("java.") ? null : ClassResource.read(name.replace('.', '/'), loader);
      return file == null ? new Resolution.Illegal(name) : new Resolution.Explicit(file);
    }

    @Override
    public void close() {}
  }

  /**
   * Describes a class without a class file by its name only, and as an annotation, because it may
   * be resolved as one. Byte Buddy's own type for that would have the JDK generate two large
   * proxies.
   */
  private record Stubs() implements ClassFileLocator {

    @Override
    public Resolution locate(String name) {
      ClassWriter writer = new ClassWriter(0);
      writer.visit(
          Opcodes.V1_5,
          Opcodes.ACC_PUBLIC
              | Opcodes.ACC_INTERFACE
              | Opcodes.ACC_ABSTRACT
              | Opcodes.ACC_ANNOTATION,
          name.replace('.', '/'),
          null,
          "java/lang/Object",
          null);
      return new Resolution.Explicit(writer.toByteArray());
    }

    @Override
    public void close() {}
  }
}
