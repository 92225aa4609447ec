package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.instrument.ModuleOpener;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.runtime.ObjectMethods;

/**
 * The method handles with which the JDK implements the methods of records.
 *
 * <p>Up to JDK 17 each keeps the last type that it was adapted to. If that is a record of the
 * agent, its class loader cannot be collected (https://bugs.openjdk.org/browse/JDK-8078641).
 */
final class RecordMethods {

  private RecordMethods() {}

  /** Makes the handles keep a type of the JDK instead of a record of the agent. */
  static void forgetLatestType(ModuleOpener opener) throws Throwable {
    for (Field field : ObjectMethods.class.getDeclaredFields()) {
      if (field.getType() == MethodHandle.class) {
        MethodHandle getter = opener.lookupIn(ObjectMethods.class).unreflectGetter(field);
        MethodHandle shared = (MethodHandle) getter.invoke();
        if (shared.type().parameterCount() > 0 && !shared.type().parameterType(0).isPrimitive()) {
          shared.asType(shared.type().changeParameterType(0, StringBuilder.class));
        }
      }
    }
  }
}
