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
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
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
   * @param hook internal name under which the boot loader has the hook
   */
  HookWriter(String hook) {
    this.advice = new HookClassFiles(hook);
  }

  /**
   * Returns a copy of a class file in which some methods call the hook.
   *
   * @param plan the methods; each passes its index in it
   * @throws IllegalArgumentException if its format is newer than what this agent knows
   */
  byte[] guard(String type, byte[] file, List<MatchedMethod> plan) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    for (int i = 0; i < plan.size(); i++) {
      MatchedMethod planned = plan.get(i);
      boolean returnsObject = Descriptors.returnsReference(planned.method().descriptor());
      methods =
          methods.method(
              method -> planned.is(method.getInternalName(), method.getDescriptor()),
              guard(i, planned.changesArguments(), returnsObject));
    }
    return write(type, file, methods);
  }

  private Advice guard(int index, boolean changesArguments, boolean returnsObject) {
    Advice.WithCustomMapping mapping =
        Advice.withCustomMapping()
            .bind(GuardAdvice.Index.class, IntegerConstant.forValue(index), int.class)
            .bind(
                GuardAdvice.ReturnType.class,
                (type, method, assigner, handler, sort) ->
                    constant(method.getReturnType().asErasure()));
    if (changesArguments) {
      return mapping.to(
          TypeDescription.ForLoadedType.of(GuardAdvice.ChangingArguments.class),
          TypeDescription.ForLoadedType.of(
              returnsObject ? GuardAdvice.OfObject.class : GuardAdvice.OfOther.class),
          advice);
    }
    return mapping.to(
        TypeDescription.ForLoadedType.of(
            returnsObject ? GuardAdvice.OfObject.class : GuardAdvice.OfOther.class),
        advice);
  }

  /**
   * Returns a copy of a class file with advice in some of its methods.
   *
   * @param places where each is written
   * @throws IllegalStateException if the class has not got the methods that it ought to have
   */
  byte[] write(String type, byte[] file, List<RunPlace> places) {
    AsmVisitorWrapper.ForDeclaredMethods methods = new AsmVisitorWrapper.ForDeclaredMethods();
    TypeDescription described = ClassDescription.of(type, file);
    for (RunPlace place : places) {
      if (described.getDeclaredMethods().stream().noneMatch(place::takes)) {
        throw new IllegalStateException(type + " has no method " + place.methods());
      }
      methods = methods.method(place::takes, run(place.advice()));
    }
    return write(type, file, methods);
  }

  private Advice run(Class<?> kind) {
    return Advice.withCustomMapping()
        .bind(
            RunAdvice.LastType.class,
            (type, method, assigner, handler, sort) -> constant(last(method).getType().asErasure()))
        .bind(new LastArgument())
        .to(TypeDescription.ForLoadedType.of(kind), advice);
  }

  /**
   * Returns a copy of the class that makes the platform's MBean server, which hands it to the hook.
   *
   * @param operation what the hook is asked
   */
  byte[] platformServer(String type, byte[] file, String operation) {
    Advice handing =
        Advice.withCustomMapping()
            .bind(RunAdvice.Operation.class, operation)
            .to(TypeDescription.ForLoadedType.of(RunAdvice.PlatformServer.class), advice);
    return write(
        type,
        file,
        new AsmVisitorWrapper.ForDeclaredMethods()
            .method(method -> method.getName().equals("getPlatformMBeanServer"), handing));
  }

  private static byte[] write(String type, byte[] file, AsmVisitorWrapper methods) {
    ClassFileLocator locator = ClassFileLocator.Simple.of(type, file);
    return BYTE_BUDDY
        .decorate(ClassDescription.of(type, file), locator)
        .visit(methods)
        .make()
        .getBytes();
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
