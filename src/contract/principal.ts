/** The identity that acts. */
export interface Principal {
  readonly principal_id: string;
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}
