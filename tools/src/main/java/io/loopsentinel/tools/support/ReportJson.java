package io.loopsentinel.tools.support;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** How commands write what they found as JSON. */
public final class ReportJson {

  /** Pure ASCII, since standard output may be in any encoding. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  private ReportJson() {}
}
