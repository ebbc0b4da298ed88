import { readFileSync } from 'node:fs';
import process from 'node:process';
import { StringDecoder } from 'node:string_decoder';
import { parseArgs } from 'node:util';
import { type Spent, spend } from '../measure.js';
import { bare, createEngine, type Engine } from './engines.js';

const PIECE_BYTES = 64 * 1024;
const COLD_BYTES = 8_000_000;
/** The text for warming up is gone through until it was as much. */
const WARM_UP_BYTES = 12_000_000;
const PIECES_A_TURN = 16;

/** What one process measured. */
export interface Passed {
  readonly bytes: number;
  readonly engine: Spent;
  readonly bare: Spent;
}

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'akernel' },
    file: { type: 'string', default: '' },
    cold: { type: 'boolean', default: false },
    /** Stops earlier; for what is slow. */
    bytes: { type: 'string', default: 'Infinity' },
  },
});

const all = piecesOf(readFileSync(flags.file));
const passed = flags.cold ? await passCold(all) : await passWarm(all);
process.stdout.write(JSON.stringify(passed));

/** The first text that this process sees. */
async function passCold(pieces: readonly Piece[]): Promise<Passed> {
  const first = upTo(pieces, COLD_BYTES);
  await warmUp(bare, first, WARM_UP_BYTES);
  return inTurn(() => createEngine(flags.engine), first);
}

/** The second half of the text, after the first. */
async function passWarm(pieces: readonly Piece[]): Promise<Passed> {
  const half = pieces.length >> 1;
  const [before, after] = [pieces.slice(0, half), upTo(pieces.slice(half), Number(flags.bytes))];
  const engine = await createEngine(flags.engine);
  await warmUp(engine, before, Math.min(WARM_UP_BYTES, Number(flags.bytes)));
  await warmUp(bare, before, WARM_UP_BYTES);
  return inTurn(async () => engine, after);
}

async function warmUp(engine: Engine, pieces: readonly Piece[], enough: number): Promise<void> {
  const some = upTo(pieces, enough);
  for (let bytes = 0; bytes < enough; bytes += bytesOf(some)) {
    const { push, end } = engine();
    await pushAll(push, some);
    end?.();
  }
}

/** The engine and the bare loop a while each, so that both meet the same neighbours. */
async function inTurn(create: () => Promise<Engine>, pieces: readonly Piece[]): Promise<Passed> {
  const engine: Spent[] = [];
  const loop: Spent[] = [];
  let run: ReturnType<Engine> = bare();
  engine.push(
    await spend(async () => {
      const begin = await create();
      run = begin();
    }),
  );
  for (let at = 0; at < pieces.length; at += PIECES_A_TURN) {
    const some = pieces.slice(at, at + PIECES_A_TURN);
    engine.push(await spend(() => pushAll(run.push, some)));
    loop.push(await spend(() => pushAll(bare().push, some)));
  }
  engine.push(await spend(() => run.end?.()));
  return { bytes: bytesOf(pieces), engine: sum(engine), bare: sum(loop) };
}

async function pushAll(push: (piece: string) => unknown, pieces: readonly Piece[]): Promise<void> {
  for (const { text } of pieces) {
    await push(text);
  }
}

function sum(all: readonly Spent[]): Spent {
  const of = (key: keyof Spent): number => all.reduce((total, spent) => total + spent[key], 0);
  return { wallMs: of('wallMs'), cpuMs: of('cpuMs') };
}

interface Piece {
  readonly text: string;
  readonly bytes: number;
}

/** As they come out of a pipe. */
function piecesOf(text: Buffer): readonly Piece[] {
  const decoder = new StringDecoder('utf8');
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += PIECE_BYTES) {
    const part = text.subarray(at, at + PIECE_BYTES);
    pieces.push({ text: decoder.write(part), bytes: part.length });
  }
  return pieces;
}

function upTo(pieces: readonly Piece[], mostBytes: number): readonly Piece[] {
  let bytes = 0;
  return pieces.filter((piece) => {
    bytes += piece.bytes;
    return bytes <= mostBytes;
  });
}

function bytesOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes, 0);
}
