import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/find/detectors.js';
import { chooseDetectors } from './detector-fixtures.js';

/** The detectors with which the fixtures of one hold. */
export const detectorsFor = chooseDetectors({ ALL_DETECTORS, DETECTORS });
