package io.loopsentinel.agent.instrument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Passes each method of a plan through its advice.
 *
 * <p>Byte Buddy's own {@link AsmVisitorWrapper.ForDeclaredMethods} would pass over bridge methods.
 */
final class GuardWeaver extends AsmVisitorWrapper.AbstractBase {

  private final List<MatchedMethod> plan;
  private final Choice advice;

  /**
   * Creates a weaver.
   *
   * @param advice gives each method of the plan its own
   */
  GuardWeaver(List<MatchedMethod> plan, Choice advice) {
    this.plan = plan;
    this.advice = advice;
  }

  /** Chooses what is written into a method. */
  @FunctionalInterface
  interface Choice {

    /**
     * Returns the advice of a method.
     *
     * @param returnsObject whether its result is an object, which another may replace
     */
    Advice of(MatchedMethod method, boolean returnsObject);
  }

  /** Returns the index of a method in a plan, -1 if it is not in it. */
  static int indexOf(MethodDescription method, List<MatchedMethod> plan) {
    for (int i = 0; i < plan.size(); i++) {
      if (plan.get(i).is(method.getInternalName(), method.getDescriptor())) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public ClassVisitor wrap(
      TypeDescription type,
      ClassVisitor next,
      Implementation.Context context,
      TypePool pool,
      FieldList<FieldDescription.InDefinedShape> fields,
      MethodList<?> methods,
      int writerFlags,
      int readerFlags) {
    Map<String, MethodDescription> guarded = new HashMap<>();
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (indexOf(method, plan) >= 0) {
        guarded.put(method.getInternalName() + method.getDescriptor(), method);
      }
    }
    return new ClassVisitor(OpenedClassReader.ASM_API, next) {
      @Override
      public @Nullable MethodVisitor visitMethod(
          int access,
          String name,
          String descriptor,
          @Nullable String signature,
          String @Nullable [] exceptions) {
        MethodVisitor body = super.visitMethod(access, name, descriptor, signature, exceptions);
        MethodDescription method = guarded.get(name + descriptor);
        if (body == null || method == null) {
          return body;
        }
        MatchedMethod matched = plan.get(indexOf(method, plan));
        return advice
            .of(matched, !method.getReturnType().isPrimitive())
            .wrap(type, method, body, context, pool, writerFlags, readerFlags);
      }
    };
  }
}
