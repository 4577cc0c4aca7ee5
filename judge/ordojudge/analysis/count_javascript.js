// Counts what a JavaScript program does: its blocks, which V8 counts itself, and what library functions go over.
//
// Loaded before the program, in the same process. Blocks are counted in V8, where the program has no hand; what
// weighs functions is in closures of this file. The count leaves on descriptor 3 with a key that was read there
// before the program began. A program that reaches for V8's counter, for other threads, processes or contexts, or
// for files, is ended with a status of its own.
//
// Where the judge calls a function, what calls it stands in the program's file before and behind the submission:
// its blocks are left out by their places, and it has library functions that aren't weighed. The answer leaves
// behind the count.
'use strict';
const NOTE = 3;
const KEY_BYTES = 16;
const TAMPERED = 124;
const MARK = '__ordojudge_spread'; // as in counted_javascript.py

if (MARK in globalThis) process.reallyExit(TAMPERED);

const fs = require('fs');
const inspector = require('inspector');
const Module = require('module');
require('readline'); // so that Node's own part of reading isn't the program's
const { writeSync } = fs;
const reallyExit = process.reallyExit.bind(process);
const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
const { isArray } = Array;
const { isView } = ArrayBuffer;
const { floor, log2, min } = Math;
const href = Object.getOwnPropertyDescriptor(URL.prototype, 'href').get;
const keysOf = Object.keys;
const sourceOf = Function.prototype.toString;
const known = new WeakMap();
const knownGet = known.get.bind(known);
const knownSet = known.set.bind(known);
const includes = String.prototype.includes;
const startsWith = String.prototype.startsWith;
const digits = BigInt.prototype.toString;
const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name).get;
const mapSize = getter(Map.prototype, 'size');
const setSize = getter(Set.prototype, 'size');
const typedLength = getter(Object.getPrototypeOf(Int8Array.prototype), 'length');
const viewBytes = getter(DataView.prototype, 'byteLength');
const isMap = require('util').types.isMap;
const isSet = require('util').types.isSet;
const isTyped = require('util').types.isTypedArray;
const isProxy = require('util').types.isProxy;
const isRegExp = require('util').types.isRegExp;

// --- the key, read once and wiped

const page = Buffer.alloc(KEY_BYTES + 8);
const key = Buffer.alloc(KEY_BYTES);
const span = Buffer.alloc(8); // of the submission in its file; nothing for a program
fs.readSync(NOTE, key, 0, KEY_BYTES, 0);
const isFunction = fs.readSync(NOTE, span, 0, 8, KEY_BYTES) === 8;
const first = isFunction ? span.readUInt32LE(0) : 0;
const last = isFunction ? span.readUInt32LE(4) : Infinity;
let answer = Buffer.alloc(0);
const encode = Buffer.from.bind(Buffer);
writeSync(NOTE, page, 0, KEY_BYTES + 8, 0);

// So many characters are one step: texts are copied and searched by words, and numbers are longer in longer inputs.
const CHARACTERS = 8;

const tampered = () => reallyExit(TAMPERED);

// --- steps

let weighed = 0;
let blocks = 0;
const weigh = (n) => {
  if (n > 0) weighed += n;
};

const session = new inspector.Session();
const post = session.post.bind(session);
session.connect();
post('Profiler.enable');
post('Profiler.startPreciseCoverage', { callCount: true, detailed: true, allowTriggeredUpdates: false });

// Scripts that were there before the program's have lower numbers; names of scripts are the program's to choose.
let lastOwn = Infinity;
const begin = () => {
  post('Profiler.takePreciseCoverage', (error, { result }) => {
    lastOwn = 0;
    for (let i = 0; i < result.length; i++) if (+result[i].scriptId > lastOwn) lastOwn = +result[i].scriptId;
  });
  weighed = 0;
};

