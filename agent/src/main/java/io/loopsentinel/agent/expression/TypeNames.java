package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.TypeName;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types that an expression names, as the guarded class would, without initialising them.
 *
 * <p>A nested type may be written with dots; a name without a package is looked for in {@code
 * java.lang}, too.
 */
final class TypeNames {

  private final Class<?> owner;

  /**
   * Creates a finder.
   *
   * @param owner the class whose loader is asked
   */
  TypeNames(Class<?> owner) {
    this.owner = owner;
  }

  Class<?> find(TypeName name) throws ExpressionException {
    String candidate = name.text();
    while (true) {
      Class<?> type = load(candidate, name.offset());
      if (type != null) {
        return type;
      }
      int dot = candidate.lastIndexOf('.');
      if (dot < 0) {
        break;
      }
      candidate = candidate.substring(0, dot) + "$" + candidate.substring(dot + 1);
    }
    Class<?> type =
        name.text().indexOf('.') < 0 ? load("java.lang." + name.text(), name.offset()) : null;
    if (type == null) {
      throw new ExpressionException(
          "type "
              + name.text()
              + " not found by the class loader of "
              + owner.getName()
              + "; check the spelling, package included",
          name.offset());
    }
    return type;
  }

  private @Nullable Class<?> load(String name, int offset) throws ExpressionException {
    try {
      return Class.forName(name, false, owner.getClassLoader());
    } catch (ClassNotFoundException absent) {
      return null;
    } catch (LinkageError | RuntimeException broken) {
      throw new ExpressionException(
          "type " + name + " cannot be loaded: " + broken, offset, broken);
    }
  }
}
