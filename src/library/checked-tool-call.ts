import { TOOL_CALL_PARTS_SCHEMA } from '../contract/library-schemas/model.js';
import type { ToolCall } from '../contract/model.js';
import { checkGiven } from './check-given.js';

/** A call in the form of the providers. Its arguments are written as they are, whatever their members are called. */
export function checkedToolCall(id: string, name: string, args: Readonly<Record<string, unknown>>): ToolCall {
  checkGiven(TOOL_CALL_PARTS_SCHEMA, { id, name, args }, 'newToolCall');
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } };
}
