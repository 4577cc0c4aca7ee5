"""The Docker sandbox beside the local one: ``python -m bench.docker_slots [LANGUAGE...]``.

CPU time per submission of 20 small tests, of an empty job, and of starting and removing a container; of this
process, the boxes' control groups, and the daemon with its helpers, which must serve nobody else meanwhile.
With languages named, their submissions over Docker alone, each compiled anew, beside the floor: the same
commands in a plain loop, in a container of the same image.
Needs root, cgroup version 1, the images, and the docker command for the floor, or what $DOCKER names.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits, Problem, Submission, TestCase, TokensChecker
from ordojudge.core.verdict import Verdict
from ordojudge.ports import Run, Sandbox
from ordojudge.sandbox.box import RunnerBox
from ordojudge.sandbox.cgroups import PREFIX
from ordojudge.sandbox.docker import DockerSandbox
from ordojudge.sandbox.docker_daemon import Daemon
from ordojudge.sandbox.images import find_image
from ordojudge.sandbox.local import LocalSandbox
from ordojudge.sandbox.memory_files import MemoryFile
from ordojudge.sandbox.owners import OWNER_LABEL, own, owned_prefix
from ordojudge.service import Judge
from ordojudge.settings import DockerSandboxSettings, LocalSandboxSettings

GROUPS = Path("/sys/fs/cgroup/cpuacct")
DAEMONS = ("dockerd", "containerd")
SHIM = "containerd-shim"
ROUNDS, JOBS, STARTS = 9, 15, 6
EMPTY_JOBS = 400
ANEW_ROUNDS, FLOORS = 3, 5
COMPARED = ("python", "cpp")
_sources = itertools.count(1)

SOURCES = {
    "python": "import sys\nn, *v = map(int, sys.stdin.read().split())\nprint(sum(v))\n",
    "cpp": (
        "#include <bits/stdc++.h>\n"
        "int main() { long long s = 0, x; int n; std::cin >> n; while (std::cin >> x) s += x;"
        " std::cout << s << '\\n'; }\n"
    ),
    "java": """\
import java.io.*;
import java.util.*;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer words = new StringTokenizer(in.readLine());
        long sum = 0;
        while (n-- > 0) sum += Long.parseLong(words.nextToken());
        System.out.println(sum);
    }
}
""",
    "javascript": """\
const [n, ...v] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);
console.log(v.slice(0, n).reduce((sum, x) => sum + x, 0));
""",
    "typescript": """\
const [n, ...v]: number[] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);
console.log(v.slice(0, n).reduce((sum: number, x: number) => sum + x, 0));
""",
    "go": """\
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, x, sum int
	fmt.Fscan(in, &n)
	for i := 0; i < n; i++ {
		fmt.Fscan(in, &x)
		sum += x
	}
	fmt.Println(sum)
}
""",
    "pypy": "import sys\nn, *v = map(int, sys.stdin.read().split())\nprint(sum(v))\n",
    "kotlin": """\
fun main() {
    readLine()
    println(readLine()!!.trim().split(" ").map { it.toLong() }.sum())
}
""",
    "csharp": """\
using System;
using System.Linq;

