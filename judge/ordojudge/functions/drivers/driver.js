// What calls a JavaScript or TypeScript submission's function. See functions/building.py.
// It becomes one line before the submission, so comments are lines of their own; a call after the submission hands it
// what the submission defines.
const ordojudge$driver = (() => {
  const fs = typeof require === 'function' ? require('fs') : process.getBuiltinModule('fs');
  // Present where steps are counted: library functions that aren't weighed, and where the answer goes.
  // See analysis/count_javascript.js; the submission never sees it.
  const counted = globalThis.__ordojudge_spread_driver;
  delete globalThis.__ordojudge_spread_driver;
  const plain = counted === undefined ? (value) => value : counted.plain;
  const apply = plain(Reflect.apply);
  const parse = plain(JSON.parse), stringify = plain(JSON.stringify), entries = plain(Object.entries);
  const alloc = plain(Buffer.alloc), concat = plain(Buffer.concat), decode = plain(Buffer.prototype.toString);
  const joinOf = plain(Array.prototype.join), sliceOf = plain(Array.prototype.slice), sortOf = plain(Array.prototype.sort);
  const execOf = plain(RegExp.prototype.exec);
  const matches = (pattern, text) => apply(execOf, pattern, [text]) !== null;
  const join = (items) => apply(joinOf, items, [',']);
  const { isArray } = Array;
  const { isFinite } = Number;
  const MOST_NODES = 1000000, MOST_DEPTH = 200;
  const exit = process.reallyExit.bind(process);

  class Misfit extends Error {}
  class Uncarried extends Error {}

  globalThis.ListNode = function ListNode(val, next) {
    this.val = val === undefined ? 0 : val;
    this.next = next === undefined ? null : next;
  };
  globalThis.TreeNode = function TreeNode(val, left, right) {
    this.val = val === undefined ? 0 : val;
    this.left = left === undefined ? null : left;
    this.right = right === undefined ? null : right;
  };

  function send(text) {
    if (counted !== undefined) return counted.send(text);
    const bytes = Buffer.from(text, 'utf8');
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(3, bytes, at);
  }

  // The input from its beginning, whoever has read from it.
  function input() {
    const parts = [];
    for (let at = 0; ; ) {
      const part = alloc(1 << 20);
      const got = fs.readSync(0, part, 0, part.length, at);
      if (got === 0) return apply(decode, concat(parts), ['utf8']);
      parts.push(part.subarray(0, got));
      at += got;
    }
  }

  // JSON with infinities, and with a BigInt for each integer that no number can hold. For the few texts that need it.
  function parsed(text) {
    if (!matches(/\d{16}|NaN|Infinity/, text)) return parse(text);
    let at = 0;
    const token = /[ \n\r\t]*([[\]{},:]|"(?:[^"\\]|\\.)*"|[^[\]{},:" \n\r\t]+)/y;
    function next() {
      token.lastIndex = at;
      const found = apply(execOf, token, [text]);
      at = token.lastIndex;
      return found === null ? '' : found[1];
    }
    function scalar(word) {
      if (word === 'NaN') return NaN;
      if (word === 'Infinity') return Infinity;
      if (word === '-Infinity') return -Infinity;
      if (matches(/^-?\d+$/, word) && !Number.isSafeInteger(+word)) return BigInt(word);
      return parse(word);
    }
    const root = [];
    const open = [root];
    let key = null;
    for (let word = next(); word !== ''; word = next()) {
      const holder = open[open.length - 1];
      if (word === ',' || word === ':') continue;
      if (word === ']' || word === '}') {
        open.pop();
        key = null;
        continue;
      }
      if (!isArray(holder) && key === null) {
        key = parse(word);
        continue;
      }
      const value = word === '[' ? [] : word === '{' ? Object.create(null) : scalar(word);
      if (isArray(holder)) holder.push(value);
      else holder[key] = value;
      key = null;
      if (typeof value === 'object' && value !== null) open.push(value);
    }
    return root[0];
  }

  function shown(value) {
    const text = typeof value === 'bigint' ? String(value) : stringify(value);
    return text.length > 60 ? text.slice(0, 60) + '...' : text;
  }

  // A value as a parameter's type wants it; types are "ListNode", "TreeNode", "bigint", or nothing, with [] for lists.
  function made(value, type, classes) {
    if (type.endsWith('[]')) {
      if (value === null) return value;
      if (!isArray(value)) throw new Misfit(shown(value) + " doesn't fit " + type);
      const inner = type.slice(0, -2);
      for (let i = 0; i < value.length; i++) value[i] = made(value[i], inner, classes);
      return value;
    }
    if (type === 'ListNode' || type === 'TreeNode') {
      if (value === null) return null;
      if (!isArray(value)) throw new Misfit(shown(value) + " doesn't fit " + type);
      return type === 'ListNode' ? linked(value, classes.ListNode) : tree(value, classes.TreeNode);
    }
    if (type === 'bigint') return typeof value === 'number' ? BigInt(value) : value;
    if (typeof value === 'bigint') throw new Misfit(value + " doesn't fit a number of JavaScript");
    if (isArray(value)) {
      if (typeof value[0] === 'number') {
        let i = 1;
        while (i < value.length && typeof value[i] !== 'bigint') i++;
        if (i >= value.length) return value;
      }
      for (let i = 0; i < value.length; i++) value[i] = made(value[i], '', classes);
    }
    return value;
  }

  function linked(values, ListNode) {
    let first = null;
    for (let i = values.length - 1; i >= 0; i--) {
      const node = new ListNode(values[i]);
      node.next = first;
      first = node;
    }
    return first;
  }

  // From LeetCode's level order, in which null is a missing child.
  function tree(values, TreeNode) {
    if (values.length === 0 || values[0] === null) return null;
    const root = new TreeNode(values[0]);
    const parents = [root];
    let at = 1;
    for (let i = 0; i < parents.length && at < values.length; i++)
      for (const side of ['left', 'right']) {
        const value = at < values.length ? values[at++] : null;
        if (value === null) continue;
        const child = new TreeNode(value);
        parents[i][side] = child;
        parents.push(child);
      }
    return root;
  }

  function written(value, type, depth) {
    if (depth > MOST_DEPTH) throw new Uncarried('the answer is nested too deeply, or holds itself');
    switch (typeof value) {
      case 'boolean':
      case 'bigint':
        return String(value);
      case 'number':
        return value === 0 ? '0' : String(value);
      case 'string':
        return stringify(value);
      case 'undefined':
        return type === 'ListNode' || type === 'TreeNode' ? '[]' : 'null';
      case 'object':
        break;
      default:
        throw new Uncarried('the answer holds a ' + typeof value + ', which is no JSON value');
    }
    if (value === null) return type === 'ListNode' || type === 'TreeNode' ? '[]' : 'null';
    const inner = type.endsWith('[]') ? type.slice(0, -2) : '';
    if (isArray(value)) {
      let i = 0;
      while (i < value.length && isFinite(value[i])) i++;
      if (i === value.length) return stringify(value);
    }
    if (isArray(value) || ArrayBuffer.isView(value)) {
      const items = [];
      for (let i = 0; i < value.length; i++) items.push(written(value[i], inner, depth + 1));
      return '[' + join(items) + ']';
    }
    if (value instanceof Set) {
      const items = [...value];
      let numbers = true;
      for (const each of items) numbers &&= typeof each === 'number' || typeof each === 'bigint';
      apply(sortOf, items, numbers ? [(a, b) => (a < b ? -1 : a > b ? 1 : 0)] : []);
      return written(items, type, depth);
    }
    if (value instanceof Map) return object([...value], depth);
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return written(value.valueOf(), '', depth);
    if ('val' in value && 'left' in value && 'right' in value) return writtenTree(value);
    if ('val' in value && 'next' in value) return writtenList(value);
    return object(entries(value), depth);
  }

  function object(pairs, depth) {
    const items = [];
    for (const [key, value] of pairs) items.push(stringify(String(key)) + ':' + written(value, '', depth + 1));
    return '{' + join(items) + '}';
  }

  function writtenList(node) {
    const items = [];
    for (; node !== null && node !== undefined; node = node.next) {
      items.push(written(node.val, '', 0));
      if (items.length > MOST_NODES) throw new Uncarried('the answer is a list without an end');
    }
    return '[' + join(items) + ']';
  }

  function writtenTree(root) {
    const level = [root];
    const items = [];
    let last = 0;
    for (let i = 0; i < level.length; i++) {
      const node = level[i];
      if (node === null || node === undefined) {
        items.push('null');
        continue;
      }
      last = i;
      items.push(written(node.val, '', 0));
      level.push(node.left, node.right);
      if (level.length > 2 * MOST_NODES) throw new Uncarried('the answer is a tree without an end');
    }
    return '[' + join(apply(sliceOf, items, [0, last + 1])) + ']';
  }

  // What to call: a method of the named class, or a plain function, or a method of Solution.
  function found(problem, defined) {
    const { className, method } = problem;
    for (const [name, owner] of [[className, defined.owner], ['', null], ['Solution', defined.solution]]) {
      if (name === '') {
        const plain = typeof defined.plain === 'function' ? defined.plain : defined.exported[method];
        if (typeof plain === 'function') return plain;
      } else if (typeof owner === 'function') {
        if (owner.prototype && typeof owner.prototype[method] === 'function') return bound(new owner(), method);
        if (typeof owner[method] === 'function') return bound(owner, method);
        const object = owner.prototype ? new owner() : {};
        if (typeof object[method] === 'function') return bound(object, method);
      }
    }
    throw new ReferenceError('the submission defines no ' + (className ? className + '.' : '') + method);
  }

  function bound(object, method) {
    return (...given) => object[method](...given);
  }

  function positional(given, names) {
    if (isArray(given)) return given;
    const values = new Map(entries(given));
    const all = [];
    for (const name of names) {
      if (!values.has(name)) throw new Misfit('the test gives no argument ' + name);
      all.push(values.get(name));
      values.delete(name);
    }
    for (const name of values.keys()) throw new Misfit('the function has no parameter ' + name);
    return all;
  }

  function failed(error) {
    const lines = error instanceof Error && error.stack ? error.stack.split('\n').slice(1, 12) : [];
    const said = error instanceof Error ? error.name + ': ' + error.message : 'Uncaught ' + String(error);
    fs.writeSync(2, [...lines, said, ''].join('\n'));
    exit(1);
  }

  async function call(problem, defined) {
    try {
      const given = positional(parsed(input()), problem.names);
      if (problem.names.length > 0 && given.length !== problem.names.length && problem.declared)
        throw new Misfit(`the function takes ${problem.names.length} arguments, the test has ${given.length}`);
      if (problem.result !== null && problem.result >= given.length)
        throw new Misfit(`result_argument: ${problem.result}, and the test has ${given.length} arguments`);
      const all = given.map((value, i) => {
        try {
          return made(value, problem.types[i] || '', defined);
        } catch (error) {
          if (error instanceof Misfit) error.message = `argument ${problem.names[i] || i + 1}: ${error.message}`;
          throw error;
        }
      });
      let answer = found(problem, defined)(...all);
      if (answer instanceof Promise) answer = await answer;
      let type = problem.returns;
      if (problem.result !== null) {
        answer = all[problem.result];
        type = problem.types[problem.result] || '';
      }
      send('=' + written(answer, type, 0));
    } catch (error) {
      if (error instanceof Uncarried) {
        send('!' + error.message);
      } else {
        if (error instanceof Misfit) send('?' + error.message);
        failed(error);
      }
    }
    exit(0);
  }

  return { call };
})();
