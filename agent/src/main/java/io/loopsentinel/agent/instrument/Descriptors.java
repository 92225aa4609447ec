package io.loopsentinel.agent.instrument;

import java.util.ArrayList;
import java.util.List;

/** Reads type names off method descriptors (JVMS 4.3.3), as a person would write them. */
final class Descriptors {

  private Descriptors() {}

  /** Returns the parameter types: {@code int}, {@code java.lang.String[]}, {@code a.B$C}. */
  static List<String> parameters(String descriptor) {
    List<String> names = new ArrayList<>();
    for (int offset = 1; descriptor.charAt(offset) != ')'; ) {
      int end = endOfType(descriptor, offset);
      names.add(typeName(descriptor.substring(offset, end)));
      offset = end;
    }
    return names;
  }

  /** Returns the type of the result, {@code void} where there is none. */
  static String result(String descriptor) {
    return typeName(descriptor.substring(descriptor.indexOf(')') + 1));
  }

  /** Whether the result is an object or array, neither a primitive value nor nothing. */
  static boolean returnsReference(String descriptor) {
    return "L[".indexOf(descriptor.charAt(descriptor.indexOf(')') + 1)) >= 0;
  }

  /** Returns a method as in {@code dispatch(String, Map)}. */
  static String describe(String method, String descriptor) {
    List<String> types =
        parameters(descriptor).stream()
            .map(type -> type.substring(type.lastIndexOf('.') + 1))
            .toList();
    return method + "(" + String.join(", ", types) + ")";
  }

  private static int endOfType(String descriptor, int start) {
    int offset = start;
    while (descriptor.charAt(offset) == '[') {
      offset++;
    }
    return descriptor.charAt(offset) == 'L' ? descriptor.indexOf(';', offset) + 1 : offset + 1;
  }

  private static String typeName(String type) {
    return switch (type.charAt(0)) {
      case '[' -> typeName(type.substring(1)) + "[]";
      case 'L' -> type.substring(1, type.length() - 1).replace('/', '.');
      case 'V' -> "void";
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'S' -> "short";
      case 'C' -> "char";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      case 'D' -> "double";
      default -> throw new IllegalArgumentException("no type: " + type);
    };
  }
}
