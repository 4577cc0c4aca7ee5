"""The self-tests of the language table: small programs that read, use their library, and print a result."""

from typing import Final

from ordojudge.core.models import Model


class SelfTest(Model):
    """A program that proves a toolchain: its output is compared exactly."""

    source: str
    input: str
    output: str


C: Final = SelfTest(
    input="2\n4 9\n",
    output="5.000\n",
    source="""\
#include <stdio.h>
#include <math.h>
int main(void) {
    int n; double s = 0, x;
    if (scanf("%d", &n) != 1) return 1;
    while (n-- > 0 && scanf("%lf", &x) == 1) s += sqrt(x);
    printf("%.3f\\n", s);
    return 0;
}
""",
)

CPP17: Final = SelfTest(
    input="3\n1 2 3\n",
    output="8\n",
    source="""\
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; cin >> n;
    vector<long long> v(n);
    for (auto &x : v) cin >> x;
    sort(v.begin(), v.end());
    map<long long, int> count;
    for (auto [x, k] : map<int, int>{{1, 2}}) count[x] += k;
    cout << accumulate(v.begin(), v.end(), 0LL) + count[1] << "\\n";
}
""",
)

CPP20: Final = SelfTest(
    input="3\n1 2 7\n",
    output="5\n",
    source="""\
#include <bits/stdc++.h>
using namespace std;
int main() {
    int n; cin >> n;
    vector<unsigned> v(n);
    for (auto &x : v) cin >> x;
    ranges::sort(v);
    int bits = 0;
    for (unsigned x : v | views::reverse) bits += popcount(x);
    cout << bits << "\\n";
}
""",
)

CPP23: Final = SelfTest(
    input="2\n5 -1\n",
    output="5 below\n",
    source="""\
#include <bits/stdc++.h>
using namespace std;
expected<int, string> checked(int x) {
    if (x < 0) return unexpected(string("below"));
    return x;
}
int main() {
    int n, x; cin >> n;
    while (n-- > 0 && cin >> x) {
        auto found = checked(x);
        if (found.has_value()) cout << *found << ' ';
        else cout << found.error() << '\\n';
    }
}
""",
)

PYTHON: Final = SelfTest(
    input="3\n4 4 2\n",
    output="10 4\n",
    source="""\
import sys
from collections import Counter
n, *v = map(int, sys.stdin.buffer.read().split())
print(sum(v), Counter(v).most_common(1)[0][0])
""",
)

PYPY: Final = SelfTest(
    input="3\n4 4 2\n",
    output="10 4 PyPy\n",
    source="""\
import platform
import sys
from collections import Counter
n, *v = map(int, sys.stdin.buffer.read().split())
print(sum(v), Counter(v).most_common(1)[0][0], platform.python_implementation())
""",
)

JAVA: Final = SelfTest(
    input="4\n3 1 2 9000000000\n",
    output="9000000006 [1, 2, 3]\n",
    source="""\
import java.util.*;
import java.util.stream.*;

public class Solution {
    record Pair(long sum, List<Long> small) {}

    static Pair solve(List<Long> values) {
        var small = values.stream().filter(x -> x < 10).sorted().collect(Collectors.toList());
        return new Pair(values.stream().mapToLong(Long::longValue).sum(), small);
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Long> values = new ArrayList<>();
        for (int n = in.nextInt(); n > 0; n--) values.add(in.nextLong());
        Pair found = solve(values);
        System.out.println(found.sum() + " " + found.small());
    }
}
""",
)

KOTLIN: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
data class Found(val text: String, val sum: Long)

fun solve(values: List<Int>) = Found(values.sorted().joinToString("-"), values.sumOf { it.toLong() })

fun main() {
    readLine()
    val found = solve(readLine()!!.trim().split(" ").map { it.toInt() })
    println("${found.text} ${found.sum}")
}
""",
)

JAVASCRIPT: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
const [n, ...values] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).filter(Boolean).map(Number);
const sorted = values.slice(0, n).sort((a, b) => a - b);
console.log(sorted.join('-'), Number(sorted.reduce((sum, x) => sum + BigInt(x), 0n)));
""",
)

