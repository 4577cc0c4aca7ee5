// The zygote of JavaScript: a warm Node that forks once per test.
//
// A fork takes a fourth of the CPU time of a new Node. It holds no secrets: what a submission can reach in its copy
// of this process is worth nothing. The control socket is descriptor 3, and the rest of zygote.py holds here, too.
'use strict';

const { end, serve } = require('./node_zygote.node');
const fs = require('fs');
const Module = require('module');
const v8 = require('v8');

const WORK = `${process.env.ORDOJUDGE_BOX ?? '/box'}/w`;
const USUAL = ['assert', 'buffer', 'child_process', 'crypto', 'events', 'net', 'os', 'path', 'perf_hooks', 'readline', 'stream',
  'string_decoder', 'timers', 'tty', 'util', 'worker_threads'];

// Do what programs do, so that it is compiled and in place.
function warmUp() {
  fs.closeSync(2);
  fs.openSync('/dev/null', 'w'); // a file, as in every run, since standard error is made here for good
  process.stderr.write('');
  for (const name of USUAL) require(name);
  const { Readable, Writable } = require('stream');
  const text = fs.readFileSync('/dev/null', 'utf8') + '1 2\n3\n';
  const numbers = text.trim().split(/\s+/).map(Number);
  const sink = new Writable({ write: (chunk, encoding, done) => done() });
  new console.Console(sink).log('%s', 'warm', numbers[0], numbers, { a: 1 }, new Map([[1, 2]]));
  const none = { open: (...all) => all.at(-1)(null, 9), read: (...all) => all.at(-1)(null, 0), close: (file, done) => done() };
  const input = new fs.ReadStream(null, { fd: 9, fs: none, autoClose: false });
  input.on('data', () => {}).on('end', () => {});
  require('readline').createInterface({ input: Readable.from([text]) }).on('line', () => {});
  for (let i = 0; i < 9; i++) process._tickCallback(); // so that nothing is left for the forks to do
  // Nor objects to be collected soon. A whole collection would set low what V8 lets a heap grow to before the next.
  v8.setFlagsFromString('--expose-gc');
  require('vm').runInNewContext('gc')({ type: 'minor' });
  v8.setFlagsFromString('--no-expose-gc');
}

// What a new process has of its own, and a copy has not. Programs take the time since their start for granted.
function renew(pid, random) {
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const replace = (object, name, value) =>
    defineProperty(object, name, { ...getOwnPropertyDescriptor(object, name), value });
  const prototype = Object.getPrototypeOf(performance);
  const { now } = prototype;
  const { emit, uptime } = process;
  const origin = performance.timeOrigin;
  const start = performance.now();
  const started = uptime();
  replace(prototype, 'now', { now() { return apply(now, this, []) - start; } }.now);
  defineProperty(prototype, 'timeOrigin', { ...getOwnPropertyDescriptor(prototype, 'timeOrigin'), get: () => origin + start });
  replace(process, 'uptime', { uptime() { return uptime() - started; } }.uptime);
  replace(process, 'pid', pid);
  // Before the end this event may still change the status, whatever function the program has for it.
  const heeded = (given) => typeof given !== 'function' ? given : function emit(name, code) {
    if (name !== 'exit') return apply(given, this, arguments);
    let failed = true;
    try {
      const heard = apply(given, this, arguments);
      failed = false;
      return heard;
    } finally {
      end(Number(process.exitCode ?? (failed ? 1 : code)));
    }
  };
  let current = heeded(emit);
  defineProperty(process, 'emit', { get: () => current, set: (value) => { current = heeded(value); } });
  v8.setFlagsFromString(`--random-seed=${random}`);
  Math.random(); // which seeds this context; others seed themselves
  v8.setFlagsFromString('--random-seed=0');
}

warmUp();
const [pid, random, ...command] = serve();
renew(pid, random);
process.chdir(WORK);
const at = command.findIndex((argument, i) => i > 0 && !argument.startsWith('--'));
process.execArgv = command.splice(1, at - 1);
process.argv = command;
delete process.env.ORDOJUDGE_BOX;
for (const name of Object.keys(require.cache)) delete require.cache[name];
Module.runMain();
