package io.loopsentinel.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.stream.Stream;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeDescription.ForLoadedType;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Describes classes by their class files, and loads none: a class that is loaded too early could
 * not be defined any more where it belongs. Stateless.
 */
public final class ClassFiles {

  private ClassFiles() {}

  /** Describes a class, and those that it names by their names alone. */
  static TypeDescription describe(String type, byte[] file) {
    return describe(type, withoutEnclosingMethod(file), ClassFileLocator.NoOp.INSTANCE);
  }

  /** As below, with what a loader finds; callers need no class of Byte Buddy's for it. */
  static TypeDescription describe(String type, byte[] file, ClassLoader loader) {
    return describe(type, file, new Resources(loader));
  }

  /** Describes a class, and those that it names by their class files, when they are asked for. */
  static TypeDescription describe(String type, byte[] file, ClassFileLocator others) {
    ClassFileLocator own = ClassFileLocator.Simple.of(type, file);
    return types(new ClassFileLocator.Compound(own, others)).describe(type).resolve();
  }

  /** Whether a class was compiled for Java 1.4 or older, which had no constants for classes. */
  static boolean isTooOld(byte[] file) {
    return ClassFileVersion.ofClassFile(file).isLessThan(ClassFileVersion.JAVA_V5);
  }

  /** Returns what reads a class file when something is asked of the class but its name. */
  static TypePool types(ClassFileLocator files) {
    return new TypePool.Default.WithLazyResolution(
        new Cache(), files, TypePool.Default.ReaderMode.FAST);
  }

  /** Byte Buddy looks for the type variables of a local class in the method around it. */
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
   * Returns the superclass and the interfaces of a class, each before what stands above it. Only
   * their erasures are looked at: type arguments would lead to other classes.
   */
  static Stream<TypeDescription> ancestors(TypeDescription type) {
    return Stream.concat(Stream.ofNullable(type.getSuperClass()), type.getInterfaces().stream())
        .map(TypeDefinition::asErasure)
        .flatMap(parent -> Stream.concat(Stream.of(parent), ancestors(parent)));
  }

  /** Returns a class file; {@code null} where there is none, as with those made at run time. */
  public static byte @Nullable [] bytes(String type, ClassLoader loader) {
    try {
      URL url = loader.getResource(type + ".class");
      if (url == null) {
        return null;
      }
      URLConnection connection = url.openConnection();
      // The cache would hold the application's jar open for good.
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        byte[] file = in.readAllBytes();
        ClassFileVersion.ofClassFile(file);
        return file;
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // The loader is the application's own code, and may give anything for a class file.
      return null;
    }
  }

  /**
   * Finds the class files that a loader finds, but for those of the JDK: no target lies above its
   * classes, to read which takes a file system of its own.
   */
  record Resources(ClassLoader loader) implements ClassFileLocator {

    @Override
    public Resolution locate(String name) {
      byte[] file = name.startsWith("java.") ? null : bytes(name.replace('.', '/'), loader);
      return file == null ? new Resolution.Illegal(name) : new Resolution.Explicit(file);
    }

    @Override
    public void close() {}
  }

  /**
   * Takes a class without a class file for one that has nothing but its name, and for an annotation
   * as well, for as such it may be looked for.
   */
  private static final class Cache extends TypePool.CacheProvider.Simple {

    Cache() {
      super.register(
          Object.class.getName(), new TypePool.Resolution.Simple(ForLoadedType.of(Object.class)));
    }

    @Override
    public TypePool.Resolution register(String name, TypePool.Resolution resolution) {
      return super.register(
          name,
          resolution.isResolved()
              ? resolution
              : new TypePool.Resolution.Simple(
                  InstrumentedType.Default.of(
                      name,
                      TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
                      Opcodes.ACC_PUBLIC
                          | Opcodes.ACC_INTERFACE
                          | Opcodes.ACC_ABSTRACT
                          | Opcodes.ACC_ANNOTATION)));
    }
  }
}
