package io.loopsentinel.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A place where a lambda or a method reference is made, as javac tells {@link
 * java.lang.invoke.LambdaMetafactory} of it.
 *
 * @param function the functional interface
 * @param markers further interfaces, without methods
 * @param method the name of the interface's method
 * @param captured what the lambda keeps, in the order of its implementation's parameters
 * @param signatures of the interface's method: its own, erased, and those of bridges
 * @param instantiated the signature with the types that the lambda takes and gives
 * @param implementation what it calls
 */
record LambdaSite(
    Type function,
    List<Type> markers,
    String method,
    List<Type> captured,
    List<Type> signatures,
    Type instantiated,
    Handle implementation) {

  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

  private static final int SERIALIZABLE = 1;
  private static final int MARKERS = 2;
  private static final int BRIDGES = 4;

  /**
   * Reads the operands of an invokedynamic instruction.
   *
   * @return empty where it makes no lambda, or one that can be serialised, which only the JDK's own
   *     classes for lambdas can
   */
  static Optional<LambdaSite> of(
      String name, String descriptor, Handle bootstrap, Object[] arguments) {
    boolean plain = bootstrap.getName().equals("metafactory");
    if (!bootstrap.getOwner().equals(FACTORY)
        || (!plain && ((Integer) arguments[3] & SERIALIZABLE) != 0)) {
      return Optional.empty();
    }
    List<Type> markers = new ArrayList<>();
    List<Type> signatures = new ArrayList<>();
    signatures.add((Type) arguments[0]);
    if (!plain) {
      int flags = (Integer) arguments[3];
      int next = 4;
      if ((flags & MARKERS) != 0) {
        next = readTypes(arguments, next, markers);
      }
      if ((flags & BRIDGES) != 0) {
        readTypes(arguments, next, signatures);
      }
    }
    return Optional.of(
        new LambdaSite(
            Type.getReturnType(descriptor),
            List.copyOf(markers),
            name,
            List.of(Type.getArgumentTypes(descriptor)),
            List.copyOf(signatures),
            (Type) arguments[2],
            (Handle) arguments[1]));
  }

  /** Reads a number and as many types; returns where they end. */
  private static int readTypes(Object[] arguments, int from, List<Type> types) {
    int end = from + 1 + (Integer) arguments[from];
    for (int i = from + 1; i < end; i++) {
      types.add((Type) arguments[i]);
    }
    return end;
  }

  /** Whether there is one object for all times, since nothing is kept. */
  boolean isConstant() {
    return captured.isEmpty();
  }

  /** What the implementation takes, its object included, in front of it what is captured. */
  List<Type> taken() {
    List<Type> taken = new ArrayList<>();
    int tag = implementation.getTag();
    if (tag != Opcodes.H_INVOKESTATIC && tag != Opcodes.H_NEWINVOKESPECIAL) {
      taken.add(Type.getObjectType(implementation.getOwner()));
    }
    taken.addAll(List.of(Type.getArgumentTypes(implementation.getDesc())));
    return taken;
  }

  /** What the implementation gives. */
  Type given() {
    return implementation.getTag() == Opcodes.H_NEWINVOKESPECIAL
        ? Type.getObjectType(implementation.getOwner())
        : Type.getReturnType(implementation.getDesc());
  }
}
