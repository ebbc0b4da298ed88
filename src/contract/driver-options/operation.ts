import type * as z from 'zod';

/** The options of one operation of a driver, as a registered capability gives them. */
export interface OperationOptions {
  /** A strict object: what it does not know is a mistake. */
  readonly options: z.ZodType;
  /** Names of call arguments that valid options refer to, such as those in `{id}` placeholders. */
  readonly argumentNames?: (options: unknown) => readonly string[];
  /** The member of valid options by which work that has begun is begun again; only what may be repeated can have it. */
  readonly repeatedBy?: (options: unknown) => string | undefined;
}

/** Stands for operations of any name. */
export const ANY_OPERATION = '*';

/** The operations of one driver by name. */
export type DriverOperations = Readonly<Record<string, OperationOptions>>;