class Program
{
    static void Main()
    {
        Console.ReadLine();
        Console.WriteLine(Console.ReadLine().Split(' ').Select(long.Parse).Sum());
    }
}
""",
    "ruby": "gets\nputs gets.split.map(&:to_i).sum\n",
    "php": "<?php\nfgets(STDIN);\necho array_sum(explode(' ', fgets(STDIN))), \"\\n\";\n",
    "perl": "<STDIN>;\nmy $sum = 0;\n$sum += $_ for split ' ', <STDIN>;\nprint \"$sum\\n\";\n",
    "lua": (
        "local n, sum = io.read('n'), 0\nfor _ = 1, n do sum = sum + io.read('n') end\nprint(sum)\n"
    ),
    "haskell": "main = getLine >> getLine >>= print . sum . map (read :: String -> Int) . words\n",
    "ocaml": (
        'let () = Scanf.scanf " %d" (fun n ->\n'
        "  let sum = ref 0 in\n"
        '  for _ = 1 to n do sum := !sum + Scanf.scanf " %d" (fun x -> x) done;\n'
        "  print_int !sum)\n"
    ),
    "pascal": (
        "var n, i: Integer; x, sum: Int64;\nbegin\n  Read(n); sum := 0;\n"
        "  for i := 1 to n do begin Read(x); sum := sum + x; end;\n  WriteLn(sum);\nend.\n"
    ),
    "d": (
        "import std.algorithm, std.array, std.conv, std.stdio;\n"
        "void main() { readln(); writeln(readln().split().map!(to!long).sum); }\n"
    ),
    "r": 'v <- scan(file("stdin"), quiet = TRUE)\ncat(sum(v[-1]), "\\n")\n',
}
EMPTY = {"python": "", "cpp": "int main() {}\n"}
REALISTIC = {
    "cpp": """\
#include <bits/stdc++.h>
using namespace std;

struct Edge { int to; long long cost; };

vector<long long> shortest(const vector<vector<Edge>> &graph, int start) {
    vector<long long> distance(graph.size(), LLONG_MAX);
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> queue;
    distance[start] = 0;
    queue.push({0, start});
    while (!queue.empty()) {
        auto [d, v] = queue.top();
        queue.pop();
        if (d > distance[v]) continue;
        for (const Edge &edge : graph[v]) {
            if (d + edge.cost < distance[edge.to]) {
                distance[edge.to] = d + edge.cost;
                queue.push({distance[edge.to], edge.to});
            }
        }
    }
    return distance;
}

int main() {
    int n;
    cin >> n;
    vector<long long> values(n);
    for (auto &x : values) cin >> x;
    vector<vector<Edge>> graph(n + 1);
    map<long long, int> first;
    for (int i = 0; i < n; i++) {
        graph[i].push_back({i + 1, values[i]});
        first.emplace(values[i], i);
    }
    sort(values.begin(), values.end());
    values.erase(unique(values.begin(), values.end()), values.end());
    cout << shortest(graph, 0)[n] << '\\n';
}
""",
    "rust": """\
use std::collections::{BinaryHeap, HashMap};
use std::cmp::Reverse;
use std::io::{self, Read};

struct Edge { to: usize, cost: i64 }

fn shortest(graph: &[Vec<Edge>], start: usize) -> Vec<i64> {
    let mut distance = vec![i64::MAX; graph.len()];
    let mut queue = BinaryHeap::new();
    distance[start] = 0;
    queue.push(Reverse((0, start)));
    while let Some(Reverse((d, v))) = queue.pop() {
        if d > distance[v] { continue; }
        for edge in &graph[v] {
            let through = d + edge.cost;
            if through < distance[edge.to] {
                distance[edge.to] = through;
                queue.push(Reverse((through, edge.to)));
            }
        }
    }
    distance
}

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace().map(|x| x.parse::<i64>().unwrap());
    let n = words.next().unwrap() as usize;
    let mut graph: Vec<Vec<Edge>> = (0..=n).map(|_| Vec::new()).collect();
    let mut first = HashMap::new();
    for (i, x) in words.take(n).enumerate() {
        first.entry(x).or_insert(i);
        graph[i].push(Edge { to: i + 1, cost: x });
    }
    println!("{}", shortest(&graph, 0)[n]);
}
""",
}
"""Programs of usual length, for languages whose compilers take as long as what they compile is."""

PROBLEM = Problem(
    problem_id="sum",
    checker=TokensChecker(),
    tests=tuple(
        TestCase(case_id=str(n), input=f"2\n{n} {7 * n}\n", output=f"{8 * n}\n") for n in range(20)
    ),
)


BARE = "/bare"
PLAIN_LOOP = """
import json, os, resource, subprocess, sys
task = json.load(sys.stdin)
os.chdir(sys.argv[1])
os.environ.update(task["environment"])
with open(task["source_file"], "w") as file:
    file.write(task["source"])
