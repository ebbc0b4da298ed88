import type { OfferedTool, ToolList } from './tool-list.js';
import type { Entry } from './within-budget.js';

const MOST_TOOLS = 8;
const LONGEST_SCHEMA = 1500;
const LONGEST_DESCRIPTION = 300;

/** Tools that were found, each with its schema, and what cannot be used and why. */
export function foundEntries(
  found: readonly OfferedTool[],
  { tools, failures, isComplete }: ToolList,
): readonly Entry[] {
  const usable = found.filter(({ denied }) => denied === undefined);
  const denied = found.filter((tool) => tool.denied !== undefined);
  const lines = [
    ...(usable.length === 0
      ? [`no tool fits; there are ${tools.filter((tool) => tool.denied === undefined).length}`]
      : []),
    ...(isComplete ? [] : ['some servers are still starting: search again in a moment']),
    ...denied
      .slice(0, MOST_TOOLS)
      .map((tool) => `not allowed: ${tool.name}: ${tool.denied?.message}: ${tool.denied?.remedy}`),
    ...failures.map(({ namespace, error }) => `server ${namespace} gives no tools: ${error.message}`),
  ];
  return [...usable.slice(0, MOST_TOOLS).map(toolEntry), ...lines.map((text) => ({ text }))];
}

function toolEntry({ name, capability }: OfferedTool): Entry {
  const { description, params } = capability;
  const schema = JSON.stringify(params);
  const said = description.replace(/\s+/g, ' ').slice(0, LONGEST_DESCRIPTION);
  const short = `${name}: ${said}\n  arguments: ${schema.length} characters of schema; call it to see what is missing`;
  return schema.length <= LONGEST_SCHEMA
    ? { text: `${name}: ${said}\n  arguments: ${schema}`, short }
    : { text: short };
}
