package io.loopsentinel.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The POMs that are published: https://central.sonatype.org/publish/requirements/. */
class PublishedPomsIT {

  static final List<String> MODULES = Release.MODULES;

  @ParameterizedTest
  @FieldSource("MODULES")
  void tellWhatMavenCentralAsksFor(String module) throws Exception {
    Document pom = pom(module);

    for (String asked :
        List.of(
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url")) {
      assertThat(texts(pom, "/project/" + asked)).as(asked).hasSize(1).doesNotContain("");
    }
    assertThat(texts(pom, "/project/url")).containsExactly(texts(pom, "/project/scm/url").get(0));
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void standAlone(String module) throws Exception {
    Document pom = pom(module);

    assertThat(texts(pom, "/project/groupId")).containsExactly("io.loopsentinel");
    assertThat(texts(pom, "/project/version")).containsExactly(Sources.VERSION);
    assertThat(texts(pom, "/project/parent")).isEmpty();
    assertThat(texts(pom, "//repository | //pluginRepository | //build | //profile")).isEmpty();
    assertThat(texts(pom, "//text()")).noneMatch(text -> text.contains("${"));
    assertThat(texts(pom, "//version")).noneMatch(version -> version.endsWith("-SNAPSHOT"));
  }

  @Test
  void ofTheEngineNamesItsLibraries() throws Exception {
    assertThat(texts(pom("engine"), "//dependency[scope='compile']/artifactId"))
        .containsExactlyInAnyOrder(
            "loop-sentinel-bootstrap", "jackson-databind", "re2j", "hash4j", "caffeine");
  }

  @Test
  void ofTheBootstrapNamesNoLibrary() throws Exception {
    assertThat(texts(pom("bootstrap"), "//dependency[scope!='provided']")).isEmpty();
  }

  /** They are in its jar. */
  @Test
  void ofTheAgentNamesNoLibrary() throws Exception {
    assertThat(texts(pom("dist"), "//dependency")).isEmpty();
  }

  private static Document pom(String module) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(Release.first().published(module, ".pom").toFile());
  }

  private static List<String> texts(Document pom, String path) throws Exception {
    NodeList nodes =
        (NodeList)
            XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }
}
