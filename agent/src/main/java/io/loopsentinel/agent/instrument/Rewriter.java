package io.loopsentinel.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.none;

import java.io.IOException;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.dynamic.VisibilityBridgeStrategy;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.pool.TypePool;

/**
 * Writes the advice into methods.
 *
 * <p>The only class that calls Byte Buddy, which takes a quarter of a second to load: it must not
 * be touched before there is a method to guard.
 */
final class Rewriter {

  private final AdviceFiles adviceFiles;

  /**
   * Creates a rewriter.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  Rewriter(String hook) {
    adviceFiles = new AdviceFiles(hook);
  }

  /**
   * Returns a copy of a class file with the advice in some of its methods.
   *
   * @param loader finds the types that the class names
   * @param type its internal name
   * @param plan the methods; their advice passes their index in it
   */
  byte[] rewrite(ClassLoader loader, String type, byte[] file, List<MatchedMethod> plan)
      throws IOException {
    String name = type.replace('/', '.');
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, file),
            ClassFileLocator.ForClassLoader.of(loader),
            // For loaders that hide the JDK's own class files.
            ClassFileLocator.ForClassLoader.ofPlatformLoader());
    GuardWeaver.Choice advice = advice(plan);
    TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
    return decorate(pool.describe(name).resolve(), locator)
        .visit(new GuardWeaver(plan, advice))
        .make(TypeResolutionStrategy.Disabled.INSTANCE, pool)
        .getBytes();
  }

  /** Begins to write into the methods of a class, which can get no new members. */
  static DynamicType.Builder<?> decorate(TypeDescription type, ClassFileLocator locator) {
    return new ByteBuddy()
        .with(TypeValidation.DISABLED)
        .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
        .with(VisibilityBridgeStrategy.Default.NEVER)
        .with(InstrumentedType.Factory.Default.FROZEN)
        .with(Implementation.Context.Disabled.Factory.INSTANCE)
        .ignore(none()) // By default it passes over synthetic methods, lambda bodies among them.
        .decorate(type, locator);
  }

  private GuardWeaver.Choice advice(List<MatchedMethod> plan) throws IOException {
    Advice objectResult = advice(ObjectResultAdvice.class, ObjectResultAdvice.class, plan);
    Advice otherResult = advice(OtherResultAdvice.class, OtherResultAdvice.class, plan);
    if (plan.stream().noneMatch(MatchedMethod::changesArguments)) {
      return (method, returnsObject) -> returnsObject ? objectResult : otherResult;
    }
    Advice objectArguments = advice(ArgumentsAdvice.class, ObjectResultAdvice.class, plan);
    Advice otherArguments = advice(ArgumentsAdvice.class, OtherResultAdvice.class, plan);
    return (method, returnsObject) ->
        method.changesArguments()
            ? (returnsObject ? objectArguments : otherArguments)
            : (returnsObject ? objectResult : otherResult);
  }

  private Advice advice(Class<?> enter, Class<?> exit, List<MatchedMethod> plan)
      throws IOException {
    return Advice.withCustomMapping()
        .bind(
            GuardIndex.class,
            (type, method, assigner, arguments, sort) ->
                new Advice.OffsetMapping.Target.ForStackManipulation(
                    IntegerConstant.forValue(GuardWeaver.indexOf(method, plan))))
        // What replaces a result may be of a type that the method cannot return: then it stays.
        .with(new Advice.AssignReturned.Factory().withSuppressed(ClassCastException.class))
        .to(
            TypeDescription.ForLoadedType.of(enter),
            TypeDescription.ForLoadedType.of(exit),
            new ClassFileLocator.Compound(adviceFiles.of(enter), adviceFiles.of(exit)));
  }
}
