import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoScript } from '../../src/server/demo-model/script.js';
import { type Sandbox, sandbox } from './cli.js';
import { type DemoModel, startDemoModel } from './demo-model.js';

export interface AgentBox extends Sandbox {
  readonly model: DemoModel;
}

/** A sandbox with an agent `demo` whose model plays the turns; `notes.add` writes, into a file `notes.txt`. */
export async function agentBox(turns?: DemoScript['turns'], delayMs = 0): Promise<AgentBox> {
  const model = await startDemoModel(turns, delayMs);
  const box = sandbox();
  writeFileSync(join(box.directory, 'notes.mjs'), NOTES);
  writeFileSync(join(box.directory, 'akernel.config.yaml'), configOf(model.origin));
  return { ...box, model };
}

const NOTES = `import { appendFileSync } from 'node:fs';
export function* add({ text }) {
  appendFileSync(new URL('notes.txt', import.meta.url), text + '\\n');
  yield { added: text };
}
`;

function configOf(origin: string): string {
  return `agents:
  demo:
    provider: openai
    base_url: ${origin}/v1
    model: demo
    tools: [demo.customers, notes.add]
    allow_private: true
    retries: { attempts: 0 }
principal:
  roles: [writer]
  attributes: { tenant: local }
capabilities:
  - capability_id: notes.add
    name: Add a note
    description: Adds a note.
    safety_class: WRITE
    sensitivity: NONE
    params: { type: object, properties: { text: { type: string } }, required: [text] }
    driver: { driver_id: module, operation: add, options: { module: notes.mjs, export: add } }
`;
}

/** The model adds a note, and says that it did. */
export const ADDS_NOTE: DemoScript['turns'] = [
  { text: 'I note it. ', tool_calls: [{ name: 'notes__add', arguments: { text: 'milk' } }] },
  { text: 'Noted.' },
];
