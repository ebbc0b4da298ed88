import type { ActorGraph } from '../../contract/actor.js';
import { KernelError } from '../../contract/errors.js';
import { configInvalid, type LocatedMistake } from '../mistakes.js';
import { lineOfPath, parseConfigText } from '../parse-text.js';
import { type ConfigText, readConfigText } from '../read-file.js';
import { schemaMistakes } from '../schema-mistakes.js';
import { graphOf } from './graph-of.js';
import { graphFileSchema } from './graph-schema.js';

const WORDING = {
  unknown: 'is not a member of a graph',
  hint: (path: string) => `correct ${path}; see akernel help agents`,
};

/** A graph of agents and capabilities from a YAML or JSON file. Throws USAGE where there is none, and CONFIG_INVALID with the line. */
export async function readGraph(path: string): Promise<ActorGraph> {
  const text = await readConfigText(path, true);
  if (text === undefined) {
    throw new KernelError('USAGE', `there is no file ${JSON.stringify(path)} to read a graph from`, {
      hint: 'name a YAML or JSON file with nodes, edges, entry and exit_nodes',
    });
  }
  const checked = graphFileSchema.safeParse(await parseConfigText(text), { reportInput: true });
  if (!checked.success) {
    const mistakes = schemaMistakes(checked.error, graphFileSchema, { wording: WORDING });
    throw configInvalid(await Promise.all(mistakes.map((mistake) => placed(text, mistake))));
  }
  return graphOf(checked.data);
}

async function placed(text: ConfigText, { steps, ...mistake }: LocatedMistake) {
  const line = await lineOfPath(text, steps).catch(() => undefined);
  return { ...mistake, place: text.path, ...(line === undefined ? {} : { line }) };
}
