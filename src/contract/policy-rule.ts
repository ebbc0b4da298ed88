import type { SafetyClass, Sensitivity } from './capability.js';

/** What a rule looks at. All members that are given must fit; a list fits when one of its items does. */
export interface PolicyMatch {
  readonly safety_class?: readonly SafetyClass[] | undefined;
  readonly sensitivity?: readonly Sensitivity[] | undefined;
  /** Capability ids; `*` stands for any characters. */
  readonly capability?: readonly string[] | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly principal?: readonly string[] | undefined;
  /** `*` asks only that the attribute is there. */
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly min_justification?: number | undefined;
  readonly intent?: readonly string[] | undefined;
  /** `*` asks only that the member is there. */
  readonly scope?: Readonly<Record<string, string>> | undefined;
}

/** A declarative policy rule as it stands in the config. */
export interface PolicyRule {
  readonly name?: string | undefined;
  readonly match: PolicyMatch;
  readonly effect: 'allow' | 'deny';
  /** Of an allowing rule: it can only narrow what was asked for. */
  readonly constraints?:
    | {
        readonly max_rows?: number | undefined;
        readonly allowed_fields?: readonly string[] | undefined;
        /** The longest lifetime of a grant. */
        readonly ttl_s?: number | undefined;
      }
    | undefined;
}
