package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/** Lists what can be read at the start of a method: its arguments, and what is in them. */
final class Sources {

  /** What holds the name and the arguments of a call inside another object. */
  private static final Set<String> HOLDERS =
      Set.of("function", "call", "definition", "request", "tool", "metadata", "params");

  /** How many members of a level are looked into: some types have hundreds. */
  private static final int MOST_FOLLOWED = 40;

  private final Accessors accessors;

  Sources(Types types) {
    this.accessors = new Accessors(types);
  }

  /** Returns the arguments of a method, and what can be read from each. */
  List<Source> ofArguments(MethodModel method) {
    List<Source> sources = new ArrayList<>();
    Type[] parameters = method.parameters();
    for (int i = 0; i < parameters.length; i++) {
      Source argument = Source.of("arg" + i, method.parameterName(i), parameters[i]);
      sources.add(argument);
      addMembers(argument, sources);
    }
    return sources;
  }

  /** Returns what can be read from the object whose method is called. */
  List<Source> ofReceiver(TypeModel type, MethodModel method) {
    List<Source> sources = new ArrayList<>();
    if (!method.isStatic()) {
      addMembers(Source.of("this", "this", Type.getObjectType(type.name())), sources);
    }
    return sources;
  }

  /** Returns what can be read from a method's result, and from what is in it, to a depth of 3. */
  List<Source> ofResult(Type result) {
    List<Source> sources = new ArrayList<>();
    List<Source> level = List.of(Source.of("return", "", result));
    for (int depth = 0; depth < 3; depth++) {
      List<Source> next = new ArrayList<>();
      for (Source source : level.subList(0, Math.min(MOST_FOLLOWED, level.size()))) {
        next.addAll(membersOf(source));
      }
      sources.addAll(next);
      level = next;
    }
    return sources;
  }

  private void addMembers(Source source, List<Source> sources) {
    for (Source member : membersOf(source)) {
      sources.add(member);
      if (Words.anyOf(member.words(), HOLDERS)) {
        sources.addAll(membersOf(member));
      }
    }
  }

  /** What is read from a doubtful value is as doubtful. */
  private List<Source> membersOf(Source source) {
    return accessors.of(source.type(), source.path()).stream()
        .map(member -> member.doubting(source.doubt()))
        .toList();
  }
}
