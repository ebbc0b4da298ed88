import { fillPlaceholders, placeholdersIn, wholePlaceholder } from '../../contract/driver-options/placeholders.js';
import { KernelError } from '../../contract/errors.js';
import { type Arguments, argumentOf, encodeComponent, fillText, missingArgument, toText } from './fill-text.js';

type Query = Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>;

/**
 * The URL of a request. Arguments are percent-encoded into the place they have and cannot change any other part: not
 * the host, not the path above or beside them, not another parameter.
 */
export function fillUrl(template: string, query: Query, args: Arguments): URL {
  const [, origin = '', path = '', search = ''] = /^(https?:\/\/[^/?]*)([^?]*)(.*)$/.exec(template) ?? [];
  const filledPath = path
    .split('/')
    .map((segment) => fillSegment(segment, args))
    .join('/');
  const filledSearch = fillPlaceholders(search, (name) => encodeComponent(name, needed(name, args)));
  const parameters = Object.entries(query).flatMap(([name, wanted]) =>
    parameterValues(wanted, args).map((value) => `${encodeComponent(name, name)}=${value}`),
  );
  const first = filledSearch === '' ? '?' : '&';
  return new URL(`${origin}${filledPath}${filledSearch}${parameters.length === 0 ? '' : first}${parameters.join('&')}`);
}

function fillSegment(segment: string, args: Arguments): string {
  const names = placeholdersIn(segment);
  if (names.length === 0) {
    return segment;
  }
  const filled = fillPlaceholders(segment, (name) => encodeComponent(name, needed(name, args)));
  // Servers and proxies drop empty segments and resolve dots, and so would end at another address.
  if (/^(?:\.|%2e){0,2}$/i.test(filled)) {
    throw new KernelError('USAGE', `the argument ${names[0]} cannot be empty, "." or ".." in a path`);
  }
  return filled;
}

function needed(name: string, args: Arguments): string {
  const value = argumentOf(args, name);
  if (value === undefined) {
    throw missingArgument(name);
  }
  return toText(name, value);
}

/** Percent-encoded values of one parameter: none when an argument is absent, several when it is a list. */
function parameterValues(wanted: Query[string], args: Arguments): readonly string[] {
  if (typeof wanted === 'object') {
    return wanted.flatMap((item) => parameterValues(item, args));
  }
  if (typeof wanted !== 'string') {
    return [String(wanted)];
  }
  const name = wholePlaceholder(wanted);
  const value = name === undefined ? undefined : argumentOf(args, name);
  if (name !== undefined && Array.isArray(value)) {
    return value.map((item) => encodeComponent(name, toText(name, item)));
  }
  const text = fillText(wanted, args);
  return text === undefined ? [] : [encodeComponent(name ?? placeholdersIn(wanted)[0] ?? '', text)];
}