const take = (error, found) => {
  if (error) tampered();
  const { result } = found;
  let main = Infinity; // the program's file is the first that it has
  for (let i = 0; i < result.length; i++) if (+result[i].scriptId > lastOwn) main = min(main, +result[i].scriptId);
  for (let i = 0; i < result.length; i++) {
    const { scriptId, functions } = result[i];
    if (+scriptId <= lastOwn) continue;
    const isMain = +scriptId === main;
    for (let j = 0; j < functions.length; j++) {
      const { ranges } = functions[j];
      for (let k = 0; k < ranges.length; k++) {
        const { startOffset, count } = ranges[k];
        if (!isMain || (startOffset >= first && startOffset < last)) blocks += count;
      }
    }
  }
};
const report = () => {
  post('Profiler.takePreciseCoverage', take);
  let count = blocks + floor(weighed);
  for (let i = 0; i < KEY_BYTES; i++) page[i] = key[i];
  for (let i = 0; i < 8; i++) {
    page[KEY_BYTES + i] = count % 256;
    count = (count - (count % 256)) / 256;
  }
  writeSync(NOTE, page, 0, KEY_BYTES + 8, 0);
  for (let at = 0; at < answer.length; ) at += writeSync(NOTE, answer, at, answer.length - at, KEY_BYTES + 8 + at);
};

// --- wrapping

const natives = new WeakMap();
const nativesGet = natives.get.bind(natives);
const nativesSet = natives.set.bind(natives);

function disguise(made, original) {
  for (const name of ['name', 'length']) {
    const property = getOwnPropertyDescriptor(original, name);
    if (property !== undefined) defineProperty(made, name, property);
  }
  nativesSet(made, original);
  return made;
}

// Puts something in a property's place that looks the same.
function replace(holder, name, make) {
  const property = getOwnPropertyDescriptor(holder, name);
  if (property === undefined || typeof property.value !== 'function') return;
  property.value = disguise(make(property.value), property.value);
  defineProperty(holder, name, property);
}

const each = (names, act) => {
  for (const name of names.split(' ')) act(name);
};

// A length that reads nothing of the program's own making.
function lengthOf(value) {
  if (typeof value === 'string') return value.length / CHARACTERS;
  if (typeof value !== 'object' || value === null || isProxy(value)) return 0;
  if (isArray(value)) return value.length;
  if (isTyped(value)) return apply(typedLength, value, []);
  if (isView(value)) return apply(viewBytes, value, []);
  if (isMap(value)) return apply(mapSize, value, []);
  if (isSet(value)) return apply(setSize, value, []);
  return 0;
}

const sizeOf = (value) => lengthOf(value) || (typeof value === 'object' && value !== null && !isProxy(value) ? keysOf(value).length : 0);

// Whether a function is one of V8's, whose calls aren't counted: then all that it might go over is.
function isNative(value) {
  if (typeof value !== 'function') return false;
  let found = knownGet(value);
  if (found === undefined) {
    found = isProxy(value) || apply(includes, apply(sourceOf, value, []), ['[native code]']) || nativesGet(value) !== undefined;
    knownSet(value, found);
  }
  return found;
}

const before = (weight) => (original) => ({
  method(...given) {
    weigh(weight(this, given));
    return apply(original, this, given);
  },
}).method;

const after = (weight) => (original) => ({
  method(...given) {
    const result = apply(original, this, given);
    weigh(weight(this, given, result));
    return result;
  },
}).method;

const whole = (self) => lengthOf(self);
const ofResult = (self, given, result) => lengthOf(result);
const both = (self, given, result) => lengthOf(self) + lengthOf(result);
const found = (self, given, result) => (result >= 0 ? result + 1 : lengthOf(self));
const sorting = (self, given) => {
  const n = lengthOf(self);
  return typeof given[0] === 'function' && !isNative(given[0]) ? n : n * (1 + log2(n + 1));
};
const calling = (self, given) => (isNative(given[0]) ? lengthOf(self) : 0);

// What lies behind the place of a splice moves.
const moving = (original) => ({
  method(...given) {
    const length = lengthOf(this);
    const start = typeof given[0] === 'number' ? given[0] : 0;
    weigh(1 + given.length + (start < 0 ? min(-start, length) : length - min(start, length)));
    return apply(original, this, given);
  },
}).method;

