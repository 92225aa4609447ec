package io.loopsentinel.agent.instrument;

/**
 * Packages of libraries that cannot know a framework with tools, so that none of their classes
 * extends a type of one.
 *
 * <p>Of the classes that applications load before their first tool call most are of these: 470 of
 * 720 with LangChain4j, 1,900 of 2,500 with Spring. To walk their constant pools, and to compile
 * the walk, was a tenth of what the agent added to such a start.
 */
final class LibraryPackages {

  private static final String[] LIBRARIES = {
    "ch/qos/logback/",
    "com/fasterxml/jackson/",
    "com/github/victools/jsonschema/",
    "io/micrometer/",
    "io/netty/",
    "kotlin/",
    "kotlinx/",
    "net/bytebuddy/",
    "org/apache/commons/",
    "org/apache/logging/",
    "org/apache/tomcat/",
    "org/hibernate/",
    "org/slf4j/",
    "org/yaml/snakeyaml/",
    "reactor/",
    "tools/jackson/",
  };

  private static final String SPRING = "org/springframework/";

  /** Not its {@code ai}, nor its {@code samples}, which are applications. */
  private static final String[] SPRING_PROJECTS = {
    "aop/",
    "asm/",
    "beans/",
    "boot/",
    "cglib/",
    "context/",
    "core/",
    "data/",
    "expression/",
    "format/",
    "http/",
    "jdbc/",
    "security/",
    "transaction/",
    "util/",
    "validation/",
    "web/",
  };

  private LibraryPackages() {}

  /**
   * Whether a class lies in one of them; allocates nothing.
   *
   * @param type its internal name ({@code a/b/C})
   */
  static boolean have(String type) {
    return type.startsWith(SPRING)
        ? continues(type, SPRING.length(), SPRING_PROJECTS)
        : continues(type, 0, LIBRARIES);
  }

  private static boolean continues(String type, int offset, String[] beginnings) {
    char first = type.charAt(offset);
    for (String each : beginnings) {
      if (each.charAt(0) == first && type.startsWith(each, offset)) {
        return true;
      }
    }
    return false;
  }
}
