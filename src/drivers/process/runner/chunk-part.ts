import type { RunnerChunk, RunnerPartBody } from '../../../contract/runner.js';

const CHANNELS = new Set(['tool_output', 'stdout', 'stderr', 'body', 'log']);

/** What a chunk is told as: text, output of a channel, or whatever kind the runner made up. */
export function partOfChunk({ kind, content, metadata }: RunnerChunk): RunnerPartBody {
  const more = metadata === undefined ? {} : { metadata };
  if (typeof content === 'string' && kind === 'text') {
    return { type: 'text-delta', delta: content, ...more };
  }
  if (typeof content === 'string' && CHANNELS.has(kind)) {
    return { type: 'output', channel: kind, text: content, ...more };
  }
  return { type: 'custom', kind, content, ...more };
}

/** The way back; undefined for a part that was no chunk of the runner. */
export function chunkOfPart(part: RunnerPartBody): RunnerChunk | undefined {
  const more = 'metadata' in part && part.metadata !== undefined ? { metadata: part.metadata } : {};
  switch (part.type) {
    case 'text-delta':
      return { kind: 'text', content: part.delta, ...more };
    case 'output':
      return part.source === 'tool' ? undefined : { kind: part.channel, content: part.text, ...more };
    case 'custom':
      return { kind: part.kind, content: part.content, ...more };
    default:
      return undefined;
  }
}
