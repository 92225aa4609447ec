package io.loopsentinel.agent.instrument;

import io.loopsentinel.ToolLoopError;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes of the application that a JVM has loaded. */
final class LoadedClasses implements KnownClasses {

  private final List<KnownClass> all;

  /**
   * Takes classes in.
   *
   * @param loaded the classes of the JVM; those of the JDK and of the agent are passed over
   */
  LoadedClasses(Collection<Class<?>> loaded) {
    this.all =
        loaded.stream()
            .filter(type -> !type.isArray() && !type.isHidden() && !type.isPrimitive())
            .filter(type -> type.getClassLoader() != null)
            .filter(type -> type.getClassLoader() != ClassLoader.getPlatformClassLoader())
            .filter(type -> type.getClassLoader() != LoadedClasses.class.getClassLoader())
            .filter(type -> !isAgentOutsideItsLoader(type.getName()))
            .<KnownClass>map(Loaded::new)
            .toList();
  }

  @Override
  public List<KnownClass> all() {
    return all;
  }

  @Override
  public String whereabouts() {
    return "has been loaded";
  }

  /** What starts the agent, and what it shows the application, is loaded as the application is. */
  private static boolean isAgentOutsideItsLoader(String name) {
    return name.startsWith("io.loopsentinel.launch.")
        || name.startsWith("io.loopsentinel.hook.")
        || name.equals(ToolLoopError.class.getName())
        || name.startsWith(ToolLoopError.class.getName() + "$");
  }

  private record Loaded(Class<?> type) implements KnownClass {

    @Override
    public String name() {
      return type.getName();
    }

    @Override
    public boolean isInterface() {
      return type.isInterface();
    }

    @Override
    public Optional<KnownClass> superclass() {
      return Optional.<Class<?>>ofNullable(type.getSuperclass()).map(Loaded::new);
    }

    @Override
    public List<KnownClass> interfaces() {
      return Stream.of(type.getInterfaces()).<KnownClass>map(Loaded::new).toList();
    }

    @Override
    public boolean declaresField(String field) {
      return outline().filter(type -> type.declaresField(field)).isPresent();
    }

    @Override
    public List<MethodOutline> methods() {
      return outline().map(ClassOutline::methods).orElse(List.of());
    }

    /** Reads the class file: reflection would load the classes that the methods name. */
    private Optional<ClassOutline> outline() {
      return Optional.ofNullable(type.getClassLoader())
          .map(loader -> ClassFiles.find(type.getName().replace('.', '/'), loader));
    }
  }
}
