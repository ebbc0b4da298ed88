import type { DriverBinding } from '../contract/capability.js';
import type { Config } from './config.js';

/** A driver binding that a call could take, and where its options stand. */
export interface UsedBinding {
  readonly binding: DriverBinding;
  readonly steps: readonly PropertyKey[];
}

/** Those of one driver; not of capabilities that are off. */
export function bindingsOf({ capabilities }: Pick<Config, 'capabilities'>, driverId: string): readonly UsedBinding[] {
  return capabilities
    .flatMap(({ driver, fallbacks = [], switched_off: off }, index) =>
      (off === undefined ? [driver, ...fallbacks] : []).map((binding, place) => ({
        binding,
        steps: ['capabilities', index, ...(place === 0 ? ['driver'] : ['fallbacks', place - 1]), 'options'],
      })),
    )
    .filter(({ binding }) => binding.driver_id === driverId);
}
