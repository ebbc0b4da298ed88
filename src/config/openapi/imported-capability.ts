type Members = Readonly<Record<string, unknown>>;

/** A capability as it stands in a config. */
export interface ImportedCapability {
  readonly capability_id: string;
  readonly description: string;
  readonly safety_class: 'READ' | 'WRITE' | 'DESTRUCTIVE';
  readonly sensitivity: string;
  readonly tags?: readonly string[];
  readonly params: Members;
  readonly driver: { readonly driver_id: 'http'; readonly operation: 'request'; readonly options: Members };
}
