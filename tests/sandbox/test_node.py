"""JavaScript programs in a fork do what they do in a new Node in the same box, which is the oracle."""

import dataclasses
import time
from collections.abc import Callable, Iterator

import pytest

from ordojudge.core.errors import SandboxUnavailable
from ordojudge.core.languages import find_language
from ordojudge.core.models import Limits
from ordojudge.ports import Box, Ran, Run, Sandbox
from ordojudge.sandbox.memory_files import MemoryFile
from tests.conftest import absent
from tests.sandbox.oracle import compared

MIB = 1 << 20
LIMITS = Limits(cpu_s=5.0, memory_bytes=256 * MIB)
ROW = find_language("javascript")
ANEW = ROW.model_copy(update={"zygote": ()})

ENDINGS = {
    "the end": "console.log(1)",
    "process.exit": "console.log(1); process.exit(); console.log(2)",
    "process.exit with a status": "console.log(1); process.exit(3)",
    "process.exit with a text": "process.exit('4')",
    "process.exit beyond a byte": "process.exit(258)",
    "process.exit in a timer": "setTimeout(() => process.exit(5), 1); setInterval(() => {}, 1000)",
    "process.exitCode": "process.exitCode = 6; console.log(1)",
    "process.exitCode as a text": "process.exitCode = '7'",
    "reallyExit": "console.log(1); process.reallyExit(8)",
    "an exit listener": "process.on('exit', (code) => console.log('left with', code))",
    "an exit listener that sets the status": "process.on('exit', () => { process.exitCode = 9 })",
    "an exit listener that exits": "process.on('exit', () => process.exit(10)); process.exit(1)",
    "an exit listener that throws": "process.on('exit', () => { throw new Error('late') })",
    "beforeExit": "process.once('beforeExit', () => setTimeout(() => console.log('again'), 1))",
    "an exception": "console.log(1); null.x",
    "an exception in a function": "function f() { throw new TypeError('no') }\nf()",
    "an exception in a timer": "setTimeout(() => { throw new RangeError('later') }, 1)",
    "an exception that is no error": "throw {a: 1}",
    "an exception with a status set": "process.exitCode = 11; throw new Error('x')",
    "an exception and an exit listener": (
        "process.on('exit', (code) => console.log(code, process.exitCode)); throw new Error('x')"
    ),
    "an exception that is dealt with": (
        "process.on('uncaughtException', (e) => console.log(e.message)); setTimeout(() => console.log(2), 1);"
        " throw new Error('x')"
    ),
    "an exception while one is dealt with": (
        "process.on('uncaughtException', () => { throw new Error('y') }); throw new Error('x')"
    ),
    "a rejection": "Promise.reject(new Error('r'))",
    "a rejection that is no error": "Promise.reject(12)",
    "an asynchronous function that throws": "(async () => { await 1; throw new Error('a') })()",
    "a recursion without end": "const f = (n) => f(n + 1) + 1; f(0)",
    "abort": "process.abort()",
    "a signal": "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 1000)",
    "a signal that is dealt with": (
        "process.on('SIGTERM', () => { console.log('got it'); process.exit(13) });"
        "process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 3000)"
    ),
    "a module that awaits nothing": "import 'fs'; await new Promise(() => {})",
    "a module that throws": "import 'fs'; throw new Error('m')",
    "a module with a status": "import process from 'process'; process.exitCode = 14",
}

OUTPUTS = {
    "values": "console.log([1, 'a', {b: [null]}], new Map([[1, 2]]), 10n, undefined, Symbol('s'), -0, NaN)",
    "a table": "console.table([[1, 2], [3, 4]])",
    "formats": "console.log('%s %d %i %f %j %o %%', 'a', 1.5, 1.5, '2.5', {a: 1}, [1])",
    "a lot": "console.log('x'.repeat(1 << 20).match(/.{1,64}/g).join('\\n'))",
    "many lines": "for (let i = 0; i < 20000; i++) console.log(i)",
    "to the stream": "process.stdout.write('a'); process.stdout.write(Buffer.from([98, 10]))",
    "by a descriptor": "require('fs').writeSync(1, 'a\\n'); require('fs').writeFileSync(1, 'b\\n')",
    "by the path": "require('fs').writeFileSync('/dev/stdout', 'a\\n')",
    "by a stream": "const s = require('fs').createWriteStream(null, {fd: 1}); s.write('a'); s.end('b\\n')",
    "with a callback": "process.stdout.write('a', () => console.log('b'))",
    "letters": "console.log('żółć', '日本', '😀', '\\ud800')",
    "errors": "console.error('e', 1); console.warn('w'); process.stderr.write('s\\n')",
    "what kinds the streams are": (
        "const {stdin, stdout, stderr} = process;"
        "console.log(stdin.constructor.name, stdout.constructor.name, stderr.constructor.name,"
        " stdout.isTTY, stdin.fd, stdout.fd, stderr.fd)"
    ),
}

