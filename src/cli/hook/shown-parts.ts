import type { Capability } from '../../contract/capability.js';
import { type Frame, type Rendered, type Rendering, renderedOf } from '../../contract/frame.js';
import type { InvokeResult } from '../../contract/kernel.js';
import type { CommandContext } from '../context.js';
import { PLAIN } from '../output/style.js';
import { createTextRendering } from '../output/text-rendering.js';
import { throwUnlessCompleted } from '../print-run.js';

export interface PartsAct {
  readonly capabilityId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly texts: readonly string[];
  readonly maxTokens: number;
}

export interface ShownParts {
  readonly texts: readonly string[];
  readonly result: InvokeResult;
}

const TIMEOUT_MS = 20_000;
const MAIN_CHANNEL = 'text';

/**
 * Sends texts through the kernel as the output of one act: what comes back was made by the firewall, is kept behind a
 * handle, and has its trace. The longest text ends with the account.
 */
export async function showParts(context: CommandContext, { texts, ...act }: PartsAct): Promise<ShownParts> {
  const main = texts.findIndex((text) => text.length === Math.max(...texts.map(({ length }) => length)));
  const channels = texts.map((_, index) => (index === main ? MAIN_CHANNEL : `part ${index + 1}`));
  const given = texts.map((text, index) => ({ channel: channels[index] ?? MAIN_CHANNEL, text }));
  const shown = texts.map(() => '');
  const rendering = renderingByChannel();
  const result = await context.withKernel({ given }, async ({ kernel, principal, defaults }) => {
    const run = kernel.runOwnAct({
      capability: hookCapability(act.capabilityId),
      args: act.args,
      principal,
      maxTokens: act.maxTokens,
      encoding: defaults.encoding,
      timeoutMs: TIMEOUT_MS,
      keep: texts.length > 0,
      rendering,
      signal: context.interrupt,
      stream: true,
    });
    for await (const frame of run) {
      const { text, printed } = renderedOf(frame) ?? rendering(frame);
      if (renderedOf(frame) === undefined) {
        printed();
      }
      const index = isOfPart(frame) ? channels.indexOf(frame.channel ?? MAIN_CHANNEL) : main;
      shown.splice(index, 1, `${shown[index]}${text}`);
    }
    return run.result;
  });
  throwUnlessCompleted(result, context.interrupt);
  return { texts: shown, result };
}

function isOfPart(frame: Frame): boolean {
  return frame.channel !== undefined && !frame.is_final;
}

/** Of the main text as `exec` prints it into a pipe; of the others what they are. */
function renderingByChannel(): Rendering {
  const main = createTextRendering({
    style: PLAIN,
    width: () => undefined,
    isTty: false,
    stderrIsTty: false,
    rows: 'json_lines',
  });
  return (frame): Rendered =>
    isOfPart(frame) ? { text: frame.text ?? '', stream: 'stdout', printed: () => undefined } : main(frame);
}

export function hookCapability(id: string): Capability {
  return {
    capability_id: id,
    name: id,
    description: 'what a hook of an agent host was asked to do',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: { driver_id: 'given', operation: 'read' },
  };
}
