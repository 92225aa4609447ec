package io.loopsentinel.it.koog

import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool
import ai.koog.agents.core.tools.reflect.ToolSet
import io.loopsentinel.it.scenario.Library
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/** A tool that keeps its thread. */
class BlockingSearch(private val library: Library) : ToolSet {
    @Tool("search")
    @LLMDescription("Searches the library")
    fun search(@LLMDescription("what to search for") input: String): String = library.search(input)
}

/** A tool that suspends, and goes on on other threads. */
class SuspendingSearch(private val library: Library) : ToolSet {
    @Tool("search")
    @LLMDescription("Searches the library")
    suspend fun search(@LLMDescription("what to search for") input: String): String {
        delay(1)
        return withContext(Dispatchers.IO) { library.search(input) }
    }
}
