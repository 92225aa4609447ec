package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.async.ResultType;

/** Links what a guarded call brings with it: its arguments and the variables. */
final class Inputs {

  private Inputs() {}

  static Operand argument(Node.ArgumentName argument, Signature signature)
      throws ExpressionException {
    Class<?>[] parameters = signature.method().getParameterTypes();
    if (argument.index() >= parameters.length) {
      throw new ExpressionException(
          "arg"
              + argument.index()
              + " does not exist: "
              + signature.label()
              + " has "
              + signature.parameterList(),
          argument.offset());
    }
    return new Operand(
        new Evaluator.Argument(argument.index()), Conversion.boxed(parameters[argument.index()]));
  }

  static Operand variable(Node.VariableName name, Signature signature) throws ExpressionException {
    Variable variable = name.variable();
    if (variable == Variable.METHOD) {
      return new Operand(new Evaluator.Constant(signature.method().getName()), String.class);
    }
    if (variable == Variable.THIS && signature.isStatic()) {
      throw new ExpressionException(
          "this does not exist: "
              + signature.label()
              + " is static and has "
              + signature.parameterList(),
          name.offset());
    }
    if (variable == Variable.RETURN && signature.method().getReturnType() == void.class) {
      throw new ExpressionException(
          "return does not exist: " + signature.label() + " returns nothing; leave this out",
          name.offset());
    }
    Class<?> type =
        switch (variable) {
          case THIS -> signature.self();
          case RETURN -> Conversion.boxed(ResultType.of(signature.method()).value());
          case THROWN -> Throwable.class;
          case METHOD, MESSAGE, WARNING, TOOL -> String.class;
          case COUNT -> Integer.class;
          case SESSION, RUN, THREAD, INSTANCE, GLOBAL -> Object.class;
        };
    return new Operand(new Evaluator.VariableValue(variable), type);
  }
}
