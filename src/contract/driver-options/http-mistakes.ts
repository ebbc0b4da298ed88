import { isHeaderName, isSecretHeader, mayBeSet } from './http-headers.js';
import { placeholdersIn } from './placeholders.js';

interface UrlMistake {
  readonly message: string;
  readonly params: { readonly hint: string };
}

/** Why a text is no URL template; undefined when it is one. */
export function urlMistake(text: string): UrlMistake | undefined {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/.exec(text) ?? [];
  const because = (message: string, hint: string): UrlMistake => ({ message, params: { hint } });
  if (authority === '' || /[\s\u0000-\u001f]/.test(text)) {
    return because('is not an address of the form https://host/path', 'write the whole address; spaces are %20');
  }
  if (placeholdersIn(authority).length > 0) {
    return because('has a placeholder in its host', 'arguments may fill the path and the query only');
  }
  if (authority.includes('@')) {
    return because('holds credentials', 'send them in headers, by a reference to the environment');
  }
  if (text.includes('\\')) {
    return because('has a backslash', 'it would count as a slash in the path; write / or %5C');
  }
  if (text.includes('#')) {
    return because('has a fragment', 'leave out what follows the number sign');
  }
  return URL.canParse(`http://${authority}/`)
    ? undefined
    : because('has a host that is not valid', 'check its spelling');
}

/** Why a header cannot be sent so; undefined when it can. */
export function headerMistake(name: string, value: string): string | undefined {
  if (!isHeaderName(name)) {
    return 'is not the name of a header';
  }
  if (!mayBeSet(name)) {
    return 'is set by akernel itself';
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    return 'has a character that no header may have';
  }
  return isSecretHeader(name) && placeholdersIn(value).length > 0 ? 'cannot be filled from arguments' : undefined;
}