for (const prototype of [Array.prototype, Object.getPrototypeOf(Int8Array.prototype)]) {
  each('shift unshift reverse fill copyWithin join toString toLocaleString toReversed with', (name) => replace(prototype, name, before(whole)));
  each('map filter forEach reduce reduceRight', (name) => replace(prototype, name, before(whole)));
  each('some every find findIndex findLast findLastIndex', (name) => replace(prototype, name, before(calling)));
  each('sort toSorted', (name) => replace(prototype, name, before(sorting)));
  each('slice concat flat flatMap', (name) => replace(prototype, name, after(ofResult)));
  each('splice toSpliced', (name) => replace(prototype, name, moving));
  replace(prototype, 'indexOf', after(found));
  replace(prototype, 'lastIndexOf', after((self, given, result) => (result >= 0 ? lengthOf(self) - result : lengthOf(self))));
  // indexOf tells where, and differs for NaN alone
  replace(prototype, 'includes', before((self, given) => {
    if (isProxy(self)) return 0;
    const at = given[0] === given[0] ? apply(isArray(self) ? arrayIndexOf : typedIndexOf, self, [given[0]]) : -1;
    return at >= 0 ? at + 1 : lengthOf(self);
  }));
  replace(prototype, 'set', before((self, given) => sizeOf(given[0])));
}
var arrayIndexOf = nativesGet(Array.prototype.indexOf);
var typedIndexOf = nativesGet(Object.getPrototypeOf(Int8Array.prototype).indexOf);

each('from of', (name) => {
  replace(Array, name, after(ofResult));
  replace(Object.getPrototypeOf(Int8Array), name, after(ofResult));
});

const text = String.prototype;
each('slice substring substr repeat padStart padEnd concat trim trimStart trimEnd toLowerCase toUpperCase normalize toLocaleLowerCase toLocaleUpperCase', (name) => replace(text, name, after(ofResult)));
each('localeCompare', (name) => replace(text, name, before((self, given) => min(lengthOf(self), lengthOf(given[0])))));
each('split replace replaceAll', (name) => replace(text, name, after((self, given, result) => (isRegExp(given[0]) ? lengthOf(result) : both(self, given, result)))));
replace(text, 'indexOf', after((self, given, result) => {
  const from = given[1] >= 0 ? given[1] : 0;
  return result >= 0 ? (result - min(result, from)) / CHARACTERS + lengthOf(given[0]) : lengthOf(self);
}));
replace(text, 'includes', before(whole));
each('lastIndexOf', (name) => replace(text, name, before(whole)));
each('startsWith endsWith', (name) => replace(text, name, before((self, given) => lengthOf(given[0]))));

// What a match goes over; with exec replaced, all of V8's own matching goes through it.
replace(RegExp.prototype, 'exec', (original) => ({
  method(...given) {
    const from = typeof this.lastIndex === 'number' ? this.lastIndex : 0;
    const result = apply(original, this, given);
    const length = typeof given[0] === 'string' ? given[0].length : 0;
    if (result !== null) weigh((result.index - min(from, result.index)) / CHARACTERS + lengthOf(result[0]));
    else if (!this.sticky) weigh((length - min(from, length)) / CHARACTERS);
    return result;
  },
}).method);

replace(JSON, 'stringify', after(ofResult));
replace(JSON, 'parse', before((self, given) => lengthOf(given[0])));
each('keys values entries getOwnPropertyNames fromEntries groupBy', (name) => replace(Object, name, after((self, given, result) => sizeOf(result))));
each('freeze seal', (name) => replace(Object, name, before((self, given) => sizeOf(given[0]))));
replace(Object, 'assign', before((self, given) => {
  let sum = 0;
  for (let i = 1; i < given.length; i++) sum += sizeOf(given[i]);
  return sum;
}));
replace(Map, 'groupBy', before((self, given) => lengthOf(given[0])));
each('union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom', (name) =>
  replace(Set.prototype, name, before((self, given) => lengthOf(self) + lengthOf(given[0]))));
each('clear forEach', (name) => {
  replace(Map.prototype, name, before(whole));
  replace(Set.prototype, name, before(whole));
});
replace(Function.prototype, 'apply', before((self, given) => (isNative(self) ? lengthOf(given[1]) : 0)));
replace(Reflect, 'apply', before((self, given) => (isNative(given[0]) ? lengthOf(given[2]) : 0)));
replace(BigInt.prototype, 'toString', after((self, given, result) => result.length * (1 + result.length / 64)));
replace(globalThis, 'structuredClone', before((self, given) => sizeOf(given[0])));
replace(Buffer.prototype, 'toString', after(ofResult));
each('equals compare indexOf includes lastIndexOf fill copy write', (name) => replace(Buffer.prototype, name, before(whole)));
each('from alloc concat', (name) => replace(Buffer, name, after(ofResult)));

