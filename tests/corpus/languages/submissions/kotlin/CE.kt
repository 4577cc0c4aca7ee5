fun main() {
    val n: Int = "1"
    println(n)
}
