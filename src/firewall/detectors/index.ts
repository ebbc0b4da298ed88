import type { Detector } from '../redactor/detector.js';
import { assignment } from './assignment.js';
import { email } from './email.js';
import { placeholder } from './placeholder.js';
import { providerKeys } from './provider-keys.js';

/** All detectors. At one anchor the first that finds something wins. */
export const DETECTORS: readonly Detector[] = [placeholder, ...providerKeys, assignment, email];
