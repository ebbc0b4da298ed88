import { KernelError } from '../../contract/errors.js';

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const WHOLE = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/**
 * Fills `{name}` in a command's argument list from the call. An element whose argument is absent is left out; an
 * element that is a placeholder and nothing else takes a list as several elements. No shell ever sees the result, and
 * a text that begins with a dash is refused where the command could take it for an option.
 */
export function fillArguments(template: readonly string[], args: Readonly<Record<string, unknown>>): readonly string[] {
  const filled: string[] = [];
  for (const element of template) {
    const whole = WHOLE.exec(element)?.[1];
    const list = whole === undefined ? undefined : args[whole];
    if (Array.isArray(list)) {
      filled.push(...list.map((item) => guardOption(toText(item), filled)));
      continue;
    }
    const text = fillElement(element, args);
    if (text !== undefined) {
      filled.push(element.startsWith('{') && typeof list !== 'number' ? guardOption(text, filled) : text);
    }
  }
  return filled;
}

/** Arguments of a shell script, one for each element: an absent one is empty, so that the others keep their numbers. */
export function fillParameters(
  template: readonly string[],
  args: Readonly<Record<string, unknown>>,
): readonly string[] {
  return template.map((element) => {
    const text = fillText(element, args, () => '');
    const whole = WHOLE.exec(element)?.[1];
    const isNumber = whole !== undefined && typeof args[whole] === 'number';
    return element.startsWith('{') && !isNumber ? guardOption(text, []) : text;
  });
}

/** Fills every `{name}` of one text; `onAbsent` gives what stands for an argument that is not there, or throws. */
export function fillText(
  template: string,
  args: Readonly<Record<string, unknown>>,
  onAbsent: (name: string) => string,
): string {
  return template.replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(args, name) && args[name] !== undefined && args[name] !== null ? toText(args[name]) : onAbsent(name),
  );
}

function fillElement(element: string, args: Readonly<Record<string, unknown>>): string | undefined {
  let isComplete = true;
  const text = element.replace(PLACEHOLDER, (placeholder, name: string) => {
    if (!Object.hasOwn(args, name) || args[name] === undefined || args[name] === null) {
      isComplete = false;
      return placeholder;
    }
    return toText(args[name]);
  });
  return isComplete ? text : undefined;
}

function guardOption(text: string, before: readonly string[]): string {
  if (text.startsWith('-') && !before.includes('--')) {
    throw new KernelError('USAGE', 'an argument of this command must not begin with a dash');
  }
  return text;
}

function toText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  throw new KernelError('USAGE', 'an argument of a command must be a text, a number or a boolean');
}
