import type { DetectorInfo, FoundPlace } from '../../contract/redaction.js';
import type { CommandContext } from '../context.js';
import type { Redaction } from '../ports.js';
import { keepHeapSmall } from '../small-heap.js';

/** The redactor without the rest of the runtime, as the config wants it. */
export async function openRedaction(context: CommandContext): Promise<Redaction> {
  keepHeapSmall(context.compileCache);
  const [{ config }, runtime] = await Promise.all([context.loadConfig(), import('../../runtime/redaction.js')]);
  return runtime.openRedaction({ config, env: context.env });
}

/** A finding and why it is one; never what was found. */
export interface Explained extends FoundPlace {
  readonly group: string;
  readonly validates: string;
}

/** Tells of findings what the detectors say of themselves. */
export function createExplainer({ detectors }: Redaction): (place: FoundPlace) => Explained {
  const known = new Map<string, DetectorInfo>(detectors.map((detector) => [detector.name, detector]));
  return ({ type, detector, line, column, byte }) => {
    const { group = 'own', validates = '' } = known.get(detector) ?? {};
    return { type, detector, line, column, byte, group, validates };
  };
}
