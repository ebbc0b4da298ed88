import { createHash } from 'node:crypto';
import type { Tool } from './protocol.js';

const MOST_CHARS = 256 * 1024;
const DEEPEST = 64;

/** Everything that a server says of a tool, as JSON with sorted members, and its SHA-256. */
export interface ToolDefinition {
  readonly text: string;
  readonly digest: string;
}

/** Undefined for a tool whose description is too long or too deep to be kept. */
export function toolDefinition(tool: Tool): ToolDefinition | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const said = { name, title, description, inputSchema, outputSchema, annotations };
  if (!isWithin(said, DEEPEST)) {
    return undefined;
  }
  const text = canonicalJson(said);
  return text.length > MOST_CHARS ? undefined : { text, digest: createHash('sha256').update(text).digest('hex') };
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true;
  }
  return levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1));
}

/** Equal values have equal texts, however their members are ordered. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