if task["compile"]:
    subprocess.run(task["compile"], check=True, stdout=subprocess.DEVNULL)
for text, expected in task["tests"]:
    done = subprocess.run(task["run"], input=text.encode(), check=True, stdout=subprocess.PIPE)
    assert done.stdout.split() == expected.encode().split()
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""


def cpu_of_self() -> float:
    """CPU seconds of this process and of what it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def cpu_of(*names: str) -> float:
    """CPU seconds of the processes of these names and of what they have waited for."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        try:
            if (folder / "comm").read_text().strip() in names:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))
        except OSError:
            continue
    return ticks / os.sysconf("SC_CLK_TCK")


def groups() -> Iterator[Path]:
    """The control groups of this process's boxes."""
    yield from GROUPS.glob(f"**/{owned_prefix(PREFIX)}*/cpuacct.usage")
    daemon = Daemon(DockerSandboxSettings().address, timeout_s=60)
    for container, owner in daemon.labelled(OWNER_LABEL):
        if owner == str(own()):
            yield GROUPS / "docker" / container / "cpuacct.usage"


def cpu_of_boxes(paths: Iterable[Path]) -> float:
    """CPU seconds of boxes."""
    return sum(int(path.read_text()) for path in paths) / 1e9


def submissions(sandbox: Sandbox, language: str, *, anew: bool = False) -> float:
    """CPU milliseconds per submission; the daemon has no part in it.

    Args:
        anew: Compile each, as the first of its kind; otherwise they were compiled before.
    """
    judge = Judge(sandbox)
    boxes: list[Path] = []
    before = 0.0
    for job in range(JOBS + 2):
        if job == 2:  # the first one made the box, and a warm compiler is slow with its first ones
            boxes = [*groups()]
            before = cpu_of_boxes(boxes) + cpu_of_self()
        source = SOURCES.get(language, "")
        if anew:
            source = REALISTIC.get(language, source) + "\n" * next(_sources)
        report = judge.grade(Submission(source=source, language=language), PROBLEM)
        if report.verdict is not Verdict.AC:
            sys.exit(f"{language}: {report.verdict} {report.compile.message}")
    return 1000 * (cpu_of_self() + cpu_of_boxes(boxes) - before) / JOBS


def floor(name: str) -> float:
    """CPU milliseconds of compiling once and running 20 times, in a plain loop."""
    settings = DockerSandboxSettings()
    language = find_language(name)
    image = find_image(Daemon(settings.address, timeout_s=60), settings.images, language.image)
    source = (REALISTIC.get(name) or SOURCES[name]) + "\n" * next(_sources)
    binary = f"{BARE}/{language.program_file}"
    memory_mib = PROBLEM.limits.memory_bytes >> 20
    places = {
        "binary": binary,
        "judge": image.judge_in_box,
        "memory_mib": memory_mib,
        "heap_mib": memory_mib,
    }
    command = image.command(
        language,
        source.encode(),
        source_path=f"{BARE}/{language.source_file}",
        product=binary,
    )
    task = {
        "source": source,
        "source_file": language.source_file,
        "compile": command if any(binary in part for part in command) else [],
        "run": [argument.format(**places) for argument in language.run],
        "environment": dict(
            variable.format(**places).split("=", 1) for variable in language.environment
        ),
        "tests": [(test.input, test.output) for test in PROBLEM.tests],
    }
    container = [os.environ.get("DOCKER", "docker"), "run", "--rm", "-i", "--network", "none"]
    asked = subprocess.run(
        [*container, "--tmpfs", f"{BARE}:exec", image.name, "python3", "-c", PLAIN_LOOP, BARE],
        input=json.dumps(task),
        text=True,
        check=True,
        capture_output=True,
    )
    return 1000 * float(asked.stdout)


