package io.loopsentinel.tools.init;

import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.match.ClassPathLoader;
import io.loopsentinel.targets.match.ClassPathTargets;
import io.loopsentinel.targets.match.ClassPathTargets.Match;
import io.loopsentinel.tools.support.AnnotatedTools;
import io.loopsentinel.tools.support.AnnotatedTools.Tool;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.utility.OpenedClassReader;

/** The frameworks and tools in the class files of an application. */
final class Application {

  private static final Pattern JAR = Pattern.compile(".*?([^/\\\\!]+)\\.jar!/[^!]*");

  /** The packages of an organization: {@code com.acme} of {@code com.acme.shop.Orders}. */
  private static final Pattern ORGANIZATION = Pattern.compile("([^.]+\\.[^.]+)\\..*");

  private final ClassPathLoader classes = new ClassPathLoader();
  private final FrameworkPackages frameworks = new FrameworkPackages();

  /** The name of the jar of each class, as {@code langchain4j-1.19.0}. */
  private final Map<String, String> jars = new HashMap<>();

  private final SortedMap<String, List<Tool>> tools = new TreeMap<>();

  /**
   * Adds a class file.
   *
   * @param place where it was read: {@code app.jar!/a/B.class}
   */
  void add(String place, byte[] file) {
    int before = classes.size();
    classes.add(file);
    if (classes.size() > before) {
      String type = OpenedClassReader.of(file).getClassName().replace('/', '.');
      Matcher jar = JAR.matcher(place);
      if (jar.matches()) {
        jars.put(type, jar.group(1));
      }
      if (!Libraries.haveClass(type) && frameworks.profileOf(type) == null) {
        AnnotatedTools.of(file).stream()
            .filter(tool -> !tool.ofClass() || frameworks.profileOf(tool.annotation()) == null)
            .forEach(
                tool ->
                    tools.computeIfAbsent(tool.annotation(), each -> new ArrayList<>()).add(tool));
      }
    }
  }

  /** Returns the number of classes. */
  int size() {
    return classes.size();
  }

  /** Returns the package of the servlet API, if the application serves web requests with it. */
  Optional<String> servlets() {
    return Stream.of("jakarta.servlet", "javax.servlet")
        .filter(each -> classes.files().containsKey(each + ".http.HttpServlet"))
        .findFirst();
  }

  /** Returns the profiles that guard a method, each with the jars in which it is. */
  Map<String, SortedSet<String>> profiles() {
    Profiles shipped = Profiles.shipped();
    List<TargetSpec> targets = new ArrayList<>();
    shipped.names().forEach(profile -> targets.addAll(shipped.read(profile)));
    Map<String, SortedSet<String>> found = new LinkedHashMap<>();
    for (Match match : new ClassPathTargets(targets, classes).match()) {
      if (match.method() != null) {
        String type = match.method().getDeclaringClass().getName();
        String profile = match.target().profile();
        if (profile.equals(frameworks.profileOf(type))) {
          found
              .computeIfAbsent(profile, each -> new TreeSet<>())
              .add(jars.getOrDefault(type, "a folder"));
        }
      }
    }
    return found;
  }

  /** Returns the tools whose framework has a profile, by that profile. */
  Map<String, List<Tool>> guardedTools() {
    return tools.values().stream()
        .flatMap(List::stream)
        .filter(tool -> frameworks.profileOf(tool.annotation()) != null)
        .collect(
            Collectors.groupingBy(
                tool -> String.valueOf(frameworks.profileOf(tool.annotation())),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /** Returns the tools that no profile guards, by the annotation that marks them. */
  SortedMap<String, List<Tool>> ownTools() {
    SortedMap<String, List<Tool>> own = new TreeMap<>();
    tools.forEach(
        (annotation, marked) -> {
          if (frameworks.profileOf(annotation) == null) {
            own.put(annotation, withoutThoseOfFramework(annotation, marked));
          }
        });
    return own;
  }

  /**
   * Removes the tools that an unknown framework brings along, in the packages of its annotation. If
   * all tools are there, the application declares the annotation itself.
   */
  private static List<Tool> withoutThoseOfFramework(String annotation, List<Tool> tools) {
    String organization = organization(annotation);
    List<Tool> others =
        tools.stream().filter(tool -> !organization(tool.owner()).equals(organization)).toList();
    return others.isEmpty() ? tools : others;
  }

  private static String organization(String type) {
    Matcher start = ORGANIZATION.matcher(type);
    return start.matches() ? start.group(1) : type;
  }
}
