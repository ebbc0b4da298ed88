import type { Address } from '../../server/http/listen.js';

export interface ServeFlags {
  readonly listen: Address;
  readonly allowHost?: readonly string[];
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly as?: string;
  readonly printUnit?: boolean;
  readonly printContainerfile?: boolean;
}
