/** One finding of `akernel doctor`. */
export interface Check {
  readonly check: string;
  readonly area: 'runtime' | 'config' | 'store' | 'tokenizer' | 'hosts';
  readonly result: 'ok' | 'warning' | 'error';
  readonly detail: string;
  readonly hint?: string;
}
