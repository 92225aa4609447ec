package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.link.ToolNames;
import io.loopsentinel.tools.support.AnnotatedTools;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.Libraries;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods that are tools of the application: those that the user named, or those with an
 * annotation that looks like a tool's. Thread-safe.
 */
final class ToolSelection {

  private static final int NO_TOOL =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC;
  private static final Set<String> OF_EVERY_OBJECT = Set.of("toString", "hashCode", "equals");

  private final Set<String> named;

  /** The frameworks whose own classes are no tools; {@code null} if the tools are named. */
  private final @Nullable FrameworkPackages frameworks;

  /** The tools found so far, by class, then by method name and descriptor. */
  private final Map<String, Map<String, Tool>> found = new ConcurrentHashMap<>();

  /** Named types with an abstract method that takes arguments: methods without are no tools. */
  private final Set<String> takingArguments = ConcurrentHashMap.newKeySet();

  ToolSelection(Set<String> named) {
    this.named = named;
    this.frameworks = named.isEmpty() ? new FrameworkPackages() : null;
  }

  /**
   * A tool.
   *
   * @param owner the binary name of its class
   * @param annotation its annotation; {@code null} if it was found by its name or class
   * @param name the name for the model, as far as the class file shows it
   */
  record Tool(String owner, String method, @Nullable String annotation, String name) {

    /** Returns the name for the model: that in the class file, or else as the agent reads it. */
    String nameOf(Method loaded) {
      return name.equals(method) ? ToolNames.ofTool(loaded, annotation) : name;
    }

    /** Identifies the target that guards it by itself: its method, or its annotation in a class. */
    String target() {
      return annotation == null ? owner + "::" + method : annotation + " " + owner;
    }
  }

  /** Returns the tools of a class file, by method name and descriptor. */
  Map<String, Tool> select(String type, byte[] file) {
    String owner = type.replace('/', '.');
    Map<String, Tool> tools = new ConcurrentHashMap<>();
    if (frameworks != null) {
      if (!Libraries.haveClass(owner) && frameworks.profileOf(owner) == null) {
        add(tools, AnnotatedTools.of(file));
      }
    } else {
      boolean takesArguments = addNamed(tools, owner, file);
      Map<String, String> names =
          tools.isEmpty()
              ? Map.of()
              : AnnotatedTools.of(file).stream()
                  .collect(
                      Collectors.toMap(
                          each -> each.method() + each.descriptor(), AnnotatedTools.Tool::name));
      removeOthers(tools, names.keySet(), takesArguments);
      tools.replaceAll(
          (key, tool) ->
              new Tool(tool.owner(), tool.method(), null, names.getOrDefault(key, tool.name())));
      add(tools, AnnotatedTools.of(file, named::contains));
    }
    if (!tools.isEmpty()) {
      found.put(owner, tools);
    }
    return tools;
  }

  /** Returns the tool that a method is; {@code null} if it is none. */
  @Nullable Tool find(MethodId method) {
    return found.getOrDefault(method.owner().getName(), Map.of()).get(method.key());
  }

  List<Tool> all() {
    return found.values().stream().flatMap(each -> each.values().stream()).distinct().toList();
  }

  private static void add(Map<String, Tool> tools, List<AnnotatedTools.Tool> annotated) {
    for (AnnotatedTools.Tool each : annotated) {
      tools.put(
          each.method() + each.descriptor(),
          new Tool(
              each.owner(), each.method(), each.ofClass() ? null : each.annotation(), each.name()));
    }
  }

  /**
   * Removes the methods of a whole class that seem to describe a tool, as {@code name()}, or to set
   * it up. A dispatch calls several of these for one tool call.
   */
  private void removeOthers(
      Map<String, Tool> tools, Set<String> annotated, boolean takesArguments) {
    Predicate<String> isTool =
        annotated.isEmpty() ? key -> !key.contains("()") : annotated::contains;
    if (takesArguments || tools.keySet().stream().anyMatch(isTool)) {
      tools
          .entrySet()
          .removeIf(
              each ->
                  !isTool.test(each.getKey())
                      && !named.contains(
                          each.getValue().owner() + "::" + each.getValue().method()));
    }
  }

  /** Adds the named tools of a class. Returns whether those of a named supertype take arguments. */
  private boolean addNamed(Map<String, Tool> tools, String owner, byte[] file) {
    ClassReader reader = new ClassReader(file);
    List<String> supertypes =
        Stream.concat(Stream.of(reader.getInterfaces()), Stream.of("" + reader.getSuperName()))
            .map(each -> each.replace('/', '.'))
            .toList();
    boolean isProxy = owner.matches(".*\\$Proxy\\d+"); // An annotation is one, too.
    boolean wholeClass =
        named.contains(owner) || (!isProxy && supertypes.stream().anyMatch(named::contains));
    if (!wholeClass && named.stream().noneMatch(each -> each.startsWith(owner + "::"))) {
      return false;
    }
    for (MethodNode each : MethodBodies.of(file)) {
      if (named.contains(owner)
          && (each.access & Opcodes.ACC_ABSTRACT) != 0
          && !each.desc.startsWith("()")) {
        takingArguments.add(owner);
      }
      boolean isOne =
          wholeClass
              && (each.access & (NO_TOOL | Opcodes.ACC_PRIVATE)) == 0
              && !each.name.startsWith("<")
              && !each.name.equals("main")
              && !OF_EVERY_OBJECT.contains(each.name);
      if (isOne || named.contains(owner + "::" + each.name)) {
        tools.put(each.name + each.desc, new Tool(owner, each.name, null, each.name));
      }
    }
    return takingArguments.contains(owner)
        || supertypes.stream().anyMatch(takingArguments::contains);
  }
}
