import type { RunnerPart } from '../../../contract/runner.js';

/**
 * An observer for people: text of one kind that comes within `ms` is told as one part. Whatever is not text is told at
 * once, after the text before it.
 */
export function coalesced(fn: (part: RunnerPart) => unknown, ms: number): (part: RunnerPart) => unknown {
  let held: RunnerPart | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): unknown => {
    clearTimeout(timer);
    timer = undefined;
    const part = held;
    held = undefined;
    return part === undefined ? undefined : fn(part);
  };
  return (part) => {
    const joined = held === undefined ? undefined : join(held, part);
    if (joined !== undefined) {
      held = joined;
      return undefined;
    }
    const flushed = flush();
    if (!isText(part)) {
      return fn(part);
    }
    held = part;
    timer = setTimeout(() => void settled(flush), ms);
    return flushed;
  };
}

/** An observer that fails is dropped by the run when it is told of the next part. */
async function settled(flush: () => unknown): Promise<void> {
  try {
    await flush();
  } catch {
    // an observer never decides
  }
}

function isText({ type }: RunnerPart): boolean {
  return type === 'text-delta' || type === 'output';
}

function join(first: RunnerPart, second: RunnerPart): RunnerPart | undefined {
  if (first.type === 'text-delta' && second.type === 'text-delta') {
    return { ...first, delta: first.delta + second.delta };
  }
  const isSame = first.type === 'output' && second.type === 'output' && first.channel === second.channel;
  return isSame ? { ...first, text: first.text + second.text } : undefined;
}
