// Runs one SQLite statement in a process of its own: SQLite cannot be interrupted from JavaScript, a process can be killed.
// The job is the first line of standard input; rows leave as NDJSON, as fast as they are taken. An open standard input
// says that somebody still wants them.

const { randomBytes } = require('node:crypto');
const { existsSync, readSync, writeSync } = require('node:fs');
const { Socket } = require('node:net');
const { dirname, join } = require('node:path');
const process = require('node:process');
const { isMainThread, Worker } = require('node:worker_threads');

const MAX_JOB_BYTES = 64 * 1024 * 1024;
const MAX_VALUE_BYTES = 64 * 1024 * 1024;
const FLUSH_CHARS = 48 * 1024;
const FLUSH_MS = 20;

/** Errors while rows are read come without a number. */
const BY_MESSAGE = [
  [5, /^database is locked/],
  [6, /^database table is locked/],
  [8, /^attempt to write a readonly database/],
  [10, /^disk I\/O error/],
  [11, /^database disk image is malformed/],
  [13, /^database or disk is full/],
  [14, /^unable to open database file/],
  [18, /^string or blob too big/],
  [19, /constraint failed/],
  [20, /^datatype mismatch/],
  [23, /^(?:not authorized|authorization denied)/],
  [26, /^file is not a database/],
];

if (isMainThread) {
  main();
} else {
  endWithStdin();
}

function main() {
  try {
    const job = JSON.parse(readLine());
    new Worker(__filename);
    run(job);
    process.exit(0);
  } catch (error) {
    write(2, `${JSON.stringify({ result_code: resultCode(error) })}\n`);
    process.exit(1);
  }
}

/** The main thread sits in SQLite and would not notice. */
function endWithStdin() {
  const stdin = new Socket({ fd: 0 });
  const end = () => process.kill(process.pid, 'SIGKILL');
  stdin.on('error', end).on('close', end).resume();
}

function run({ file, sql, values, mayWrite, busyTimeoutMs }) {
  const { DatabaseSync, constants } = loadSqlite();
  if (!existsSync(file)) {
    // Opened for writing it would be made.
    throw Object.assign(new Error('there is no such file'), { errcode: 14 });
  }
  const options = { timeout: busyTimeoutMs, defensive: true, limits: { attach: 0, length: MAX_VALUE_BYTES } };
  const database = mayWrite ? new DatabaseSync(file, options) : openReadOnly(DatabaseSync, file, options);
  database.exec(mayWrite ? 'begin immediate' : 'pragma query_only = 1; begin');
  const { SQLITE_ATTACH, SQLITE_DETACH, SQLITE_TRANSACTION, SQLITE_DENY, SQLITE_OK } = constants;
  const refused = new Set([SQLITE_ATTACH, SQLITE_DETACH, SQLITE_TRANSACTION]);
  database.setAuthorizer((action) => (refused.has(action) ? SQLITE_DENY : SQLITE_OK));
  const statement = database.prepare(sql, { readBigInts: true, returnArrays: true });
  const columns = statement.columns().map(({ name }) => name);
  const bound = values.map(toSqlite);
  const changes = columns.length === 0 ? statement.run(...bound).changes : undefined;
  if (changes === undefined) {
    const marker = randomBytes(16).toString('hex');
    const whole = prepareWhole(database, { sql, marker, count: columns.length }) ?? statement;
    writeRows(whole.iterate(...bound), { names: uniqueNames(columns), marker });
  }
  database.setAuthorizer(null);
  database.exec(mayWrite ? 'commit' : 'rollback');
  database.close();
  if (changes !== undefined && mayWrite) {
    write(1, `{"rows_affected":${changes}}\n`);
  }
}

/**
 * The same query with texts that hold a NUL as marked blobs: the library would cut them there. undefined for what is no
 * query, such as a pragma or a change that returns rows.
 */