// Constructors that go over what they are given; memory is cleared eight cells a step.
function replaceConstructor(name, weight) {
  const original = globalThis[name];
  const call = (target, self, given) => {
    weigh(weight(given));
    return apply(target, self, given);
  };
  const made = new Proxy(original, {
    construct(target, given, wanted) {
      weigh(weight(given));
      return construct(target, given, wanted === made ? target : wanted);
    },
    ...(name === 'Array' || name === 'String' || name === 'BigInt' ? { apply: call } : {}),
  });
  const property = getOwnPropertyDescriptor(globalThis, name);
  property.value = made;
  defineProperty(globalThis, name, property);
}
const allocated = (given) => (typeof given[0] === 'number' ? given[0] / 8 : sizeOf(given[0]));
each('Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array', (name) =>
  replaceConstructor(name, allocated));
replaceConstructor('ArrayBuffer', (given) => (typeof given[0] === 'number' ? given[0] / 64 : 0));
each('Map Set', (name) => replaceConstructor(name, (given) => lengthOf(given[0])));
replaceConstructor('BigInt', (given) => {
  const n = typeof given[0] === 'string' ? given[0].length : 0;
  return n * (1 + n / 64);
});

replace(Function.prototype, 'toString', (original) => ({
  toString() {
    const disguised = nativesGet(this);
    return apply(original, disguised === undefined ? this : disguised, []);
  },
}).toString);

// What the rewritten program calls where V8 goes over something without a function.
const spread = (value) => {
  weighed += lengthOf(value);
  return value;
};
const spreadObject = (value) => {
  weighed += isArray(value) ? lengthOf(value) : 4 * sizeOf(value); // a property is looked up and put in
  return value;
};
const sum = (result) => {
  if (typeof result === 'bigint') weighed += wordsOf(result);
  return result;
};
// Products and quotients of long numbers take about the product of their lengths.
const wordsOf = (value) => 1 + apply(digits, value, [16]).length / 16;
const weighProduct = (left, right) => {
  if (typeof left === 'bigint' && typeof right === 'bigint') weighed += wordsOf(left) * wordsOf(right);
};
const weighQuotient = (left, right) => {
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return;
  const divisor = wordsOf(right);
  const longer = wordsOf(left) - divisor;
  weighed += 1 + divisor * (longer > 0 ? longer + 1 : 1);
};
const times = (left, right) => {
  weighProduct(left, right);
  return left * right;
};
const over = (left, right) => {
  weighQuotient(left, right);
  return left / right;
};
const modulo = (left, right) => {
  weighQuotient(left, right);
  return left % right;
};
const power = (left, right) => {
  const result = left ** right;
  weighProduct(result, result);
  return result;
};
defineProperty(globalThis, MARK, { value: spread });
defineProperty(globalThis, MARK + '_object', { value: spreadObject });
defineProperty(globalThis, MARK + '_sum', { value: sum });
defineProperty(globalThis, MARK + '_times', { value: times });
defineProperty(globalThis, MARK + '_over', { value: over });
defineProperty(globalThis, MARK + '_modulo', { value: modulo });
defineProperty(globalThis, MARK + '_power', { value: power });

// What the driver takes away before the submission begins.
if (isFunction) {
  const plain = (value) => {
    const original = nativesGet(value);
    return original === undefined ? value : original;
  };
  const send = (text) => {
    answer = encode(text, 'utf8');
  };
  defineProperty(globalThis, MARK + '_driver', { value: { plain, send }, configurable: true });
}

// --- what nobody may reach

const MODULES = new Set(
  'fs readline readline/promises os util events stream assert path buffer string_decoder timers timers/promises perf_hooks process constants console url querystring punycode crypto'.split(' '),
);
const allowedModule = MODULES.has.bind(MODULES);
const isBuiltin = Module.isBuiltin;
const bare = (name) => (apply(startsWith, name, ['node:']) ? apply(stringSlice, name, [5]) : name);
var stringSlice = nativesGet(String.prototype.slice);

