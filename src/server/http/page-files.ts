import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { KernelError } from '../../contract/errors.js';

const TYPES = {
  'page.html': 'text/html',
  'page.css': 'text/css',
  'page.js': 'text/javascript',
} as const;
export type PageFile = keyof typeof TYPES;
export type PageType = (typeof TYPES)[PageFile];

/** The page asks its own server and nobody else, runs its own script alone, and stands in no other page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const read = new Map<PageFile, Promise<string>>();

/** A file of the page for browsers, as the build left it; read when it is first asked for. */
export async function pageResponse(file: PageFile): Promise<Response> {
  const text = read.get(file) ?? readFile(fileURLToPath(new URL(`page/${file}`, import.meta.url)), 'utf8');
  read.set(file, text);
  return new Response(await text.catch(missing), {
    headers: {
      'content-type': `${TYPES[file]}; charset=utf-8`,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

function missing(cause: unknown): never {
  read.clear();
  throw new KernelError('INTERNAL', 'the page is missing from this package', { hint: 'install akernel again', cause });
}
