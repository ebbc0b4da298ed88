import type { Chunk, WarningChunk } from '../../contract/chunk.js';
import type { RunnerPart, RunnerResult } from '../../contract/runner.js';
import { recordsFromValues } from '../../streams/records.js';
import { createChannelTexts } from './channel-texts.js';

/** What of the parts of a runner is the result of a capability. */
export interface RunnerChunks {
  readonly chunks: (part: RunnerPart) => readonly Chunk[];
  readonly final: (result: RunnerResult) => readonly Chunk[];
}

export function createRunnerChunks(): RunnerChunks {
  const texts = createChannelTexts();
  let logs = 0;
  return {
    chunks(part) {
      switch (part.type) {
        case 'text-delta':
          return texts.add('text', part.delta);
        case 'output':
          if (part.channel === 'log') {
            logs += 1;
            return [];
          }
          return texts.add(part.channel, part.text);
        case 'custom':
          return [recordsFromValues([recordOf(part)])];
        case 'restart':
          return restartNotes(part.event);
        case 'breach':
          return [warning('the runner charged more than it was granted', 1)];
        case 'log':
          logs += 1;
          return [];
        default:
          return [];
      }
    },
    final(result) {
      const { malformed_lines: malformed, oversized_lines: oversized } = result;
      const last =
        result.chunk_count === 0 ? texts.add('text', result.text === '' ? (result.summary ?? '') : result.text) : [];
      return [
        ...last,
        ...texts.final(),
        ...counted('messages of the log of the runner are not shown', logs - malformed - oversized),
        ...counted('lines of the runner that are no messages were skipped', malformed),
        ...lost('lines of the runner over the size limit were dropped', oversized, result.oversized_bytes),
        ...counted('chunks after the end of the runner were dropped', result.late_chunks),
      ];
    },
  };
}

/** What came before a crash has been shown, and the next process may say it again. */
function restartNotes(event: Extract<RunnerPart, { readonly type: 'restart' }>['event']): readonly WarningChunk[] {
  switch (event) {
    case 'restarted':
      return [warning('the runner crashed and was started again', 1)];
    case 'failed':
      return [warning('the runner crashed and could not be started again', 1)];
    default:
      return [];
  }
}

function recordOf({ kind, content, metadata }: Extract<RunnerPart, { readonly type: 'custom' }>): object {
  return { kind, content, ...(metadata === undefined ? {} : { metadata }) };
}

function counted(message: string, count: number): readonly WarningChunk[] {
  return count > 0 ? [warning(message, count)] : [];
}

/** Of a line that nobody could read nobody knows what it was: it counts as a record that is omitted. */
function lost(message: string, count: number, bytes: number): readonly WarningChunk[] {
  return counted(message, count).map((chunk) => ({ ...chunk, lost_bytes: bytes }));
}

function warning(message: string, count: number): WarningChunk {
  return { type: 'warning', message, count };
}
