package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.annotation.AnnotationDescription;
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
    return guarded.target().readings().inject() == null
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
      if (described.getDeclaredMethods().stream().noneMatch(place::takes)) {
        throw new IllegalStateException(type + " has no method " + place.methods());
      }
      methods = methods.method(place::takes, run(place.advice()));
    }
    return write(described, file, methods);
  }

  private Advice run(Class<?> kind) {
    return Advice.withCustomMapping()
        .bind(
            RunAdvice.LastType.class,
            (type, method, assigner, handler, sort) -> constant(last(method).getType().asErasure()))
        .bind(new LastArgument())
        .to(TypeDescription.ForLoadedType.of(kind), advice);
  }

  private static byte[] write(TypeDescription type, byte[] file, AsmVisitorWrapper methods) {
    ClassFileLocator locator = ClassFileLocator.Simple.of(type.getName(), file);
    return BYTE_BUDDY.decorate(type, locator).visit(methods).make().getBytes();
  }

  private static Advice.OffsetMapping.Target constant(TypeDescription type) {
    return new Advice.OffsetMapping.Target.ForStackManipulation(ClassConstant.of(type));
  }

  private static ParameterDescription last(MethodDescription method) {
    return method.getParameters().get(method.getParameters().size() - 1);
  }

  /** Binds {@link RunAdvice.Last}. */
  private static final class LastArgument implements Advice.OffsetMapping.Factory<RunAdvice.Last> {

    @Override
    public Class<RunAdvice.Last> getAnnotationType() {
      return RunAdvice.Last.class;
    }

    @Override
    public Advice.OffsetMapping make(
        ParameterDescription.InDefinedShape target,
        AnnotationDescription.Loadable<RunAdvice.Last> last,
        AdviceType adviceType) {
      boolean readOnly = last.load().readOnly();
      return (type, method, assigner, handler, sort) -> {
        ParameterDescription parameter = last(method);
        int variable = handler.argument(parameter.getOffset());
        return readOnly
            ? new Advice.OffsetMapping.Target.ForVariable.ReadOnly(parameter.getType(), variable)
            : new Advice.OffsetMapping.Target.ForVariable.ReadWrite(
                parameter.getType(),
                variable,
                assigner.assign(parameter.getType(), target.getType(), Assigner.Typing.DYNAMIC),
                assigner.assign(target.getType(), parameter.getType(), Assigner.Typing.DYNAMIC));
      };
    }
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
