import * as z from 'zod';
import { ANY_OPERATION, type DriverOperations } from './operation.js';

const none = { options: z.strictObject({}) };

/** Invented data; there is nothing to set. */
export const DEMO_OPERATIONS: DriverOperations = { customers: none, log: none };

const root = z.strictObject({
  root: z.string().min(1).describe('The folder that is never left; relative to the working directory.').optional(),
});

export const FILESYSTEM_OPERATIONS: DriverOperations = { list_files: { options: root }, read_file: { options: root } };

/** The operation is a name of people's own choice. `function` is for programs: a config cannot hold one. */
export const MODULE_OPERATIONS: DriverOperations = {
  [ANY_OPERATION]: {
    options: z.strictObject({
      module: z.string().min(1).describe('The file of the module; relative to the config file.'),
      export: z.string().min(1).describe('The name of the exported function; default when absent.').optional(),
    }),
  },
};

export const STDIN_OPERATIONS: DriverOperations = { read: none };