READERS = {
    "readFileSync of 0": "console.log(JSON.stringify(require('fs').readFileSync(0, 'utf8')))",
    "readFileSync of the path": "console.log(require('fs').readFileSync('/dev/stdin').length)",
    "readline": (
        "const lines = []; require('readline').createInterface({input: process.stdin})"
        ".on('line', (line) => lines.push(line)).on('close', () => console.log(lines))"
    ),
    "readline with for await": (
        "(async () => { for await (const line of require('readline').createInterface({input: process.stdin}))"
        " console.log(line.length) })()"
    ),
    "events": "let n = 0; process.stdin.on('data', (d) => n += d.length).on('end', () => console.log(n))",
    "readable": (
        "process.stdin.setEncoding('utf8'); let s = ''; process.stdin.on('readable', () => {"
        " let c; while ((c = process.stdin.read()) !== null) s += c }).on('end', () => console.log(s.length))"
    ),
    "a module": (
        "import {readFileSync} from 'node:fs'; const t = readFileSync(0, 'utf8'); console.log(t.split('\\n'))"
    ),
    "readSync in parts": (
        "const b = Buffer.alloc(7); let n, s = 0;"
        "while ((n = require('fs').readSync(0, b, 0, 7, null)) > 0) s += n; console.log(s)"
    ),
    "promises": "require('fs').promises.readFile('/dev/stdin', 'utf8').then((t) => console.log(t.length))",
}
TEXTS = {
    "nothing": b"",
    "two lines": b"3 4\n1 2 3\n",
    "no end of line": b"a b",
    "carriage returns": b"1\r\n2\r\n",
    "no text": b"\xff\xfe\x00",
    "much": b"".join(b"%d %d\n" % (i, i * i) for i in range(20_000)),
}

SURROUNDINGS = {
    "the command line": "console.log(process.argv, process.argv0, process.execPath)",
    "the folder": "console.log(process.cwd(), __filename, __dirname)",
    "the main module": (
        "console.log(require.main === module, module.id, module.filename, module.loaded, module.parent,"
        " module.children, process.mainModule === module, Object.keys(require.cache))"
    ),
    "the main module's paths": "console.log(module.paths, require.resolve.paths('x'))",
    "this": "console.log(this === module.exports, typeof exports, typeof arguments, arguments.length)",
    "global names": "console.log(Object.getOwnPropertyNames(globalThis).sort())",
    "names of process": (
        "console.log(Object.getOwnPropertyNames(process).filter((name) => name !== 'emit').sort())"
    ),
    "how names of process are kept": (
        "for (const name of ['pid', 'uptime', 'reallyExit', 'argv', 'execArgv']) {"
        " const d = Object.getOwnPropertyDescriptor(process, name);"
        " console.log(name, d.writable, d.enumerable, d.configurable, typeof d.value, d.value.name) }"
    ),
    "the environment": "console.log(process.env)",
    "versions": "console.log(process.versions.node, process.release.name, process.platform, process.arch)",
    "the process": (
        "console.log(process.pid === Number(require('fs').readlinkSync('/proc/self')), process.ppid > 0)"
    ),
    "users": "console.log(process.getuid() === process.geteuid(), process.getgroups().length)",
    "open files": (
        "console.log(require('fs').readdirSync('/proc/self/fd').filter((fd) => fd < 3),"
        " require('fs').openSync('/dev/null') > 2)"
    ),
    "time since the start": (
        "const t = performance.now(); console.log(t > 0 && t < 5000, process.uptime() < 5,"
        " Math.abs(performance.timeOrigin + t - Date.now()) < 50)"
    ),
    "time that passes": (
        "const t = performance.now(), h = process.hrtime.bigint(), d = Date.now();"
        "while (Date.now() < d + 30); console.log(performance.now() - t >= 29, "
        "process.hrtime.bigint() - h > 29000000n)"
    ),
    "CPU time so far": "const {user, system} = process.cpuUsage(); console.log(user + system < 500000)",
    "listeners": "console.log(process.eventNames(), process.listenerCount('exit'))",
    "another file": (
        "require('fs').writeFileSync('/tmp/other.js', 'module.exports = require.main.filename');"
        "console.log(require('/tmp/other.js'))"
    ),
    "a package that isn't there": "try { require('lodash') } catch (e) { console.log(e.code) }",
    "the stack of an error": (
        "function f() { return new Error('x') }\nconsole.log(f().stack.split('\\n').slice(0, 3))"
    ),
}

