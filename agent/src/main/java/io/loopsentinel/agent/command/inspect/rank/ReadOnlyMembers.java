package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.Effects;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells which methods are known to do nothing but read.
 *
 * <p>A fluent request has methods that look like those of a response: {@code Request.call()} sends
 * it. An expression of a target that calls such a method would act while the application is merely
 * observed. So a method only reads where its instructions show it: they write to no field, array or
 * lock, have no loop, and call only methods that only read, to a small depth. One without a body
 * only reads if all its implementations that are there do, and there is one.
 */
final class ReadOnlyMembers {

  private static final int DEEPEST = 4;

  private final Types types;

  ReadOnlyMembers(Types types) {
    this.types = types;
  }

  /** Returns why a method is not known to only read; {@code null} where it is. */
  @Nullable String doubt(TypeModel type, MethodModel method) {
    return onlyReads(type, method, 0)
        ? null
        : "calls "
            + type.simpleName()
            + "."
            + method.name()
            + "(), which is not known to only read";
  }

  private boolean onlyReads(TypeModel type, MethodModel method, int depth) {
    if (depth > DEEPEST) {
      return false;
    }
    if (method.isAbstract()) {
      List<TypeModel> implementations = types.implementations(type.name());
      return !implementations.isEmpty()
          && implementations.stream().allMatch(each -> onlyReads(each, method.ref(), depth + 1));
    }
    Effects effects = method.body().effects();
    return !effects.acts()
        && effects.calls().stream()
            .allMatch(
                called -> {
                  TypeModel owner = types.find(called.owner());
                  return owner != null && onlyReads(owner, called, depth + 1);
                });
  }

  /** Returns the same of the method that a type has, its own or an inherited one. */
  private boolean onlyReads(TypeModel type, MethodRef called, int depth) {
    TypeModel declaring = type;
    while (declaring != null) {
      for (MethodModel method : declaring.methods()) {
        if (method.name().equals(called.name())
            && method.descriptor().equals(called.descriptor())) {
          return onlyReads(declaring, method, depth);
        }
      }
      declaring = declaring.superName() == null ? null : types.find(declaring.superName());
    }
    return false;
  }
}
