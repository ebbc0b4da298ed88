import type { EventBase, Members } from './event.js';
import { isExactNumber, parseExactJson } from './exact-json.js';

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** The members under a name; none where something else stands there. Some hosts write them as JSON in a text. */
export function membersAt(members: Members, ...names: readonly string[]): Members {
  const value = names.map((name) => members[name]).find((each) => each !== undefined);
  const read = typeof value === 'string' ? parsed(value) : value;
  return isMembers(read) ? read : {};
}

/** The first text under one of these names. */
export function textAt(members: Members, ...names: readonly string[]): string | undefined {
  return names.map((name) => members[name]).find((value) => typeof value === 'string');
}

/** Tool, session, folder and input under the names of one host. */
export function aboutCall(
  event: Members,
  names: { readonly tool: string; readonly session: string; readonly input: string },
): EventBase {
  const session = textAt(event, names.session);
  const cwd = textAt(event, 'cwd');
  return {
    tool: textAt(event, names.tool) ?? 'unknown',
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    input: membersAt(event, names.input),
  };
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