PROGRAMS = {
    "the order of events": (
        "setTimeout(() => console.log('timer'), 0);"
        "process.nextTick(() => console.log('tick')); Promise.resolve().then(() => console.log('job'));"
        "queueMicrotask(() => console.log('microtask')); console.log('main')"
    ),
    "the order of events in a module": (
        "import 'fs'; setTimeout(() => console.log('timer'), 0); process.nextTick(() => console.log('tick'));"
        "Promise.resolve().then(() => console.log('job')); console.log('main'); await 1; console.log('after')"
    ),
    "immediates": (
        "setImmediate(() => { setTimeout(() => console.log(2), 50); setImmediate(() => "
        "console.log(1)) })"
    ),
    "timers": (
        "let n = 0; const i = setInterval(() => { console.log(++n); if (n === 3) clearInterval(i) }, 2);"
        "setTimeout(() => console.log('late'), 300)"
    ),
    "a timer's wait": (
        "const d = Date.now(); setTimeout(() => { const w = Date.now() - d; console.log(w >= 49, w "
        "< 1000) }, 50)"
    ),
    "promises of timers": "import {setTimeout as s} from 'timers/promises'; console.log(await s(5, 'x'))",
    "files by callbacks": (
        "const fs = require('fs'); fs.writeFile('/tmp/a', 'text', () =>"
        " fs.readFile('/tmp/a', 'utf8', (e, t) => fs.readdir('/tmp', (e, l) => console.log(t, l))))"
    ),
    "many files at once": (
        "const fs = require('fs').promises; Promise.all([...Array(40).keys()].map(async (i) => {"
        " await fs.writeFile('/tmp/f' + i, String(i)); return fs.readFile('/tmp/f' + i, 'utf8') }))"
        ".then((all) => console.log(all.join()))"
    ),
    "a thread": (
        "const {Worker, isMainThread, parentPort} = require('worker_threads');"
        "if (isMainThread) new Worker(__filename).on('message', (m) => console.log(m)).on('exit', "
        "(c) => console.log(c));"
        "else { let s = 0; for (let i = 0; i < 1e7; i++) s += i % 7; parentPort.postMessage(s) }"
    ),
    "a thread that exits": (
        "const {Worker, isMainThread} = require('worker_threads');"
        "if (isMainThread) new Worker(__filename).on('exit', (c) => console.log(c)); else process.exit(5)"
    ),
    "threads that wait": (
        "const {Worker, isMainThread, workerData} = require('worker_threads');"
        "if (isMainThread) { const a = new Int32Array(new SharedArrayBuffer(8));"
        " new Worker(__filename, {workerData: a}); Atomics.wait(a, 0, 0, 4000); console.log(a[1]) }"
        "else { workerData[1] = 42; Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0) }"
    ),
    "a process": (
        "const r = require('child_process').spawnSync(process.execPath, ['-e', 'console.log(1 + 1)']);"
        "console.log(r.status, String(r.stdout))"
    ),
    "a process that talks": (
        "require('child_process').execFile('/bin/echo', ['hello'], (e, out) => console.log(e, out))"
    ),
    "a fork": (
        "const cp = require('child_process');"
        "if (process.argv[2]) process.send(process.argv[2]);"
        "else cp.fork(__filename, ['word']).on('message', (m) => console.log(m)).on('exit', (c) => "
        "console.log(c))"
    ),
    "WebAssembly": (
        "const b = "
        "Uint8Array.from([0,97,115,109,1,0,0,0,1,7,1,96,2,127,127,1,127,3,2,1,0,7,7,1,3,97,100,100,0,0,"
        "10,9,1,7,0,32,0,32,1,106,11]);"
        "console.log(new WebAssembly.Instance(new WebAssembly.Module(b)).exports.add(2, 3));"
        "WebAssembly.instantiate(b).then(({instance}) => console.log(instance.exports.add(4, 5)))"
    ),
    "much WebAssembly": (
        "const b = "
        "Uint8Array.from([0,97,115,109,1,0,0,0,1,6,1,96,1,127,1,127,3,2,1,0,7,5,1,1,102,0,0,10,27,1,25,1,"
        "1,127,3,64,32,1,32,0,106,33,1,32,0,65,1,107,34,0,13,0,11,32,1,11]);"
        "WebAssembly.instantiate(b).then(({instance: {exports: {f}}}) => {"
        " let s = 0; for (let i = 0; i < 1000; i++) s = (s + f(100000)) | 0; console.log(s);"
        " return WebAssembly.compile(b) }).then((m) => console.log(WebAssembly.Module.exports(m)))"
    ),
    "hashes": "console.log(require('crypto').createHash('sha256').update('a').digest('hex'))",
    "random bytes": "console.log(require('crypto').randomBytes(8).length, crypto.randomUUID().length)",
    "keys by callback": (
        "require('crypto').pbkdf2('a', 'b', 100, 16, 'sha1', (e, k) => console.log(k.toString('hex')))"
    ),
    "compression": (
        "const z = require('zlib'); console.log(z.gunzipSync(z.gzipSync('abc')).toString());"
        "z.deflate('abc', (e, d) => console.log(z.inflateSync(d).toString()))"
    ),
    "collected objects": (
        "const f = new FinalizationRegistry(() => {}); f.register({}); const w = new WeakRef({a: 1});"
        "console.log(typeof w.deref())"
    ),
    "other contexts": (
        "console.log(require('vm').runInNewContext('a + 1', {a: 2}), eval('1 + 1'), new "
        "Function('return 3')())"
    ),
    "locales": (
        "console.log((1234567.891).toLocaleString('en-US'), ['b', 'a', 'ä'].sort(new "
        "Intl.Collator('de').compare))"
    ),
    "dates": "console.log(new Date(0).toString(), new Date(2020, 1, 30).toISOString())",
    "much garbage": (
        "let all = []; for (let i = 0; i < 3e5; i++) { all.push({i, a: [i, i + 1]}); if "
        "(all.length > 2e4) all = [] }"
        "console.log(all.length)"
    ),
    "much computing": (
        "let s = 0; const a = new Float64Array(1000); for (let k = 0; k < 2000; k++)"
        " for (let i = 0; i < 1000; i++) { a[i] += i * k % 13; s += a[i] } console.log(s)"
    ),
    "sorting": (
        "const a = [...Array(1e5).keys()].map((i) => i * 7919 % 100003); a.sort((x, y) => x - y); "
        "console.log(a[5e4])"
    ),
    "deep recursion": "const f = (n) => n ? 1 + f(n - 1) : 0; console.log(f(200000))",
    "warnings": "process.emitWarning('careful'); new Buffer(1); console.log(1)",
    "streams": (
        "const {pipeline, Transform} = require('stream'); pipeline(process.stdin,"
        " new Transform({transform(c, e, done) { done(null, String(c).toUpperCase()) }}), "
        "process.stdout, () => {})"
    ),
    "test runner": "require('assert').strictEqual(1, 1); console.log('fine')",
    "an assertion": "require('assert').deepStrictEqual({a: 1}, {a: 2})",
    "its own emit": (
        "process.on('x', (...all) => console.log(all)); console.log(process.emit('x', 1, 2), "
        "process.emit('y'))"
    ),
    "a replaced emit": (
        "const {emit} = process; process.exitCode = 3;"
        "process.emit = function (...all) { console.log(all[0]); return emit.apply(this, all) }"
    ),
    "an emit that does nothing": "process.emit = () => true; process.exitCode = 4",
    "a deleted emit": "delete process.emit; process.exitCode = 5",
    "a replaced exit": "const {exit} = process; process.exit = () => exit(3); process.exit(4)",
    "strict mode": "'use strict'; try { undefinedName = 1 } catch (e) { console.log(e.name) }",
    "a shebang": "#!/usr/bin/env node\nconsole.log('shebang')",
}  # fmt: skip

