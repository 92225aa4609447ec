package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.Reading;
import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.ClassConstant;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Writes calls of the hook into methods of class files, by Byte Buddy's {@link Advice}.
 *
 * <p>No member is added, as the JVM would refuse that for a class that is loaded already, and no
 * class of the application is looked for: of the types that a class names the names are enough.
 * Thread-safe.
 */
final class HookWriter {

  private static final ByteBuddy BYTE_BUDDY =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(new AllMethods())
          .ignore(ElementMatchers.none())
          .with(Implementation.Context.Disabled.Factory.INSTANCE);

  private static final TypeDescription.Generic OBJECT =
      TypeDescription.ForLoadedType.of(Object.class).asGenericType();

  private final ClassFileLocator advice;

  /**
   * Creates a writer.
   *
   * @param hook name of the class under which the boot loader has the hook
   */
  HookWriter(String hook) {
    this.advice = new HookClassFiles(hook);
  }

  /**
   * Returns a copy of a class file in which some methods call the hook.
   *
   * @throws IllegalArgumentException if its format is newer than what this agent knows
   */
  byte[] guard(String type, byte[] file, List<MatchedMethod> guarded) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    for (MatchedMethod each : guarded) {
      String key = each.key();
      methods =
          methods.method(
              method -> key.equals(method.getInternalName() + method.getDescriptor()), guard(each));
    }
    return write(ClassFiles.describe(type, file), file, methods);
  }

  private Advice guard(MatchedMethod guarded) {
    Advice.WithCustomMapping mapping =
        Advice.withCustomMapping()
            .bind(GuardAdvice.Site.class, guarded.site())
            .bind(
                GuardAdvice.ReturnType.class,
                (type, method, assigner, handler, sort) ->
                    constant(method.getReturnType().asErasure()));
    TypeDescription exit =
        TypeDescription.ForLoadedType.of(
            guarded.method().getReturnType().isPrimitive()
                ? GuardAdvice.OfOther.class
                : GuardAdvice.OfObject.class);
    return guarded.target().readings().get(Reading.INJECT) == null
        ? mapping.to(exit, advice)
        : mapping.to(
            TypeDescription.ForLoadedType.of(GuardAdvice.ChangingArguments.class), exit, advice);
  }

  /**
   * Returns a copy of a class file with advice in some of its methods.
   *
   * @param places where each is written
   * @throws IllegalStateException if the class has not got the methods that it ought to have
   */
  byte[] write(String type, byte[] file, List<RunPropagation.Place> places) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    TypeDescription described = ClassFiles.describe(type, file);
    for (RunPropagation.Place place : places) {
      List<? extends MethodDescription> taken =
          described.getDeclaredMethods().stream().filter(place::takes).toList();
      if (taken.isEmpty()) {
        throw new IllegalStateException(type + " has no method " + place.methods());
      }
      for (MethodDescription each : taken) {
        methods = methods.method(ElementMatchers.is(each), run(place.advice(), each));
      }
    }
    return write(described, file, methods);
  }

  private Advice run(Class<?> kind, MethodDescription of) {
    int last = of.getParameters().size() - 1;
    return (last < 0 ? Advice.withCustomMapping() : lastArgument(of.getParameters().get(last)))
        .to(TypeDescription.ForLoadedType.of(kind), advice);
  }

  private static Advice.WithCustomMapping lastArgument(ParameterDescription last) {
    return Advice.withCustomMapping()
        .bind(
            RunAdvice.LastType.class,
            (type, method, assigner, handler, sort) -> constant(last.getType().asErasure()))
        .bind(
            new Advice.OffsetMapping.Factory.Simple<>(
                RunAdvice.Last.class,
                new Advice.OffsetMapping.ForArgument.Unresolved(
                    OBJECT, false, Assigner.Typing.DYNAMIC, last.getIndex())));
  }

  private static byte[] write(TypeDescription type, byte[] file, AsmVisitorWrapper methods) {
    ClassFileLocator locator = ClassFileLocator.Simple.of(type.getName(), file);
    return BYTE_BUDDY.decorate(type, locator).visit(methods).make().getBytes();
  }

  private static Advice.OffsetMapping.Target constant(TypeDescription type) {
    return new Advice.OffsetMapping.Target.ForStackManipulation(ClassConstant.of(type));
  }

  /** Takes all methods of a class for its methods, bridges too, which can be targets. */
  private static final class AllMethods extends MethodGraph.Compiler.AbstractBase {

    @Override
    public MethodGraph.Linked compile(TypeDefinition type, TypeDescription viewPoint) {
      return new MethodGraph.Linked.Delegation(
          MethodGraph.Simple.of(type.getDeclaredMethods().filter(ElementMatchers.isVirtual())),
          MethodGraph.Empty.INSTANCE,
          Map.of());
    }
  }
}
