package com.acme.shapes.embeddingmodel;

import java.util.List;

/** A vector, and what it cost. */
public record EmbeddingResponse(
    List<Double> embedding, String model, int promptTokens, int totalTokens) {}