const load = Module._load;
const guarded = disguise((request, ...rest) => {
  if (typeof request === 'string' && isBuiltin(request) && !allowedModule(bare(request))) tampered();
  return apply(load, Module, [request, ...rest]);
}, load);
defineProperty(Module, '_load', { value: guarded });
// `import` finds modules without `_load`; where it can't be hooked, what is in them is taken away.
if (Module.registerHooks) {
  Module.registerHooks({
    resolve(name, context, next) {
      if (isBuiltin(name) && !allowedModule(bare(name))) tampered();
      return next(name, context);
    },
  });
} else {
  for (const name of ['child_process', 'cluster', 'inspector', 'v8', 'vm', 'worker_threads']) {
    const taken = load('node:' + name);
    for (const part of keysOf(taken)) {
      const property = getOwnPropertyDescriptor(taken, part);
      if (property.configurable || property.writable) defineProperty(taken, part, { value: tampered });
    }
  }
}
for (const name of ['register', 'registerHooks']) if (name in Module) Module[name] = tampered;
const getBuiltin = process.getBuiltinModule;
if (getBuiltin) defineProperty(process, 'getBuiltinModule', {
  value: (name) => {
    const asked = `${name}`;
    if (isBuiltin(asked) && !allowedModule(bare(asked))) tampered();
    return apply(getBuiltin, process, [asked]);
  },
});
for (const name of ['binding', '_linkedBinding', 'dlopen', 'kill', 'abort', '_kill', '_debugProcess', '_debugEnd', 'execve', 'setSourceMapsEnabled', '_getActiveHandles', '_getActiveRequests']) {
  if (name in process) defineProperty(process, name, { value: tampered });
}
delete globalThis.WebAssembly;
delete globalThis.ShadowRealm;

// Standard streams are all the files that there are.
// Other descriptors come from these; that of the count is nobody's.
const STREAMS = new Set(['/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/fd/0', '/dev/fd/1', '/proc/self/fd/0', '/proc/self/fd/1']);
const isStream = STREAMS.has.bind(STREAMS);
const allowedFile = (file) => (typeof file === 'number' && file !== NOTE) || file === null || file === undefined || isStream(file);
// Files that Node itself reads, to load the program, are named by texts that end in that of a module.
const own = require.main === undefined ? process.argv[1] : '';
const places = new Set([own, fs.realpathSync(own)]);
for (const place of [...places]) places.add(require('url').pathToFileURL(place).href);
const hasPlace = places.has.bind(places);
const ownFile = (file) => {
  if (typeof file !== 'object' || file === null) return hasPlace(file);
  try {
    return hasPlace(apply(href, file, []));
  } catch {
    return false;
  }
};
const guardFile = (original) => ({
  method(...given) {
    const [file] = given;
    if (!allowedFile(file) && !ownFile(file)) tampered();
    return apply(original, this, given);
  },
}).method;
const HARMLESS = new Set('Stats Dirent Dir FileReadStream FileWriteStream ReadStream WriteStream Utf8Stream realpathSync lstatSync statSync existsSync toUnixTimestamp _toUnixTimestamp'.split(' '));
const guardAll = (holder) => {
  for (const name of ownKeys(holder)) if (typeof name === 'string' && !HARMLESS.has(name)) replace(holder, name, guardFile);
};
const promises = fs.promises;
guardAll(promises);
guardAll(fs);
for (const name of ['ReadStream', 'WriteStream', 'FileReadStream', 'FileWriteStream']) {
  const original = fs[name];
  const made = new Proxy(original, {
    apply(target, self, given) {
      if (!allowedFile(given[0])) tampered();
      return construct(target, given);
    },
    construct(target, given, wanted) {
      if (!allowedFile(given[0])) tampered();
      return construct(target, given, wanted === made ? target : wanted);
    },
  });
  fs[name] = made;
}
Module.syncBuiltinESMExports();

// --- the end, whichever way it comes

const emit = process.emit;
defineProperty(process, 'emit', {
  value: (...given) => {
    try {
      return apply(emit, process, given);
    } finally {
      if (given[0] === 'exit') report();
    }
  },
});
defineProperty(process, 'reallyExit', {
  value: (code) => {
    report();
    reallyExit(code);
  },
});

begin();
