package io.loopsentinel.it.koog

import ai.koog.agents.core.tools.annotations.LLMDescription
import ai.koog.agents.core.tools.annotations.Tool
import ai.koog.agents.core.tools.reflect.ToolSet
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext

/**
 * What the tools search.
 *
 * @param users how many search at the same moment: each search waits for the others'
 */
class Library(users: Int) {
    private val users = CyclicBarrier(users)
    private val searches = ConcurrentLinkedQueue<String>()

    fun search(subject: String): String {
        searches += subject
        check(!subject.startsWith(ModelBehaviour.BROKEN)) { "The catalogue is closed" }
        users.await(1, TimeUnit.MINUTES)
        return if (subject.startsWith(ModelBehaviour.MAP)) "A river between two hills" else "3 books on $subject"
    }

    fun searches(): Int = searches.size

    fun searchesFor(subject: String): Int = searches.count { it == subject }
}

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
