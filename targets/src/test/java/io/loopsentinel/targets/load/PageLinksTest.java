package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links between the pages of the repository lead somewhere. */
class PageLinksTest {

  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]*)#?([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

  @ParameterizedTest
  @MethodSource("pages")
  void leadToFilesAndHeadingsThatThereAre(Path page) throws IOException {
    List<MatchResult> links =
        LINK.matcher(CODE.matcher(prose(page)).replaceAll("")).results().toList();

    for (MatchResult link : links) {
      String file = link.group(1);
      String anchor = link.group(2);
      Path target = file.isEmpty() ? page : page.resolveSibling(file);
      assertThat(target).as(link.group()).exists();
      if (!anchor.isEmpty()) {
        assertThat(anchors(target)).as(link.group()).contains(anchor);
      }
    }
  }

  static List<Path> pages() throws IOException {
    Path readme = Configs.inRepository("README.md").toPath();
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of("", "benchmarks", "docs", "docs/decisions")) {
      try (Stream<Path> files = Files.list(readme.resolveSibling(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  /** As code hosts make them of headings. */
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> NOT_IN_ANCHOR.matcher(heading).replaceAll("").replace(' ', '-'))
        .toList();
  }

  private static String prose(Path page) throws IOException {
    return CODE_BLOCK.matcher(Files.readString(page)).replaceAll("");
  }
}
