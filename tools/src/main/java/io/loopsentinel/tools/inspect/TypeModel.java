package io.loopsentinel.tools.inspect;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * A class or interface as declared in its class file. Immutable.
 *
 * @param name its internal name, like all type names in this record
 * @param superName {@code null} for {@link Object}
 * @param members the types declared in it
 */
public record TypeModel(
    String name,
    int access,
    @Nullable String superName,
    List<String> interfaces,
    List<FieldNode> fields,
    List<MethodModel> methods,
    List<String> members) {

  /**
   * Reads a class file, without the method bodies of {@linkplain Libraries well-known libraries}.
   *
   * @throws RuntimeException if the bytes are not a class file, or one of a later Java version
   */
  public static TypeModel read(byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassNode type = new ClassNode();
    int code = Libraries.contain(reader.getClassName()) ? ClassReader.SKIP_CODE : 0;
    reader.accept(type, ClassReader.SKIP_FRAMES | code);
    return new TypeModel(
        type.name,
        type.access,
        type.superName,
        List.copyOf(type.interfaces),
        List.copyOf(type.fields),
        type.methods.stream().map(method -> MethodReader.read(type.name, method)).toList(),
        type.innerClasses.stream()
            .filter(inner -> type.name.equals(inner.outerName))
            .map(inner -> inner.name)
            .toList());
  }

  /** Returns a copy in which futures without generic signature have their observed value types. */
  TypeModel withObservations(Observations seen) {
    List<MethodModel> known =
        methods.stream()
            .map(
                method ->
                    method.signature() == null && Signatures.isAsynchronous(method)
                        ? seen.laterValue(method.ref()).map(method::withFutureType).orElse(method)
                        : method)
            .toList();
    return new TypeModel(name, access, superName, interfaces, fields, known, members);
  }

  /** Returns the methods that a target may name: those with a body, and those of an interface. */
  Stream<MethodModel> candidates() {
    // Kotlin's compiler generates continuation classes that resume suspended functions.
    return superName != null && superName.startsWith("kotlin/coroutines/jvm/internal/")
        ? Stream.empty()
        : methods.stream()
            .filter(method -> !method.isBridge())
            .filter(method -> method.isGuardable() || (method.isAbstract() && isInterface()));
  }

  /** Returns the methods and constructors that other types may call. */
  Stream<MethodModel> visibleMethods() {
    return methods.stream().filter(method -> !method.isPrivate() && !method.isSynthetic());
  }

  boolean isMadeBy(MethodModel method) {
    return method.result().equals(Type.getObjectType(name));
  }

  Optional<MethodModel> declared(MethodRef method) {
    MethodRef own = method.in(name);
    return methods.stream().filter(each -> each.ref().equals(own)).findFirst();
  }

  /** Returns the names of its superclass and interfaces. */
  public List<String> supertypes() {
    return Stream.concat(Stream.ofNullable(superName), interfaces.stream()).toList();
  }

  boolean isInterface() {
    return Modifier.isInterface(access);
  }

  boolean isEnum() {
    return "java/lang/Enum".equals(superName);
  }

  /** Returns whether it cannot be instantiated, only its subtypes can. */
  public boolean isAbstract() {
    return Modifier.isAbstract(access);
  }

  /** Returns its name as written in targets and expressions ({@code a.b.C$D}). */
  public String binaryName() {
    return name.replace('/', '.');
  }

  String simpleName() {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1);
  }

  Words words() {
    return Words.of(simpleName());
  }
}
