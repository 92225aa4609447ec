package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.inspect.Source.Kind;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Lists the values that can be read in a method: arguments, receiver, result and their members. A
 * member is read by a method without parameters, or else by its field.
 */
final class Sources {

  /** The session of a call if only values that users may share are known. */
  static final String SHARED_SESSION = "shared(thread)";

  /** Names of members that hold the name and the arguments of a call inside another object. */
  private static final Set<String> CALL_HOLDERS =
      Words.set("function call definition request tool metadata params block use");

  /** Names of members that hold the ids of a call's conversation. */
  private static final Set<String> CONTEXTS =
      Words.set("context config state scope session invocation conversation run");

  /** Names of members that only a tool's definition has, and a call does not. */
  static final Set<String> DEFINITION_WORDS = Words.set("description schema");

  /** Types with the tool's name if tools are methods. */
  private static final Set<String> REFLECTED =
      Words.set("java/lang/reflect/Method kotlin/reflect/KFunction");

  private static final Set<String> COMMON_METHODS =
      Words.set("toString hashCode clone getClass iterator toBuilder copy build");
  private static final Pattern MEMBER = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
  private static final int MAX_ANCESTORS = 8;

  /** Words in the names of ids that identify runs. */
  private static final List<String> RUN_WORDS = List.of("run", "invocation");

  private static final List<String> CONVERSATION_WORDS =
      List.of("session", "conversation", "thread", "memory", "chat");

  /** Words in the names of texts other than the message itself. */
  private static final Set<String> OTHER_TEXTS = Words.set("id error reason role type name model");

  /** Words in the names of ids that identify a single call. */
  private static final Set<String> CALL_WORDS = Words.set("call tool use message request response");

  /** Maximum number of members per level to descend into, because some types have hundreds. */
  private static final int MAX_FOLLOWED = 40;

  private final Types types;
  private final ReadOnlyMembers readOnly;

  /** Members by internal name of their type. Their paths begin with the dot. */
  private final Map<String, List<Source>> members = new HashMap<>();

  Sources(Types types) {
    this.types = types;
    this.readOnly = new ReadOnlyMembers(types);
  }

  /** Returns the arguments of a method and the members of each. */
  List<Source> ofArguments(MethodModel method) {
    Type[] parameters = method.parameters();
    return IntStream.range(0, parameters.length)
        .mapToObj(i -> Source.of("arg" + i, method.parameterNames().get(i), parameters[i], null))
        .flatMap(argument -> Stream.concat(Stream.of(argument), membersOf(argument)))
        .toList();
  }

  /** Returns the members of the elements of a method's list parameters. */
  List<Source> ofElements(MethodModel method) {
    return IntStream.range(0, method.parameters().length)
        .boxed()
        .flatMap(
            i ->
                Signatures.element(method, i).stream()
                    .map(type -> Source.of("arg" + i + "[*]", "", type, null)))
        .flatMap(this::membersOf)
        .toList();
  }

  /** Returns the flows of arguments in a method into calls of objects that are found by a key. */
  Set<ArgumentFlow> argumentFlows(MethodModel method) {
    return ArgumentFlow.of(method, types, ArgumentFlow.MAX_DEPTH).collect(Collectors.toSet());
  }

  /** Returns the members of a method's receiver. */
  List<Source> ofReceiver(TypeModel type, MethodModel method) {
    Source self = Source.of("this", "this", Type.getObjectType(type.name()), null);
    return method.isStatic() ? List.of() : membersOf(self).toList();
  }

  /** Returns the members of a method's result, to a depth, those without doubts first. */
  List<Source> ofResult(Type result, int depth) {
    List<Source> sources = new ArrayList<>();
    List<Source> level = List.of(Source.of("return", "", result, null));
    for (int i = 0; i < depth; i++) {
      level = level.stream().limit(MAX_FOLLOWED).flatMap(this::of).toList();
      sources.addAll(level);
    }
    sources.sort(Comparator.comparing(source -> !source.isSure()));
    return sources;
  }

