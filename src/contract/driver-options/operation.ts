import type * as z from 'zod';
import type { SafetyClass } from '../capability.js';

/** The options of one operation of a driver, as a registered capability gives them. */
export interface OperationOptions {
  /** A strict object: what it does not know is a mistake. */
  readonly options: z.ZodType;
  /** Names of call arguments that valid options refer to, such as those in `{id}` placeholders. */
  readonly argumentNames?: (options: unknown) => readonly string[];
  /** What valid options ask for, and the class of their capability rules out. */
  readonly misfit?: (options: unknown, capability: OperationCapability) => Misfit | undefined;
}

/** What of a capability decides what its operation may do. */
export interface OperationCapability {
  readonly safety_class: SafetyClass;
  readonly idempotent?: boolean | undefined;
}

/** A member of options that cannot be as it is. */
export interface Misfit {
  readonly member: string;
  readonly message: string;
  readonly hint: string;
}

/** Stands for operations of any name. */
export const ANY_OPERATION = '*';

/** The operations of one driver by name. */
export type DriverOperations = Readonly<Record<string, OperationOptions>>;
