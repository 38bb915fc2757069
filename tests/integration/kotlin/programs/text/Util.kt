package demo.app.text

// Functions that are inlined into their callers.
inline fun <T> Iterable<T>.countWhere(test: (T) -> Boolean): Int {
    var count = 0
    for (one in this) {
        if (test(one)) {
            count++
        }
    }
    return count
}

inline fun repeatUntil(most: Int, stop: (Int) -> Boolean) {
    var at = 0
    while (at < most) {
        if (stop(at)) break
        at++
    }
}