RunBoth = Callable[..., tuple[Ran, Ran]]


@pytest.fixture(scope="module")
def box(sandbox: Sandbox) -> Iterator[Box]:
    """One box for all of these programs, as for a submission's tests."""
    try:
        with sandbox.box(ROW) as box:
            program = box.compile(b"console.log(process.version)", ROW)
            ran = box.start(Run(program=program, limits=LIMITS, input=MemoryFile(b""))).wait()
            version = ran.output.read().decode()
            if not version.startswith(ROW.zygote_version):
                absent("node", "Node", f"is {version.strip()}, which is started anew for each run")
            yield box
    except SandboxUnavailable as error:
        absent("javascript", ROW.name, str(error))


@pytest.fixture
def run(box: Box) -> Callable[..., Ran]:
    def run(source: str, text: bytes = b"", *, anew: bool = False, limits: Limits = LIMITS) -> Ran:
        program = box.compile(source.encode(), ROW)
        assert program.ok, program.message
        program = dataclasses.replace(program, language=ANEW) if anew else program
        return box.start(Run(program=program, limits=limits, input=MemoryFile(text))).wait()

    return run


def last_words(error: bytes) -> list[bytes]:
    """What is said at the end, but for numbers of processes and the frames of stacks."""
    said = error.split(b"----- Native stack trace")[0]
    lines = [line for line in said.splitlines() if not line.lstrip().startswith(b"at ")]
    return [line for line in lines if b"(node:" not in line and b"--trace" not in line]