def compiled_anew(language: str) -> None:
    """Print CPU per submission, compiling included."""
    with (
        tempfile.TemporaryDirectory() as cache,
        DockerSandbox(DockerSandboxSettings(slots=1, cache_dir=Path(cache))) as sandbox,
    ):
        rounds = [
            (submissions(sandbox, language, anew=True), [floor(language) for _ in range(FLOORS)])
            for _ in range(ANEW_ROUNDS)
        ]
    found = [judged for judged, _ in rounds]
    floors = [statistics.median(bare) for _, bare in rounds]
    ratios = [judged / bare for judged, bare in zip(found, floors, strict=True)]
    print(
        f"{language}, compiled anew, 20 tests: {min(found):.0f} ms, "
        f"median {statistics.median(found):.0f} ms; floor {min(floors):.0f} ms, "
        f"median {statistics.median(floors):.0f} ms; ratio {statistics.median(ratios):.2f}",
        flush=True,
    )


def start(sandbox: DockerSandbox, language: str) -> tuple[float, float]:
    """CPU milliseconds of starting a container until its runner answers, and of removing it."""
    shims = cpu_of(SHIM)
    before = cpu_of(*DAEMONS) + cpu_of_self()
    with sandbox.box(find_language(language)):
        started = cpu_of_self() + cpu_of(*DAEMONS) - before
        started += cpu_of(SHIM) - shims + cpu_of_boxes(groups())
        before = cpu_of(*DAEMONS) + cpu_of_self()
    time.sleep(0.5)  # the daemon goes on after it has answered
    return 1000 * started, 1000 * (cpu_of_self() + cpu_of(*DAEMONS) - before)


def empty_job(sandbox: DockerSandbox, language: str) -> tuple[float, float]:
    """CPU milliseconds of a message to a warm box with its answer, and of running an empty program."""
    row = find_language(language)
    with sandbox.box(row) as box:
        assert isinstance(box, RunnerBox)
        program = box.compile(EMPTY[language].encode(), row)
        run = Run(program=program, limits=Limits(), input=MemoryFile())
        boxes = [*groups()]
        for _ in range(20):
            box.start(run).wait()
        found = []
        for job in (box.answers, lambda: box.start(run).wait()):
            before = cpu_of_boxes(boxes) + cpu_of_self()
            for _ in range(EMPTY_JOBS):
                assert job()
            found.append(1000 * (cpu_of_boxes(boxes) + cpu_of_self() - before) / EMPTY_JOBS)
    return found[0], found[1]


def main() -> None:
    """Print the medians."""
    for language in sys.argv[1:]:
        compiled_anew(find_language(language).id)
    if sys.argv[1:]:
        return
    for language in COMPARED:
        found: dict[str, list[float]] = {"local": [], "docker": []}
        with (
            LocalSandbox(LocalSandboxSettings(slots=1)) as local,
            DockerSandbox(DockerSandboxSettings(slots=1)) as docker,
        ):
            for _ in range(ROUNDS):  # taking turns, so that the machine's load meets both
                found["local"].append(submissions(local, language))
                found["docker"].append(submissions(docker, language))
        medians = {driver: statistics.median(times) for driver, times in found.items()}
        ratio = medians["docker"] / medians["local"]
        print(
            f"{language}, 20 tests: local {medians['local']:.1f} ms, "
            f"docker {medians['docker']:.1f} ms, ratio {ratio:.2f}"
        )
        with DockerSandbox(DockerSandboxSettings(slots=1, recycle_after=1)) as sandbox:
            answered, ran = empty_job(sandbox, language)
            pairs = [start(sandbox, language) for _ in range(STARTS)]
        started, removed = (statistics.median(times) for times in zip(*pairs, strict=True))
        print(f"{language}, empty job: message {answered:.2f} ms, run {ran:.2f} ms")
        print(f"{language}, container: start {started:.0f} ms, removal {removed:.0f} ms")


if __name__ == "__main__":
    main()
