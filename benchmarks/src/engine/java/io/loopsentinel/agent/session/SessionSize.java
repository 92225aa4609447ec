package io.loopsentinel.engine.session;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.util.Multiset;
import org.openjdk.jol.vm.VM;

/**
 * How many bytes a session takes, part by part.
 *
 * <p>Counted is all that is reachable from the session, except what all sessions share: the names
 * of tools, which belong to the application, and what a new session begins with, which are
 * constants. It stands in this package since a session is not public.
 *
 * @param parts the bytes of the object itself, as {@code session}, and of what each of its fields
 *     holds
 */
@NullMarked
public record SessionSize(Map<String, Long> parts) {

  private static final Set<Class<?>> NAMES = Set.of(String.class, byte[].class);
  private static final String CONFIGURATION = "io.loopsentinel.agent.config.";

  /** Measures a session of an engine. */
  public static SessionSize of(LoopEngine engine, Object key) {
    Session session = store(engine).session(key);
    Session blank = store(engine).session(new Object());
    Map<String, Long> parts = new LinkedHashMap<>();
    parts.put("session", bytesOfItself());
    for (Field field : fields()) {
      Object value = value(session, field);
      boolean own = value != value(blank, field) && !field.getType().isPrimitive();
      if (value != null && value != key && own) {
        parts.put(field.getName(), bytes(value));
      }
    }
    return new SessionSize(parts);
  }

  /** Returns the bytes of all parts. */
  public long total() {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Returns what the store of sessions adds to each: its key, the node of the map that holds it,
   * and its place in the queue.
   *
   * @param engine one without sessions
   * @param keys the keys of as many sessions as it is averaged over
   */
  public static double ofKeyAndNode(LoopEngine engine, Iterable<?> keys) {
    SessionStore store = store(engine);
    long before = GraphLayout.parseInstance(store).totalSize();
    long sessions = 0;
    int count = 0;
    for (Object key : keys) {
      store.session(key);
      sessions += bytesOfItself();
      count++;
    }
    return (double) (GraphLayout.parseInstance(store).totalSize() - before - sessions) / count;
  }

  /** What the store keeps in the object does not count. */
  private static long bytesOfItself() {
    long bytes = VM.current().objectHeaderSize();
    for (Field field : fields()) {
      bytes += VM.current().sizeOfField(field.getType().getSimpleName());
    }
    int alignment = VM.current().objectAlignment();
    return (bytes + alignment - 1) / alignment * alignment;
  }

  /** Returns the fields of a session and of what it extends. */
  private static List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type = Session.class; type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
    }
    return fields;
  }

  private static SessionStore store(LoopEngine engine) {
    try {
      Object store = value(engine, LoopEngine.class.getDeclaredField("sessions"));
      return (SessionStore) Objects.requireNonNull(store);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("the engine keeps its sessions elsewhere now", e);
    }
  }

  private static @Nullable Object value(Object holder, Field field) {
    try {
      field.setAccessible(true);
      return field.get(holder);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " was made accessible", e);
    }
  }

  private static long bytes(Object root) {
    Multiset<Class<?>> sizes = GraphLayout.parseInstance(root).getClassSizes();
    long bytes = 0;
    for (Class<?> type : sizes.keys()) {
      if (type.getName().startsWith(CONFIGURATION)) {
        throw new IllegalStateException("a session holds on to a shared object: " + type);
      }
      bytes += NAMES.contains(type) ? 0 : sizes.count(type);
    }
    return bytes;
  }
}