  /**
   * Returns the session expression for a method's calls: an id of the run, or else the run. The
   * fallback is an id of the conversation or the thread, which several users or messages may share.
   * In such a session, loops cause warnings but are never stopped.
   *
   * @param call the path of the object that holds the call; its ids do not identify sessions
   */
  String session(TypeModel type, MethodModel method, String call) {
    List<Source> ids =
        Stream.concat(ofArguments(method).stream(), ofReceiver(type, method).stream())
            .filter(source -> source.isSure() && source.words().all().contains("id"))
            .filter(source -> source.words().all().size() <= 3)
            .filter(source -> !source.words().any(CALL_WORDS) && !source.parent().equals(call))
            .filter(
                source ->
                    source.is(Kind.TEXT)
                        || source.is(Kind.ANY_OBJECT)
                        || source.type().getClassName().equals("java.util.UUID"))
            .toList();
    Optional<Source> ofRun = first(ids, RUN_WORDS);
    // The application may give the same id to several runs. The object that holds it was created
    // for one run, so its identity makes the session unique.
    if (ofRun.filter(id -> id.root().equals("this") && id.depth() > 1).isPresent()) {
      return "[" + ofRun.get().path() + ", identity(" + ofRun.get().parent() + ")]";
    }
    return Stream.of(
            ofRun.map(Source::nullSafePath),
            Optional.of("run"),
            first(ids, CONVERSATION_WORDS).map(id -> "shared(" + id.nullSafePath() + ")"),
            Optional.of(SHARED_SESSION))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" ?? "));
  }

  private static Optional<Source> first(List<Source> ids, List<String> words) {
    return words.stream()
        .flatMap(word -> ids.stream().filter(id -> id.words().all().contains(word)))
        .findFirst();
  }

  /** Returns the first text with such a name. In obfuscated code, returns the only text. */
  static Optional<Source> text(List<Source> members, Set<String> names) {
    List<Source> texts =
        members.stream()
            .filter(source -> source.is(Kind.TEXT) && !source.words().any(OTHER_TEXTS))
            .toList();
    List<Source> own = texts.stream().filter(source -> source.depth() == 1).toList();
    return Stream.concat(
            texts.stream().filter(source -> source.words().any(names)),
            own.stream().filter(source -> own.size() == 1 && source.words().areMeaningless()))
        .findFirst();
  }

  /** Returns the members of a value, and the members of those that hold a call or its context. */
  private Stream<Source> membersOf(Source value) {
    return of(value)
        .flatMap(
            member ->
                Stream.concat(
                    Stream.of(member),
                    member.words().any(CALL_HOLDERS) || member.words().any(CONTEXTS)
                        ? of(member)
                        : Stream.empty()));
  }

  /** Returns the members of a value; none if its type is not known. */
  Stream<Source> of(Source value) {
    Type type = value.type();
    if (REFLECTED.contains(type.getInternalName())) {
      return Stream.of(
          Source.of(".getName()", "methodName", Type.getType(String.class), null).of(value));
    }
    return type.getSort() != Type.OBJECT || type.getInternalName().startsWith("java/")
        ? Stream.empty()
        : members.computeIfAbsent(type.getInternalName(), this::members).stream()
            .map(member -> member.of(value));
  }

  private List<Source> members(String typeName) {
    List<TypeModel> hierarchy = types.hierarchy(typeName).stream().limit(MAX_ANCESTORS).toList();
    List<Source> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (TypeModel type : hierarchy) {
      for (MethodModel method : type.methods()) {
        String name = method.name();
        if (isAccessor(method) && names.add(name)) {
          String property = name.matches("get\\p{Lu}.*") ? name.substring(3) : name;
          Type value = Signatures.unwrap(method.result(), Signatures.result(method.signature()));
          found.add(Source.of("." + name + "()", property, value, readOnly.doubt(type, method)));
        }
      }
    }
    for (TypeModel type : hierarchy) {
      for (FieldNode field : type.fields()) {
        Type value = Signatures.unwrap(Type.getType(field.desc), field.signature);
        if (!Modifier.isStatic(field.access)
            && MEMBER.matcher(field.name).matches()
            && names.add(field.name)) {
          found.add(Source.of("." + field.name, field.name, value, null));
        }
      }
    }
    return found;
  }

  /** Returns whether a value belongs to the definition of a tool and not to a call. */
  boolean isOfDefinition(Source member, Collection<Source> all) {
    return member.words().any(DEFINITION_WORDS)
        || all.stream()
            .anyMatch(
                each ->
                    each.depth() > 0
                        && each.parent().equals(member.parent())
                        && each.words().any(DEFINITION_WORDS));
  }

  private static boolean isAccessor(MethodModel method) {
    return !method.hasParameters()
        && !method.isStatic()
        && !method.isPrivate()
        && !method.isBridge()
        && method.result().getSort() != Type.VOID
        && !COMMON_METHODS.contains(method.name())
        && MEMBER.matcher(method.name()).matches();
  }
}
