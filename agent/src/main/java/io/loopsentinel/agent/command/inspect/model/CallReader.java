package io.loopsentinel.agent.command.inspect.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Notes what a method calls, and says what is known of the results. */
final class CallReader {

  private static final Set<String> LOOKUPS =
      Set.of("get", "getOrDefault", "containsKey", "computeIfAbsent", "remove");
  private static final Set<String> MAPS =
      Set.of(
          "java/util/Map",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/concurrent/ConcurrentMap",
          "java/util/concurrent/ConcurrentHashMap");
  private static final Pattern HTTP =
      Pattern.compile(
          "java/net/http/HttpClient|java/net/HttpURLConnection|okhttp3/Call|okhttp3/OkHttpClient"
              + "|org/apache/http/.*HttpClient|org/apache/hc/.*HttpClient"
              + "|org/springframework/web/.*(RestClient|WebClient|RestTemplate).*|io/ktor/client/.*");

  private final List<CallSite> sites = new ArrayList<>();
  final Set<String> keys = new HashSet<>();
  boolean callsWhatItFinds;
  boolean usesReflection;
  boolean usesHttp;

  /** Notes a call, and returns what is known of its result. */
  Value call(
      MethodRef callee,
      boolean isStatic,
      Value receiver,
      List<Value> arguments,
      boolean inHandler) {
    if (isOfJdk(callee.owner())) {
      noteUseOfJdk(callee, arguments);
    } else {
      sites.add(
          new CallSite(callee, isStatic, false, inHandler, tellingArguments(callee, arguments)));
    }
    usesHttp = usesHttp || HTTP.matcher(callee.owner()).matches();
    callsWhatItFinds |= receiver.found() && !callee.owner().equals("java/lang/Object");
    return result(callee, receiver, arguments);
  }

  /** Notes that a method is handed over to be called later, as a lambda expression is. */
  void handOver(MethodRef callee, boolean inHandler) {
    if (!isOfJdk(callee.owner())) {
      sites.add(new CallSite(callee, true, false, inHandler, List.of()));
    }
  }

  int count() {
    return sites.size();
  }

  /** All calls from this one on stand in a loop. */
  void loopFrom(int index) {
    for (int i = index; i < sites.size(); i++) {
      CallSite site = sites.get(i);
      sites.set(
          i,
          new CallSite(site.callee(), site.isStatic(), true, site.inHandler(), site.arguments()));
    }
  }

  List<CallSite> sites() {
    return List.copyOf(sites);
  }

  private void noteUseOfJdk(MethodRef callee, List<Value> arguments) {
    if (isLookup(callee)) {
      String key = arguments.get(0).path();
      if (key != null) {
        keys.add(key);
      }
    }
    usesReflection |=
        callee.owner().equals("java/lang/reflect/Method") && callee.name().equals("invoke");
  }

  /** Kept where they help to tell results from failures: in calls that make something. */
  private static List<Value> tellingArguments(MethodRef callee, List<Value> arguments) {
    boolean makes =
        callee.isConstructor() || Type.getReturnType(callee.descriptor()).getSort() == Type.OBJECT;
    return makes && !arguments.isEmpty() ? List.copyOf(arguments) : List.of();
  }

  private static Value result(MethodRef callee, Value receiver, List<Value> arguments) {
    Type type = Type.getReturnType(callee.descriptor());
    String name = type.getSort() == Type.OBJECT ? type.getInternalName() : null;
    boolean failure =
        receiver.failure()
            || arguments.stream().anyMatch(Value::failure)
            || isThrowable(receiver.type())
            || arguments.stream().anyMatch(argument -> isThrowable(argument.type()));
    if (isLookup(callee) && arguments.get(0).path() != null) {
      return Value.of(name).foundInMap();
    }
    Value passed = passedOn(callee, receiver, arguments);
    if (passed != null) {
      return passed.as(name).failing(failure);
    }
    String path = path(callee, receiver, arguments);
    Value result = path == null ? Value.of(name) : Value.at(name, path);
    return "java/lang/String".equals(name) || isBuilderOfText(callee)
        ? result.failing(failure)
        : result;
  }

  /** Returns the value that a call gives back as it took it, {@code null} if it does not. */
  private static @Nullable Value passedOn(MethodRef callee, Value receiver, List<Value> arguments) {
    return switch (callee.owner() + "." + callee.name()) {
      case "java/util/Objects.requireNonNull",
          "java/util/Objects.requireNonNullElse",
          "java/lang/String.valueOf",
          "java/util/Objects.toString",
          "java/util/Optional.ofNullable" ->
          arguments.get(0);
      case "java/util/Optional.get",
          "java/util/Optional.orElse",
          "java/util/Optional.orElseThrow",
          "java/lang/Object.toString",
          "java/lang/String.strip",
          "java/lang/String.trim" ->
          receiver;
      default -> null;
    };
  }

  private static @Nullable String path(MethodRef callee, Value receiver, List<Value> arguments) {
    if (arguments.isEmpty()) {
      return receiver.step(callee.name() + "()");
    }
    return arguments.size() == 1 && arguments.get(0).constant() instanceof String key
        ? receiver.step(
            callee.name() + "(\"" + key.replace("\\", "\\\\").replace("\"", "\\\"") + "\")")
        : null;
  }

  private static boolean isLookup(MethodRef callee) {
    return MAPS.contains(callee.owner())
        && LOOKUPS.contains(callee.name())
        && callee.descriptor().startsWith("(Ljava/lang/Object;");
  }

  private static boolean isBuilderOfText(MethodRef callee) {
    return callee.owner().equals("java/lang/StringBuilder");
  }

  /** By the name: the class files of the JDK are not at hand. */
  private static boolean isThrowable(@Nullable String type) {
    return type != null
        && (type.endsWith("Exception") || type.endsWith("Error") || type.endsWith("Throwable"));
  }

  private static boolean isOfJdk(String owner) {
    return owner.startsWith("java/") || owner.startsWith("[");
  }
}
