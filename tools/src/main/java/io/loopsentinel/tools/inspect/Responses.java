package io.loopsentinel.tools.inspect;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * The types in model responses, by their fields. Responses that request tool calls contain them;
 * embeddings, images and transcripts do not.
 */
final class Responses {

  /** Element type of a list whose generic signature was removed by obfuscation. */
  private static final String UNKNOWN = "?";

  private static final int MAX_TYPES = 400;

  private final TypeIndex index;
  private final Map<String, Set<String>> reachableTypes = new HashMap<>();

  Responses(TypeIndex index) {
    this.index = index;
  }

  /** Returns whether a response may contain a value of one of the types. */
  boolean mayContain(Type response, Set<String> types) {
    if (response.getSort() != Type.OBJECT) {
      return false;
    }
    Set<String> reachable =
        reachableTypes.computeIfAbsent(response.getInternalName(), this::reachable);
    return reachable.contains(UNKNOWN) || !Collections.disjoint(reachable, types);
  }

  private Set<String> reachable(String response) {
    Set<String> found = new HashSet<>();
    Deque<String> next = new ArrayDeque<>(Set.of(response));
    while (!next.isEmpty() && found.size() < MAX_TYPES) {
      String name = next.remove();
      if (!name.startsWith("java/") && found.add(name)) {
        Stream.concat(index.hierarchy(name).stream(), index.subtypes(name))
            .flatMap(type -> Stream.concat(Stream.of(type.name()), fieldTypes(type)))
            .filter(type -> !found.contains(type) && !Libraries.contain(type))
            .forEach(next::add);
      }
    }
    return found;
  }

  private static Stream<String> fieldTypes(TypeModel type) {
    return type.fields().stream()
        .flatMap(
            field ->
                field.signature == null && isUnknownList(field)
                    ? Stream.of(UNKNOWN)
                    : Signatures.names(field.signature == null ? field.desc : field.signature)
                        .stream());
  }

  private static boolean isUnknownList(FieldNode field) {
    return field.desc.equals("Ljava/util/List;") && Words.of(field.name).areMeaningless();
  }
}
