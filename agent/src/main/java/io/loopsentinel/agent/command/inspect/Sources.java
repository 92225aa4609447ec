package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.inspect.Source.Kind;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Lists what can be read in a method: its arguments and its result, and what is in them, by methods
 * without parameters or else by fields.
 */
final class Sources {

  /** What holds the name and the arguments of a call inside another object. */
  private static final Set<String> CALL_HOLDERS =
      Words.set("function call definition request tool metadata params");

  private static final Set<String> OF_EVERYTHING =
      Words.set("toString hashCode clone getClass iterator toBuilder copy build");
  private static final Pattern MEMBER = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
  private static final int MOST_ANCESTORS = 8;

  /** Words of the names of sessions, the narrowest first. */
  private static final List<String> SESSIONS =
      List.of("run", "invocation", "session", "conversation", "thread", "memory", "chat");

  /** How many members of a level are looked into: some types have hundreds. */
  private static final int MOST_FOLLOWED = 40;

  private final Types types;
  private final ReadOnlyMembers readOnly;

  /** By internal names; paths begin with the dot. */
  private final Map<String, List<Source>> members = new HashMap<>();

  Sources(Types types) {
    this.types = types;
    this.readOnly = new ReadOnlyMembers(types);
  }

  /** Returns the arguments of a method, and what can be read from each. */
  List<Source> ofArguments(MethodModel method) {
    Type[] parameters = method.parameters();
    return IntStream.range(0, parameters.length)
        .mapToObj(i -> Source.of("arg" + i, method.parameterNames().get(i), parameters[i], null))
        .flatMap(argument -> Stream.concat(Stream.of(argument), membersOf(argument)))
        .toList();
  }

  /** Returns what can be read from the object whose method is called. */
  List<Source> ofReceiver(TypeModel type, MethodModel method) {
    Source self = Source.of("this", "this", Type.getObjectType(type.name()), null);
    return method.isStatic() ? List.of() : membersOf(self).toList();
  }

  /** Returns what can be read from a method's result, and from what is in it, to a depth. */
  List<Source> ofResult(Type result, int depth) {
    List<Source> sources = new ArrayList<>();
    List<Source> level = List.of(Source.of("return", "", result, null));
    for (int i = 0; i < depth; i++) {
      level = level.stream().limit(MOST_FOLLOWED).flatMap(this::of).toList();
      sources.addAll(level);
    }
    return sources;
  }

  /** Returns what tells the sessions of a method's calls apart, where its name says so. */
  Optional<Source> session(MethodModel method) {
    List<Source> ids =
        ofArguments(method).stream()
            .filter(source -> source.words().all().contains("id"))
            .filter(source -> source.words().all().size() <= 3)
            .filter(
                source ->
                    source.is(Kind.TEXT)
                        || source.is(Kind.ANY_OBJECT)
                        || source.type().getClassName().equals("java.util.UUID"))
            .toList();
    return SESSIONS.stream()
        .flatMap(word -> ids.stream().filter(id -> id.words().all().contains(word)))
        .findFirst();
  }

  /**
   * Returns the first text with such a name, or else the only one, in code whose names are gone.
   */
  static Optional<Source> text(List<Source> members, Set<String> names) {
    List<Source> texts = members.stream().filter(source -> source.is(Kind.TEXT)).toList();
    List<Source> own = texts.stream().filter(source -> source.depth() == 1).toList();
    return Stream.concat(
            texts.stream().filter(source -> source.words().any(names)),
            own.stream().filter(source -> own.size() == 1 && source.words().areMeaningless()))
        .findFirst();
  }

  /** Returns what can be read from a value, and from what in it holds a call. */
  private Stream<Source> membersOf(Source value) {
    return of(value)
        .flatMap(
            member ->
                Stream.concat(
                    Stream.of(member),
                    member.words().any(CALL_HOLDERS) ? of(member) : Stream.empty()));
  }

  /** Returns what can be read from a value; nothing from one of a type that is not known. */
  private Stream<Source> of(Source value) {
    Type type = value.type();
    return type.getSort() != Type.OBJECT || type.getInternalName().startsWith("java/")
        ? Stream.empty()
        : members.computeIfAbsent(type.getInternalName(), this::members).stream()
            .map(member -> member.of(value));
  }

  private List<Source> members(String typeName) {
    List<TypeModel> hierarchy = types.hierarchy(typeName).stream().limit(MOST_ANCESTORS).toList();
    List<Source> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TypeModel type : hierarchy) {
      for (MethodModel method : type.methods()) {
        String name = method.name();
        if (reads(method) && names.add(name)) {
          String property = name.matches("get\\p{Lu}.*") ? name.substring(3) : name;
          found.add(
              Source.of(
                  "." + name + "()", property, method.result(), readOnly.doubt(type, method)));
        }
      }
    }
    for (TypeModel type : hierarchy) {
      for (FieldNode field : type.fields()) {
        Type fieldType = Type.getType(field.desc);
        boolean hasAccessor = found.stream().anyMatch(each -> each.type().equals(fieldType));
        if (!Modifier.isStatic(field.access)
            && !hasAccessor
            && MEMBER.matcher(field.name).matches()
            && names.add(field.name)) {
          found.add(Source.of("." + field.name, field.name, fieldType, null));
        }
      }
    }
    return found;
  }

  private static boolean reads(MethodModel method) {
    return !method.hasParameters()
        && !method.isStatic()
        && !method.isPrivate()
        && !method.isBridge()
        && method.result().getSort() != Type.VOID
        && !OF_EVERYTHING.contains(method.name())
        && MEMBER.matcher(method.name()).matches();
  }
}
