/** What became of an attempt to reach something that a config names. Its texts have passed the redactor. */
export interface TriedPart {
  readonly kind: 'database' | 'server' | 'module';
  readonly name: string;
  readonly isReady: boolean;
  readonly detail: string;
  readonly hint?: string;
}