@pytest.mark.parametrize(
    ("source", "text"),
    compared(
        {"ends by": ENDINGS, "writes": OUTPUTS, "finds": SURROUNDINGS, "uses": PROGRAMS},
        readers=READERS,
        texts=TEXTS,
    ),
)
def test_a_program_does_what_it_does_in_a_new_node(
    run: Callable[..., Ran], source: str, text: bytes
) -> None:
    began = time.monotonic()
    done = run(source, text)
    assert time.monotonic() - began < LIMITS.wall_limit_s  # else it hung, and was run anew
    right = run(source, text, anew=True)
    assert done.output.read() == right.output.read()
    outcome, there = done.outcome, right.outcome
    assert (outcome.exit_code, outcome.signal) == (there.exit_code, there.signal), done.error
    assert last_words(done.error) == last_words(right.error)


# ------------------------------------------------------------- where a fork differs


def test_forks_draw_other_random_numbers(run: Callable[..., Ran]) -> None:
    drawn = {run("console.log(Math.random(), Math.random())").output.read() for _ in range(3)}
    assert len(drawn) == 3


def test_forks_cost_less_than_new_ones(run: Callable[..., Ran]) -> None:
    source = "console.log(1)"
    run(source)
    forked, anew = (
        min(run(source, anew=new).outcome.cpu_s for _ in range(5)) for new in (False, True)
    )
    assert forked < 0.6 * anew


def test_nothing_of_a_fork_is_left_for_the_next(run: Callable[..., Ran]) -> None:
    run(
        "process.env.X = '1'; globalThis.x = 1; Object.prototype.y = 1; process.argv.push('z');"
        "require('fs').readFileSync = () => 'mine'; process.title = 'mine'; process.chdir('/');"
        "for (let n = 3; n < 40; n++) try { require('fs').closeSync(n) } catch {}"
    )
    done = run(
        "console.log(process.env.X, globalThis.x, {}.y, process.argv.length, process.cwd(),"
        " require('fs').readFileSync(0, 'utf8'))",
        b"yours",
    )
    assert done.output.read() == b"undefined undefined undefined 2 /box/w yours\n"


