package io.loopsentinel.tools;

import io.loopsentinel.tools.support.Subcommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import picocli.CommandLine.Command;

/** The command {@code schema}. */
@Command(
    name = "schema",
    description = {
      "Prints the JSON Schema of the configuration.",
      "",
      "Editors complete and check a file whose first line is"
          + " # yaml-language-server: $schema=sentinel-config.schema.json"
    })
final class SchemaCommand extends Subcommand {

  private static final String SCHEMA = "/sentinel-config.schema.json";

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws IOException {
    try (InputStream in = getClass().getResourceAsStream(SCHEMA)) {
      byte[] schema = Objects.requireNonNull(in, SCHEMA).readAllBytes();
      out.print(new String(schema, StandardCharsets.UTF_8));
    }
    return 0;
  }
}
