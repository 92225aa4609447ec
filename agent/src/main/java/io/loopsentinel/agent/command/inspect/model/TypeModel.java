package io.loopsentinel.agent.command.inspect.model;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A class or interface as its class file declares it.
 *
 * @param name its internal name
 * @param superName internal name of its superclass; {@code null} for {@link Object}
 * @param interfaces internal names of the interfaces that it names itself
 */
public record TypeModel(
    String name,
    int access,
    @Nullable String superName,
    List<String> interfaces,
    List<FieldModel> fields,
    List<MethodModel> methods) {

  /** Returns a type of which nothing is known but some methods that others call. */
  public static TypeModel guessed(String name, Collection<MethodRef> methods) {
    List<MethodModel> declared =
        methods.stream()
            .map(
                method ->
                    new MethodModel(
                        method, null, Modifier.PUBLIC, List.of(), List.of(), MethodBody.NONE))
            .toList();
    return new TypeModel(name, Modifier.PUBLIC, null, List.of(), List.of(), declared);
  }

  /** Whether Kotlin's compiler made it, to carry on a suspended function. */
  public boolean isContinuation() {
    return superName != null && superName.startsWith("kotlin/coroutines/jvm/internal/");
  }

  public boolean isInterface() {
    return Modifier.isInterface(access);
  }

  public boolean isAbstract() {
    return Modifier.isAbstract(access);
  }

  /** Returns its name as targets and expressions spell it ({@code a.b.C$D}). */
  public String binaryName() {
    return name.replace('/', '.');
  }

  /** Returns its name without the package and enclosing classes. */
  public String simpleName() {
    return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1);
  }
}