def test_a_fork_has_no_file_of_the_zygote(run: Callable[..., Ran]) -> None:
    done = run(
        "const fs = require('fs'); const seen = [];"
        "for (const fd of fs.readdirSync('/proc/self/fd')) try { "
        "seen.push(fs.readlinkSync('/proc/self/fd/' + fd)) }"
        "catch {} console.log(seen.filter((name) => name.startsWith('socket:')).length)"
    )
    assert done.output.read() == b"0\n"


def test_a_heap_beyond_the_limit_ends_the_program_and_not_the_zygote(
    run: Callable[..., Ran],
) -> None:
    source = "const all = []; for (;;) all.push(new Array(1000).fill(all.length))"
    done = run(source, limits=Limits(cpu_s=20.0, memory_bytes=96 * MIB))
    assert done.outcome.stopped == "memory" or done.outcome.signal is not None
    assert run("console.log(1)").output.read() == b"1\n"


def test_a_program_that_sleeps_is_run_again_and_says_all_once(run: Callable[..., Ran]) -> None:
    source = "const fs = require('fs'); fs.writeSync(1, fs.readFileSync(0, 'utf8')); setTimeout(() => {}, 9000)"
    done = run(source, b"words\n", limits=Limits(cpu_s=2.0, memory_bytes=256 * MIB, wall_s=0.4))
    assert (done.outcome.stopped, done.output.read()) == ("wall", b"words\n")


def test_what_is_run_again_is_charged_for_both_runs(run: Callable[..., Ran]) -> None:
    source = (
        "const end = Date.now() + 300; while (Date.now() < end);"
        "const command = require('fs').readFileSync('/proc/self/cmdline', 'utf8');"
        "if (command.includes('zygote')) setTimeout(() => {}, 9000)"
    )
    done = run(source, limits=Limits(cpu_s=2.0, memory_bytes=256 * MIB, wall_s=1.0))
    assert done.outcome.stopped is None
    assert done.outcome.cpu_s > 0.45


def test_a_program_that_seals_its_output_and_sleeps_is_stopped(run: Callable[..., Ran]) -> None:
    seal = (
        "import fcntl; fcntl.fcntl(1, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)"
    )
    source = (
        "require('fs').writeSync(1, 'x'); const {spawnSync} = require('child_process');"
        f"spawnSync('/usr/bin/python3', ['-c', '{seal}'], {{stdio: 'inherit'}});"
        "setTimeout(() => {}, 9000)"
    )
    done = run(source, limits=Limits(cpu_s=2.0, memory_bytes=256 * MIB, wall_s=1.0))
    assert (done.outcome.stopped, done.output.read()) == ("wall", b"x")


def test_threads_and_contexts_draw_numbers_of_their_own(run: Callable[..., Ran]) -> None:
    source = (
        "const {Worker, isMainThread} = require('worker_threads'), vm = require('vm');"
        "console.log(Math.random());"
        "if (isMainThread) { new Worker(__filename); new Worker(__filename);"
        " for (let i = 0; i < 2; i++) console.log(vm.runInNewContext('Math.random()')) }"
    )
    drawn = run(source).output.read().split()
    assert len(set(drawn)) == len(drawn) == 5


def test_where_no_zygote_starts_each_run_is_a_new_process(box: Box) -> None:
    program = box.compile(b"console.log(process.execArgv.length)", ROW)
    row = ROW.model_copy(update={"zygote": ("/bin/false",)})
    program = dataclasses.replace(program, language=row)
    for _ in range(2):
        ran = box.start(Run(program=program, limits=LIMITS, input=MemoryFile(b""))).wait()
        assert (ran.outcome.exit_code, ran.output.read()) == (0, b"2\n")


def test_the_stack_is_the_same_at_every_limit(run: Callable[..., Ran]) -> None:
    source = "const f = (n) => { try { return f(n + 1) } catch { return n } }; console.log(f(0))"
    depths = [
        int(run(source, limits=Limits(cpu_s=5.0, memory_bytes=mib * MIB)).output.read())
        for mib in (128, 512)
    ]
    assert min(depths) > 300_000
    assert max(depths) < 1.1 * min(depths)
