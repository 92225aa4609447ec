package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.FieldModel;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/** What can be read off an object: by methods without parameters, or else by fields. */
final class Accessors {

  private static final Set<String> OF_EVERYTHING =
      Set.of("toString", "hashCode", "clone", "getClass", "iterator", "toBuilder", "copy", "build");
  private static final Pattern OPTIONAL =
      Pattern.compile("\\)Ljava/util/Optional<\\+?(L[\\w/$]+;)(?:<.*>)?.*");
  private static final Pattern MEMBER = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*");
  private static final int MOST_ANCESTORS = 8;

  private final Types types;
  private final ReadOnlyMembers readOnly;

  /** By internal names; paths begin with the dot. */
  private final Map<String, List<Source>> known = new HashMap<>();

  Accessors(Types types) {
    this.types = types;
    this.readOnly = new ReadOnlyMembers(types);
  }

  /** Returns what can be read from a value; nothing from one of a type that is not known. */
  List<Source> of(Type type, String path) {
    if (type.getSort() != Type.OBJECT || type.getInternalName().startsWith("java/")) {
      return List.of();
    }
    return known.computeIfAbsent(type.getInternalName(), this::read).stream()
        .map(source -> source.below(path))
        .toList();
  }

  private List<Source> read(String type) {
    List<Source> found = new ArrayList<>();
    collect(type, "", found, new HashSet<>(), new HashSet<>());
    return List.copyOf(found);
  }

  private void collect(
      String name, String path, List<Source> found, Set<String> members, Set<String> visited) {
    TypeModel type = types.find(name);
    if (type == null || visited.size() >= MOST_ANCESTORS || !visited.add(name)) {
      return;
    }
    for (MethodModel method : type.methods()) {
      if (reads(method) && members.add(method.name())) {
        found.add(
            Source.of(path + "." + method.name() + "()", property(method.name()), result(method))
                .doubting(readOnly.doubt(type, method)));
      }
    }
    if (type.superName() != null) {
      collect(type.superName(), path, found, members, visited);
    }
    type.interfaces().forEach(each -> collect(each, path, found, members, visited));
    for (FieldModel field : type.fields()) {
      Type fieldType = Type.getType(field.descriptor());
      boolean hasAccessor = found.stream().anyMatch(source -> source.type().equals(fieldType));
      if (!field.isStatic()
          && !hasAccessor
          && MEMBER.matcher(field.name()).matches()
          && members.add(field.name())) {
        found.add(Source.of(path + "." + field.name(), field.name(), fieldType));
      }
    }
  }

  private static boolean reads(MethodModel method) {
    return method.descriptor().startsWith("()")
        && !method.descriptor().endsWith("V")
        && !method.isStatic()
        && !method.isPrivate()
        && !method.isBridge()
        && !OF_EVERYTHING.contains(method.name())
        && MEMBER.matcher(method.name()).matches();
  }

  private static Type result(MethodModel method) {
    if (method.signature() != null) {
      Matcher optional = OPTIONAL.matcher(method.signature());
      if (optional.matches()) {
        return Type.getType(optional.group(1));
      }
    }
    return method.result();
  }

  private static String property(String method) {
    return method.matches("get\\p{Lu}.*") ? method.substring(3) : method;
  }
}
