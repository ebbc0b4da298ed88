import type { AskPerson } from './agent-run-plan.js';

interface AskWhenTold {
  readonly ask: AskPerson;
  readonly onCall: (toolCallId: string) => void;
}

/** The same person, who is asked about a call once it was told of: the run is ahead of what is written of it. */
export function askWhenTold(ask: AskPerson): AskWhenTold {
  const told = new Set<string>();
  const waiting = new Map<string, () => void>();
  return {
    onCall(toolCallId) {
      told.add(toolCallId);
      waiting.get(toolCallId)?.();
    },
    async ask(request, signal) {
      const { tool_call_id: id } = request;
      if (!told.has(id) && !signal.aborted) {
        await new Promise<void>((resolve) => {
          waiting.set(id, resolve);
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      return ask(request, signal);
    },
  };
}