function prepareWhole(database, { sql, marker, count }) {
  const names = Array.from({ length: count }, (_, index) => `c${index}`);
  const whole = names.map(
    (name) =>
      `case when typeof(${name}) = 'text' and instr(${name}, char(0)) then cast('${marker}' || ${name} as blob) else ${name} end`,
  );
  try {
    // The last line ends a comment that the query may have left open.
    const query = `with q(${names.join()}) as (${sql}\n/**/) select ${whole.join()} from q`;
    return database.prepare(query, { readBigInts: true, returnArrays: true });
  } catch {
    return undefined;
  }
}

/** A writer that was killed leaves a change half done, which only somebody who may write can undo: this process, once. */
function openReadOnly(DatabaseSync, file, options) {
  const look = (database) => database.prepare('select 1 from sqlite_schema').get();
  const database = new DatabaseSync(file, { ...options, readOnly: true });
  try {
    look(database);
    return database;
  } catch (error) {
    database.close();
    if (resultCode(error) !== 8) {
      throw error;
    }
  }
  const mending = new DatabaseSync(file, options);
  try {
    look(mending);
  } catch (error) {
    // Nobody may write here, and without that the change cannot be undone, nor a WAL be read.
    throw resultCode(error) === 8 ? Object.assign(error, { errcode: 14 }) : error;
  } finally {
    mending.close();
  }
  return new DatabaseSync(file, { ...options, readOnly: true });
}

function writeRows(rows, { names, marker }) {
  const mark = Buffer.from(marker);
  const keys = names.map((name, index) => `${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
  let pending = '';
  let last = 0;
  for (const row of rows) {
    pending += '{';
    for (let index = 0; index < keys.length; index += 1) {
      pending += keys[index] + toJson(row[index], mark);
    }
    pending += '}\n';
    if (pending.length > FLUSH_CHARS || Date.now() - last > FLUSH_MS) {
      write(1, pending);
      pending = '';
      last = Date.now();
    }
  }
  write(1, pending);
}

function toJson(value, mark) {
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : `"${value}"`;
    case 'string':
      return JSON.stringify(value);
    default:
      return value === null ? 'null' : blobToJson(Buffer.from(value.buffer, value.byteOffset, value.length), mark);
  }
}

function blobToJson(bytes, mark) {
  return bytes.subarray(0, mark.length).equals(mark)
    ? JSON.stringify(bytes.subarray(mark.length).toString())
    : `{"binary":true,"size_bytes":${bytes.length}}`;
}

/** SQLite has integers, reals, texts and NULL; a list or an object goes as JSON, which its functions read. */
function toSqlite(value) {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'object':
      return value === null ? null : JSON.stringify(value);
    default:
      return value;
  }
}

/** A second `id` becomes `id_2`. */
function uniqueNames(columns) {
  const used = new Set();
  return columns.map((column) => {
    let name = column;
    for (let suffix = 2; used.has(name); suffix += 1) {
      name = `${column}_${suffix}`;
    }
    used.add(name);
    return name;
  });
}

function readLine() {
  const pieces = [];
  const piece = Buffer.alloc(64 * 1024);
  for (let size = 0; size < MAX_JOB_BYTES; ) {
    const count = readSync(0, piece);
    pieces.push(Buffer.from(piece.subarray(0, count)));
    size += count;
    if (count === 0 || piece[count - 1] === 10) {
      return Buffer.concat(pieces).toString();
    }
  }
  throw new RangeError('the job is too long');
}

/** Waits where the reader of the pipe is slower. */
function write(descriptor, text) {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if (error.code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** The package takes several times as long to find its native part, which usually lies here. */
function loadSqlite() {
  const name = `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}`;
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, name, '@photostructure+sqlite.glibc.node');
    if (existsSync(file)) {
      return tryRequire(file) ?? require('@photostructure/sqlite');
    }
  }
  return require('@photostructure/sqlite');
}

function tryRequire(file) {
  try {
    return require(file);
  } catch {
    return undefined;
  }
}

/** https://sqlite.org/rescode.html; the message stays here, for it can hold data. */
function resultCode(error) {
  const known = error?.errcode ?? BY_MESSAGE.find(([, pattern]) => pattern.test(error?.message))?.[0];
  return typeof known === 'number' ? known & 0xff : 1;
}
