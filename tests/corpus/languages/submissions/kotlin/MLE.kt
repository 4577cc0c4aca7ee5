fun main() {
    val kept = mutableListOf<IntArray>()
    while (true) kept.add(IntArray(1 shl 18))
}
