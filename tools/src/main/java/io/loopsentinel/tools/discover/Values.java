package io.loopsentinel.tools.discover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the values within objects, by expressions. Thread-safe. */
final class Values {

  /** Levels of fields below a parameter. */
  static final int DEPTH = 3;

  private static final int MAX_VALUES = 1_500;
  private static final int MAX_ELEMENTS = 50;
  private static final int MAX_JSON = 65_536;
  private static final String CONTINUATION = "kotlin.coroutines.jvm.internal.BaseContinuationImpl";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern KEY = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_-]{0,47}");

  /** Maps and collections whose methods have no effects. */
  private static final Pattern COLLECTIONS = Pattern.compile("(java|kotlin|com\\.google)\\..*");

  private final Fields fields;

  Values(Fields fields) {
    this.fields = fields;
  }

  /** Returns the values within some roots, those near the roots first. */
  Map<String, Object> within(Map<String, @Nullable Object> roots, int depth) {
    return within(roots, depth, false);
  }

  /** Returns the same with the elements of collections. */
  Map<String, Object> withElements(Map<String, @Nullable Object> roots, int depth) {
    return within(roots, depth, true);
  }

  private Map<String, Object> within(
      Map<String, @Nullable Object> roots, int depth, boolean elements) {
    Map<String, Object> found = new LinkedHashMap<>();
    Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Place> places = new ArrayDeque<>();
    // The path to an object is one without lists, if there is one of the same length.
    Deque<Place> inLists = new ArrayDeque<>();
    roots.forEach((path, value) -> places.add(new Place(path, value, 0)));
    while (!(places.isEmpty() && inLists.isEmpty()) && found.size() < MAX_VALUES) {
      Place place = nearer(places, inLists).remove();
      Object value = place.value;
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      }
      if (value != null && !found.containsKey(place.path)) {
        found.put(place.path, value);
        if (place.depth < depth && !isLeaf(value) && visited.add(value)) {
          addMembers(new Place(place.path, value, place.depth + 1), places);
          int index = 0;
          for (Object each : elements ? elements(value) : List.of()) {
            inLists.add(new Place(place.path + "[" + index++ + "]", each, place.depth + 1));
          }
        }
      }
    }
    return found;
  }

  private record Place(String path, @Nullable Object value, int depth) {}

  private static Deque<Place> nearer(Deque<Place> one, Deque<Place> other) {
    Place first = one.peek();
    Place second = other.peek();
    return first == null || (second != null && second.depth < first.depth) ? other : one;
  }

  private void addMembers(Place owner, Deque<Place> places) {
    Object value = owner.value;
    if (value instanceof Map<?, ?> map && isKnown(map)) {
      entries(map)
          .forEach(
              (key, member) -> {
                if (KEY.matcher(key).matches()) {
                  places.add(new Place(owner.path + "[\"" + key + "\"]", member, owner.depth));
                }
              });
    } else if (value instanceof Method method) {
      places.add(new Place(owner.path + ".getName()", method.getName(), owner.depth));
    } else if (value != null && !isOfJdk(value) && !isContinuation(value)) {
      for (Fields.Member member : fields.of(value.getClass())) {
        String path = owner.path + "." + member.expression();
        places.add(new Place(path, member.read(value), owner.depth));
      }
    }
  }

  /** Returns whether the code of a Map or collection is known. Others are read by their fields. */
  static boolean isKnown(Object collection) {
    return COLLECTIONS.matcher(collection.getClass().getName()).matches();
  }

  /** Returns the entries of a Map with text keys; empty if its code is not known. */
  static Map<String, @Nullable Object> entries(Map<?, ?> map) {
    Map<String, @Nullable Object> found = new LinkedHashMap<>();
    if (isKnown(map)) {
      try {
        for (Map.Entry<?, ?> each : map.entrySet()) {
          if (each.getKey() instanceof String key && found.size() < MAX_ELEMENTS) {
            found.put(key, each.getValue());
          }
        }
      } catch (RuntimeException changed) {
        // Another thread changes it.
      }
    }
    return found;
  }

  /** Returns the first elements of a collection or array; empty if its code is not known. */
  static List<@Nullable Object> elements(@Nullable Object value) {
    List<@Nullable Object> found = new ArrayList<>();
    try {
      if (value instanceof Object[] array) {
        found.addAll(Arrays.asList(array).subList(0, Math.min(array.length, MAX_ELEMENTS)));
      } else if (value instanceof Collection<?> all && isKnown(all)) {
        all.stream().limit(MAX_ELEMENTS).forEach(found::add);
      }
    } catch (RuntimeException changed) {
      // Another thread changes it, or an element is null.
    }
    return found;
  }

  /** Returns the texts of the simple values within a value. */
  Set<String> texts(@Nullable Object value, int depth) {
    Set<String> texts = new LinkedHashSet<>();
    Map<String, @Nullable Object> roots = new LinkedHashMap<>();
    roots.put("", value);
    within(roots, depth)
        .forEach(
            (path, each) -> {
              if (isLeaf(each)) {
                texts.add(each.toString());
              }
              elements(each).stream()
                  .filter(Values::isLeaf)
                  .forEach(element -> texts.add(String.valueOf(element)));
            });
    return texts;
  }

  /** Returns the members of a JSON text that is an object; {@code null} for any other text. */
  static @Nullable Map<?, ?> json(CharSequence text) {
    if (text.length() > MAX_JSON || !text.toString().stripLeading().startsWith("{")) {
      return null;
    }
    try {
      return JSON.readValue(text.toString(), LinkedHashMap.class);
    } catch (JsonProcessingException noJson) {
      return null;
    }
  }

  static boolean isLeaf(@Nullable Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof UUID
        || value instanceof Enum<?>
        || (value instanceof Number && isOfJdk(value));
  }

  /** Returns whether an object is the state of a coroutine, whose fields have generated names. */
  private static boolean isContinuation(Object value) {
    Class<?> type = value.getClass();
    while (type != null && !type.getName().equals(CONTINUATION)) {
      type = type.getSuperclass();
    }
    return type != null;
  }

  static boolean isOfJdk(Object value) {
    return value.getClass().getClassLoader() == null || value.getClass().isArray();
  }
}
