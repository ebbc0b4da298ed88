import type { Driver } from '../contract/driver.js';

/** A driver that always streams, as all drivers here do. */
export type StreamingDriver = Driver & Required<Pick<Driver, 'executeStream'>>;
