package io.loopsentinel.it.quarkus;

import io.quarkiverse.langchain4j.guardrails.ToolInputGuardrail;
import io.quarkiverse.langchain4j.guardrails.ToolInputGuardrailRequest;
import io.quarkiverse.langchain4j.guardrails.ToolInputGuardrailResult;
import jakarta.enterprise.context.ApplicationScoped;

/** A guardrail that lets every call pass. */
@ApplicationScoped
class AnyInput implements ToolInputGuardrail {

  @Override
  public ToolInputGuardrailResult validate(ToolInputGuardrailRequest request) {
    return ToolInputGuardrailResult.success();
  }
}
