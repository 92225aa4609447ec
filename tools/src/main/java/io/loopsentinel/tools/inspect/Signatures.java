package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Reads generic signatures and the value types of asynchronous results. */
final class Signatures {

  private static final Pattern FUTURE =
      Pattern.compile(
          "java\\.util\\.concurrent\\.(CompletableFuture|CompletionStage)"
              + "|reactor\\.core\\.publisher\\.(Mono|Flux)"
              + "|io\\.reactivex\\.rxjava3\\.core\\.(Single|Maybe|Flowable|Observable)");
  private static final Pattern STREAM =
      Pattern.compile(
          "reactor\\.core\\.publisher\\.Flux|io\\.reactivex\\..*\\.(Flowable|Observable)");
  private static final String SUSPEND_FUNCTION =
      "Lkotlin/coroutines/Continuation;)Ljava/lang/Object;";
  private static final Pattern ARGUMENT = Pattern.compile(".*?L[^<;]+<[+-]?(L[^<;]+)[<;].*");
  private static final Pattern ARGUMENTS = Pattern.compile("[+-]?(L[^<;]+)(<[^>]*>)?;");
  private static final Pattern CONTINUATION =
      Pattern.compile(".*Lkotlin/coroutines/Continuation<-(L[^<;]+)[<;].*");
  private static final Set<String> LISTS = Set.of("java.util.List", "java.util.Collection");
  private static final Pattern LIST =
      Pattern.compile("Ljava/util/(?:List|Collection)<[+-]?(L[^<;]+;)");
  private static final Pattern NAME = Pattern.compile("L([^<;]+)");
  private static final Type ANY = Type.getType(Object.class);

  private Signatures() {}

  /** Returns whether a method's result is asynchronous. */
  static boolean isAsynchronous(MethodModel method) {
    return isSuspendFunction(method) || FUTURE.matcher(method.result().getClassName()).matches();
  }

  /** Returns the type of a value, or of a future's value by the signature or else the body. */
  static Type value(MethodModel method) {
    if (isSuspendFunction(method)) {
      return first(CONTINUATION, method.signature());
    }
    if (!isAsynchronous(method)) {
      return unwrap(method.result(), result(method.signature()));
    }
    Type declared = first(ARGUMENT, result(method.signature()));
    String inferred = method.body().futureType();
    return declared.equals(ANY) && inferred != null ? Type.getObjectType(inferred) : declared;
  }

  /** Returns the expression for a method's value, or for each value of a stream. */
  static String returnExpression(MethodModel method) {
    return STREAM.matcher(method.result().getClassName()).matches() ? "return[*]" : "return";
  }

  /** Returns the type, or the value type of an {@code Optional}. */
  static Type unwrap(Type type, @Nullable String signature) {
    return type.getClassName().equals("java.util.Optional") ? first(ARGUMENT, signature) : type;
  }

  /** Returns the internal names of all types in a descriptor or signature. */
  static Set<String> names(String signature) {
    return NAME.matcher(signature)
        .results()
        .map((MatchResult name) -> name.group(1))
        .collect(Collectors.toSet());
  }

  /** Returns the type arguments of a method's result. */
  static List<Type> arguments(MethodModel method) {
    String result = String.valueOf(result(method.signature()));
    return ARGUMENTS
        .matcher(result.substring(result.indexOf('<') + 1))
        .results()
        .map(type -> Type.getType(type.group(1) + ";"))
        .toList();
  }

  /** Returns the element type of a list parameter; empty if it is not known. */
  static Optional<Type> element(MethodModel method, int index) {
    List<String> types = Stream.of(method.parameters()).map(Type::getClassName).toList();
    return LISTS.contains(types.get(index)) && method.signature() != null
        ? LIST.matcher(method.signature())
            .results()
            .skip(types.subList(0, index).stream().filter(LISTS::contains).count())
            .findFirst()
            .map(list -> Type.getType(list.group(1)))
        : Optional.empty();
  }

  static @Nullable String result(@Nullable String signature) {
    return signature == null ? null : signature.substring(signature.indexOf(')') + 1);
  }

  private static boolean isSuspendFunction(MethodModel method) {
    return method.descriptor().endsWith(SUSPEND_FUNCTION);
  }

  private static Type first(Pattern pattern, @Nullable String signature) {
    Matcher inner = pattern.matcher(String.valueOf(signature));
    return inner.matches() ? Type.getType(inner.group(1) + ";") : ANY;
  }
}
