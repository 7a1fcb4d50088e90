/**
 * Hold the engine's WebAssembly module, and call what it exports: node engine.mjs MODULE
 *
 * Each call comes as a line of JSON, followed by the bytes of its arrays, and is answered in the same way. This stands in for
 * Python in a browser, whose memory the module would share: so the module can be tried without Pyodide.
 */
import { readFileSync, readSync, writeSync } from "node:fs";

const PAGE = 1 << 16;
const DATA = PAGE; // where the module's own data lie
const STACK_END = 16 << 20; // the stack grows down from here; arrays and what is allocated lie above
const HEADER = 16; // before each piece of allocated memory: its size

const memory = new WebAssembly.Memory({ initial: 1024 });
let end = STACK_END;
let free = new Map(); // addresses by size

function reserve(last) {
  if (last > memory.buffer.byteLength) memory.grow(Math.ceil((last - memory.buffer.byteLength) / PAGE) + 1024);
}

function malloc(size) {
  const room = 2 ** Math.ceil(Math.log2(size + HEADER));
  const known = free.get(room)?.pop();
  if (known) return known;
  reserve(end + room);
  const address = end + HEADER;
  new DataView(memory.buffer).setUint32(end, room, true);
  end += room;
  return address;
}

function release(address) {
  const room = new DataView(memory.buffer).getUint32(address - HEADER, true);
  if (!free.has(room)) free.set(room, []);
  free.get(room).push(address);
}

/** Multiply two numbers of 128 bits, each in two halves, as compiled code asks for it. */
function multiply(address, low, high, otherLow, otherHigh) {
  const join = (half, upper) => (BigInt.asUintN(64, upper) << 64n) | BigInt.asUintN(64, half);
  const product = join(low, high) * join(otherLow, otherHigh);
  const view = new DataView(memory.buffer);
  view.setBigUint64(address, BigInt.asUintN(64, product), true);
  view.setBigUint64(address + 8, BigInt.asUintN(64, product >> 64n), true);
}

const environment = {
  memory,
  __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK_END),
  __memory_base: new WebAssembly.Global({ value: "i32" }, DATA),
  __table_base: new WebAssembly.Global({ value: "i32" }, 0),
  malloc,
  free: release,
  exp: Math.exp,
  log: Math.log,
  __multi3: multiply,
};
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module, { env: environment });
exports.__wasm_apply_data_relocs?.();
exports.__wasm_call_ctors?.();

/** Read this many bytes; nothing when the other side has ended. */
function readBytes(size) {
  const bytes = Buffer.alloc(size);
  for (let place = 0, count; place < size; place += count) {
    try {
      count = readSync(0, bytes, place, size - place, null);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      count = 0;
      continue;
    }
    if (!count) return null;
  }
  return bytes;
}

function writeBytes(bytes) {
  for (let place = 0; place < bytes.length; ) place += writeSync(1, bytes, place);
}

for (let size; (size = readBytes(4)); ) {
  const call = JSON.parse(readBytes(size.readUInt32LE()).toString());
  end = STACK_END;
  free = new Map();
  const addresses = call.sizes.map((room) => malloc(room + 1));
  call.sizes.forEach((room, index) => {
    if (room) new Uint8Array(memory.buffer).set(readBytes(room), addresses[index]);
  });
  const words = malloc(8 * call.words.length);
  call.words.forEach((word, index) => {
    const value = typeof word === "number" ? BigInt(addresses[word]) : BigInt(word);
    new DataView(memory.buffer).setBigInt64(words + 8 * index, BigInt.asIntN(64, value), true);
  });
  const status = exports[call.name](words);
  const answer = new DataView(memory.buffer).getBigInt64(words, true);
  const text = Buffer.from(JSON.stringify({ status, answer: `${answer}` }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const arrays = call.sizes.map((room, index) => Buffer.from(memory.buffer, addresses[index], room));
  writeBytes(Buffer.concat([length, text, ...arrays]));
}
