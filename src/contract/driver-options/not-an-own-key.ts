import { OWN_KEY_VARIABLES } from '../own-keys.js';

/** For `refine`: a variable that may be handed on. */
export const notAnOwnKey: readonly [(variable: string) => boolean, string] = [
  (variable) => !OWN_KEY_VARIABLES.includes(variable),
  'is a key of akernel, which is never handed on',
];
