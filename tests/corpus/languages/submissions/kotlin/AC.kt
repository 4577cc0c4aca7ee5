fun main() {
    val n = readLine()!!.trim().toInt()
    val seen = readLine()!!.trim().split(" ").map { it.toLong() }.take(n).toSet()
    println("${seen.size} ${seen.sum()}")
}
