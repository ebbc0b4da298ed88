import type { ActorGraph } from '../../contract/actor.js';
import { KernelError } from '../../contract/errors.js';
import { graphMistakes, namesIn } from '../../contract/graph-mistakes.js';
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

/** Who and what the nodes of a graph may name. */
export interface KnownToGraphs {
  readonly agents: readonly string[];
  /** The ids of capabilities that there are, those among the named ones included. */
  readonly capabilities: (named: readonly string[]) => Promise<readonly string[]>;
}

/**
 * A graph of agents and capabilities from a YAML or JSON file, which can be walked. Throws USAGE where there is none, and
 * CONFIG_INVALID with the line.
 */
export async function readGraph(path: string, { agents, capabilities }: KnownToGraphs): Promise<ActorGraph> {
  const text = await readConfigText(path, true);
  if (text === undefined) {
    throw new KernelError('USAGE', `there is no file ${JSON.stringify(path)} to read a graph from`, {
      hint: 'name a YAML or JSON file with nodes, edges, entry and exit_nodes',
    });
  }
  const checked = graphFileSchema.safeParse(await parseConfigText(text), { reportInput: true });
  if (!checked.success) {
    const mistakes = schemaMistakes(checked.error, graphFileSchema, { wording: WORDING });
    throw await invalid(text, mistakes);
  }
  const graph = checked.data;
  const named = namesIn(graph, 'capability');
  const mistakes = graphMistakes(graph, { agent: agents, capability: await capabilities(named) });
  if (mistakes.length > 0) {
    throw await invalid(text, mistakes);
  }
  return graphOf(graph);
}

async function invalid(text: ConfigText, mistakes: readonly LocatedMistake[]): Promise<KernelError> {
  return configInvalid(await Promise.all(mistakes.map((mistake) => placed(text, mistake))));
}

async function placed(text: ConfigText, { steps, ...mistake }: LocatedMistake) {
  const line = await lineOfPath(text, steps).catch(() => undefined);
  return { ...mistake, place: text.path, ...(line === undefined ? {} : { line }) };
}
