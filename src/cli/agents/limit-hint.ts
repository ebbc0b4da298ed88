import { KernelError } from '../../contract/errors.js';

/** The flag of each limit, by the kind that its error tells. */
const FLAGS: Readonly<Record<string, string>> = {
  model_calls: '--max-model-calls',
  tool_calls: '--max-tool-calls',
  depth: '--max-depth',
  cost: '--max-cost',
  timeout: '--timeout',
  idle_timeout: '--idle-timeout',
};

const WORDS: Readonly<Record<string, string>> = {
  budget_exhausted: 'allow more with',
  usage_missing: 'let the provider report usage, or give no',
};

/** The same error with a hint for a command line: the library's names a member of its options. */
export function withFlagHint(error: KernelError): KernelError {
  const { code, message, details = {}, cause } = error;
  const { kind, reason } = details;
  const flag = typeof kind === 'string' && Object.hasOwn(FLAGS, kind) ? FLAGS[kind] : undefined;
  const words = typeof reason === 'string' && Object.hasOwn(WORDS, reason) ? WORDS[reason] : undefined;
  return flag === undefined || words === undefined
    ? error
    : new KernelError(code, message, { hint: `${words} ${flag}`, details, cause });
}