TYPESCRIPT: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 up\n",
    source="""\
import * as fs from 'fs';

enum Order { Up = 'up', Down = 'down' }
interface Found { text: string; order: Order }

class Solver {
    constructor(private readonly values: number[]) {}
    solve(): Found {
        return { text: [...this.values].sort((a, b) => a - b).join('-'), order: Order.Up };
    }
}

const [n, ...values]: number[] = fs.readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);
const found = new Solver(values.slice(0, n)).solve();
console.log(found.text, found.order);
""",
)

GO: Final = SelfTest(
    input="3\n3 1 2\n",
    output="[1 2 3] 6\n",
    source="""\
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

func total[T int | int64](values []T) (sum T) {
	for _, x := range values {
		sum += x
	}
	return
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	sort.Ints(values)
	fmt.Println(values, total(values))
}
""",
)

RUST: Final = SelfTest(
    input="3\n3 1 2\n",
    output="[1, 2, 3] 6\n",
    source="""\
use std::collections::BTreeSet;
use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let values: Vec<u64> = text.split_whitespace().skip(1).map(|x| x.parse().unwrap()).collect();
    let ordered: BTreeSet<u64> = values.iter().copied().collect();
    let sum: u64 = values.iter().sum();
    println!("{:?} {sum}", ordered.into_iter().collect::<Vec<_>>());
}
""",
)

CSHARP: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
using System;
using System.Collections.Generic;
using System.Linq;

class Program
{
    static void Main()
    {
        Console.ReadLine();
        List<long> values = Console.ReadLine().Split(' ').Select(long.Parse).ToList();
        Console.WriteLine($"{string.Join("-", values.OrderBy(x => x))} {values.Sum()}");
    }
}
""",
)

RUBY: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
require 'set'
gets
values = gets.split.map(&:to_i)
puts "#{values.to_set.sort.join('-')} #{values.sum}"
""",
)

PHP: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
<?php
$n = (int) fgets(STDIN);
$values = array_map('intval', explode(' ', trim(fgets(STDIN))));
sort($values);
echo implode('-', $values), ' ', array_sum($values), "\\n";
""",
)

PERL: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
use strict;
use warnings;
use List::Util qw(sum);
<STDIN>;
my @values = split ' ', <STDIN>;
print join('-', sort { $a <=> $b } @values), ' ', sum(@values), "\\n";
""",
)

LUA: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
local n = io.read("n")
local values, sum = {}, 0
for i = 1, n do
  values[i] = io.read("n")
  sum = sum + values[i]
end
table.sort(values)
print(table.concat(values, "-") .. " " .. sum)
""",
)

HASKELL: Final = SelfTest(
    input="3\n3 1 2\n",
    output="[1,2,3] 6\n",
    source="""\
import Data.List (sort)
import qualified Data.Map.Strict as Map

main :: IO ()
main = do
  _ <- getLine
  values <- map read . words <$> getLine :: IO [Int]
  let counted = Map.fromListWith (+) [(x, 1 :: Int) | x <- values]
  putStrLn (show (Map.keys counted) ++ " " ++ show (sum (sort values)))
""",
)

OCAML: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
let () =
  let n = Scanf.scanf " %d" (fun x -> x) in
  let values = List.init n (fun _ -> Scanf.scanf " %d" (fun x -> x)) in
  let sorted = List.sort compare values in
  Printf.printf "%s %d\\n"
    (String.concat "-" (List.map string_of_int sorted))
    (List.fold_left ( + ) 0 values)
""",
)

PASCAL: Final = SelfTest(
    input="3\n3 1 2\n",
    output="6 3\n",
    source="""\
program SelfTest;
uses SysUtils, Math;
var
  n, i, x, largest: Integer;
  sum: Int64;
begin
  Read(n);
  sum := 0;
  largest := 0;
  for i := 1 to n do
  begin
    Read(x);
    sum := sum + x;
    largest := Max(largest, x);
  end;
  WriteLn(IntToStr(sum), ' ', largest);
end.
""",
)

D: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
import std.algorithm, std.array, std.conv, std.stdio;

void main()
{
    readln();
    auto values = readln().split().map!(to!long).array;
    values.sort();
    writeln(values.map!(to!string).join("-"), " ", values.sum);
}
""",
)

R: Final = SelfTest(
    input="3\n3 1 2\n",
    output="1-2-3 6\n",
    source="""\
values <- scan(file("stdin"), quiet = TRUE)[-1]
cat(paste(sort(values), collapse = "-"), sum(values))
cat("\\n")
""",
)
