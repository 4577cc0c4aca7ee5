// What programs commonly use: whatever this loads is put into the archive of shared classes.

import java.io.*;
import java.math.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Common {
    record Edge(int to, long cost) {}

    enum Colour { RED, GREEN }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        InputStream text = new ByteArrayInputStream("3\n1 2 3\n4.5 word\n".getBytes(StandardCharsets.UTF_8));
        Scanner scanner = new Scanner(text);
        int[] values = new int[scanner.nextInt()];
        for (int i = 0; i < values.length; i++) values[i] = scanner.nextInt();
        scanner.nextLine();
        String line = scanner.nextLine();
        System.in.available();
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        reader.lines().limit(1).forEach(x -> System.out.print(""));
        StreamTokenizer tokens = new StreamTokenizer(new StringReader("1 2"));
        tokens.nextToken();
        new DataInputStream(new BufferedInputStream(text, 1 << 16)).read();
        StringTokenizer words = new StringTokenizer(line);
        double number = Double.parseDouble(words.nextToken());
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.printf("%d %s %.3f%n", 1, words.nextToken(), number);
        out.println(String.format("%5d %-5s|", 1, "a") + number + 'c' + 1L + line.length());
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, Collections.reverseOrder());
        Arrays.sort(values);
        Arrays.sort(boxed, (a, b) -> Integer.compare(a, b));
        Arrays.fill(values, 0);
        out.println(Arrays.toString(values) + Arrays.deepToString(new int[][] {{1}}) + Arrays.asList(boxed));
        out.println(Arrays.stream(values).sum() + Arrays.binarySearch(values, 1) + Arrays.hashCode(values));
        List<Integer> list = new ArrayList<>(List.of(2, 1));
        Collections.sort(list);
        Collections.reverse(list);
        Collections.swap(list, 0, 1);
        list.sort(Comparator.comparingInt(x -> -x));
        list.removeIf(x -> x > 5);
        out.println(Collections.max(list) + list.subList(0, 1).toString() + new LinkedList<>(list).pollFirst());
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(1);
        deque.offer(2);
        for (int x : deque) out.print(x);
        PriorityQueue<Edge> queue = new PriorityQueue<>(Comparator.comparingLong(Edge::cost));
        queue.add(new Edge(1, 2));
        queue.add(new Edge(2, 1));
        PriorityQueue<long[]> pairs = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));
        pairs.add(new long[] {1, 2});
        out.println(queue.poll() + " " + pairs.poll()[0] + new Edge(1, 1).equals(new Edge(1, 1)));
        Map<String, List<Integer>> map = new HashMap<>();
        map.computeIfAbsent("a", x -> new ArrayList<>()).add(1);
        map.merge("b", List.of(2), (x, y) -> x);
        for (Map.Entry<String, List<Integer>> each : map.entrySet()) out.print(each.getKey() + each.getValue());
        TreeMap<Integer, Integer> tree = new TreeMap<>(Map.of(1, 2, 3, 4));
        out.println(tree.floorKey(2) + tree.ceilingEntry(2).getValue() + tree.headMap(3).size() + tree.firstKey());
        Set<Integer> set = new TreeSet<>(new HashSet<>(list));
        set.addAll(new LinkedHashSet<>(list));
        new LinkedHashMap<>(tree).keySet().iterator().next();
        new EnumMap<Colour, Integer>(Colour.class).put(Colour.RED, 1);
        BitSet bits = new BitSet(64);
        bits.set(3);
        out.println(bits.cardinality() + " " + new Random(1).nextInt(5) + Objects.hash(1, 2) + Optional.of(1).get());
        out.println(new BigInteger("12345678901234567890").modPow(BigInteger.TWO, BigInteger.valueOf(97)));
        out.println(new BigDecimal("1.50").setScale(1, RoundingMode.HALF_UP).add(BigDecimal.ONE));
        out.println(IntStream.range(0, 5).boxed().collect(Collectors.toList()));
        out.println(Stream.of("b", "a").sorted().map(String::toUpperCase).collect(Collectors.joining(",")));
        out.println(list.stream().mapToInt(Integer::intValue).filter(x -> x > 0).max().orElse(0));
        out.println(list.stream().collect(Collectors.groupingBy(x -> x % 2, Collectors.counting())));
        out.println("a,b c".split(",")[0] + "a1b".replaceAll("[0-9]+", "") + "a b".split("\\s+").length);
        out.println(String.join(" ", List.of("x")) + new StringBuilder("ab").reverse() + "ab".chars().count());
        out.println("abc".toCharArray().length + "abc".substring(1) + String.valueOf(1) + Integer.toBinaryString(5));
        out.println(Math.sqrt(2) + Math.floorMod(-1, 5) + Long.bitCount(5) + Character.getNumericValue('5'));
        Function<Integer, Integer> twice = x -> 2 * x;
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        Supplier<int[]> made = () -> new int[1];
        IntBinaryOperator least = Math::min;
        Runnable run = () -> out.println(twice.apply(1) + sum.apply(1, 2) + made.get().length + least.applyAsInt(1, 2));
        Thread thread = new Thread(null, run, "main", 1 << 20);
        thread.start();
        thread.join();
        try {
            out.println(new int[1][2].length / (values[0] - values[1]) + list.get(9));
        } catch (ArithmeticException | IndexOutOfBoundsException error) {
            out.println(error.getMessage());
        }
        out.flush();
        System.out.println(1);
        System.out.printf("%d%n", 2);
        System.out.write(10);
        System.out.flush();
        System.exit(0);
    }
}
