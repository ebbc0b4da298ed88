import { isMembers, setMember } from '../../streams/members.js';
import { cleanText } from './clean-text.js';

type Schema = Readonly<Record<string, unknown>>;

const PROSE = new Set(['title', 'description', '$comment']);
const LONGEST_PROSE = 1000;

/**
 * The schema of a tool's arguments, for a model to read. Only what is meant to be read is cleaned: any other text means what
 * it is. An argument that has a default is not required: a server that says both fills it in, and takes calls without it.
 */
export function toolSchema(schema: Schema): Schema {
  const cleaned: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema)) {
    setMember(cleaned, name, cleanMember(schema, name, member));
  }
  return cleaned;
}

function cleanMember(schema: Schema, name: string, member: unknown): unknown {
  if (name === 'required' && Array.isArray(member)) {
    return member.filter((each) => !hasDefault(schema['properties'], each));
  }
  return PROSE.has(name) && typeof member === 'string' ? cleanText(member, LONGEST_PROSE) : cleanPart(member);
}

function hasDefault(properties: unknown, name: unknown): boolean {
  const property = isMembers(properties) && typeof name === 'string' ? properties[name] : undefined;
  return isMembers(property) && Object.hasOwn(property, 'default');
}

function cleanPart(part: unknown): unknown {
  if (Array.isArray(part)) {
    return part.map(cleanPart);
  }
  return isMembers(part) ? toolSchema(part) : part;
}
