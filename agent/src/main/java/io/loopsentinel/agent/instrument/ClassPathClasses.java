package io.loopsentinel.agent.instrument;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The classes of a class path, known from their files and not loaded. For one thread. */
final class ClassPathClasses implements KnownClasses {

  private final ClassLoader loader;
  private final Map<String, KnownClass> own = new TreeMap<>();
  private final Map<String, Optional<KnownClass>> others = new HashMap<>();

  /**
   * Reads classes.
   *
   * @param names internal names of those of the application
   * @param loader finds their files, and those of the classes that they extend
   */
  ClassPathClasses(Collection<String> names, ClassLoader loader) {
    this.loader = loader;
    for (String name : names) {
      read(name).ifPresent(type -> own.put(type.name(), type));
    }
  }

  @Override
  public List<KnownClass> all() {
    return List.copyOf(own.values());
  }

  @Override
  public Optional<KnownClass> find(String name) {
    return Optional.ofNullable(own.get(name));
  }

  @Override
  public String whereabouts() {
    return "is on the class path";
  }

  private Optional<KnownClass> parent(String name) {
    Optional<KnownClass> found = find(name.replace('/', '.'));
    return found.isPresent() ? found : others.computeIfAbsent(name, this::read);
  }

  private Optional<KnownClass> read(String name) {
    @Nullable ClassOutline outline = ClassFiles.find(name, loader);
    return Optional.ofNullable(outline).map(Read::new);
  }

  private final class Read implements KnownClass {

    private final ClassOutline outline;

    Read(ClassOutline outline) {
      this.outline = outline;
    }

    @Override
    public String name() {
      return outline.name().replace('/', '.');
    }

    @Override
    public boolean isInterface() {
      return outline.isInterface();
    }

    @Override
    public Optional<KnownClass> superclass() {
      return Optional.ofNullable(outline.superName()).flatMap(ClassPathClasses.this::parent);
    }

    @Override
    public List<KnownClass> interfaces() {
      return outline.interfaces().stream().flatMap(name -> parent(name).stream()).toList();
    }

    @Override
    public boolean declaresField(String field) {
      return outline.declaresField(field);
    }

    @Override
    public List<MethodOutline> methods() {
      return outline.methods();
    }
  }
}
