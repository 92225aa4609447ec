package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.inspect.Source.Kind;
import java.lang.reflect.Modifier;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * Finds an expression for the JSON text of arguments that have a JSON type of the framework. The
 * expression uses a method of that type, or a static method or constant that writes it as JSON.
 */
record JsonTexts(TypeIndex index) {

  private static final Type TEXT = Type.getType(String.class);
  private static final Set<String> WRITERS = Words.set("json mapper");
  private static final Set<String> VERBS = Words.set("json write serialize stringify encode");
  private static final Set<String> WORDS =
      Words.set("to as string json write serialize stringify encode");

  /** Sets the expression for a candidate's arguments if it is read-only; otherwise adds a note. */
  void addTo(Candidate candidate) {
    CallLocation call = candidate.call();
    if (call == null
        || !call.args().is(Kind.JSON)
        || Libraries.contain(call.args().type().getInternalName())) {
      return;
    }
    Source args = call.args();
    Stream.concat(
            new Sources(index).of(args).filter(each -> each.is(Kind.TEXT) && isText(each.words())),
            index.all().stream()
                .flatMap(
                    type ->
                        type.visibleMethods()
                            .filter(method -> writes(type, method, args.type()))
                            .flatMap(method -> calls(type, method, args))))
        .min(Comparator.comparing(text -> !text.isSure()))
        .ifPresent(
            text -> {
              candidate
                  .readings()
                  .computeIfPresent("args", (key, path) -> text.isSure() ? text.path() : path);
              candidate.explain(
                  "the JSON of its arguments is in %s, but that %s: their fields are compared"
                      .formatted(text.path(), text.doubt()),
                  !text.isSure());
            });
  }

  private static boolean isText(Words name) {
    return name.any(VERBS) && WORDS.containsAll(name.all());
  }

  private static boolean writes(TypeModel type, MethodModel method, Type value) {
    return (type.words().any(WRITERS) || method.words().all().contains("json"))
        && isText(method.words())
        && method.result().equals(TEXT)
        && method.parameters().length == 1
        && method.parameters()[0].equals(value);
  }

  private Stream<Source> calls(TypeModel type, MethodModel method, Source args) {
    String call = method.name() + "(" + args.path() + ")";
    String doubt = new ReadOnlyMembers(index).doubt(type, method);
    Stream<String> callees =
        method.isStatic()
            ? Stream.of("")
            : type.fields().stream()
                .filter(field -> Modifier.isStatic(field.access))
                .filter(field -> Type.getType(field.desc).equals(Type.getObjectType(type.name())))
                .map(field -> field.name + ".");
    return callees.map(
        callee -> Source.of(type.binaryName() + "::" + callee + call, method.name(), TEXT, doubt));
  }
}
