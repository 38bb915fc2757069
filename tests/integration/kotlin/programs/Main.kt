package demo.app

import demo.app.text.countWhere
import demo.app.text.repeatUntil

class Counter(private val limit: Int) {
    private var hits = 0

    fun run(words: List<String>): Int {
        // Two copies of one loop:
        hits = words.countWhere { it.length > 3 } +
            words.countWhere { it.startsWith("a") }
        var rounds = 0
        repeatUntil(20) { rounds++; it * 3 > limit }
        return words.filter { it.length > 2 }.sumOf { it.length } + rounds + hits
    }
}

fun main(arguments: Array<String>) {
    val (words, times) = arguments.map { it.toInt() }
    val all = (0 until words).map { "a".repeat(it % 7) + it }
    println((0 until times).sumOf { Counter(it).run(all) })
    println(Forms(all.take(40), IntArray(9) { it }).all(times))
}
