// Named imports of a CommonJS library survive bundling only when they are static, so the lazy import is of this file.
import ipaddr from 'ipaddr.js';

export const { isValid, parse } = ipaddr;
