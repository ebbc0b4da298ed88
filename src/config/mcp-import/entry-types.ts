/** One server as its host describes it, in one shape for all hosts. References stand as the host writes them. */
export interface HostEntry extends EntryParts, ServerLimits {}

export interface EntryParts {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A file of lines `NAME=value`. */
  readonly envFile?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers whose value is that of a variable. */
  readonly headerVariables: Readonly<Record<string, { readonly scheme: string; readonly variable: string }>>;
}

/** Which tools of a server there are, how long it may take, and what of the environment it is given. */
export interface ServerLimits {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly start_timeout_ms?: number;
  readonly call_timeout_ms?: number;
  readonly env_allow?: readonly string[];
}
